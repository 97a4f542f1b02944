"""Games that are scored: any objective has findings, effects, intervals, targets and a ladder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from simkit import Document, Run
from simkit.engine.contract.player import named
from simkit.plugins import find_strategy
from simkit.report.parts import Table, Text, answer_of
from simkit.report.words import NO_BREAK
from simkit.run.findings import noticed as unasked
from simkit.run.store.directory import RunDirectory
from simkit.run.work.workers import Where
from simkit.search.climb import climb
from simkit.search.settings import setting_of, standard_experiment
from simkit.words.asked.ladder import sentences_of
from tests.conftest import RunOf, Simkit
from tests.engine.points_toy import installed_toys
from tests.report.reading import body_of, claims_of, headings_of, page_of, section_of, tables_of


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with installed_toys():
        yield


def report_of(run: RunDirectory) -> Document:
    return page_of(run, "general")


def cells_of(report: Document) -> list[str]:
    blocks = tables_of(report)
    return [cell for table in blocks for row in table.cells() for cell in row]


def test_a_game_of_chips_has_a_best_player_effects_and_intervals(run_of: RunOf) -> None:
    run = run_of(
        "name: chips\ngame: toy_chips\ngames: 1000\nreport: none\n"
        "factors:\n  strategies: {a: [bold, careful], b: [random, careful]}\n  rules.prize: [3, 6]\n"
    )
    report = report_of(run)
    assert re.match(
        r"With the prize at 6 instead of 3, the player bold against careful has a mean number of chips of "
        r"3\.\d+, 2\.\d+ more \(2\.\d+ to \d\.\d+\)",
        report.in_short,
    )
    findings = " ".join(map(str, report.findings))
    words = [
        block.words for section in report.sections for block in section.blocks if isinstance(block, Text)
    ]
    assert "What player 1 gains, player 2 (careful) loses." in words
    headings = headings_of(report)
    assert {"Chips of each player", "The effect of prize", "Chips of player 1"} <= set(headings)
    assert "no objective" not in findings
    exact = run.estimates(scenario=0, of="player 0", column="chips", statistic="mean").row(0, named=True)
    cells = [cell.replace("\N{MINUS SIGN}", "-") for cell in cells_of(report)]
    shown = [cell for cell in cells if re.fullmatch(r"-?\d\.\d+ to -?\d\.\d+", cell)]
    assert f"{exact['low']:.2f} to {exact['high']:.2f}" in shown


def test_points_before_wins_decide_who_is_the_best(run_of: RunOf) -> None:
    run = run_of("name: both\ngame: toy_both\ngames: 500\nreport: none\nstrategies: [bold, careful]\n")
    answer = report_of(run).answer
    assert answer is not None
    best, worst = claims_of(answer.sentences[0])
    named = [of.whose for claim in (best, worst) for of in claim.subjects]
    assert named == ["strategy bold", "strategy careful"]


@pytest.mark.parametrize(("games", "kinds"), [(500, ["extreme", "extreme"]), (3, ["nothing"])])
def test_one_has_the_fewest_only_if_all_others_have_significantly_more(
    run_of: RunOf, games: int, kinds: list[str]
) -> None:
    run = run_of(f"name: few\ngame: toy_both\ngames: {games}\nreport: none\nstrategies: [bold, careful]\n")
    answer = report_of(run).answer
    assert answer is not None
    assert [claim.kind for claim in claims_of(answer.sentences[0])] == kinds


def test_of_misses_the_fewest_are_the_best(run_of: RunOf) -> None:
    run = run_of(
        "name: alone\ngame: toy_misses\ngames: 400\nreport: none\nrules: {players: 1}\n"
        "factors: {strategy: [bold, careful]}\n"
        "targets: {best player: {misses: at most 0.5}, bold: {misses: '>= 0.8'}}\n"
    )
    answer = answer_of(run)
    assert answer is not None
    fewest, most = claims_of(answer.sentences[0])
    assert fewest.kind == "extreme" and not fewest.is_most
    assert most.kind == "extreme" and most.is_most
    verdict = Run(run.path).verdict
    assert [judged.outcome for judged in verdict.targets] == ["met", "met"]
    assert [found.player for found in verdict.targets[0].found] == ["careful"]


def test_a_target_of_seats_can_be_near_their_mean_in_points(run_of: RunOf) -> None:
    run = run_of(
        "name: seats\ngame: toy_chips\ngames: 1000\nreport: none\nstrategy: bold\n"
        "targets: {seats: {chips: fair +- 0.5}}\n"
    )
    (judged,) = Run(run.path).verdict.targets
    assert judged.outcome == "met"
    assert len(judged.found) == 2


@pytest.mark.parametrize(
    "factors", ["rules.players: [1, 2, 3]", "rules.players: [2, 1, 3]\n  rules.prize: [2, 4]"]
)
def test_scenarios_may_have_one_player_and_several(run_of: RunOf, factors: str) -> None:
    run = run_of(f"name: n\ngame: toy_won\ngames: 60\nreport: none\nstrategy: bold\nfactors:\n  {factors}\n")
    assert "Seats" in headings_of(report_of(run))


def test_ties_are_counted_and_explained(
    run_of: RunOf, simkit: Simkit, write_experiment: Callable[[str], Path]
) -> None:
    text = "name: ties\ngame: {}\ngames: 400\nreport: none\nstrategies: [bold, random]\n"
    run = run_of(text.format("toy_won"))
    winners = run.seats.group_by("game").agg(pl.col("won").sum()).collect()["won"].to_numpy()
    shared = int((winners == 2).sum())
    assert 20 < shared < 380
    report = report_of(run)
    assert report.facts["Shared wins"].startswith(f"{shared / 4:.1f}{NO_BREAK}% (")
    assert "Nobody wins" not in report.facts  # it never happens here
    assert f"{shared / 4:.1f}{NO_BREAK}% of games" in report.in_short
    for game, more in (("toy_won", "add up to more than 100 %"), ("toy_alone", "add up to less than 100 %")):
        shown = simkit("run", write_experiment(text.format(game)), "--jobs", 1, "--out", game)
        assert more in " ".join(shown.output.split())


NONE = "name: none\ngame: {}\ngames: 60\nreport: none\nrules: {{asked: 0}}\nstrategies: [bold, careful]\n"


@pytest.mark.parametrize("game", ["toy_chips", "toy_won"])
def test_where_nothing_is_decided_nobody_is_the_best(run_of: RunOf, game: str) -> None:
    run = run_of(NONE.format(game))
    report = report_of(run)
    assert report.in_short.startswith("There is nothing")
    said = " ".join(
        [report.in_short, *map(str, report.findings), *(key.meaning for key in report.key_figures)]
    )
    assert "best player" not in said
    assert "strongest" not in said


def test_a_strategy_that_is_never_asked_is_named(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_of(NONE.format("toy_won").replace("rules: {asked: 0}\n", ""))
    assert unasked.asked_players(run) == {0: {0, 1}}
    assert unasked.unasked_in_words(run) == []
    monkeypatch.setattr(unasked, "asked_players", lambda run: {0: frozenset({0})})
    (words,) = unasked.unasked_in_words(run)
    assert words.startswith("careful was never ")


@pytest.mark.long
def test_a_ladder_says_so_where_nothing_is_decided_and_where_wins_are_shared() -> None:
    setting = setting_of(standard_experiment("toy_won"))
    assert len(setting.opponents) == 1
    bold = find_strategy("toy_won", named("bold"), Path())
    small, skills = replace(setting, games=60), {"bold": bold.skill}
    found = climb(small, [bold], bold, most=16, workers=Where(1))
    assert any(
        re.search(r"Several win \d+\.\d % of the games", words) for words in sentences_of(found, skills)
    )
    idle = setting.knobs.model_copy(update={"asked": 0})
    found = climb(
        type(small)(small.game, idle, small.opponents, "here", 1, 60), [bold], bold, most=16, workers=Where(1)
    )
    (said,) = sentences_of(found, skills)
    assert said.startswith("There is nothing to decide")
    assert found.thinking == ()


def test_a_variant_of_equal_players_is_in_the_table_of_variants(run_of: RunOf) -> None:
    run = run_of(
        "name: v\ngame: toy_won\ngames: 30\nreport: none\n"
        "factors: {table: {bold careful: {strategies: [bold, careful]}, bold: {strategies: [bold, bold]}}}\n"
    )
    section = section_of(body_of(run), "Variants")
    table = section.blocks[1]
    assert isinstance(table, Table)
    assert table.frame["called"].to_list() == ["bold"]
