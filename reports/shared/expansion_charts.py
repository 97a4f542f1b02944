"""Charts whose rows or panels are combinations of Nautilion's expansions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from simkit import report as r
from simkit.games.nautilion.expansions import EXPANSIONS
from simkit.reports.shared.nautilion import NAMES, parts_of, title

if TYPE_CHECKING:
    from matplotlib.figure import Figure as MatplotlibFigure

ROW_LETTERS = 7
"""Points of a row's name, of which three expansions' fit beside the dots."""

ROW, TALL_ROW = 0.215, 0.235
"""Inches of a row in a chart; of more rows than `MANY`, which needs a page of its own and may fill it."""

MANY = 24


def beside_matrix(combinations: Sequence[str], ratio: float = 2.6) -> tuple[Any, Any]:
    """Return a figure with a named row per combination: dots for its expansions, and a panel beside them."""
    from matplotlib.figure import Figure as MatplotlibFigure

    row = TALL_ROW if len(combinations) > MANY else ROW
    figure = MatplotlibFigure(figsize=(r.figures.WIDTH, row * len(combinations) + 1.55))
    matrix, beside = axes = figure.subplots(1, 2, gridspec_kw={"width_ratios": [1, ratio]})
    rows = np.arange(len(combinations))
    for column, name in enumerate(EXPANSIONS):
        inside = np.array([name in parts_of(combination) for combination in combinations])
        matrix.plot(np.full(len(rows), column)[~inside], rows[~inside], "o", ms=3, color=r.figures.GRID)
        matrix.plot(np.full(len(rows), column)[inside], rows[inside], "o", ms=6.5, color=r.figures.INK)
    matrix.set_xticks(range(len(EXPANSIONS)), [NAMES[name] for name in EXPANSIONS], rotation=40, ha="left")
    matrix.xaxis.tick_top()
    matrix.set_xlim(-0.6, len(EXPANSIONS) - 0.4)
    for panel in axes:
        r.charts.stripes(panel, len(combinations))
        panel.set_yticks([])
        panel.tick_params(left=False, top=False)
    matrix.set_xticks(range(len(EXPANSIONS)))
    matrix.set_yticks(rows, [title(combination) for combination in combinations], fontsize=ROW_LETTERS)
    matrix.grid(visible=False)
    matrix.spines["bottom"].set_visible(False)
    return figure, beside


def curves_of(
    wins: pl.DataFrame,
    order: Sequence[str],
    lines: str,
    colours: Mapping[str, Any],
    height: float,
    ceilings: Mapping[int, r.Estimate] | None = None,
) -> MatplotlibFigure:
    """Return win rate against reserve: a panel per combination, a line per level of `lines`."""
    curves = r.Curves(
        wins, "reserve", "reserve at the start", lines, colours, "expansions", ceilings=ceilings or {}
    )
    return curves.small({combination: _wrapped(combination) for combination in order}, 4, height)


def _wrapped(combination: str) -> str:
    words = title(combination)
    parts = words.split(" + ")
    return " + ".join(parts[:2]) + " +\n" + parts[2] if len(parts) > 2 else words


def scenarios_of(settings: pl.DataFrame, order: Sequence[str]) -> dict[str, list[int]]:
    """Return the scenarios of each combination, of the settings given."""
    return {c: settings.filter(pl.col("expansions") == c)["scenario"].to_list() for c in order}


def ends_figure(
    run: r.Run, settings: pl.DataFrame, order: Sequence[str], who: str, over: str, name: str = "ends"
) -> r.Figure:
    """Return stacked bars of how games end; `settings` are those that count, `over` says in words which."""
    column = r.column_of(r.game_columns(run), "end")
    present, shares = r.shares_of_ends(run, column, {"": scenarios_of(settings, order)})
    colours = r.colours_of_labels(column, present)
    figure, panel = beside_matrix(order)
    r.charts.stacked_shares(panel, [""] * len(order), shares[""], colours)
    panel.set_ylim(len(order) - 0.4, -0.6)
    r.name_series(figure, colours)
    drawn = r.Figure(
        name, figure,
        f"{f'Over {over}; numbers' if over else 'Numbers'} are per cent of games.",
        "Stacked bars, one per combination: won, and the ways to lose.",
        f"How the games of {who} end",
    )  # fmt: skip
    return r.with_most_frequent(drawn, run, column, settings["scenario"].to_list())


def lengths_figure(
    run: r.Run, settings: pl.DataFrame, order: Sequence[str], who: str, name: str = "length"
) -> r.Figure:
    """Return a figure of the lengths of games; `settings` are those that count."""
    turns = r.SideBySide.read(run, "turns")
    figure, panel = beside_matrix(order)
    each = list(scenarios_of(settings, order).values())
    rows, ofs = [r.Span.of(turns.values[row]) for row in each], [r.Of("turns", tuple(row)) for row in each]
    told = r.Shown(
        [], rows=[title(combination) for combination in order], column="turns", of="game", scenarios=each,
        subjects=[[of] for of in ofs],
    )  # fmt: skip
    r.draw_spans(panel, rows, r.figures.colours_of([who])[who], told)
    panel.set_xlabel("turns")
    drawn = r.Figure(
        name, figure,
        "The bar holds at least nine games in ten, the stroke is the median, the dot the mean.",
        "One row per combination: a bar from the 5th to the 95th percentile of turns, with median and mean.",
        f"How long the games of {who} last",
    )  # fmt: skip
    return r.titled(drawn, r.Voice(run), r.spread_shown(run, ofs))
