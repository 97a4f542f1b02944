"""How long games last, or any other column that counts: its spread, and how close games are."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.columns import Column
from simkit.report.charts import LABEL, key, stripes
from simkit.report.document import Figure, Table
from simkit.report.figures import LINE, PALETTE, colours_of, mark_of, new_figure, percent_axis
from simkit.report.parts import opening, percent
from simkit.report.scenarios import scenario_column
from simkit.run.directory import RunDirectory

TAILS = (0.05, 0.5, 0.95)
"""Where a span's bar begins, its stroke, and where the bar ends."""

SPAN = ("q05", "median", "q95", "mean")
"""The statistics of a run's summary that make a span."""


def lengths_figure(
    run: RunDirectory, column: Column, lines: Mapping[str, Sequence[int]], over: str = ""
) -> Figure:
    """Return how long games last: share of games against length, one line per name.

    Parameters
    ----------
    run : RunDirectory
        The run.
    column : Column
        What counts the length: turns, rounds.
    lines : mapping
        What each line is called, and the scenarios whose games it counts.
    over : str
        In words, what the games of a line are taken over, if of several settings: "boards and reserves".
    """
    counts = run.games().group_by("scenario", column.name).len().collect(engine="streaming")
    colours = colours_of(list(lines))
    figure, axes = new_figure(1, 1, 2.6)
    for name, scenarios in lines.items():
        own = counts.filter(pl.col("scenario").is_in(list(scenarios)))
        own = own.group_by(column.name).agg(pl.col("len").sum()).sort(column.name)
        share = 100 * own["len"].to_numpy() / own["len"].sum()
        colour = colours[name]
        axes[0, 0].plot(
            own[column.name], share, color=colour, marker=mark_of(colour), ms=3.5, lw=1.5, label=name
        )
    percent_axis(axes[0, 0], top=float(axes[0, 0].get_ylim()[1]))
    axes[0, 0].set_xlabel(column.unit)
    axes[0, 0].set_ylabel("share of games")
    if len(lines) > 1:
        key(figure, colours, marks=True)
    over = f", over all {over}" if over else ""
    return Figure(
        "length",
        figure,
        f"How long games last{over}.",
        f"One line per player: share of games against number of {column.unit}.",
    )


def spans_figure(run: RunDirectory, column: Column, rows: Mapping[str, int]) -> Figure:
    """Return how a counted column of games is spread, one row per scenario.

    Parameters
    ----------
    run : RunDirectory
        The run.
    column : Column
        The column.
    rows : mapping
        What each row is called -> its scenario.
    """
    labels = [textwrap.fill(label, LABEL) for label in rows]
    lines = max(label.count("\n") for label in labels)
    found = run.summary().filter(of="game", column=column.name).select("scenario", "statistic", "estimate")
    of = {(scenario, statistic): estimate for scenario, statistic, estimate in found.iter_rows()}
    spans = [Span(*(of[scenario, name] for name in SPAN)) for scenario in rows.values()]
    figure, axes = new_figure(1, 1, (0.22 + LINE * lines) * len(rows) + 0.9)
    stripes(axes[0, 0], len(rows))
    draw_spans(axes[0, 0], spans, PALETTE[0])
    axes[0, 0].set_yticks(range(len(rows)), labels)
    axes[0, 0].tick_params(left=False)
    axes[0, 0].set_xlabel(column.unit)
    return Figure(
        f"spread_{column.name}",
        figure,
        f"{opening(column.description)}: the bar holds at least nine games in ten, the stroke is "
        "the median, the dot the mean.",
        f"One row per scenario: a bar from the 5th to the 95th percentile of {column.unit}.",
    )


@dataclass(frozen=True)
class Span:
    """How a number is spread: its mean, its median, and where the lowest and highest 5 % end."""

    low: float
    median: float
    high: float
    mean: float

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Span:
        """Return the span of some values."""
        low, median, high = np.quantile(values, TAILS)
        return cls(float(low), float(median), float(high), float(values.mean()))


def draw_spans(panel: Any, rows: Sequence[Span], colour: Any) -> None:
    """Draw how numbers are spread, per row: a bar from 5 to 95 %, a stroke the median, a dot the mean."""
    for row, span in enumerate(rows):
        panel.hlines(row, span.low, span.high, color=colour, lw=4, alpha=0.3)
        panel.plot(span.median, row, "|", color=colour, ms=8, mew=2)
        panel.plot(span.mean, row, "o", color=colour, ms=4)
    panel.grid(axis="x", visible=True)
    panel.set_xlim(left=0)


@dataclass(frozen=True)
class Margin:
    """By how much games are won, where a table shows that.

    Parameters
    ----------
    column : str
        The games' column: points between first and second.
    close : int
        At most so many are a close game.
    unit : str
        What they are.
    """

    column: str = "margin"
    close: int = 3
    unit: str = "points"


def length_table(
    run: RunDirectory,
    column: Column,
    caption: str,
    *,
    means: Mapping[str, str] | None = None,
    margin: Margin | None = None,
) -> Table:
    """Return how long the games of each scenario last, further means, and how often games are close.

    Parameters
    ----------
    run : RunDirectory
        The run.
    column : Column
        What counts the length.
    caption : str
        The table's.
    means : mapping
        Further columns of games, and what they are called.
    margin : Margin
        By how much games are won.
    """
    number = "{:.1f}".format
    length, more = pl.col(column.name), means or {}
    formats: dict[str, Callable[[Any], str]] = dict.fromkeys((column.heading, *more.values()), number)
    columns = [
        length.mean().alias(column.heading),
        length.min().alias("shortest"),
        length.max().alias("longest"),
        *(pl.col(name).mean().alias(words) for name, words in more.items()),
    ]
    if margin is not None:
        few = f"within {margin.close} {margin.unit}"
        columns += [
            pl.col(margin.column).mean().alias("margin"),
            (pl.col(margin.column) <= margin.close).mean().alias(few),
        ]
        formats |= {"margin": number, few: percent}
    games = run.games().group_by("scenario").agg(columns).sort("scenario").collect(engine="streaming")
    names = scenario_column(run, games["scenario"].to_list())
    frame = games.select(*(pl.Series(name, rows) for name, rows in names.items()), pl.exclude("scenario"))
    return Table(frame, caption, formats)
