"""Charts whose rows or panels are combinations of Nautilion's expansions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure as MatplotlibFigure

from reports.shared.nautilion import ENDS, NAMES, parts_of, title
from simkit.games.nautilion.knobs import EXPANSIONS
from simkit.report.charts import line_with_band, stacked_shares, stripes
from simkit.report.figures import GRID, INK, SOFT, WIDTH, ink_on, new_figure
from simkit.report.parts import signed

ROW = 0.215
"""Inches of a row in a chart of many."""

LEAST_WIDEST = 20.0
"""Points at which a change has its darkest colour, unless there is a larger one: small ones stay pale."""


def beside_matrix(combinations: Sequence[str], panels: int = 1, ratio: float = 2.6) -> tuple[Any, list[Any]]:
    """Return a figure with a row a combination: dots for the expansions in it, and panels beside them."""
    figure = MatplotlibFigure(figsize=(WIDTH, ROW * len(combinations) + 1.7))
    axes = figure.subplots(
        1, 1 + panels, squeeze=False, gridspec_kw={"width_ratios": [1, *[ratio / panels] * panels]}
    )[0]
    matrix, rest = axes[0], list(axes[1:])
    rows = np.arange(len(combinations))
    for column, name in enumerate(EXPANSIONS):
        inside = np.array([name in parts_of(combination) for combination in combinations])
        matrix.plot(np.full(len(rows), column)[~inside], rows[~inside], "o", ms=3, color=GRID)
        matrix.plot(np.full(len(rows), column)[inside], rows[inside], "o", ms=6.5, color=INK)
    matrix.set_xticks(range(len(EXPANSIONS)), [NAMES[name] for name in EXPANSIONS], rotation=40, ha="left")
    matrix.xaxis.tick_top()
    matrix.set_xlim(-0.6, len(EXPANSIONS) - 0.4)
    for panel in axes:
        stripes(panel, len(combinations))
        panel.set_yticks([])
        panel.tick_params(left=False, top=False)
    matrix.set_xticks(range(len(EXPANSIONS)))
    matrix.grid(visible=False)
    matrix.spines["bottom"].set_visible(False)
    return figure, rest


def curves(
    wins: pl.DataFrame, panels: Sequence[str], by: str, colours: Mapping[str, Any], across: int, height: float
) -> MatplotlibFigure:
    """Return small multiples: a panel a combination, win rate against reserve, one line a level of `by`."""
    rows = -(-len(panels) // across)
    figure, axes = new_figure(rows, across, height * rows + 0.5, sharex=True, sharey=True)
    ticks = sorted(set(wins["reserve"]))
    for i, panel in enumerate(axes.flat):
        if i >= len(panels):
            panel.set_visible(False)
            continue
        for level, colour in colours.items():
            line = wins.filter((pl.col("expansions") == panels[i]) & (pl.col(by) == level)).sort("reserve")
            names = ("reserve", "estimate", "low", "high")
            x, share, low, high = (line[name].to_numpy().astype(float) for name in names)
            line_with_band(panel, x, share, low, high, colour)
        for drawn in panel.lines:
            drawn.set(markersize=3, linewidth=1.4)
        panel.axhline(50, color=SOFT, lw=0.9, ls=(0, (4, 3)), zorder=1)  # over the grid, under curves
        panel.set_title(_wrapped(panels[i]), fontsize=8, linespacing=1.05)
        panel.set_ylim(0, 100)
        panel.set_yticks([0, 50, 100], ["0", "50", "100 %"])
        panel.set_xticks(ticks)
        if i + across >= len(panels):
            panel.xaxis.set_tick_params(labelbottom=True)
            panel.set_xlabel("reserve at the start", fontsize=8)
    return figure


def _wrapped(combination: str) -> str:
    words = title(combination)
    parts = words.split(" + ")
    return " + ".join(parts[:2]) + " +\n" + parts[2] if len(parts) > 2 else words


def grid_of_effects(panel: Any, values: Any, unclear: Any, columns: Sequence[str]) -> None:
    """Draw a grid of changes in points, red below nothing and blue above; NaN is left blank.

    Parameters
    ----------
    panel : matplotlib Axes
        Where to draw.
    values : float array, shape (rows, columns)
        In points.
    unclear : bool array, shape (rows, columns)
        Where the interval holds 0: left without a colour, in soft letters.
    columns : sequence of str
        Their names.
    """
    widest = max(LEAST_WIDEST, float(np.nanmax(np.abs(values))))
    scale = TwoSlopeNorm(0, -widest, widest)
    coloured = np.ma.masked_invalid(np.where(unclear & ~np.isnan(values), 0.0, values))
    mesh = panel.pcolormesh(
        np.arange(values.shape[1] + 1) - 0.5, np.arange(values.shape[0] + 1) - 0.5,
        coloured, cmap="RdBu", norm=scale, ec="white", lw=1.2,
    )  # fmt: skip
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            ink = SOFT if unclear[row, column] else ink_on(mesh.cmap(scale(value))[:3])
            words = signed(value)
            panel.text(column, row, words, ha="center", va="center", fontsize=8, color=ink)
    panel.set_xticks(range(len(columns)), columns)
    panel.xaxis.tick_top()
    panel.tick_params(top=False, bottom=False)
    panel.grid(visible=False)
    panel.spines["bottom"].set_visible(False)


def ends_beside_matrix(
    shares: pl.DataFrame, combinations: Sequence[str], colours: Mapping[str, Any]
) -> tuple[MatplotlibFigure, list[str]]:
    """Return stacked bars of how games end, a row a combination, and the endings that occur.

    Parameters
    ----------
    shares : polars.DataFrame
        Columns expansions, level, share.
    combinations : sequence of str
        The rows.
    colours : mapping
        Ending -> colour.
    """
    present = [end for end in ENDS if end in shares["level"]]
    figure, (panel,) = beside_matrix(combinations)
    parts = {}
    for end in present:
        own = shares.filter(pl.col("level") == end)
        of = dict(zip(own["expansions"], own["share"], strict=True))
        parts[ENDS[end]] = np.array([of.get(combination, 0.0) for combination in combinations])
    stacked_shares(panel, [""] * len(combinations), parts, {ENDS[end]: colours[end] for end in present})
    panel.set_ylim(len(combinations) - 0.4, -0.6)
    return figure, [ENDS[end] for end in present]
