"""Games of a match that were played: who sat where, their results as arrays, and as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Rows, by_column
from simkit.engine.contract.objectives import Objective
from simkit.engine.play.match import Match
from simkit.stats.tally import counted
from simkit.stats.whose import PLACE, PLAYER, SEAT, Kind

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Tables:
    """Games that were played in memory; codes are words."""

    games: pl.DataFrame
    """One row per game: scenario, game, and the game's outcome columns."""

    seats: pl.DataFrame
    """One row per seat and game: scenario, game, seat, player (from 0), and the seats' columns."""


@dataclass(frozen=True, eq=False)
class Games:
    """Some games of a match, with what came of them."""

    match: Match
    numbers: range
    rows: Rows
    seat_rows: Rows
    """One for each seat, game after game."""

    @classmethod
    def play(cls, match: Match, numbers: range) -> Games:
        """Play some games."""
        return cls(match, numbers, *match.play(numbers.start, len(numbers)))

    @classmethod
    def joined(cls, parts: Sequence[Games]) -> Games:
        """Return games of one match that follow each other."""
        first, last = parts[0], parts[-1]
        if len(parts) == 1:
            return first
        rows, seat_rows = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "seat_rows")
        )
        return cls(first.match, range(first.numbers.start, last.numbers.stop), rows, seat_rows)

    def __len__(self) -> int:
        return len(self.numbers)

    def first(self, count: int) -> Games:
        """Return the first games of these."""
        seats = len(self.match.strategies)
        return Games(self.match, self.numbers[:count], self.rows[:count], self.seat_rows[: count * seats])

    @cached_property
    def seated(self) -> Ints:
        """The player at each seat; shape (games, seats)."""
        return seated(self.match, np.arange(self.numbers.start, self.numbers.stop))

    @property
    def whose(self) -> dict[Kind, Ints]:
        """The numbers of the player, the seat, and the place in the turn order, of each row of the seats."""
        seats = np.tile(np.arange(len(self.match.strategies)), len(self))
        order = places(self.match.game.turn_order, by_column(self.seat_rows))
        return {PLAYER: self.seated.ravel(), SEAT: seats, **order}

    def values(self, column: str, *, of_seats: bool) -> npt.NDArray[Any]:
        """Return a column as it is counted: shape (games,), or of the seats (games, seats)."""
        if not of_seats:
            return counted(self.rows[column])
        return counted(self.seat_rows[column]).reshape(len(self), -1)

    def of_player(self, objective: Objective, player: int = 0) -> npt.NDArray[Any]:
        """Return a player's results, whatever the seat; those of the game if all share one: (games,)."""
        values = self.values(objective.column, of_seats=objective.of == "seat")
        return values if objective.of == "game" else values[self.seated == player]

    def means(self, column: str, *, of_seats: bool) -> npt.NDArray[np.float64]:
        """Return a column as numbers, of the seats their mean: shape (games,)."""
        values = self.values(column, of_seats=of_seats).astype(np.float64)
        return np.asarray(values.mean(axis=1)) if of_seats else values

    def count_differing(self, other: Games) -> int:
        """Return in how many games anything came out differently than in others of the same numbers."""
        if len(self.seat_rows) != len(other.seat_rows):  # another number of seats
            return len(self)
        differs = self.rows != other.rows
        if self.seat_rows.dtype.names:
            differs |= (self.seat_rows != other.seat_rows).reshape(len(self), -1).any(axis=1)
        return int(np.count_nonzero(differs))

    def tables(self, scenario: int = 0) -> Tables:
        """Return the games, and their seats, as tables of a scenario."""
        match, games = self.match, np.arange(self.numbers.start, self.numbers.stop)
        keys = {"scenario": np.full(len(games), scenario, np.int32), "game": games.astype(np.int32)}
        of_seats = seat_keys(match, games, scenario, np.int32) if match.seat_columns else {}
        return Tables(
            _frame(keys, match.game.columns, self.rows),
            _frame(of_seats or _NO_SEATS, match.seat_columns, self.seat_rows),
        )


def seated(match: Match, games: npt.ArrayLike) -> Ints:
    """Return the player at each seat of a match in games of some numbers; shape (games, seats)."""
    found: Ints = match.lineups[np.asarray(games) % len(match.lineups)]
    return found


def places(turn_order: str, columns: Mapping[str, npt.NDArray[Any]]) -> dict[Kind, Ints]:
    """Return the place of each row in the turn order, the first is 0; nothing if that is not known."""
    if turn_order not in columns:
        return {}
    order = columns[turn_order].astype(np.int64)
    return {PLACE: order - order.min()}  # the place of the player that begins may be 0 or 1


def seat_keys(match: Match, games: Ints, scenario: int, game: type[Any] = np.uint32) -> dict[str, Any]:
    """Return the keys of the rows of all seats in some games of a scenario."""
    small, seats = np.uint8 if game is np.uint32 else game, len(match.strategies)
    return {
        "scenario": np.full(len(games) * seats, scenario, np.int32),
        "game": np.repeat(games.astype(game), seats),
        "seat": np.tile(np.arange(seats, dtype=small), len(games)),
        "player": seated(match, games).astype(small).ravel(),
    }


_NO_SEATS = {name: np.zeros(0, np.int32) for name in ("scenario", "game", "seat", "player")}


def _frame(keys: Mapping[str, Any], columns: Sequence[Column], rows: Rows) -> pl.DataFrame:
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
