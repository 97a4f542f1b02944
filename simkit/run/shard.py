"""Shards: the pieces of work that a run is cut into.

A shard is a pure function of what it names: the same scenario, first game and count give the same arrays
and the same files, whoever plays it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.match import Match
from simkit.engine.rows import Rows
from simkit.experiment import Experiment
from simkit.run.parquet import (
    GAME_KEYS,
    GAMES,
    SEAT_KEYS,
    SEATS,
    Written,
    part_name,
    read_part,
    write_part,
)
from simkit.stats.summary import Key
from simkit.stats.tally import Tally

SHARD_GAMES = 65_536
"""Games in a full shard.  Fixed, so that files do not depend on the number of workers."""

Tallies = dict[Key, Tally]
"""The distribution of every column: of the games, of each player's and of each seat's rows."""


@dataclass(frozen=True)
class Shard:
    """A number of games of one scenario.

    Parameters
    ----------
    scenario : int
        The scenario's index.
    part : int
        Which shard of the scenario, counted from 0.
    first_game, games : int
        The games' numbers are ``first_game`` to ``first_game + games - 1``.
    """

    scenario: int
    part: int
    first_game: int
    games: int


@dataclass(frozen=True)
class Played:
    """What a worker tells of a shard: the distribution of every column, and the files written.

    `reused` is True if an earlier run had left the files, and nothing was played; `replaced` if it had left
    files that were not whole, or not all, and the shard was played again.
    """

    shard: Shard
    tallies: Tallies
    files: tuple[Written, ...]
    reused: bool = False
    replaced: bool = False


def shards_of(experiment: Experiment) -> Iterator[Shard]:
    """Cut an experiment into shards, scenario by scenario."""
    for scenario in experiment.scenarios:
        for part, first in enumerate(range(0, experiment.games, SHARD_GAMES)):
            yield Shard(scenario.index, part, first, min(SHARD_GAMES, experiment.games - first))


def play_shard(run: Path, match: Match, shard: Shard, reuse: bool) -> Played:
    """Play a shard and write its files: the work of one worker.

    Parameters
    ----------
    run : Path
        The run directory.
    match : Match
        The scenario's game, rules and players.
    shard : Shard
        Which games.
    reuse : bool
        Take the files that an earlier, killed run has left, where they are whole.
    """
    found = _left_over(run, match, shard) if reuse else None
    if found is not None:
        rows, seat_rows, files = found
        return Played(shard, _tallies(match, shard, rows, seat_rows), files, reused=True)
    replaced = reuse and (run / part_name(GAMES, shard.scenario, shard.part)).exists()
    rows, seat_rows = match.play(shard.first_game, shard.games)
    files = _write(run, match, shard, rows, seat_rows)
    return Played(shard, _tallies(match, shard, rows, seat_rows), files, replaced=replaced)


def _write(run: Path, match: Match, shard: Shard, rows: Rows, seat_rows: Rows) -> tuple[Written, ...]:
    name, keys = part_name(GAMES, shard.scenario, shard.part), _game_keys(shard)
    files = [write_part(run, name, GAME_KEYS, keys, match.game.columns, rows)]
    if match.seat_columns:
        name, keys = part_name(SEATS, shard.scenario, shard.part), _seat_keys(match, shard)
        files.append(write_part(run, name, SEAT_KEYS, keys, match.seat_columns, seat_rows))
    return tuple(files)


def _game_keys(shard: Shard) -> dict[str, npt.NDArray[Any]]:
    return {"game": np.arange(shard.first_game, shard.first_game + shard.games, dtype=np.uint32)}


def _seat_keys(match: Match, shard: Shard) -> dict[str, npt.NDArray[Any]]:
    seats = len(match.strategies)
    return {
        "game": np.repeat(_game_keys(shard)["game"], seats),
        "seat": np.tile(np.arange(seats, dtype=np.uint8), shard.games),
        "player": _players(match, shard),
    }


def _players(match: Match, shard: Shard) -> npt.NDArray[np.uint8]:
    """Return which player sat at each seat of each game of a shard, game after game."""
    numbers = np.arange(shard.first_game, shard.first_game + shard.games)
    return match.lineups[numbers % len(match.lineups)].astype(np.uint8).ravel()


def _left_over(run: Path, match: Match, shard: Shard) -> tuple[Rows, Rows, tuple[Written, ...]] | None:
    name = part_name(GAMES, shard.scenario, shard.part)
    games = read_part(run, name, shard.games, match.game.columns)
    if games is None:
        return None
    if not match.seat_columns:
        return games[0], games[0][:0], (games[1],)
    name = part_name(SEATS, shard.scenario, shard.part)
    seats = read_part(run, name, shard.games * len(match.strategies), match.seat_columns)
    return None if seats is None else (games[0], seats[0], (games[1], seats[1]))


def _tallies(match: Match, shard: Shard, rows: Rows, seat_rows: Rows) -> Tallies:
    """Count every column: of all games, and of each player's and each seat's rows."""
    tallies = {("game", column.name): Tally.of(rows[column.name]) for column in match.game.columns}
    if match.seat_columns:
        shape = (shard.games, len(match.strategies))
        players = _players(match, shard).reshape(shape)
        for column in match.seat_columns:
            values = np.asarray(seat_rows[column.name]).reshape(shape)
            for i in range(len(match.strategies)):
                tallies[f"player {i}", column.name] = Tally.of(values[players == i])
                tallies[f"seat {i}", column.name] = Tally.of(values[:, i])
    return tallies
