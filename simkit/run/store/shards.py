"""Shards, the pieces of work that a run is cut into, and what becomes of each."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit.run.store.broken import Broken
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
    games: int
    """The games' numbers are ``first_game`` to ``first_game + games - 1``, in each of the scenarios."""

    is_all: bool
    """Whether these are all games of the scenarios."""

    logged: range = range(0)
    """The games whose events are logged, in each of the scenarios."""

    is_trial: bool = False
    """Whether these are trial games, of which no file is written."""

    @property
    def key(self) -> tuple[range, int, int, int]:
        """What a shard is known by."""
        return self.scenarios, self.part, self.first_game, self.games

    @property
    def all_games(self) -> int:
        """The number of games in all its scenarios together."""
        return len(self.scenarios) * self.games


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
