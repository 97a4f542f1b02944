"""Parts about winning together, about turns and seats: their numbers against the run's own tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from matplotlib.text import Text as Written

from simkit import report as r
from simkit.report.facts.paired import SideBySide
from simkit.report.facts.result import WON
from simkit.reports.shared.castaways_over_rules import (
    TogetherByRules,
    TogetherOverNumbers,
    TogetherOverParameters,
    numbers_of,
)
from simkit.reports.shared.castaways_together import Together, TogetherBySkill, TogetherWords

WORDS = TogetherWords(
    WON, done="saved", heading="Escape", games_do="end well", players="divers", tuned_on="boards"
)
RUN = (
    "name: sea\ngame: nautilion\ngames: 120\nseed: 2\n"
    "factors: {strategy: [expert, random], rules.reserve: [2, 4, 8]}\n"
)
LINE_UPS = RUN.replace("strategy: [expert, random]", "strategies: [[expert], [random]]")


@pytest.fixture
def run(run_of: Callable[[str], r.RunDirectory]) -> r.RunDirectory:
    """Return a run of a game that is won together."""
    return run_of(RUN)


def rates_of(run: r.RunDirectory) -> dict[tuple[str, str], float]:
    """Return how often is won, by strategy and reserve, counted from the games."""
    won = run.games().group_by("scenario").agg(pl.col("won").mean()).collect()
    rows = run.scenarios().join(won, on="scenario").iter_rows(named=True)
    who = next(factor for factor in ("strategy", "strategies") if factor in run.factors)
    return {(row[who], row["rules.reserve"]): row["won"] for row in rows}


def test_rates_are_those_of_the_first_level_of_every_rule(run: r.RunDirectory) -> None:
    together, rates = Together.read(run, WORDS), rates_of(run)
    assert together.best == "expert"
    (figure,) = together.key_figures()
    assert figure.number == r.percent(rates["expert", "2"])
    (section,) = together.sections()
    (table,) = (block for block in section.blocks if isinstance(block, r.Table))
    for name, cell in table.cells():
        assert cell.startswith(f"{r.percent(rates[name, '2'])} (")


@pytest.mark.parametrize("text", [RUN, LINE_UPS], ids=["strategies", "line-ups"])
def test_a_number_is_said_from_end_to_end_for_the_best_strategy(
    run_of: Callable[[str], r.RunDirectory], text: str
) -> None:
    run = run_of(text)
    together, rates = Together.read(run, WORDS), rates_of(run)
    assert numbers_of(together) == ["rules.reserve"]
    (said,) = TogetherOverNumbers(together).findings()
    low, high = (r.percent(rates["expert", level]) for level in ("2", "8"))
    assert said.words.startswith(f"Reserve: at 2, {low} of games end well, at 8, {high}: +")
    assert said.about == "rules.reserve"
    assert TogetherByRules(together).findings() == []  # a number is not told level by level


@pytest.mark.parametrize("text", [RUN, LINE_UPS], ids=["strategies", "line-ups"])
def test_a_rule_is_told_for_the_best_strategy_alone(
    run_of: Callable[[str], r.RunDirectory], text: str
) -> None:
    run = run_of(text.replace("[2, 4, 8]", "[2, 8]"))
    (said,) = TogetherByRules(Together.read(run, WORDS)).findings()
    rates = rates_of(run)
    change = 100 * (rates["expert", "8"] - rates["expert", "2"])
    assert said.words.startswith(f"Reserve: 8 instead of 2 moves the win rate by {change:+.1f} points (")


def test_what_else_a_parameter_moves_stands_beside_the_rate(
    run_of: Callable[[str], r.RunDirectory],
) -> None:
    run = run_of(
        "name: sea\ngame: nautilion\ngames: 40\nseed: 2\nstrategy: planner\n"
        "factors: {strategy.race: [0, 0.3, 3]}\n"
    )
    means = run.games().group_by("scenario").agg(pl.col("turns").mean())
    part = TogetherOverParameters(
        Together.read(run, WORDS),
        "Turns",
        lambda _: means.collect(),
        {"turns": ("long", "{:.2f}".format)},
        "-",
    )
    (section,) = part.sections()
    (table,) = section.blocks
    assert isinstance(table, r.Table)
    expected = means.sort("scenario").collect()["turns"]
    assert [row[-1] for row in table.cells()] == [f"{turns:.2f}" for turns in expected]


def test_seats_share_the_points_of_their_table_and_equally_where_nobody_has_any() -> None:
    seats = pl.DataFrame({"game": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "score": [3, 1, 0, 0]})
    figure = r.points_by_seat_figure({"two players": seats}, "all", "")
    figure.drawing.draw_without_rendering()
    marks = figure.drawing.axes[0].lines[0]
    assert np.asarray(marks.get_xdata()) == pytest.approx(np.array([62.5, 37.5]))
    names = {text.get_text() for text in figure.drawing.findobj(Written)}
    assert names >= {"two players, seat 1", "two players, seat 2", "share of all points of all, %"}


TWO_SIZES = (
    "name: sea\ngame: nautilion\ngames: 1_000\nseed: 2\n"
    "factors: {rules.players: [1, 2], strategy: [expert, planner, greedy]}\n"
)


def with_rates(run: r.RunDirectory, rates: dict[tuple[str, str], float]) -> Together:
    """Return what a run came to if it had won these shares of games, by players and strategy."""
    together = Together.read(run, WORDS)
    share = {
        row["scenario"]: rates[row["rules.players"], row["strategy"]]
        for row in run.levels.iter_rows(named=True)
    }
    luck = np.random.default_rng(1).random((len(share), 1_000))
    won = luck < np.array([[share[scenario]] for scenario in sorted(share)])
    together.wins.won = SideBySide(won)
    together.wins.rates = together.wins.rates.sort("scenario").with_columns(
        pl.Series("estimate", won.mean(axis=1))
    )
    return together


def test_the_next_best_is_that_for_each_number_of_players(run_of: Callable[[str], r.RunDirectory]) -> None:
    leads = {("1", "expert"): 0.9, ("1", "planner"): 0.8, ("1", "greedy"): 0.1}
    leads |= {("2", "expert"): 0.9, ("2", "planner"): 0.3, ("2", "greedy"): 0.6}
    (said,) = TogetherBySkill(with_rates(run_of(TWO_SIZES), leads)).findings()
    assert "is ahead of the next best by +" in said.words
    least, most = (
        said.words.index(own) for own in ("player, where it is planner", "players, where it is greedy")
    )
    assert least < most
