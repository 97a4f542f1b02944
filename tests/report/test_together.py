"""Parts about being rescued together, and about seats: their numbers against the run's own tables."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from matplotlib.text import Text as Written

from simkit import report as r
from simkit.report.facts.claims import claims_of
from simkit.report.facts.paired import SideBySide
from simkit.reports.shared.castaways_over_rules import OverNumbers, by_rules
from simkit.reports.shared.castaways_points import OverParameters, points_by_seat_figure
from simkit.reports.shared.castaways_together import BySkill, Together, numbers_of

RUN = (
    "name: island\ngame: castaways\ngames: 120\nseed: 2\nrules: {players: 1}\n"
    "factors: {strategy: [expert, random], rules.headland: [13, 14, 15]}\n"
)
LINE_UPS = RUN.replace("strategy: [expert, random]", "strategies: [[expert], [random]]")


@pytest.fixture
def run(run_of: Callable[[str], r.RunDirectory]) -> r.RunDirectory:
    """Return a run of a game that is won together."""
    return run_of(RUN)


def rates_of(run: r.RunDirectory) -> dict[tuple[str, str], float]:
    """Return how often is won, by strategy and reserve, counted from the games."""
    won = run.games().group_by("scenario").agg(pl.col("rescued").mean()).collect()
    rows = run.scenarios().join(won, on="scenario").iter_rows(named=True)
    who = next(factor for factor in ("strategy", "strategies") if factor in run.factors)
    return {(row[who], row["rules.headland"]): row["rescued"] for row in rows}


def test_rates_are_those_of_the_first_level_of_every_rule(run: r.RunDirectory) -> None:
    together, rates = Together.read(run), rates_of(run)
    assert together.best == "expert"
    (figure,) = together.key_figures()
    assert figure.number == r.percent(rates["expert", "13"])
    (section,) = together.sections()
    (table,) = (block for block in section.blocks if isinstance(block, r.Table))
    for name, cell in table.cells():
        assert cell.startswith(f"{r.percent(rates[name, '13'])} (")


@pytest.mark.parametrize("text", [RUN, LINE_UPS], ids=["strategies", "line-ups"])
def test_a_number_is_said_from_end_to_end_for_the_best_strategy(
    run_of: Callable[[str], r.RunDirectory], text: str
) -> None:
    run = run_of(text)
    together, rates = Together.read(run), rates_of(run)
    assert numbers_of(run) == ["rules.headland"]
    (said,) = OverNumbers(together).findings()
    low, high = (r.percent(rates["expert", level]) for level in ("13", "15"))
    assert said.words.startswith(f"Headland: at 13, {low} of games end with a rescue, at 15, {high}: ")
    assert said.about == "rules.headland"
    assert by_rules(together).findings() == []  # a number is not told level by level


@pytest.mark.parametrize("text", [RUN, LINE_UPS], ids=["strategies", "line-ups"])
def test_a_rule_is_told_for_the_best_strategy_alone(
    run_of: Callable[[str], r.RunDirectory], text: str
) -> None:
    run = run_of(text.replace("[13, 14, 15]", "[13, 15]"))
    (said,) = by_rules(Together.read(run)).findings()
    rates = rates_of(run)
    (claim,) = claims_of(getattr(said, "words", ""))
    change = rates["expert", "15"] - rates["expert", "13"]
    assert claim.quantities[0].estimate.value == pytest.approx(change)


def test_what_else_a_parameter_moves_stands_beside_the_rate(
    run_of: Callable[[str], r.RunDirectory],
) -> None:
    run = run_of(
        "name: island\ngame: castaways\ngames: 40\nseed: 2\nrules: {players: 2}\nstrategy: expert\n"
        "factors: {strategy.selfishness: [0, 0.5, 1]}\n"
    )
    (section,) = OverParameters(Together.read(run)).sections()
    (table,) = section.blocks
    assert isinstance(table, r.Table)
    dead = run.seats().group_by("scenario").agg(pl.col("dead").mean()).sort("scenario").collect()["dead"]
    assert [row[-1] for row in table.cells()] == [r.percent(share) for share in dead]


def test_seats_share_the_points_of_their_table_and_equally_where_nobody_has_any() -> None:
    seats = pl.DataFrame({"game": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "score": [3, 1, 0, 0]})
    figure = points_by_seat_figure({"two players": seats}, "")
    figure.drawing.draw_without_rendering()
    marks = figure.drawing.axes[0].lines[0]
    assert np.asarray(marks.get_xdata()) == pytest.approx(np.array([62.5, 37.5]))
    names = {text.get_text() for text in figure.drawing.findobj(Written)}
    assert names >= {"two players, seat 1", "two players, seat 2", "share of all points of those rescued, %"}


TWO_SIZES = (
    "name: island\ngame: castaways\ngames: 1_000\nseed: 2\n"
    "factors: {rules.players: [1, 2], strategy: [expert, balanced, reference]}\n"
)


def with_rates(run: r.RunDirectory, rates: dict[tuple[str, str], float]) -> Together:
    """Return what a run came to if it had won these shares of games, by players and strategy."""
    together = Together.read(run)
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
    leads = {("1", "expert"): 0.9, ("1", "balanced"): 0.8, ("1", "reference"): 0.1}
    leads |= {("2", "expert"): 0.9, ("2", "balanced"): 0.3, ("2", "reference"): 0.6}
    (said,) = BySkill(with_rates(run_of(TWO_SIZES), leads)).findings()
    assert "is ahead of the next best by +" in said.words
    least, most = (
        said.words.index(own) for own in ("player, where it is balanced", "players, where it is reference")
    )
    assert least < most
