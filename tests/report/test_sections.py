"""The sections that any game's report can use, as the general report uses them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from simkit import Run
from simkit.game import Objective
from simkit.report import Figure, Seats, Table
from simkit.report.sections import means
from simkit.results import result
from simkit.testing import find_game
from tests.conftest import RunOf
from tests.report.reading import body_of, claims_of, headings_of, page_of, section_of, tables_of
from tests.report.test_report import PIG

BOARDS = """
name: boards
game: nautilion
games: 300
rules: {reserve: 4}
factors:
  rules.board: [A1, C1]
  strategy: [planner, expert]
"""


def test_shares_of_several_seats_stand_beside_the_fair_share(run_of: RunOf) -> None:
    run = run_of(PIG + "rules: {decision_cap: 100}\n")  # some games are won by nobody
    won = run.seats.group_by("scenario").agg(pl.col("won").mean()).sort("scenario").collect()["won"]
    made = body_of(run)
    for name, column in (("Wins of player 1 (hold_at)", 3), ("Seats", 1)):
        (table,) = tables_of(section_of(made, name))
        assert table.frame.columns[column] == "fair share"
        assert [cells[column] for cells in table.cells()] == [
            f"{100 * share:.1f}\N{NO-BREAK SPACE}%" for share in won
        ]


def test_a_game_of_several_seats_needs_no_script_of_its_own(run_of: RunOf) -> None:
    made = body_of(run_of(PIG))
    headings = headings_of(made)
    asked = ("Strategy against strategy", "Seats", "Points", "Turns")
    assert [heading for heading in headings if heading in asked] == list(asked)
    assert "Win rate over player 1's total to hold at" not in headings  # two levels are no curve


def test_a_seat_that_gains_over_all_scenarios_is_reported(run_of: RunOf) -> None:
    run = run_of(PIG.replace("games: 300", "games: 2000"))
    won = run.seats.filter(pl.col("seat") == 0).collect()["won"].mean()
    (claim,) = (
        stated
        for finding in Seats.read(run, [0, 1]).findings()
        for stated in claims_of(finding.words)
        if stated.kind == "change"
    )
    effect, share = claim.quantities
    assert (share.of.whose, share.estimate.value > 0.5) == ("seat 0", float(str(won)) > 0.5)
    assert effect.estimate.value == pytest.approx(share.estimate.value - 0.5)


def test_a_factor_of_numbers_is_a_curve(run_of: RunOf) -> None:
    made = body_of(run_of(PIG.replace("[15, 20]", "[25, 5, 15]") + "rules: {target: 50}\n"))
    (figure,) = section_of(made, "Win rate over player 1's total to hold at").blocks
    assert isinstance(figure, Figure)
    (panel,) = figure.drawing.axes
    x, y = (np.asarray(ends) for ends in panel.lines[0].get_data())
    (wins,) = (section for section in made.sections if section.heading.startswith("Wins"))
    (table,) = tables_of(wins)
    assert list(x) == [5, 15, 25]
    assert list(y) == pytest.approx([100 * table.frame["share won"][place] for place in (1, 2, 0)])


def test_endings_are_shown_as_the_game_says(run_of: RunOf) -> None:
    section = section_of(body_of(run_of(BOARDS)), "How the game ended")
    figure, *tables = section.blocks
    assert isinstance(figure, Figure)
    shown = [block.frame.columns for block in tables if isinstance(block, Table)]
    assert shown[0][3:6] == ["won", "Phantom at the Isles", "Abyss without full crew"]
    (panel,) = figure.drawing.axes
    named = {text.get_text() for text in panel.texts}
    assert named >= {name for part in shown for name in part[3:]}
    assert not figure.drawing.legends


def test_reports_lead_with_the_objectives_of_the_game(run_of: RunOf, monkeypatch: pytest.MonkeyPatch) -> None:
    island = find_game("nautilus_island")
    game = replace(island, objectives=[Objective("first_player"), Objective("rank", better="less")])
    monkeypatch.setattr(result, "_objectives", lambda _run: game.objectives)
    rules = "rules: {players: 2, first_player: fixed}\n"
    made = body_of(
        run_of(f"name: x\ngame: nautilus_island\ngames: 40\nstrategies: [expert, random]\n{rules}")
    )
    headings = headings_of(made)
    assert "Strategy against strategy" in headings
    shares = [
        quantity
        for finding in made.findings
        for claim in claims_of(str(finding))
        for quantity in claim.quantities
        if getattr(quantity.of, "whose", "") == "place 0"
    ]
    assert [share.estimate.value for share in shares] == [1.0]
    (table,) = (block for block in section_of(made, "Points").blocks[-1:] if isinstance(block, Table))
    assert "rank" in table.frame.columns


def test_what_never_happens_in_one_scenario_is_a_share_of_zero(
    run_of: RunOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = "name: x\ngame: nautilion\ngames: 60\nstrategy: expert\n"
    run = run_of(f"{head}factors: {{rules.turn_cap: [3, 200]}}\n")
    monkeypatch.setattr(means, "results_of", lambda run: [])  # then wins are one more thing that happens
    (section,) = means.rates_section(run)
    (table,) = tables_of(section)
    won = run.games.group_by("scenario").agg(pl.col("won").mean()).sort("scenario").collect()["won"]
    assert table.frame["no."].to_list() == [0, 1]
    assert table.frame.to_series(-1).to_list() == pytest.approx(won.to_list())
    assert won[0] == 0 < won[1]


def test_where_one_player_wins_nearly_all_seats_are_not_judged(run_of: RunOf) -> None:
    run = run_of("name: pig\ngame: pig\ngames: 400\nstrategies: [hold_at, random]\n")
    page = page_of(run, "general")
    assert page.in_short
    assert not [sentence for sentence in (page.in_short, *map(str, page.findings)) if " seat " in sentence]
    assert not Run(run.path).verdict.targets
