"""Parts about being rescued together, and about seats: their numbers against the run's own tables."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.text import Text as Written

from simkit import report as r
from simkit.reports.shared.castaways_over_rules import OverNumbers, by_rules
from simkit.reports.shared.castaways_points import OverParameters, points_by_seat_figure
from simkit.reports.shared.castaways_together import Together, numbers_of
from simkit.stats.estimates import NO_BREAK
from tests.conftest import RunOf
from tests.report.reading import claims_of, means_of, tables_of

RUN = (
    "name: island\ngame: castaways\ngames: 120\nseed: 2\nrules: {players: 1}\n"
    "factors: {strategy: [expert, random], rules.headland: [13, 14, 15]}\n"
)
LINE_UPS = RUN.replace("strategy: [expert, random]", "strategies: [[expert], [random]]")


@pytest.fixture
def run(run_of: RunOf) -> r.Run:
    """Return a run of a game that is won together."""
    return run_of(RUN)


def rates_of(run: r.Run) -> dict[tuple[str, str], float]:
    """Return how often is won, by strategy and reserve, counted from the games."""
    won = run.games.group_by("scenario").agg(pl.col("rescued").mean()).collect()
    rows = run.scenario_rows().join(won, on="scenario").iter_rows(named=True)
    who = next(factor for factor in ("strategy", "strategies") if factor in run.factors)
    return {(row[who], row["rules.headland"]): row["rescued"] for row in rows}


def scenarios_of(finding: r.parts.Finding | str) -> set[int]:
    """Return the scenarios that a finding's claims are about."""
    assert isinstance(finding, r.parts.Finding)
    terms = [mean for claim in claims_of(finding) for of in claim.subjects for mean in means_of(of)]
    return {scenario for term in terms for scenario in term.scenarios}


def test_rates_are_those_of_the_first_level_of_every_rule(run: r.Run) -> None:
    together, rates = Together.of(run), rates_of(run)
    assert together.names == ["expert", "random"]
    (figure,) = together.key_figures()
    assert figure.number == f"{100 * rates['expert', '13']:.0f}{NO_BREAK}%"  # the interval is wide
    (section,) = together.sections()
    (table,) = tables_of(section)
    for row in table.dicts()[:2]:  # the last one is the ceiling
        assert row["one player"].value == pytest.approx(rates[row["player"], "13"])


@pytest.mark.parametrize("text", [RUN, LINE_UPS], ids=["strategies", "line-ups"])
def test_a_number_is_said_from_end_to_end(run_of: RunOf, text: str) -> None:
    run = run_of(text)
    together = Together.of(run)
    assert numbers_of(run) == ["rules.headland"]
    (said,) = OverNumbers(together).findings()
    assert scenarios_of(said) >= {0, 2}  # the expert's, with the first number and with the last
    assert {run.line_ups[scenario][0] for scenario in scenarios_of(said)} == {"expert"}
    assert said.about == "rules.headland"
    assert by_rules(together).findings() == []  # a number is not told level by level


@pytest.mark.parametrize("text", [RUN, LINE_UPS], ids=["strategies", "line-ups"])
def test_a_rule_is_told_for_the_best_strategy_alone(run_of: RunOf, text: str) -> None:
    run = run_of(text.replace("[13, 14, 15]", "[13, 15]"))
    (said,) = by_rules(Together.of(run)).findings()
    assert isinstance(said, r.parts.Finding)
    assert {run.line_ups[scenario][0] for scenario in scenarios_of(said)} == {"expert"}


def test_what_else_a_parameter_moves_stands_beside_the_rate(run_of: RunOf) -> None:
    run = run_of(
        "name: island\ngame: castaways\ngames: 40\nseed: 2\nrules: {players: 2}\nstrategy: expert\n"
        "factors: {strategy.selfishness: [0, 0.5, 1]}\n"
    )
    (section,) = OverParameters(Together.of(run)).sections()
    (table,) = section.blocks
    assert isinstance(table, r.parts.Table)
    dead = run.seats.group_by("scenario").agg(pl.col("dead").mean()).sort("scenario").collect()["dead"]
    assert [row[-1] for row in table.cells()] == [r.words.percent(share) for share in dead]


def test_seats_share_the_points_of_their_table_and_equally_where_nobody_has_any() -> None:
    seats = pl.DataFrame({"game": [0, 0, 1, 1], "seat": [0, 1, 0, 1], "score": [3, 1, 0, 0]})
    figure = points_by_seat_figure({"two players": seats}, "")
    figure.drawing.draw_without_rendering()
    marks = figure.drawing.axes[0].lines[0]
    assert np.asarray(marks.get_xdata()) == pytest.approx(np.array([62.5, 37.5]))
    names = {text.get_text() for text in figure.drawing.findobj(Written)}
    assert names >= {"two players, seat 1", "two players, seat 2", "share of all points of those rescued, %"}
