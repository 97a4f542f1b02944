"""What chips and stations are worth in Nautilus (2002): how often seats win that have none, one, two ..."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from simkit import report as r
from simkit.reports.shared.nautilus_2002 import Subject

TYPES = ("training", "engineering", "sonar", "testing", "analysis")
HOLDINGS = {"chips": "majority chips"} | {f"ops_{name}": f"{name.title()} stations" for name in TYPES}
"""The seats' columns that count, and what each is called."""

WORK = HOLDINGS | {
    "activations_own": "work in own stations",
    "activations_foreign": "work in others' stations",
    "fees_got": "fees received",
}

FEWEST = 30
"""The fewest seats for which a share of wins is shown."""


@dataclass(frozen=True)
class Holdings(r.Part):
    """How often players win that end with none, one, two ... chips, or stations of a type."""

    subject: Subject

    def sections(self) -> list[r.Section]:
        """Return a panel for each thing counted, a line per number of players."""
        subject = self.subject
        words = (
            "A type of research stations counts for the factor with two in operation, and for three times as "
            f"much with its chip. Means of {subject.called}."
        )
        worth = r.Worth(WORK, "what", "Means per game of")
        tables = subject.points.worth_tables(subject.name, worth)
        return [r.Section("What chips and stations are worth", [r.Text(words), _figure(subject), *tables])]


def wins_by_count(
    run: r.Run, scenarios: Sequence[int], column: str, fewest: int = FEWEST
) -> dict[int, r.Estimate]:
    """Return the share of wins of seats with none, one, two ... of something; without what few seats have."""
    games = (
        run.seats_in(list(scenarios))
        .group_by("game", pl.col(column).cast(pl.Int64).alias("count"))
        .agg(won=pl.col("won").cast(pl.Float64).sum(), plays=pl.len())
        .sort("count", "game")
        .collect(engine="streaming")
    )
    return {
        count: replace(r.share_over_games(held["won"].to_numpy(), held["plays"].to_numpy()), n=seats)
        for (count,), held in games.group_by("count", maintain_order=True)
        if (seats := int(held["plays"].sum())) >= fewest
    }


def _figure(subject: Subject) -> r.Figure:
    """Return the win rate of seats with none, one, two ... of something: one panel per thing."""
    lines = subject.by_players
    colours = r.figures.colours_of(list(lines))
    figure, panels = r.figures.small_multiples(list(HOLDINGS.values()), 1.9, sharey=True)
    top = 0.0
    for column, title in HOLDINGS.items():
        panel = panels[title]
        for line, scenarios in lines.items():
            found = wins_by_count(subject.run, scenarios, column)
            if not found:
                continue
            shares, rows = list(found.values()), [f"{count} {title}" for count in found]
            told = r.Shown([], rows=rows, scenarios=[scenarios] * len(found))
            r.charts.line_with_band(panel, np.array(list(found)), shares, colours[line], told)
            fair = np.average([share.value for share in shares], weights=[share.n for share in shares])
            panel.axhline(100 * fair, color=r.figures.FAINT, lw=0.8, ls=(0, (4, 3)), zorder=1)
            panel.set_xticks(np.arange(0, max(found) + 1))
            top = max(top, *(share.high for share in shares))
    for panel in panels.values():
        r.figures.percent_axis(panel, 100 * min(1.0, 1.08 * top) or 100)
        panel.set_ylabel("games won")
    r.name_series(figure, colours)
    return r.Figure(
        "holdings",
        figure,
        "Bands are 95 % intervals, dashed lines what a seat wins on average. This is what goes with winning, "
        "which need not be its cause; numbers that few seats have are left out.",
        "One panel per thing counted: share of games won against how many a player has.",
        "How often players win by the chips that they end with, and by their stations at work",
    )
