"""Sentences that findings are made of: reasons, bounds and names."""

from __future__ import annotations

from collections.abc import Callable

from simkit.experiment.factors import level_in_words
from simkit.report.facts.result import WON
from simkit.report.sections.seats import on_first_place
from simkit.reports import general
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson
from tests.report.test_report import PIG

TIDES = """
name: tides
game: nautilion
games: 100
factors:
  rules.spell_cost_tide: [2, 1]
  strategy: [novice, random]
"""


def test_a_player_who_can_not_react_to_a_rule_is_named(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(TIDES)
    reasons = [finding for finding in general.report(run).document().findings if "hardly react" in finding]
    (said,) = reasons
    assert said.startswith("Novice can hardly react to spell_cost_tide: 0.0")
    assert said.endswith("Artificial Tides cast per game.")


def test_names_of_variants_stand_in_quotes_in_sentences(run_of: Callable[[str], RunDirectory]) -> None:
    text = TIDES.replace(
        "rules.spell_cost_tide: [2, 1]", "price: {as printed: {}, cheap: {rules.reserve: 6}}"
    )
    findings = " ".join(general.report(run_of(text)).document().findings)
    assert "with 'cheap', " in findings or "with 'as printed', " in findings
    assert "with as printed" not in findings and "with cheap" not in findings


def test_a_bound_is_the_interval_s_and_not_the_estimate_s(run_of: Callable[[str], RunDirectory]) -> None:
    run = run_of(PIG)
    said = on_first_place(run, WON, "seat 1", {0: (wilson(500, 1000), 0.5)}, 1)
    assert "by the intervals at most 3.1 points more or less" in said  # the estimate is 0.0 points off


def test_moves_overlooked_are_said_in_english() -> None:
    assert level_in_words("strategy.overlooks", "0") == "no moves overlooked"
    assert level_in_words("strategy.overlooks", "0.05") == "5 % of moves overlooked"
    assert level_in_words("strategies.1.overlooks", 0.1) == "player 2's 10 % of moves overlooked"
