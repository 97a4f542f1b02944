"""Numbers, reasons, bounds and names in sentences."""

from __future__ import annotations

import pytest

from simkit.experiment.factors import level_in_words
from simkit.language import listed_once
from simkit.report.parts import Finding, answer_of
from simkit.report.stats import POINTS, Estimate
from simkit.report.words import Names
from simkit.results.claims import Of, Turning
from simkit.results.result import measures_of
from simkit.words.lines import players_of
from simkit.words.values import turning
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of
from tests.report.test_page_one import PIG_BEGINS

# Numbers in words.


DIAL = """
  - {base: hold_at, parameters: {n: 20}, overlooks: 0.1}
  - {base: hold_at, parameters: {n: 12}, overlooks: 0.3}"""

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("things", "words"),
    [
        (["1 charm", "2 charms", "3 charms"], "1, 2 or 3 charms"),
        (["on board A1", "on board C1"], "on board A1 or C1"),
        (["30 % of moves overlooked", "20 % of moves overlooked"], "30 or 20 % of moves overlooked"),
        (["no raft", "no end with all pieces"], "no raft or no end with all pieces"),
        (["with 'no ones'", "with 'no twos'"], "with 'no ones' or 'no twos'"),
        (["without 'Captain's log'"], "without 'Captain's log'"),
    ],
)
def test_what_all_levels_of_a_list_begin_or_end_with_is_said_once(things: list[str], words: str) -> None:
    assert listed_once(things, "or") == words


def test_how_somebody_plays_is_said_of_the_person(run_of: RunOf) -> None:
    dice = PIG_BEGINS.format(games=20).replace("[hold_at, hold_at]", DIAL)
    run = run_of(dice)
    (line, *_) = players_of(run, measures_of(run)[0])
    assert line.subject.endswith(
        ("player holding at 20 who overlooks 10 % of moves", "who overlooks 30 % of moves")
    )


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-0.04, -0.022, f"{MINUS}3.1 ({MINUS}4.0 to {MINUS}2.2)"),
        (0.00044, 0.00063, "+0.05 (+0.04 to +0.06)"),
        (-0.0823, -0.0821, f"{MINUS}8.22 ({MINUS}8.23 to {MINUS}8.21)"),
        (float("nan"), float("nan"), "+1.0"),
    ],
)
def test_the_ends_of_an_interval_do_not_meet(low: float, high: float, words: str) -> None:
    middle = 0.01 if low != low else (low + high) / 2
    assert f"{Estimate(middle, low, high, 100, '', POINTS):bare}" == words


# Sentences that findings are made of: reasons, bounds and names.


TIDES = """
name: tides
game: nautilion
games: 100
factors:
  rules.spell_cost_tide: [2, 1]
  strategy: [novice, random]
"""


def test_a_player_who_can_not_react_to_a_rule_is_named(run_of: RunOf) -> None:
    run = run_of(TIDES)
    found = (finding for finding in body_of(run).findings if isinstance(finding, Finding))
    (said,) = (finding.words for finding in found if finding.about == "rules.spell_cost_tide")
    assert [claim.kind for claim in claims_of(said)] == ["nothing"]
    assert "Artificial Tides" in said


def test_a_bound_is_the_interval_s_and_not_the_estimate_s(run_of: RunOf) -> None:
    run = run_of(PIG_BEGINS.replace("{games}", "300"))
    answer = answer_of(run)
    assert answer is not None
    (claim,) = claims_of(answer.sentences[0])
    assert claim.kind == "nothing"
    won = run.estimates(of="seat 0", column="won", statistic="rate").row(0, named=True)
    off, furthest = abs(won["estimate"] - 0.5), max(won["high"] - 0.5, 0.5 - won["low"])
    assert claim.margin >= furthest > off + 0.03


def test_moves_overlooked_are_said_in_english() -> None:
    assert level_in_words("strategy.overlooks", "0") == "no moves overlooked"
    assert level_in_words("strategy.overlooks", "0.05") == "5 % of moves overlooked"
    assert level_in_words("strategies.1.overlooks", 0.1) == "player 2's 10 % of moves overlooked"


TWO_PRICES = """
name: two_prices
game: nautilion
seed: 3
games: 20
factors:
  strategy: [planner, expert]
  the price: {"0.50": {rules.reserve: 1}, "1.25": {rules.reserve: 4}}
"""


def test_a_player_alone_is_one_and_numbers_bear_no_quotes(run_of: RunOf) -> None:
    run = run_of(TWO_PRICES)
    names = Names(run)
    assert names.doer(Of("end", (2,), label="phantom")).of == " of an expert's games"
    said = turning(names, Turning(Of("won", (0,)), Of("won", (1,)), 0.5), None)
    assert "between 0.50 and 1.25" in said
