"""Where questions play: scenarios with common chance, in memory or into runs that can be resumed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import polars as pl

from simkit.experiment.values import Experiment
from simkit.run.games import Tables
from simkit.run.runner import run_in
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import run_name
from simkit.run.work.listening import Listener
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.workers import Where, play_all


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

        Raises BadInput as `run_experiment` does.
        """
        name = run_name(experiment)
        if self.played and name.endswith(self.played.manifest["identity"][:8]):
            return self.played
        with self.listener.playing(experiment):
            where = replace(self.where, out=self.where.runs / experiment.name / name, store=None)
            return run_in(experiment, where, "replace" if self.again else "resume")

    def play(self, experiment: Experiment, games: int | None = None, first: int = 0) -> Tables:
        """Play some games of every scenario in memory.

        * `games`: how many games of each scenario; the experiment's number without it.
        * `first`: the number of the first, so that a question can play more where it needs more.

        Raises BadInput as `Match.play` does.
        """
        numbers = range(first, first + (experiment.fixed_games if games is None else games))
        prepare(experiment)
        played = []
        for scenario in experiment.scenarios:
            match, name = match_of(experiment, scenario), f"scenario {scenario.index}"
            found = play_all(self.where, match, numbers, name)
            played.append(found.tables(scenario.index))
        return Tables(
            pl.concat([tables.games for tables in played], how="diagonal_relaxed"),
            pl.concat([tables.seats for tables in played], how="diagonal_relaxed"),
        )
