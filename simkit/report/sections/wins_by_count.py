"""Reports how often seats win that have none, one, two ... of something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from simkit.report.document.blocks import Figure, Finding, Part, Section, Table, Text
from simkit.report.document.charts import estimates_of, key, line_with_band
from simkit.report.document.figures import FAINT, colours_of, percent_axis, small_multiples
from simkit.report.document.points import Shown
from simkit.report.effects.averaging import average_or_ends, may_be_averaged
from simkit.report.facts.paired import Floats
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import labels
from simkit.report.sections.subject import Subject
from simkit.report.words import NO_BREAK
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, SHARE, Estimate, mean_change, percent, share_over_games

FEWEST = 30
"""The fewest seats for which a share of wins is shown."""


@dataclass(frozen=True)
class WinsByCount(Part):
    """How often players win that end with none, one, two ... of something.

    Parameters
    ----------
    subject : Subject
        Whose seats.
    heading, introduction : str
        Of the section.
    columns : mapping
        The seats' columns that count, and what each is called; the finding is about the first.
    name, caption : str
        Of the figure.
    below : sequence of Table
        What stands below the figure.
    """

    subject: Subject
    heading: str
    introduction: str
    columns: Mapping[str, str]
    name: str
    caption: str
    below: Sequence[Table] = ()

    def findings(self) -> list[Finding]:
        """Return a sentence on how often players with the most and the fewest win, at the largest table."""
        column, called = next(iter(self.columns.items()))
        players, scenarios = list(self.subject.by_players.items())[-1]
        found = wins_by_count(self.subject.run, scenarios, column)
        if len(found) < 2:
            return []
        ends = (found.row(place, named=True) for place in (-1, 0))
        most, least = ends
        return [
            Finding(
                f"Of {players}, those who end with {most['count']} {called} win "
                f"{self._won_with(scenarios, column, most)} of games, those with {least['count'] or 'none'} "
                f"{self._won_with(scenarios, column, least)}.",
                abs(most["share"] - least["share"]),
            )
        ]

    def sections(self) -> list[Section]:
        """Return a panel for each thing counted, a line per number of players."""
        run, lines = self.subject.run, self.subject.by_players
        figure = wins_by_count_figure(run, lines, self.columns, self.name, self.caption)
        return [Section(self.heading, [Text(self.introduction), figure, *self.below])]

    def _won_with(self, scenarios: Sequence[int], column: str, whole: Mapping[str, Any]) -> str:
        """Return how often players with that count win: on average, or from setting to setting."""
        single = {
            scenario: _estimate(row)
            for scenario in scenarios
            for row in wins_by_count(self.subject.run, [scenario], column, fewest=1)
            .filter(count=whole["count"])
            .iter_rows(named=True)
        }
        if may_be_averaged(single):
            return f"{_estimate(whole)}"
        low, high = (pick(own.value for own in single.values()) for pick in (min, max))
        return f"{100 * low:.0f} to {100 * high:.0f}{NO_BREAK}%"


def wins_by_count(
    run: RunDirectory,
    scenarios: Sequence[int],
    column: str,
    result: Result = WON,
    fewest: int = FEWEST,
) -> pl.DataFrame:
    """Return the share of wins of seats with none, one, two ... of something, with intervals.

    Returns
    -------
    polars.DataFrame
        Columns count, won, seats, share, low, high; numbers that fewer seats have than `fewest` are left
        out.
    """
    games = (
        run.seats(list(scenarios))
        .group_by("game", pl.col(column).cast(pl.Int64).alias("count"))
        .agg(won=pl.col(result.column).cast(pl.Float64).sum(), plays=pl.len())
        .sort("count", "game")
        .collect(engine="streaming")
    )
    rows = []
    for (count,), own in games.group_by("count", maintain_order=True):
        won, plays = own["won"].to_numpy(), own["plays"].to_numpy()
        if plays.sum() >= fewest:
            share = share_over_games(won, plays)
            rows.append((count, int(won.sum()), int(plays.sum()), share.value, share.low, share.high))
    whole, ends = dict.fromkeys(("count", "won", "seats"), pl.Int64), ("share", "low", "high")
    return pl.DataFrame(rows, whole | dict.fromkeys(ends, pl.Float64), orient="row")


def _estimate(row: Mapping[str, Any]) -> Estimate:
    """Return the share of a row of `wins_by_count`, with its interval."""
    return Estimate(row["share"], row["low"], row["high"], row["seats"], "Wilson, effective plays", SHARE)


def wins_by_count_figure(
    run: RunDirectory,
    lines: Mapping[str, Sequence[int]],
    columns: Mapping[str, str],
    name: str,
    caption: str,
) -> Figure:
    """Return a figure of the win rate of seats with none, one, two ... of something: one panel per thing.

    Parameters
    ----------
    lines : mapping
        What each line is called, and the scenarios whose seats it counts.
    columns : mapping
        The seats' columns that count -> what each panel is called.
    """
    colours = colours_of(list(lines))
    figure, panels = small_multiples(list(columns.values()), 1.9, sharey=True)
    top = 0.0
    for column, title in columns.items():
        panel = panels[title]
        for line, scenarios in lines.items():
            found = wins_by_count(run, scenarios, column)
            if found.is_empty():
                continue
            count, share, high = (found[end].to_numpy() for end in ("count", "share", "high"))
            rates = found.select("low", "high", estimate="share", n="seats")
            told = Shown(
                [], rows=[f"{number} {title}" for number in count], scenarios=[list(scenarios)] * len(count)
            )
            line_with_band(panel, count, estimates_of(rates), colours[line], told)
            fair = float(np.average(share, weights=found["seats"].to_numpy()))
            panel.axhline(100 * fair, color=FAINT, lw=0.8, ls=(0, (4, 3)), zorder=1)
            panel.set_xticks(np.arange(0, int(count.max()) + 1))
            top = max(top, float(high.max()))
    for panel in panels.values():
        percent_axis(panel, 100 * min(1.0, 1.08 * top) or 100)
        panel.set_ylabel("games won")
    key(figure, colours, marks=True)
    return Figure(
        name,
        figure,
        f"{caption} Bands are 95 % intervals, dashed lines what a seat wins on average. This is what goes "
        "with winning, which need not be its cause; numbers that few seats have are left out.",
        "One panel per thing counted: share of games won against how many a player has.",
    )


SEAT = ("scenario", "game", "seat")


@dataclass(frozen=True)
class Doers:
    """The seats of the logged games in which something is done, each with whether its player did it.

    Parameters
    ----------
    subject : Subject
        Whose games.
    kind : str
        The kind of event, which happens once in a game or never.
    """

    subject: Subject
    kind: str

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The seats of the games in which it is done: scenario, game, seat, won, doer."""
        run = self.subject.run
        doers = (
            run.events(self.kind, self.subject.alone)
            .select("scenario", "game", seat="mover", doer=True)
            .collect()
        )
        scenarios = sorted(doers["scenario"].unique())
        if not scenarios:
            return doers.with_columns(won=pl.col("doer"))
        return (
            run.seats(scenarios)
            .select(*SEAT, "won")
            .join(doers.lazy().select("scenario", "game"), on=["scenario", "game"])
            .join(doers.lazy(), on=SEAT, how="left")
            .with_columns(pl.col("doer").fill_null(False))
            .collect()
        )

    def lead(self) -> Estimate:
        """Return how much more often than its fair share the doer wins, over all settings."""
        return _lead(self.seats)

    def wins(self) -> str:
        """Return how often the doer wins, against the fair share, which differs between tables."""
        words = labels(self.subject.run)
        leads = {
            words[int(str(scenario))]: _lead(own)
            for (scenario,), own in self.seats.group_by("scenario", maintain_order=True)
        }
        if not may_be_averaged(leads):
            ends = average_or_ends(leads, _lead(self.seats))
            return f"more or less than the fair share of games, {ends}"
        won, of_seats, plays = _of_doers(self.seats)
        share, fair = share_over_games(won, plays), float(of_seats.sum() / plays.sum())
        over = f", over all {len(leads)} settings" if len(leads) > 1 else ""
        return f"{share} of games{over} (fair: {percent(fair)})"


def _of_doers(seats: pl.DataFrame) -> list[Floats]:
    """Return for each number of a game the wins of its doers, what a seat of the same games wins, the doers.

    Scenarios play the same chance: games of one number belong together.
    """
    won = pl.col("won").cast(pl.Float64)
    doers = seats.with_columns(fair=won.mean().over("scenario", "game"), won=won).filter("doer")
    games = doers.group_by("game").agg(pl.col("won", "fair").sum(), plays=pl.len()).sort("game")
    return [games[name].to_numpy().astype(np.float64) for name in ("won", "fair", "plays")]


def _lead(seats: pl.DataFrame) -> Estimate:
    won, of_seats, plays = _of_doers(seats)
    return mean_change(won - of_seats, plays, unit=POINTS)
