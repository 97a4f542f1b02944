"""Reports how long games last (or the spread of another count), and how close they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.document.blocks import Figure, Part, Section, Table
from simkit.document.charts import LABEL, MOST_ROWS, line_of_means, plain, stripes
from simkit.document.figures import LINE_HEIGHT, PALETTE, colours_of, new_figure, percent_axis
from simkit.document.points import PanelPoints, Shown
from simkit.document.series import name_series
from simkit.engine.base.columns import Column
from simkit.language import opening
from simkit.report.sections.means import counted
from simkit.report.sections.shown import change_shown, levels_shown, spread_shown
from simkit.results.claims import Of
from simkit.results.paired import SideBySide
from simkit.results.scenarios import in_levels, scenario_column, wrapped
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import SHARE, average_share, percent
from simkit.stats.whose import GAME
from simkit.words.claims import Voice
from simkit.words.titles import titled

TAILS = (0.05, 0.5, 0.95)
"""The statistics for a span's bar and stroke: beginning, median, end."""

SPAN = ("q05", "median", "q95", "mean")
"""The statistics in a run's summary that make a span."""


class Length(Part):
    """How long are games: the spread of their length, or of another count in games that declare none."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run

    def sections(self) -> list[Section]:
        """Return a section with the spread in every scenario, unless these are many."""
        rows = {
            in_levels(self._run, row): row["scenario"]
            for row in self._run.scenario_rows().iter_rows(named=True)
        }
        return [
            Section(opening(column.heading), [spans_figure(self._run, column, rows)])
            for column in [self._run.game.length_column or next(iter(counted(self._run)), None)]
            if column and len(rows) <= MOST_ROWS
        ]


def lengths_figure(
    run: RunDirectory, column: Column, lines: Mapping[str, Sequence[int]], over: str = ""
) -> Figure:
    """Return a figure of the share of games by length, with one line per name.

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
    (lasted,) = SideBySide.counted(run, (column.name, GAME.name))
    colours = colours_of(list(lines))
    figure, axes = new_figure(1, 1, 2.6)
    for name, scenarios in lines.items():
        lengths = np.unique(np.concatenate([np.unique(lasted.rows[scenario]) for scenario in scenarios]))
        each = (lasted.per_game(scenarios, partial(np.equal, turns)) for turns in lengths)
        rates = [average_share(shares, len(scenarios), games=lasted.games) for shares in each]
        share = [100 * rate.value for rate in rates]
        colour = colours[name]
        told = Shown(rates, unit=SHARE, scenarios=[list(scenarios)] * len(share))
        line_of_means(axes[0, 0], lengths, share, colour, told)
    percent_axis(axes[0, 0], top=float(axes[0, 0].get_ylim()[1]))
    axes[0, 0].set_xlabel(column.unit)
    axes[0, 0].set_ylabel("share of games")
    if len(lines) > 1:
        name_series(figure, colours)
    drawn = Figure(
        "length",
        figure,
        f"Over all {over}." if over else "",
        f"One line per player: share of games against number of {column.unit}.",
        "How long games last",
    )
    ofs = [Of(column.name, tuple(scenarios)) for scenarios in lines.values()]
    claims = change_shown(run, ofs[-1], ofs[0]) if len(ofs) > 1 else levels_shown(run, ofs)
    return titled(drawn, Voice(run), claims) if claims else drawn


def spans_figure(run: RunDirectory, column: Column, rows: Mapping[str, int]) -> Figure:
    """Return a figure of the spread of a counted column of games, one row per scenario.

    Parameters
    ----------
    rows : mapping
        What each row is called -> its scenario.
    """
    labels = [wrapped(label, LABEL) for label in rows]
    lines = max(label.count("\n") for label in labels)
    found = run.estimates(of="game", column=column.name).select("scenario", "statistic", "estimate", "n")
    of = {(scenario, statistic): (estimate, n) for scenario, statistic, estimate, n in found.iter_rows()}
    spans = []
    for scenario in rows.values():
        low, median, high, mean = (of[scenario, name][0] for name in SPAN)
        spans.append(Span(low, median, high, mean, of[scenario, SPAN[0]][1]))
    figure, axes = new_figure(1, 1, (0.22 + LINE_HEIGHT * lines) * len(rows) + 0.9)
    stripes(axes[0, 0], len(rows))
    alone = [(scenario,) for scenario in rows.values()]
    told = Shown(
        [], scenarios=alone, column=column.name, of="game", subjects=[[Of(column.name, row)] for row in alone]
    )
    draw_spans(axes[0, 0], spans, PALETTE[0], told)
    axes[0, 0].set_yticks(range(len(rows)), labels)
    axes[0, 0].tick_params(left=False)
    axes[0, 0].set_xlabel(column.unit)
    drawn = Figure(
        f"spread_{column.name}",
        figure,
        "The bar holds at least nine games in ten, the stroke is the median, the dot the mean.",
        f"One row per scenario: a bar from the 5th to the 95th percentile of {column.unit}.",
        f"{opening(column.description)}, in every scenario",
    )
    return titled(drawn, Voice(run), spread_shown(run, [Of(column.name, scenarios) for scenarios in alone]))


@dataclass(frozen=True)
class Span:
    """The spread of a number: mean, median, the 5 % and 95 % quantiles, and the number of values."""

    low: float
    median: float
    high: float
    mean: float
    n: int = 0

    @property
    def description(self) -> str:
        """The span in a few words: "mean 12.1, median 12, nine in ten from 9 to 15, n = 200"."""
        number = f", n = {self.n:,}" if self.n else ""
        ends = f"nine in ten from {self.low:g} to {self.high:g}"
        return f"mean {self.mean:.1f}, median {self.median:g}, {ends}{number}"

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> Span:
        """Return the span of some values."""
        low, median, high = np.quantile(values, TAILS)
        return cls(float(low), float(median), float(high), float(values.mean()), values.size)


def draw_spans(panel: Any, rows: Sequence[Span], colour: Any, shown: Shown | None = None) -> None:
    """Draw a spread in each row: a bar from 5 to 95 %, a stroke at the median, a dot at the mean.

    `shown` is what tooltips and clicks on rows need beyond what the figure says.
    """
    places, means = list(range(len(rows))), [span.mean for span in rows]
    bars = panel.hlines(
        places, [span.low for span in rows], [span.high for span in rows], color=colour, lw=4, alpha=0.3
    )
    (strokes,) = panel.plot([span.median for span in rows], places, "|", color=colour, ms=8, mew=2)
    (marks,) = panel.plot(means, places, "o", color=colour, ms=4)
    told = replace(
        shown or Shown([]),
        estimates=[plain(mean) for mean in means],
        words=[span.description for span in rows],
    )
    PanelPoints(panel, (means, places), told, [marks, strokes, bars])
    panel.grid(axis="x", visible=True)
    panel.set_xlim(left=0)


CLOSE = 3
"""A game won by at most this many points is close."""


def length_table(run: RunDirectory, column: Column, caption: str, means: Mapping[str, str]) -> Table:
    """Return a table of every scenario's length of games, further means, margins, and share of close games.

    Parameters
    ----------
    run : RunDirectory
        The run of a game whose games have the column `margin`.
    column : Column
        What counts the length.
    caption : str
        The table's.
    means : mapping
        Further columns of games, and what they are called.
    """
    number, few = "{:.1f}".format, f"within {CLOSE} points"
    columns = [
        pl.col(column.name).mean().alias(column.heading),
        pl.col(column.name).min().alias("shortest"),
        pl.col(column.name).max().alias("longest"),
        *(pl.col(name).mean().alias(words) for name, words in means.items()),
        pl.col("margin").mean(),
        (pl.col("margin") <= CLOSE).mean().alias(few),
    ]
    formats = dict.fromkeys((column.heading, *means.values(), "margin"), number) | {few: percent}
    games = run.games.group_by("scenario").agg(columns).sort("scenario").collect(engine="streaming")
    names = scenario_column(run, games["scenario"].to_list())
    frame = games.select(*(pl.Series(name, rows) for name, rows in names.items()), pl.exclude("scenario"))
    return Table(frame, caption, formats)
