"""Draws charts for reports: lines with bands, dots with intervals, stacked shares, grids.

Each draws into one panel of a figure; shares are given from 0 to 1 and drawn in per cent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.document.figures import (
    FAINT,
    INK,
    LINE_HEIGHT,
    SOFT,
    colours_of,
    ink_on,
    mark_of,
    new_figure,
    red_to_blue,
)
from simkit.document.points import PanelPoints, Shown
from simkit.document.series import REFERENCE, name_series
from simkit.stats.estimates import Estimate, Unit, number, unit_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

Floats = npt.NDArray[np.float64]

NARROWEST_LABELLED = 0.1
"""A part of a bar that is narrower than this share gets no number, which would not fit."""

NARROWEST_SCALE = 0.15
"""The smallest distance from the fair share for a grid's darkest colour, so that 52 % is not dark blue."""

LEAST_WIDEST = 20.0
"""The smallest change, in points, that gets a grid's darkest colour, so that small changes stay pale."""

MOST_ROWS = 40
"""The most rows of a chart that are legible on a page."""

MOST_ON_PAGE_ONE = 12
"""The most rows of a chart that are legible beside the answer."""

PER_SERIES = 0.11
"""The inches that a series needs in a row of a chart, so that its marks do not hide those of others."""

LABEL = 40
"""The most characters per line of a row's label."""


def line_with_band(
    panel: Any,
    x: Floats,
    shares: Sequence[Estimate],
    colour: Any,
    shown: Shown | None = None,
    scale: float = 100,
) -> None:
    """Draw shares as a line, their intervals as a band around it; or means, with a `scale` of 1.

    * `x` (float array, shape (n,)): where along the axis.
    * `shares`: one for each of `x`.
    * `colour`: of the line, and paler of the band.
    * `shown`: what tooltips and clicks on points need beyond what the figure says; its `estimates` are not
      read.
    """
    value, low, high = scale * ends_of(shares)
    band = panel.fill_between(x, low, high, color=colour, alpha=0.28, lw=0)
    (line,) = panel.plot(
        x, value, color=colour, marker=mark_of(colour), ms=4, lw=1.6, clip_on=False, zorder=3
    )
    told = replace(shown or Shown([]), estimates=shares, unit=unit_of(scale == 100))
    PanelPoints(panel, (x, value), told, [line, band], upright=True)


def line_at_ceiling(
    panel: Any, x: Floats, shares: Sequence[Estimate], colour: Any, label: str, scale: float = 100
) -> None:
    """Draw what play comes to at its ceiling as a dotted line in a pale band; a single one as a stroke."""
    value, low, high = scale * ends_of(shares)
    if len(shares) == 1:
        panel.vlines(x, low, high, color=colour, alpha=0.38, lw=2.3, zorder=1)
        panel.plot(x, value, color=colour, marker="_", ms=11, mew=1.6, ls="", zorder=2, label=label)
        return
    panel.fill_between(x, low, high, color=colour, alpha=0.1, lw=0, zorder=1)
    panel.plot(x, value, color=colour, ls=":", lw=1.6, marker="", zorder=2, label=label)


def line_of_means(panel: Any, x: Any, values: Any, colour: Any, shown: Shown | None = None) -> None:
    """Draw numbers as a line without a band, with tooltips on its points; arrays of shape (n,).

    `shown` is as `line_with_band` takes it, but its `estimates`, if it has any, are read.
    """
    heights = np.asarray(values, dtype=np.float64)
    (line,) = panel.plot(x, heights, color=colour, marker=mark_of(colour), ms=3.5, lw=1.5)
    told = shown or Shown([])
    if not told.estimates:
        told = replace(told, estimates=[plain(value) for value in heights])
    PanelPoints(panel, (x, heights), told, [line], upright=True)


def plain(value: float, n: int = 0) -> Estimate:
    """Return a number as an estimate that has no interval."""
    return Estimate(float(value), float("nan"), float("nan"), n, "")


def ends_of(estimates: Sequence[Estimate]) -> Floats:
    """Return the values, lower and upper ends of estimates, shape (3, n)."""
    return np.array([(e.value, e.low, e.high) for e in estimates], dtype=np.float64).reshape(-1, 3).T


def estimates_of(frame: pl.DataFrame) -> list[Estimate]:
    """Return estimates from a table with columns estimate, low, high and n; NaN means no interval."""
    numbers = frame.select(pl.col("estimate", "low", "high").fill_null(float("nan")), "n").iter_rows()
    return [Estimate(value, low, high, n, "") for value, low, high, n in numbers]


def stripes(panel: Any, rows: int) -> None:
    """Shade every other row; the first row is on top."""
    for row in range(0, rows, 2):
        panel.axhspan(row - 0.5, row + 0.5, color="#f5f7f9", lw=0, zorder=0)
    panel.set_ylim(rows - 0.4, -0.6)
    panel.grid(axis="y", visible=False)


def several_dots(
    panel: Any,
    rows: Sequence[str] | None,
    series: Mapping[str, Sequence[Estimate]],
    colours: Mapping[str, Any],
    shown: Mapping[str, Shown] | None = None,
    scale: float = 100,
) -> None:
    """Draw a dot with an interval for each series in each row, slightly apart; shares drawn in per cent.

    * `rows`: what the rows are called; None if they are named elsewhere.
    * `series`: Name -> one estimate per row; NaN is left out.
    * `colours`: Name -> colour.
    * `shown`: Name -> what tooltips and clicks on points need beyond what the figure says.
    * `scale`: what estimates are multiplied by: 100 for shares, 1 for points.
    """
    count = max(len(estimates) for estimates in series.values())
    for move, (name, estimates) in zip(_shifts(len(series)), series.items(), strict=True):
        value, low, high = scale * ends_of(estimates)
        y = np.arange(len(estimates)) + move
        told = (shown or {}).get(name, Shown([]))
        unit, called = Unit("", scale), told.rows or rows or ()
        told = replace(told, estimates=estimates, unit=unit, series=name, rows=called)
        _dots_with_intervals(panel, (value, y), (low, high), colours[name], told)
    if rows is not None:
        stripes(panel, count)
        panel.set_yticks(range(count), rows)
        panel.tick_params(left=False)
    panel.grid(axis="x", visible=True)


def _dots_with_intervals(
    panel: Any, at: tuple[Floats, Floats], ends: tuple[Floats, Floats], colour: Any, shown: Shown
) -> None:
    """Draw dots with bars for their intervals, and with tooltips."""
    x, y = at
    bars = panel.hlines(y, *ends, color=colour, lw=2.3, alpha=0.38)
    (marks,) = panel.plot(x, y, mark_of(colour), ms=4.5, color=colour)
    PanelPoints(panel, at, shown, [marks, bars])


def numbers_beside(
    panel: Any, series: Mapping[str, Sequence[Estimate]], colours: Mapping[str, Any], scale: float = 100, *,
    signed: bool = False,
) -> None:  # fmt: skip
    """Write the numbers of dots with intervals at the right of a panel, each as high as its dot.

    * `panel`: with one or two dots in each row, drawn by `dots` or `several_dots`.
    * `series`: Name -> one estimate per row; NaN is left out.
    * `colours`: Name -> colour; a single series is written in plain ink.
    * `scale`: what estimates are multiplied by: 100 for shares, 1 for points.
    * `signed`: whether they are changes, with a sign.
    """
    beside, size = panel.get_yaxis_transform(), 8 if len(series) == 1 else 7.3
    for move, (name, estimates) in zip(_shifts(len(series)), series.items(), strict=True):
        ink = colours[name] if len(series) > 1 else INK
        for row, estimate in enumerate(estimates):
            if np.isfinite(estimate.value):
                words = f"{replace(estimate, unit=Unit('', scale, signed))}"
                panel.has_numbers = True
                panel.text(1.015, row + move, words, transform=beside, va="center", fontsize=size, color=ink)


def _shifts(series: int) -> Floats:
    """Return how far the dots of each series lie below the middle of their row."""
    half = 0.17 if series <= 2 else 0.3
    return np.linspace(-half, half, series) if series > 1 else np.zeros(1)


def zero_line(panel: Any) -> None:
    """Draw a line at zero, which means no change."""
    panel.axvline(0, color=FAINT, lw=1, zorder=1)


def dots_against_zero(
    rows: Sequence[str],
    series: Mapping[str, Sequence[Estimate]],
    axis: str,
    *,
    scale: float = 100,
    row: float = 0.3,
    part: slice | None = None,
    told: Mapping[str, Shown] | None = None,
) -> MatplotlibFigure:
    """Return the chart of effects: dots with intervals beside a line at zero, which means no change.

    Where a row has one or two dots, their numbers stand at the right.

    * `rows`: what the rows are called, over one or several lines.
    * `series`: Name -> one effect per row; NaN is left out.
    * `axis`: what effects are measured in.
    * `scale`: what they are multiplied by: 100 for shares, 1 for points.
    * `row`: the height of a row in inches; further lines of its name need more.
    * `part`: the rows that are drawn, to the scale that all need.
    * `told`: Series -> what tooltips, clicks and marks of points need beyond what the figure says.
    """
    every = [effect for effects in series.values() for effect in effects if np.isfinite(effect.low)]
    own = part or slice(None)
    shown = {name: effects[own] for name, effects in series.items()}
    lines = max(label.count("\n") for label in rows[own])
    row = max(row, 0.36 if len(series) == 2 else PER_SERIES * len(series))
    figure, axes = new_figure(1, 1, (row + LINE_HEIGHT * lines) * len(rows[own]) + 1.0)
    panel, colours = axes[0, 0], colours_of(list(series))
    several_dots(panel, rows[own], shown, colours, told, scale)
    if len(rows[own]) < len(rows):
        low, high = min(0, *(effect.low for effect in every)), max(0, *(effect.high for effect in every))
        room = 0.03 * (high - low)
        panel.set_xlim(scale * (low - room), scale * (high + room))
    zero_line(panel)
    panel.set_xlabel(axis)
    if len(series) <= 2:
        numbers_beside(panel, shown, colours, scale, signed=True)
    if len(series) > 1:
        name_series(figure, colours)
    return figure


def dots(
    panel: Any,
    labels: Sequence[str],
    estimates: Sequence[Estimate],
    colour: Any,
    shown: Shown | None = None,
    scale: float = 100,
) -> None:
    """Draw one dot with its interval per row, the first row on top.

    `shown` is as `line_with_band` takes it; the `scale` of shares is 100, that of points 1.
    """
    rows = np.arange(len(labels), dtype=np.float64)
    value, low, high = scale * ends_of(estimates)
    told = replace(shown or Shown([]), estimates=estimates, unit=unit_of(scale == 100))
    _dots_with_intervals(panel, (value, rows), (low, high), colour, told)
    panel.set_yticks(rows, labels)
    panel.set_ylim(len(labels) - 0.4, -0.6)
    panel.tick_params(left=False)
    panel.grid(axis="y", visible=False)
    panel.grid(axis="x", visible=True)


def stacked_shares(
    panel: Any, rows: Sequence[str], shares: Mapping[str, Floats], colours: Mapping[str, Any]
) -> None:
    """Draw one stacked bar of shares per row, the first on top, with numbers on wide parts.

    * `rows`: what each bar is called.
    * `shares`: Part -> its share in every row, shape (n,).
    * `colours`: Part -> colour.
    """
    places = np.arange(len(rows))
    left = np.zeros(len(rows))
    for part, share in shares.items():
        panel.barh(places, 100 * share, left=left, color=colours[part], height=0.74, ec="white", lw=0.8)
        for place, width, start in zip(places, share, left, strict=True):
            if width >= NARROWEST_LABELLED:
                panel.text(
                    start + 50 * width, place, f"{100 * width:.0f}",
                    ha="center", va="center", fontsize=7.5, color=ink_on(colours[part]),
                )  # fmt: skip
        left += 100 * share
    panel.set_yticks(places, rows)
    panel.set_ylim(len(rows) - 0.5, -0.5)
    panel.set_xlim(0, 100)
    panel.set_xlabel("share of games, %")
    panel.tick_params(left=False)
    panel.grid(visible=False)


MOST_NUMBERS = 1600


def share_grid(
    panel: Any,
    shares: Floats,
    rows: Sequence[str],
    columns: Sequence[str],
    fair: float,
    unclear: npt.NDArray[np.bool_],
) -> None:
    """Draw a grid of shares with their numbers, blue above the fair share, red below; NaN is left blank.

    Where there are more than `MOST_NUMBERS` there are colours alone: nobody could read the numbers.

    * `shares` (float array, shape (rows, columns)): between 0 and 1, or NaN.
    * `fair`: the share that is neither much nor little.
    * `unclear` (bool array, shape (rows, columns)): which shares do not differ significantly from the fair
      one: they are grey letters on white.
    """
    from matplotlib.colors import Normalize

    widest = max(NARROWEST_SCALE, float(np.max(np.abs(shares - fair), where=~np.isnan(shares), initial=0.0)))
    scale = Normalize(fair - widest, fair + widest)
    clear = np.ma.masked_where(np.isnan(shares) | unclear, shares)
    mesh = panel.pcolormesh(clear, cmap=red_to_blue(), norm=scale, ec="white", lw=1.5)
    for (row, column), share in np.ndenumerate(shares):
        if not np.isnan(share) and shares.size <= MOST_NUMBERS:
            ink = SOFT if unclear[row, column] else ink_on(mesh.cmap(scale(share))[:3])
            panel.text(
                column + 0.5, row + 0.5, f"{100 * share:.0f}",
                ha="center", va="center", fontsize=8.5, color=ink,
            )  # fmt: skip
    panel.set_xticks(np.arange(len(columns)) + 0.5, columns)
    panel.set_yticks(np.arange(len(rows)) + 0.5, rows)
    panel.invert_yaxis()
    panel.tick_params(left=False, bottom=False)
    panel.grid(visible=False)
    for side in panel.spines.values():
        side.set_visible(False)


def grid_of_effects(panel: Any, values: Any, unclear: Any, columns: Sequence[str]) -> None:
    """Draw a grid of changes in points, red below zero and blue above; NaN is left blank.

    * `values` (float array, shape (rows, columns)): in points.
    * `unclear` (bool array, shape (rows, columns)): where the interval holds 0: left without a colour, in
      soft letters.
    """
    from matplotlib.colors import TwoSlopeNorm

    widest = max(LEAST_WIDEST, float(np.nanmax(np.abs(values))))
    scale = TwoSlopeNorm(0, -widest, widest)
    coloured = np.ma.masked_invalid(np.where(unclear & ~np.isnan(values), 0.0, values))
    mesh = panel.pcolormesh(
        np.arange(values.shape[1] + 1) - 0.5, np.arange(values.shape[0] + 1) - 0.5,
        coloured, cmap=red_to_blue(), norm=scale, ec="white", lw=1.2,
    )  # fmt: skip
    for (row, column), value in np.ndenumerate(values):
        if not np.isnan(value):
            ink = SOFT if unclear[row, column] else ink_on(mesh.cmap(scale(value))[:3])
            words = number(value, 1, signed=True)
            panel.text(column, row, words, ha="center", va="center", fontsize=8, color=ink)
    panel.set_xticks(range(len(columns)), columns)
    panel.xaxis.tick_top()
    panel.tick_params(top=False, bottom=False)
    panel.grid(visible=False)
    panel.spines["bottom"].set_visible(False)


def level_line(panel: Any, height: float, words: str) -> None:
    """Draw a dashed line across at a height, which `name_series` finds by its words."""
    panel.axhline(height, color=SOFT, lw=0.9, ls=(0, (4, 3)), zorder=1, label=words)


def reference_line(panel: Any, share: float, words: str) -> None:
    """Draw a dashed vertical line at a share, with its meaning written above it."""
    panel.axvline(100 * share, color=FAINT, lw=1, ls=(0, (4, 3)), zorder=0)
    panel.annotate(
        words, (100 * share, 1), xycoords=("data", "axes fraction"), xytext=(0, 3), gid=REFERENCE,
        textcoords="offset points", ha="center", va="bottom", fontsize=8, color=SOFT,
    )  # fmt: skip
