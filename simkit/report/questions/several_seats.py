"""Reports on any game of several players in which one or more win: players, seats, points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simkit.document.blocks import Block, Finding, KeyFigure, Part, Section, Table
from simkit.engine.base.columns import Column
from simkit.language import opening
from simkit.report.questions.players import Contest
from simkit.report.questions.seats import Seats
from simkit.report.sections.points_by_source import Points, Worth
from simkit.results.columns import parts_of, seat_columns
from simkit.results.line_ups import counted_seats, line_ups_of
from simkit.results.result import WON, results_of, total_of
from simkit.results.scenarios import base
from simkit.results.wins import Wins
from simkit.run.findings.noticed import nothing_is_decided
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import SEATS
from simkit.stats.whose import PLACE, PLAYER, SEAT, whose

POINTS = "points"
"""The unit of the column that counts as the score if no column is part of another."""

MOST_NAMES = 5
"""The most strategies whose scores can be distinguished in one figure."""


MOST_COLUMNS = 7
"""The most columns of a table that leave room for the strategies' names."""


class SeveralSeats(Part):
    """Who wins where several play, whether the seat matters, and where points come from."""

    def __init__(self, run: RunDirectory) -> None:
        self._tables = _Tables.read(run)

    def covers(self, wins: Wins) -> bool:
        """Return whether the wins of a player or a seat are reported here."""
        return self._tables is not None and self._tables.covers(wins)

    def key_figures(self) -> list[KeyFigure]:
        """Return the win rate of the strongest strategy, and the effect of the seat."""
        return self._tables.key_figures() if self._tables else []

    def findings(self) -> list[Finding]:
        """Return findings on the strongest strategy, and the seats that gain."""
        return self._tables.findings() if self._tables else []

    def sections(self) -> list[Section]:
        """Return a section for each question."""
        return self._tables.sections() if self._tables else []


@dataclass(frozen=True)
class _Tables:
    """The scenarios of a run in which several play."""

    contest: Contest | None
    """What strategies win where they meet; not of people who take turns, each of whom has other games."""

    seats: Seats
    points: Points | None
    """Where points come from, if the game counts any."""

    counted: list[Column]

    @classmethod
    def read(cls, run: RunDirectory) -> _Tables | None:
        """Read a run's games of several seats; None for a run without such games."""
        every = {s: names for s, names in line_ups_of(run).items() if len(names) > 1 and run.has_seats(s)}
        players = {scenario: every[scenario] for scenario in base(run) if scenario in every}
        if not players:
            return None
        recorded = {column.name for column in run.columns(SEATS, sorted(players))}
        columns = [column for column in seat_columns(run) if column.name in recorded]
        results = [result for result in results_of(run, "seat") if result.column in recorded]
        if not results:
            return None
        result = WON if WON in results else results[0]
        total = total_of(run) or _total(columns)
        sources = parts_of(columns, total) if total else {}
        counted = [column for column in columns if column.unit and column.name not in (*sources, total)]
        by = [total] if total else []
        sums = [*sources, *(column.name for column in counted)]
        seats = counted_seats(run, players, result=result.column, by=by, sums=sums)
        contest, points = None, None
        if not run.people_take_turns:
            contest = Contest.read(run, players, seats, result=result)
            names = contest.names
            points = Points(run, contest.players, contest.seats, names, sources, total) if total else None
        return cls(contest, Seats.read(run, sorted(players), result=result), points, counted)

    def covers(self, wins: Wins) -> bool:
        """Return True if the wins of a player or a seat are reported here already.

        Those of players are where there is only one scenario; at tables of three or more also those of all
        players but the first: what the others win is reported by strategy.
        """
        if wins.result != self.seats.result:
            return False
        who = whose(wins.of)
        if who.kind != PLAYER:
            return who.kind in (SEAT, PLACE)
        if self.contest is None:
            return False
        large = any(len(names) > 2 for names in self.contest.players.values())
        return len(wins.run.scenario_rows()) == 1 or (large and who.number > 0)

    def findings(self) -> list[Finding]:
        return [
            *(self.contest.findings() if self.contest and not nothing_is_decided(self.contest.run) else []),
            *self.seats.findings(),
        ]

    def key_figures(self) -> list[KeyFigure]:
        if self.contest is None or nothing_is_decided(self.contest.run):
            return self.seats.key_figures()
        return [*self.contest.key_figures(), *self.seats.key_figures()]

    def sections(self) -> list[Section]:
        return [*(self.contest.sections() if self.contest else []), *self.seats.sections(), *self._points()]

    def _points(self) -> list[Section]:
        points = self.points
        if points is None:
            return []
        blocks: list[Block] = [points.sources_figure()] if points.sources else []
        if len(points.names) <= MOST_NAMES:
            blocks.append(points.scores_figure())
        headings = {column.name: column.heading for column in self.counted}
        worth = Worth(headings, "counted", "Counted per game of")
        blocks += points.worth_tables(points.names[0], worth)
        blocks += [self._play_table(points, batch) for batch in _batches(self.counted)]
        return [Section("Points", blocks)]

    def _play_table(self, points: Points, columns: Sequence[Column]) -> Table:
        meanings = "".join(f"{column.heading}: {column.description}; " for column in columns)
        caption = (
            f"{opening(meanings)}means per game of each strategy" if columns else "Means of each strategy"
        )
        return points.play_table({column.name: column.heading for column in columns}, caption)


def _batches(columns: Sequence[Column]) -> list[Sequence[Column]]:
    """Return columns in parts that fit into tables; one empty part if there are no columns."""
    return [columns[first : first + MOST_COLUMNS] for first in range(0, len(columns) or 1, MOST_COLUMNS)]


def _total(columns: Sequence[Column]) -> str:
    """Return the column of a seat's total: one with parts, or the first of points; empty if there is none."""
    wholes = [column.part_of for column in columns if column.part_of]
    points = [column.name for column in columns if column.unit == POINTS]
    return next(iter([*wholes, *points]), "")
