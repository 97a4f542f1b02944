"""Summaries and the general report name the players wherever the levels do not."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from simkit import Document, Run
from simkit.cli.summary import show_summary
from simkit.door.headline import rates_table
from simkit.experiment.file.starters import new_experiment
from simkit.report import Figure, Table, answer_of, player_in_short, wilson
from simkit.results.players import kind_of_player, players_in_short, players_section
from simkit.run.findings.ladder import ladders_of
from simkit.run.store.directory import RunDirectory
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, headings_of, section_of, tables_of

TABLES = """
  table:
    patient: {strategies: [hold_at, hold_at], strategies.1.n: 25}
    facing random: {strategies: [hold_at, random]}
    careless: {strategies: [random, random]}
"""


@pytest.fixture
def play(run_of: RunOf) -> RunOf:
    return lambda text: run_of(f"name: t\ngame: pig\ngames: 200\n{text}")


def table_of(report: Document, heading: str) -> Table:
    """Return the table of a section of the general report."""
    section = section_of(report, heading)
    (table,) = tables_of(section)
    return table


def shown(run: RunDirectory, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    show_summary(run)
    return capsys.readouterr().out


def test_a_player_who_differs_is_reported_with_every_scenario(
    play: RunOf, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play(f"factors:{TABLES}")
    report = body_of(run)
    table = table_of(report, "Wins of player 1")
    assert table.frame["player 1"].to_list() == ["hold_at", "hold_at", "random"]
    assert table_of(report, "Seats").frame.columns == ["scenario (table)", "fair share", "seat 1", "seat 2"]
    assert "against the others" in report.key_figures[0].meaning
    (figure,) = (figure for figure in report.figures() if figure.name == "wins_player_0")
    assert labels_of(figure) == ["patient (hold_at)", "facing random (hold_at)", "careless (random)"]
    summary = shown(run, capsys)
    assert re.search(r"facing random +random ", summary)
    assert re.search(r"patient +hold_at \(n 25\) ", summary)


def test_the_master_is_introduced_with_its_cost(play: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    run = play("strategies: [master, hold_at]\nfactors: {strategies.0.playouts: [0]}\n")
    (ladder,) = ladders_of("pig")
    rates = {"master": wilson(8, 10), "hold_at": wilson(500, 1000)}
    measured = replace(ladder, results=rates, games=1000, master=run.strategies["master"], seconds=0.5)
    place_of_master = "1 of 2 (80.0\N{NO-BREAK SPACE}%)"
    for known, place in ((measured, place_of_master), (replace(measured, master=None), "")):
        monkeypatch.setattr("simkit.results.players.ladders_of", lambda game, kept=known: [kept])
        (section,) = players_section(run)
        (table,) = tables_of(section)
        row = table.frame.row(by_predicate=pl.col("player") == "master", named=True)
        assert "hold_at" in row["how they play"] and "256 play-outs" in row["how they play"]
        assert row["place on the ladder"] == place
        cost = "1,000 games each, master 10 at 0.5 s of processor time each"
        assert (cost in table.caption) == bool(place)


def test_seats_stand_in_their_order_however_many(play: RunOf) -> None:
    run = play("strategy: random\n")
    rates = pl.DataFrame(
        {
            "of": [f"seat {seat}" for seat in (0, 1, 10, 11, 2)],
            "scenario": 0,
            "statistic": "rate",
            "estimate": 0.5,
            "low": 0.4,
            "high": 0.6,
            "n": 100,
            "method": "Wilson",
        }
    )
    table = rates_table(run, rates, "", "win rate")
    assert [row["who"] for row in table.dicts()] == [f"seat {seat}" for seat in (1, 2, 3, 11, 12)]


def labels_of(figure: Figure) -> list[str]:
    (panel,) = figure.drawing.axes
    return [label.get_text() for label in panel.get_yticklabels()]


def test_a_line_of_a_summary_is_about_one_player(play: RunOf, capsys: pytest.CaptureFixture[str]) -> None:
    """With who plays side by side no cell is missing."""
    run = play(f"factors:\n  rules.target: [50, 60]{TABLES}")
    summary = shown(run, capsys)
    for target in (50, 60):
        for player in (1, 2):
            (line,) = re.findall(rf"(?m)^ *{target} +player {player} .*$", summary)
            assert line.count("±") == 3


def test_players_stand_side_by_side_where_no_factor_does(
    play: RunOf, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play("strategies: [hold_at, random]\nfactors: {rules.target: [50, 60]}\n")
    summary = shown(run, capsys)
    assert re.search(r"(?m)^ *target +hold_at +random *$", summary)
    for target in (50, 60):
        assert len(re.findall(rf"(?m)^ *{target}( +[\d.]+±[\d.]+){{2}} *$", summary)) == 1


FOUR = """
name: four
game: nautilus_island
games: 24
factors:
  strategies:
    all alike: [random, random, random, random]
    two ideas: [tempo, random, set_closer, random]
  rules.last_round: [true, false]
"""


def test_a_summary_is_about_the_tables_where_players_differ(
    run_of: RunOf, capsys: pytest.CaptureFixture[str]
) -> None:
    """At a table of three or more players alike all win the fair share."""
    run = run_of(FOUR)
    summary = " ".join(shown(run, capsys).split())
    assert ", with two ideas (±" in summary
    assert "last round tempo random (player 2) set_closer random (player 4)" in summary
    assert summary.count("±") == 1 + 2 * 4


@pytest.mark.parametrize(
    "factors",
    [
        "factors: {strategies.0: [hold_at, random], rules.target: [50, 60]}\nstrategies: [hold_at, hold_at]",
        "factors:\n  player 1:\n    one: {strategies.0: hold_at}\n    other: {strategies.0: random}\n"
        "strategies: [hold_at, hold_at]",
    ],
)
def test_a_factor_may_be_who_plays(factors: str, play: RunOf) -> None:
    run = play(f"{factors}\n")
    Run(run.path).report("general", pdf=True)
    frame = table_of(body_of(run), "Wins of player 1").frame
    assert frame["player 1"].to_list()[-1] in ("random", "other")
    assert len(frame.columns) == len(set(frame.columns))


@pytest.mark.parametrize("game", ["pig", pytest.param("nautilus_island", marks=pytest.mark.long)])
def test_an_experiment_to_start_from_has_its_report(game: str, run_of: RunOf, tmp_path: Path) -> None:
    file = new_experiment("first", game, [], tmp_path)
    run = run_of(file, games=30)
    html, pdf = Run(run.path).report("general", pdf=True)
    assert html.stat().st_size
    assert pdf.stat().st_size


def test_of_players_who_are_all_alike_only_seats_are_looked_at(
    play: RunOf, capsys: pytest.CaptureFixture[str]
) -> None:
    run = play("strategy: hold_at\nfactors: {rules.target: [50, 100]}\n")
    assert run.alike == {0, 1}
    headings = headings_of(body_of(run))
    assert not [heading for heading in headings if heading.startswith("Wins")]
    assert "Seats" in headings
    summary = shown(run, capsys)
    assert "seat 1" in summary
    assert "player" not in summary


def test_page_one_of_a_tournament_says_how_near_equals_are_and_nothing_of_tables(play: RunOf) -> None:
    more = "{name: hold_at, parameters: {n: 21}}, {name: hold_at, parameters: {n: 22}}"
    run = play(f"tournament: {{strategies: [hold_at, {more}]}}\n")
    answer = answer_of(run)
    assert answer is not None
    assert {claim.kind for words in answer.sentences for claim in claims_of(words)} == {"nothing"}
    document = body_of(run)
    assert not [finding for finding in document.findings if str(finding).startswith("Table")]
    assert "table" not in {heading.rpartition(" ")[2] for heading in headings_of(document)}


def test_what_the_opponent_does_to_a_player_that_stays_is_an_effect(play: RunOf) -> None:
    tables = "{strong: {strategies: [hold_at, hold_at]}, weak: {strategies: [hold_at, random]}}"
    document = body_of(play(f"factors: {{table: {tables}}}\n"))
    assert section_of(document, "The effect of table").blocks


def test_a_skill_in_words_of_ones_own_is_a_note_in_brackets() -> None:
    own, note = "./storer.py:storer", "an experiment"
    assert player_in_short(own, note) == "the player storer (an experiment)"
    assert players_in_short("lucky", "perfect with a die") == "players such as lucky (perfect with a die)"
    assert kind_of_player(own, note, several=True) == "players storer"
    assert player_in_short("novice", "first-time player") == "a first-time player (novice)"
    assert player_in_short("sage", "perfect") == "a perfect player (sage)"
