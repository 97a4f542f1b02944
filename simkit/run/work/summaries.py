"""Writes the summary while shards are being played, in the order of the scenarios."""

from __future__ import annotations

import io

import polars as pl

from simkit.engine.contract.game import Game
from simkit.run.store.parquet import TableWriter
from simkit.run.work.shard import Played, Tallies, summary_of
from simkit.stats.distributions import Distributions

ROWS = 1 << 17
"""The number of rows written at once, so that a summary of millions is never in memory as a whole."""


class Summaries:
    """Writes the summary as shards are finished.

    Parameters
    ----------
    game : Game
        The game that is played.
    games : int
        How many games are played of each scenario.
    writer : TableWriter
        What writes the table.
    """

    def __init__(self, game: Game, games: int, writer: TableWriter) -> None:
        self._game, self._games, self._writer = game, games, writer
        self._parts: dict[int, tuple[int, Tallies]] = {}  # by scenario: games so far, and their tallies
        self._early: dict[int, tuple[int, bytes]] = {}  # by first scenario: the scenario after, and rows
        self._next = 0
        self._rows: list[pl.DataFrame] = []

    def add(self, played: Played) -> None:
        """Add a worker's result for a shard."""
        scenarios = played.shard.scenarios
        summary = played.summary if played.summary is not None else self._whole(played)
        if summary is None:
            return
        if scenarios.start != self._next:
            self._early[scenarios.start] = scenarios.stop, _packed(summary)
            return
        self._write(summary, scenarios.stop)
        while self._next in self._early:
            stop, packed = self._early.pop(self._next)
            self._write(pl.read_ipc(io.BytesIO(packed)), stop)

    def close(self) -> None:
        """Write the remaining rows."""
        if self._rows:
            self._writer.add(pl.concat(self._rows, rechunk=True))
            self._rows = []

    def _whole(self, played: Played) -> pl.DataFrame | None:
        """Return the estimates of a scenario with several shards once its last shard is finished."""
        scenario = played.shard.scenarios.start
        done, tallies = self._parts.pop(scenario, (0, {}))
        done += played.shard.games
        for key, tally in played.tallies.items():
            tallies[key] = tallies[key] + tally if key in tallies else tally
        if done < self._games:
            self._parts[scenario] = done, tallies
            return None
        groups = {key: Distributions.of_one(scenario, tally) for key, tally in tallies.items()}
        return summary_of(self._game, groups)

    def _write(self, summary: pl.DataFrame, following: int) -> None:
        self._rows.append(summary)
        self._next = following
        if sum(map(len, self._rows)) >= ROWS:
            self.close()


def _packed(summary: pl.DataFrame) -> bytes:
    """Return rows compressed to a tenth of their size, because one slow scenario may delay all others."""
    packed = io.BytesIO()
    summary.write_ipc(packed, compression="zstd")
    return packed.getvalue()
