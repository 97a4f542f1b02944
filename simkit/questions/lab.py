"""Where questions play: scenarios with common chance, in memory or into runs that can be resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Rows
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment
from simkit.run.runner import run_in
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import run_name
from simkit.run.work.listening import Listener
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.workers import Where, in_batches
from simkit.search.steps import AT_ONCE, play_some
from simkit.stats.tally import counted


@dataclass(frozen=True)
class Tables:
    """Games that were played in memory.

    Parameters
    ----------
    games, seats : polars.DataFrame
        One row per game: scenario, game, and the game's outcome columns; one row per seat and game:
        scenario, game, seat, player (from 0), and the seats' columns.  Codes are words.
    """

    games: pl.DataFrame
    seats: pl.DataFrame


@dataclass(frozen=True)
class Lab:
    """Plays what questions need.

    The n-th game of every scenario of an experiment has the same chance, whatever its rules and players, so
    that these alone make the difference. The results are the same for any number of jobs.
    """

    where: Where = field(default_factory=Where)
    """Where it plays: runs in the folder of all runs; in memory threads, or the cluster."""

    again: bool = False
    """Whether runs that are finished are played again."""

    played: RunDirectory | None = None
    """The finished run of the experiment that asks, wherever it lies."""

    answers: Path | None = None
    """The folder in which the answer will be kept; None if it will not."""

    @property
    def listener(self) -> Listener:
        """Hears how far it is."""
        return self.where.listener

    @property
    def workers(self) -> Where:
        """What plays in memory."""
        return self.where

    def run(self, experiment: Experiment) -> RunDirectory:
        """Return the finished run of an experiment, in the folder of all runs.

        One that is finished is not played again unless the lab does so, and one that was interrupted is
        continued.

        Raises
        ------
        BadInput
            As `run_experiment` does.
        """
        name = run_name(experiment)
        if self.played and name.endswith(self.played.manifest["identity"][:8]):
            return self.played
        with self.listener.playing(experiment):
            where = replace(self.where, out=self.where.runs / experiment.name / name, store=None)
            return run_in(experiment, where, "replace" if self.again else "resume")

    def play(self, experiment: Experiment, games: int | None = None, first: int = 0) -> Tables:
        """Play some games of every scenario in memory.

        Parameters
        ----------
        experiment : Experiment
            What is played.
        games : int, optional
            How many games of each scenario; the experiment's number without it.
        first : int
            The number of the first, so that a question can play more where it needs more.

        Raises
        ------
        BadInput
            As `Match.play` does.
        """
        numbers = range(first, first + (experiment.fixed_games if games is None else games))
        prepare(experiment)
        played = [
            self._play(match_of(experiment, scenario), scenario.index, numbers)
            for scenario in experiment.scenarios
        ]
        return Tables(
            pl.concat([tables.games for tables in played], how="diagonal_relaxed"),
            pl.concat([tables.seats for tables in played], how="diagonal_relaxed"),
        )

    def _play(self, match: Match, scenario: int, numbers: range) -> Tables:
        parts = []
        for done, part in in_batches(self.workers, play_some, (match,), numbers, AT_ONCE):
            parts.append(part)
            self.listener.played(f"scenario {scenario}", done, len(numbers))
        return tables_of(match, scenario, numbers, parts)


def tables_of(match: Match, scenario: int, numbers: range, parts: Sequence[tuple[Rows, Rows]]) -> Tables:
    """Return the games of a scenario, and their seats, as tables."""
    rows = np.concatenate([own for own, _ in parts])
    seat_rows = np.concatenate([own for _, own in parts])
    games = np.arange(numbers.start, numbers.stop)
    keys = {"scenario": np.full(len(games), scenario, np.int32), "game": games.astype(np.int32)}
    seats = len(match.strategies)
    of_seats = {name: np.repeat(values, seats) for name, values in keys.items()} | {
        "seat": np.tile(np.arange(seats, dtype=np.int32), len(games)),
        "player": match.lineups[games % len(match.lineups)].astype(np.int32).ravel(),
    }
    if not match.seat_columns:
        of_seats = {name: values[:0] for name, values in of_seats.items()}
    return Tables(frame_of(keys, match.game.columns, rows), frame_of(of_seats, match.seat_columns, seat_rows))


def frame_of(keys: Mapping[str, Any], columns: Sequence[Column], rows: Rows) -> pl.DataFrame:
    """Return rows as a table, with words for codes and numbers that don't wrap."""
    series = [pl.Series(name, values) for name, values in keys.items()]
    for column in columns:
        values = np.ascontiguousarray(rows[column.name])
        if column.labels:
            words = pl.Series(column.labels, dtype=pl.Enum(column.labels))
            series.append(words.gather(values.astype(np.int64)).alias(column.name))
        else:
            series.append(pl.Series(column.name, values if column.is_yes_no else counted(values)))
    return pl.DataFrame(series)
