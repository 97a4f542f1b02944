"""Shards, the pieces of work that a run is cut into, and what becomes of each."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit.run.store.broken import Broken
from simkit.run.store.events import logged_games
from simkit.run.store.parquet import Written
from simkit.stats.summary import Key
from simkit.stats.tally import Tally

Tallies = dict[Key, Tally]
"""The distributions of every column: of the games, of each player's rows and of each seat's rows."""


@dataclass(frozen=True)
class Shard:
    """Some games of one scenario, or all games of several consecutive small scenarios."""

    scenarios: range
    part: int
    """The number of this shard among those of its scenarios, from 0."""

    first_game: int
    games: tuple[int, ...]
    """How many games of each of the scenarios; in each their numbers begin with ``first_game``."""

    is_all: bool
    """Whether these are all games of the scenarios."""

    one_in: int = 0
    """Of one game in this many the events are logged; 0 for none."""

    is_trial: bool = False
    """Whether these are trial games, of which no file is written."""

    @property
    def key(self) -> tuple[range, int, int, tuple[int, ...], bool]:
        """What a shard is known by."""
        return self.scenarios, self.part, self.first_game, self.games, self.is_all

    @property
    def all_games(self) -> int:
        """The number of games in all its scenarios together."""
        return sum(self.games)

    @property
    def numbers(self) -> dict[int, range]:
        """The numbers of the games, by scenario."""
        first = self.first_game
        counts = zip(self.scenarios, self.games, strict=True)
        return {scenario: range(first, first + count) for scenario, count in counts}

    @property
    def logged(self) -> dict[int, range]:
        """The numbers of the games whose events are logged, by scenario, where there are any."""
        counts = zip(self.scenarios, self.games, strict=True)
        logged = ((scenario, logged_games(self.first_game, count, self.one_in)) for scenario, count in counts)
        return {scenario: numbers for scenario, numbers in logged if numbers}


@dataclass(frozen=True)
class PlayedShard:
    """A worker's result for a shard."""

    shard: Shard
    tallies: Tallies
    """The distributions of all columns, of all its scenarios together."""

    summary: pl.DataFrame | None
    """The estimates of its scenarios; None if these have other shards too."""

    files: tuple[Written, ...]
    decisions: int = 0
    """The number made while it was played."""

    reused: bool = False
    """Whether an earlier run had left the files, and nothing was played."""

    replaced: bool = False
    """Whether it had left files that were incomplete or of another run, and the shard was played again."""

    broken: tuple[Broken, ...] = ()
    """The games of which there is no row."""
