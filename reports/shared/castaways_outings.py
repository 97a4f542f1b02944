"""How long Castaways' outings are, and how that bears on getting lost."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import polars as pl

from simkit.report.averaging import may_be_averaged
from simkit.report.charts import line_with_band
from simkit.report.document import Figure, Section, Text
from simkit.report.figures import PALETTE, SOFT, new_figure
from simkit.report.parts import in_words, percent
from simkit.reports.shared.castaways import Rescues, listed, party
from simkit.reports.shared.castaways_turns import GAME, events_of, has_events
from simkit.stats.estimates import Estimate, shares, unpaired_difference, wilson
from simkit.stats.tally import Tally

FACES = 6

FEWEST = 10
"""Returns that a share needs to be drawn."""

LONG = 6
"""Cards of an outing from which on a finding calls it long."""

KINDS = ("party_set_out", "card_drawn", "cube", "got_lost", "came_back")


def chance_to_fail(place: int) -> float:
    """Return the chance that two dice, without anything added, show less than a place of the track."""
    pairs = [one + other for one in range(1, FACES + 1) for other in range(1, FACES + 1)]
    return sum(total < place for total in pairs) / len(pairs)


def returns(data: Rescues, scenarios: list[int]) -> pl.DataFrame:
    """Return every castaway's return from an outing, or loss, in the games that were logged.

    Columns: scenario, game, turn, step, cards (drawn on the outing before), place (of the return cube), lost.
    """
    start = {
        row["scenario"]: json.loads(row["knobs"])["return_start"]
        for row in data.run.scenarios().iter_rows(named=True)
    }
    outing = (*GAME, "outing")
    events = events_of(data.run, KINDS, scenarios).with_columns(
        outing=(pl.col("kind") == "party_set_out").cum_sum().over(GAME),
    )
    events = events.with_columns(
        cards=(pl.col("kind") == "card_drawn").cum_sum().over(outing),
        place=pl.when(pl.col("kind") == "cube").then(pl.col("a")).forward_fill().over(outing),
        lost=pl.col("kind") == "got_lost",
    ).with_columns(place=pl.col("place").fill_null(pl.col("scenario").replace_strict(start)))
    ended = pl.col("lost") | ((pl.col("kind") == "came_back") & (pl.col("b") < 0))
    return events.filter(ended, pl.col("cards") > 0).select(*GAME, "turn", "step", "cards", "place", "lost")


def by_group(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the returns once for each group: those who return together share the roll."""
    return rows.unique((*GAME, "step"), keep="first", maintain_order=True)


def outings_section(data: Rescues, name: str) -> list[Section]:
    """Return the share of castaways who get lost by the length of an outing, beside the odds of two dice."""
    if not has_events(data.run):
        return []
    rows = by_group(returns(data, data.of(name))).with_columns(
        alone=pl.col("place").cast(pl.Int64).map_elements(chance_to_fail, return_dtype=pl.Float64)
    )
    if any(_shares_lost(rows, column).is_empty() for column in ("cards", "place")):
        return []
    figure, axes = new_figure(1, 2, 2.9, sharey=True)
    for panel, column, words in zip(
        axes[0],
        ("cards", "place"),
        ("cards drawn on the outing", "place of the return cube when they turn back"),
        strict=True,
    ):
        _draw(panel, rows, column)
        panel.set_xlabel(words)
        panel.set_ylim(0, 100)
    axes[0, 0].set_ylabel("lost, % of returns")
    axes[0, 0].legend(loc="upper left")
    words = (
        "Who returns rolls two dice against the place of the return cube. The dashed line is what two dice "
        "alone would do: a single roll with nothing added. The distance to the measured line is what the "
        "weather, abilities, compasses and maps, and further rolls for a tile or for energy bring. A group "
        "that returns together counts once."
    )
    return [
        Section(
            "Outings and getting lost",
            [
                Text(words),
                Figure(
                    "outings", figure,
                    f"How often castaways are lost on their way back, played by {name}{data.setting}: "
                    "measured, with 95 % intervals, and by the exact odds of two dice.",
                    "Two panels: share lost by cards drawn and by the cube's place, measured and exact.",
                ),
            ],
        )
    ]  # fmt: skip


def _shares_lost(rows: pl.DataFrame, column: str) -> pl.DataFrame:
    """Return for each value of a column the returns, the share that failed, and the odds of two dice."""
    counts = rows.group_by(column).agg(lost=pl.col("lost").sum(), n=pl.len(), alone=pl.col("alone").mean())
    return counts.filter(pl.col("n") >= FEWEST).sort(column)


def _draw(panel: Any, rows: pl.DataFrame, column: str) -> None:
    own = _shares_lost(rows, column)
    found = shares(own["lost"].cast(pl.Int64).to_numpy(), own["n"].cast(pl.Int64).to_numpy())
    x = own[column].to_numpy().astype(np.float64)
    panel.plot(x, 100 * own["alone"].to_numpy(), color=SOFT, lw=1.2, ls=(0, (4, 3)), label="two dice alone")
    ends = zip(found.values, found.low, found.high, found.n, strict=True)
    measured = [Estimate(float(value), float(low), float(high), int(n), "") for value, low, high, n in ends]
    line_with_band(panel, x, measured, PALETTE[0])
    panel.lines[-1].set_label("measured")


def outings_finding(data: Rescues, name: str) -> list[str]:
    """Return a sentence on the share of short and of long outings that end with somebody lost."""
    if not has_events(data.run):
        return []
    rows = by_group(returns(data, data.of(name)))
    whole = _lost_by_length(rows)
    if min(own.n for own in whole) < FEWEST:
        return []
    effects, parts = {}, []
    for count, scenario in data.by_players(name).items():
        own = rows.filter(scenario=scenario)
        few, many = _lost_by_length(own)
        if min(few.n, many.n) >= FEWEST:
            effects[count] = _longer_costs(own)
            parts.append(f"with {party(count)} {in_words(few)} and {in_words(many)}")
    few, many = whole
    if not may_be_averaged(effects):
        return [
            f"Lost on the way back, of those who turn back before the {LONG}th card and of those who go on "
            f"for longer: {listed(parts)} of returns."
        ]
    return [
        f"Who turns back before the {LONG}th card is lost in {in_words(few)} of returns, who goes on for "
        f"longer in {in_words(many)}; {percent(many.n / len(rows))} of returns are of the second kind."
    ]


def _longer_costs(rows: pl.DataFrame) -> Estimate:
    """Return by how much more often long outings end with somebody lost."""
    short, long = (Tally.of(lost) for lost in _by_length(rows))
    return unpaired_difference(short, long, shares=True)


def _by_length(rows: pl.DataFrame) -> list[Any]:
    """Return who was lost on a short outing, and who on a long one."""
    is_long = pl.col("cards") >= LONG
    return [rows.filter(own)["lost"].to_numpy() for own in (~is_long, is_long)]


def _lost_by_length(rows: pl.DataFrame) -> list[Estimate]:
    """Return how often short outings and long ones end with somebody lost."""
    return [wilson(int(own.sum()), len(own)) for own in _by_length(rows)]
