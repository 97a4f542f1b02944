"""The report on assumptions compares each alternative with what is assumed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from simkit.door.results import Run
from simkit.errors import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.report.document.blocks import Table
from simkit.report.front.answers import answer_of
from simkit.reports.assumptions import report
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory

HEAD = "name: x\ngames: 300\nreport: assumptions\n"


@pytest.fixture
def run(write_experiment: Callable[[str], Path], tmp_path: Path) -> Callable[[str], RunDirectory]:
    """Return a function that runs an experiment of these lines."""
    return lambda text: run_experiment(
        load_experiment(write_experiment(HEAD + text)), tmp_path / "run", jobs=1
    )


def table_of(made: RunDirectory) -> list[dict[str, object]]:
    """Return the rows of the first table: an alternative in a setting."""
    blocks = report(made).document().sections[0].blocks
    return next(block for block in blocks if isinstance(block, Table)).frame.to_dicts()


def test_an_alternative_is_compared_with_the_same_games_as_assumed(
    run: Callable[[str], RunDirectory],
) -> None:
    made = run(
        "game: nautilion\nrules: {reserve: 4}\n"
        "factors: {rules.board: [A1, B1], strategy: [planner, expert], assumptions: [A4, A5]}\n"
    )
    rows = table_of(made)
    assert len(rows) == len(made.scenarios()) - 4  # each but those as assumed
    row = next(row for row in rows if row["alternative"] == "A4: 2/3/4" and row["strategy"] == "expert")
    wins = made.games().collect().group_by("scenario", maintain_order=True).agg(pl.col("won").mean())
    shares = dict(wins.iter_rows())
    scenarios = {
        level["assumptions"]: level["scenario"]
        for level in made.scenarios().iter_rows(named=True)
        if (level["rules.board"], level["strategy"]) == (row["board"], "expert")
    }
    before, after = shares[scenarios["as assumed"]], shares[scenarios["A4: 2/3/4"]]
    assert row["as assumed"] == f"{100 * before:.1f}\N{NO-BREAK SPACE}%"
    assert row["otherwise"] == f"{100 * after:.1f}\N{NO-BREAK SPACE}%"
    assert str(row["difference"]).startswith(f"\N{MINUS SIGN}{100 * (before - after):.1f} (")
    findings = [str(finding) for finding in report(made).document().findings]
    ducts = "the air ducts of the boards A1 to C1"
    assert re.match(
        rf"'B1 without 4-8' for {ducts} \(A5\) changes the win rate \(planner(; board [AB]1)?\)( most)?, by ",
        findings[0],
    )
    moving, every = map(int, re.search(r"at least (\d+) of (\d+) alternatives change", findings[0]).groups())  # type: ignore[union-attr]
    assert every == len({str(row["alternative"]) for row in rows})
    if len(findings) > 1:
        others = re.match(r"The other (one|\d+) (makes|alternatives make) no significant", findings[1])
        assert others is not None
        assert moving + int(others[1].replace("one", "1")) == every
    told = [re.search(r"\((A\d)\)$", key.meaning)[1] for key in report(made).document().key_figures]  # type: ignore[index]
    assert told[0] == "A5"
    assert len(set(told)) == len(told)
    html, _ = Run(made).report("assumptions", pdf=True)
    assert "assumptions_wins_game" in {figure.name for figure in report(made).document().figures()}
    assert "<svg" in html.read_text(encoding="utf-8")


def test_of_several_players_the_first_and_the_first_seat_are_looked_at(
    run: Callable[[str], RunDirectory],
) -> None:
    made = run(
        "game: nautilus_island\nrules: {players: 2}\nstrategies: [expert, reference]\n"
        "factors: {assumptions: [A4, A5]}\n"
    )
    headings = [section.heading for section in report(made).document().sections]
    assert headings[:2] == ["Wins of player 1 (expert)", "Wins of first player"]
    assert {row["alternative"] for row in table_of(made)} >= {"A4: 6/6/6/6/5/5", "A5: flat"}


def test_a_run_without_assumptions_is_reported(run: Callable[[str], RunDirectory]) -> None:
    made = run("game: nautilion\nstrategy: random\nfactors: {rules.reserve: [3, 4]}\n")
    with pytest.raises(BadInput, match="needs the factor assumptions"):
        report(made).document()


def test_where_nothing_is_significant_one_sentence_says_so(run: Callable[[str], RunDirectory]) -> None:
    findings = (
        report(run("game: nautilion\nstrategy: random\nrules: {reserve: 4}\nfactors: {assumptions: [A4]}\n"))
        .document()
        .findings
    )
    (finding,) = map(str, findings)
    words = (
        "None of the 3 alternatives changes the win rate significantly (3 comparisons allowed for), and by "
    )
    assert finding.startswith(words)
    assert finding.endswith(" points away.")


def test_page_one_counts_values_and_not_alternatives(run: Callable[[str], RunDirectory]) -> None:
    made = run(
        "game: nautilion\nrules: {reserve: 4, board: A1}\nstrategy: planner\n"
        "factors: {assumptions: [A4, A5]}\n"
    )
    answer = answer_of(made)
    picture = answer.picture() if answer else None
    assert answer is not None and picture is not None
    assert answer.sentences[0].startswith("Of two values that could not be looked up, ")
    assert " by more than 2 points how often an experienced player wins" in answer.sentences[0]
    (panel,) = picture.drawing.axes
    assert len(panel.get_yticklabels()) == 2


def test_solo_games_beside_games_of_several_have_no_seats_to_compare(
    run: Callable[[str], RunDirectory],
) -> None:
    made = run(
        "game: castaways\nstrategy: reference\nfactors: {rules.players: [1, 2, 3, 4], assumptions: [A23]}\n"
    )
    of_game, of_seat = (
        block.frame
        for section in report(made).document().sections[:2]
        for block in section.blocks
        if isinstance(block, Table)
    )
    assert of_game["players"].to_list() == ["1", "2", "3", "4"]
    assert of_seat["players"].to_list() == ["2", "3", "4"]
    seats = made.seats().filter(pl.col("seat") == 0).group_by("scenario").agg(pl.col("won").mean())
    shares = dict(seats.collect().iter_rows())
    scenarios = made.scenarios().filter(pl.col("assumptions") == "as assumed").sort("rules.players")
    won = [f"{100 * shares[scenario]:.1f}\N{NO-BREAK SPACE}%" for scenario in scenarios["scenario"][1:]]
    assert of_seat["as assumed"].to_list() == won
