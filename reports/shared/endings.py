"""How Nautilion's games end and how long they last, a row a combination of expansions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from reports.shared.expansion_charts import beside_matrix, ends_beside_matrix
from reports.shared.nautilion import END_COLOURS, ENDS, with_estimates
from simkit.report.charts import key
from simkit.report.document import Figure
from simkit.report.figures import colours_of
from simkit.report.paired import SideBySide
from simkit.run.directory import RunDirectory


def end_shares(run: RunDirectory, own: pl.DataFrame) -> pl.DataFrame:
    """Return the share of each ending of each combination, averaged over the settings given."""
    ends = with_estimates(run, own.select("scenario", "expansions"), "end")
    many = own.group_by("expansions").len()
    sums = ends.group_by("expansions", "level", maintain_order=True).agg(pl.col("estimate").sum())
    return sums.join(many, on="expansions").with_columns(share=pl.col("estimate") / pl.col("len"))


def ends_figure(
    run: RunDirectory, own: pl.DataFrame, order: Sequence[str], who: str, over: str, name: str = "ends"
) -> Figure:
    """Return stacked bars of how games end; `own` are the settings that count, `over` says in words which."""
    figure, present = ends_beside_matrix(end_shares(run, own), order, END_COLOURS)
    by_name = {ENDS[end]: colour for end, colour in END_COLOURS.items()}
    key(figure, {end: by_name[end] for end in present})
    return Figure(
        name, figure,
        f"How the games of {who} end{f', over {over}' if over else ''}; numbers are per cent of games.",
        "Stacked bars, one a combination: won, and the ways to lose.",
    )  # fmt: skip


def lengths_figure(
    run: RunDirectory, own: pl.DataFrame, order: Sequence[str], who: str, name: str = "length"
) -> Figure:
    """Return how long games last; `own` are the settings that count."""
    turns = SideBySide.read(run, "turns")
    figure, (panel,) = beside_matrix(order)
    colour = colours_of([who])[who]
    for row, combination in enumerate(order):
        scenarios = own.filter(pl.col("expansions") == combination)["scenario"].to_list()
        values = turns.values[scenarios]
        low, middle, high = np.quantile(values, [0.05, 0.5, 0.95])
        panel.hlines(row, low, high, color=colour, lw=4, alpha=0.3)
        panel.plot(middle, row, "|", color=colour, ms=8, mew=2)
        panel.plot(values.mean(), row, "o", color=colour, ms=4)
    panel.grid(axis="x", visible=True)
    panel.set_xlim(left=0)
    panel.set_xlabel("turns")
    return Figure(
        name, figure,
        f"How long the games of {who} last: the bar holds nine games in ten, the stroke is the median, the "
        "dot the mean.",
        "One row a combination: a bar from the 5th to the 95th percentile of turns, median and mean marked.",
    )  # fmt: skip
