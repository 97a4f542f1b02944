"""How Nautilion's games end and how long they last, a row a combination of expansions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from reports.shared.expansion_charts import beside_matrix, ends_beside_matrix
from reports.shared.nautilion import CAUSES, END_COLOURS, ENDS, with_estimates
from simkit.games.nautilion.outcome import ENDS as END_LEVELS
from simkit.report.charts import key
from simkit.report.document import Figure
from simkit.report.figures import colours_of
from simkit.report.paired import SideBySide, sure
from simkit.report.parts import percent
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import paired_difference


def end_shares(run: RunDirectory, own: pl.DataFrame) -> pl.DataFrame:
    """Return the share of each ending of each combination, averaged over the settings given."""
    ends = with_estimates(run, own.select("scenario", "expansions"), "end")
    many = own.group_by("expansions").len()
    sums = ends.group_by("expansions", "level", maintain_order=True).agg(pl.col("estimate").sum())
    return sums.join(many, on="expansions").with_columns(share=pl.col("estimate") / pl.col("len"))


def losing_most(run: RunDirectory, scenarios: Sequence[int], losses: str) -> list[str]:
    """Return how most games of some scenarios are lost, in words; nothing if none is.

    Which way is the most frequent is tested game by game (the scenarios have their luck in common), each
    against each; ways that are not told apart from the first are named too.

    Parameters
    ----------
    run : RunDirectory
        The run.
    scenarios : sequence of int
        Which games count.
    losses : str
        Whose: "expert's losses".

    Returns
    -------
    list of str
        "50.1 % of expert's losses ...", to stand after "In"; empty or one.
    """
    ways = leading_ways(SideBySide.read(run, "end"), scenarios)
    if not ways:
        return []
    (first, share), *others = ways.items()
    words = f"{percent(share)} of {losses} {CAUSES[first]}"
    if others:
        rivals = " and ".join(f"{percent(other)} ({CAUSES[way]})" for way, other in others)
        words += f", which is not told apart from {rivals}"
    return [words]


def leading_ways(ends: SideBySide, scenarios: Sequence[int]) -> dict[str, float]:
    """Return the most frequent way to lose with its share of losses, and those not told apart from it."""
    chosen = ends.values[list(scenarios)]
    games = {way: (chosen == code).mean(axis=0) for code, way in enumerate(END_LEVELS) if way in CAUSES}
    lost = {way: float(own.mean()) for way, own in games.items() if own.any()}
    ranked = sorted(lost, key=lambda way: -lost[way])
    pairs = len(ranked) * (len(ranked) - 1) // 2
    return {
        way: lost[way] / sum(lost.values())
        for way in ranked
        if way == ranked[0] or not sure(paired_difference(games[way], games[ranked[0]], most=1), pairs)
    }


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
        f"How long the games of {who} last: the bar holds at least nine games in ten, the stroke is "
        "the median, the dot the mean.",
        "One row a combination: a bar from the 5th to the 95th percentile of turns, median and mean marked.",
    )  # fmt: skip
