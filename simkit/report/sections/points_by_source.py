"""Reports where points come from, how scores are spread, and what winners have more of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from simkit.document.blocks import Figure, Section, Table
from simkit.document.figures import colours_of, mark_of, new_figure
from simkit.document.series import name_series
from simkit.language import after
from simkit.report.sections.shown import most_shown
from simkit.results.claims import Of
from simkit.results.line_ups import LineUps
from simkit.results.scenarios import in_base, scenario_column, wrapped
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import number
from simkit.stats.whose import STRATEGY
from simkit.words.claims import Voice
from simkit.words.titles import titled

MARK_EVERY = 7
"""The points of a curve between two marks."""

MOST_ROWS = 40
"""The most scenarios whose means a table shows."""


@dataclass(frozen=True)
class Points:
    """The sources of the points of the seats in some scenarios."""

    run: RunDirectory
    """The run."""
    players: LineUps
    """Who plays in each scenario."""
    seats: pl.DataFrame
    """Columns scenario, strategy, won, seats (how many), `total`, and the sums over these seats of all else
    (`simkit.results.line_ups.counted_seats`)."""
    names: list[str]
    """The strategies in the order in which they are shown."""
    sources: Mapping[str, str]
    """The columns that the total is made of, and what they are called; none if the game declares none."""
    total: str = "score"
    """The column of what a seat has in all."""
    player: str = "player"
    """What the game calls a player."""

    def means(
        self, by: Sequence[str], columns: Sequence[str] = (), where: pl.Expr | None = None
    ) -> pl.DataFrame:
        """Return mean total and points by source, and of further columns, for each group of seats."""
        seats = self.seats if where is None else self.seats.filter(where)
        number = pl.col("seats").sum()
        return seats.group_by(by, maintain_order=True).agg(
            ((pl.col(self.total) * pl.col("seats")).sum() / number).alias(self.total),
            *((pl.col(name).sum() / number) for name in (*self.sources, *columns)),
        )

    def sources_figure(self) -> Figure:
        """Return a figure of the points of each strategy by their source."""
        rows = {row["strategy"]: row for row in self.means(["strategy"]).iter_rows(named=True)}
        colours = colours_of(list(self.sources.values()))
        figure, axes = new_figure(1, 1, 0.36 * len(self.names) + 1.2)
        panel, left = axes[0, 0], np.zeros(len(self.names))
        for source, words in self.sources.items():
            points = np.array([rows[name][source] for name in self.names])
            panel.barh(
                np.arange(len(self.names)), points, left=left, color=colours[words], height=0.74, ec="white",
                lw=0.8,
            )  # fmt: skip
            left += points
        panel.set_yticks(np.arange(len(self.names)), [wrapped(name) for name in self.names])
        panel.invert_yaxis()
        panel.set_xlabel("points")
        panel.grid(axis="y", visible=False)
        name_series(figure, colours)
        return Figure(
            "sources",
            figure,
            f"Means of all games of a strategy{after(in_base(self.run), ' ')}.{self._other_tables()}",
            "One stacked bar per strategy, one part per source of points.",
            f"Where a {self.player}'s points come from",
        )

    def scores_figure(self) -> Figure:
        """Return a figure of the spread of each strategy's totals."""
        counts = self.seats.group_by("strategy", self.total).agg(pl.col("seats").sum()).sort(self.total)
        colours = colours_of(self.names)
        figure, axes = new_figure(1, 1, 3.0)
        for name, colour in colours.items():
            rows = counts.filter(pl.col("strategy") == name)
            share = 100 * rows["seats"].to_numpy() / rows["seats"].sum()
            axes[0, 0].plot(
                rows[self.total], share, color=colour, lw=1.5, marker=mark_of(colour), ms=4,
                markevery=MARK_EVERY,
            )  # fmt: skip
        axes[0, 0].set_xlabel("points at the end")
        axes[0, 0].set_ylabel("share of seats, %")
        axes[0, 0].set_ylim(0)
        name_series(figure, colours)
        drawn = Figure(
            "scores",
            figure,
            f"Curves are shares of seats{after(in_base(self.run))}.{self._other_tables()}",
            "One curve per strategy: share of seats against score.",
            f"How many points each {self.player} ends with",
        )
        whole = {name for names in self.run.names.values() for name in names}  # with their parameters
        if len(self._tables) > 1 or len(self.names) < 2 or not whole.issuperset(self.names):
            return drawn
        ofs = [Of(self.total, self._tables[0], f"{STRATEGY} {name}") for name in self.names]
        claims = most_shown(self.run, ofs)
        return titled(drawn, Voice(self.run), claims) if claims else drawn

    @property
    def _tables(self) -> list[tuple[int, ...]]:
        """The scenarios of each strategy, each group once."""
        tables = self.seats.group_by("strategy").agg(pl.col("scenario").unique().sort())["scenario"]
        return list(dict.fromkeys(tuple(line_up) for line_up in tables.to_list()))

    def _other_tables(self) -> str:
        """Return a note if the strategies played at different tables, because points depend on opponents."""
        if len(self._tables) <= 1:
            return ""
        return " Not all of them sat at the same tables; points depend on the opponents too."

    def worth_tables(self, name: str, *groups: Worth) -> list[Table]:
        """Return tables of the columns in which a strategy has more when it wins; empty if it always wins."""
        columns = [column for group in groups for column in group.columns]
        each = self.means(["scenario", "won"], columns, pl.col("strategy") == name)
        both = each.filter(pl.len().over("scenario") == 2)  # or one mean would be of other opponents
        won = {
            row["won"]: row
            for row in both.group_by("won").agg(pl.exclude("scenario").mean()).iter_rows(named=True)
        }
        if not won:
            return []
        scenarios = both["scenario"].n_unique()
        over = f", means of {scenarios} scenarios" if scenarios > 1 else after(in_base(self.run))
        where = f"{name} in games that it wins, and in those that it does not{over}"
        formats: dict[str, Callable[[Any], str]] = {
            "games won": "{:.2f}".format,
            "other games": "{:.2f}".format,
            "more": partial(number, digits=2, signed=True),
        }
        return [
            Table(_won_and_lost(won, group), f"{group.caption} {where}.", formats)
            for group in (Worth(self.sources, "points from", "Points per game of", ranked=True), *groups)
            if group.columns
        ]

    def play_table(self, columns: Mapping[str, str], caption: str) -> Table:
        """Return a table of the strategies' means of the total and of further columns."""
        named = (pl.col(column).alias(words) for column, words in columns.items())
        means = self.means(["strategy"], list(columns)).select("strategy", pl.col(self.total), *named)
        frame = pl.DataFrame({"strategy": self.names}).join(means, on="strategy", maintain_order="left")
        formats = {name: "{:.2f}".format for name in frame.columns if name != "strategy"}
        return Table(frame, f"{caption}{after(in_base(self.run))}.", formats)


@dataclass(frozen=True)
class Worth:
    """A comparison of columns between the games that a strategy wins and the others."""

    columns: Mapping[str, str]
    """The columns, and what they are called."""
    heading: str
    """What they are: "points from", "sets closed"."""
    caption: str
    """The caption's beginning, which the strategy's name follows: "Points per game of"."""
    ranked: bool = False
    """Whether rows are sorted by the winners' lead, the largest first."""


def _won_and_lost(won: Mapping[bool, Mapping[str, float]], group: Worth) -> pl.DataFrame:
    rows = [
        (words, won[True][column], won[False][column], won[True][column] - won[False][column])
        for column, words in group.columns.items()
    ]
    heads = {group.heading: pl.String, "games won": pl.Float64, "other games": pl.Float64, "more": pl.Float64}
    frame = pl.DataFrame(rows, schema=heads, orient="row")
    return frame.sort("more", descending=True) if group.ranked else frame


def scenario_sections(
    points: Points,
    beside: pl.DataFrame | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    caption: str = "",
) -> list[Section]:
    """Return a section with every scenario's mean points; empty if there are many scenarios.

    Parameters
    ----------
    points : Points
        Of all scenarios.
    beside : polars.DataFrame
        The column scenario, and further means to be shown, the game's length perhaps.
    columns : mapping
        What is shown beside the total, and what it is called; by default the sources of points.
    caption : str
        Of the table; by default it says that these are the sources.
    """
    run = points.run
    if not run.factors or len(run.scenario_rows()) > MOST_ROWS:
        return []
    shown = points.sources if columns is None else columns
    frame = points.means(["scenario"], [name for name in shown if name not in points.sources])
    if beside is not None:
        frame = frame.join(beside, on="scenario")
    frame = frame.sort("scenario")
    more = [name for name in beside.columns if name != "scenario"] if beside is not None else []
    means = frame.select(*more, points.total, *(pl.col(name).alias(words) for name, words in shown.items()))
    names = [
        pl.Series(name, rows) for name, rows in scenario_column(run, frame["scenario"].to_list()).items()
    ]
    words = caption or f"Mean points of a {points.player}, by where they come from, in every scenario."
    formats = dict.fromkeys(means.columns, "{:.1f}".format)
    return [Section("Scenario by scenario", [Table(means.select(*names, pl.all()), words, formats)])]
