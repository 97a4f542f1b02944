"""Plays a setting piece by piece, so that results narrow while it plays and a newer setting cancels it."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.base.rows import Rows
from simkit.engine.play.match import Match
from simkit.run.games import Games
from simkit.run.work.interrupt import run_interruptibly
from simkit.stats.summary import Key
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Kind, Whose

PIECE = 0.04
"""Seconds that a piece takes: so long it can take until a setting is cancelled."""

FIRST_PIECE, LARGEST_PIECE = 32, 4096
"""Games of the first piece, of which it is not known how long they take, and of the largest."""

MOST_THREADS = 16

MOST_BYTES = 200_000_000
"""How much room the results of earlier settings may take."""

Values = dict[Key, npt.NDArray[Any]]
"""For each column, and whose it is, a value of each game."""


class Cancelled(Exception):
    """A newer setting is to be played."""


@dataclass
class GamesSoFar:
    """The games of one setting that are played so far."""

    match: Match
    count: int = 0
    seconds: float = 0.0
    """How long they took, of one thread."""

    _parts: list[Games] = field(default_factory=list)

    def add(self, rows: Rows, seat_rows: Rows) -> None:
        """Add the games that follow."""
        numbers = range(self.count, self.count + len(rows))
        self._parts.append(Games(self.match, numbers, rows, seat_rows))
        self.count = numbers.stop

    @property
    def bytes(self) -> int:
        """How much room they take."""
        return sum(part.rows.nbytes + part.seat_rows.nbytes for part in self._parts)

    @property
    def is_alike(self) -> bool:
        """Whether all players are the same."""
        players = zip(self.match.strategies, self.match.parameters, strict=True)
        return len({(strategy.name, tuple(sorted(numbers.items()))) for strategy, numbers in players}) == 1

    @property
    def seats_are(self) -> Kind:
        """How seats are compared: by their places in the turn order if the game has one, else by number."""
        return PLACE if self.match.game.turn_order else SEAT

    def values(self, games: int) -> Values:
        """Return the values of each column in the first games: of the games, of players, and of seats."""
        match, self._parts = self.match, [Games.joined(self._parts)]
        played = self._parts[0].first(games)
        found: Values = {(GAME, column.name): played.rows[column.name] for column in match.game.columns}
        if not match.seat_columns:
            return found
        kinds = {self.seats_are} if self.is_alike else {self.seats_are, PLAYER}
        for kind in sorted(kinds):
            for number in range(len(match.strategies)):
                rows = np.flatnonzero(played.whose[kind] == number)
                for column in match.seat_columns:
                    found[Whose(kind, number), column.name] = played.seat_rows[column.name][rows]
        return found


class GamePlayer:
    """Plays games in threads, piece by piece, and keeps those of earlier settings."""

    def __init__(self) -> None:
        self.threads = min(os.cpu_count() or 1, MOST_THREADS)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="simkit page")
        self._kept: dict[str, GamesSoFar] = {}

    def games_of(self, match: Match) -> GamesSoFar:
        """Return the games of a match that were played before; none at first."""
        name = _name_of(match)
        games = self._kept.pop(name, None) or GamesSoFar(match)
        self._kept[name] = games  # now the newest
        for oldest in list(self._kept)[:-2]:
            if sum(far.bytes for far in self._kept.values()) <= MOST_BYTES:
                break
            del self._kept[oldest]
        return games

    def seconds_of(self, match: Match) -> float:
        """Return how long a game of a match takes, if all cores play; 0 if none was played."""
        games = self._kept.get(_name_of(match))
        return games.seconds / games.count / self.threads if games and games.count else 0.0

    def play(self, games: GamesSoFar, until: int, is_cancelled: Callable[[], bool]) -> Iterator[int]:
        """Play on until there are as many games as wanted; yield their number after each piece.

        Raises Cancelled if `is_cancelled` says so.
        Raises BadInput as `Match.play` does.
        """
        waiting: deque[Future[tuple[Rows, Rows, float]]] = deque()
        size, begun = FIRST_PIECE, games.count
        try:
            while games.count < until:
                while begun < until and len(waiting) < self.threads:
                    count = min(size, until - begun)
                    waiting.append(self._pool.submit(_piece, games.match, begun, count))
                    begun += count
                rows, seat_rows, seconds = waiting.popleft().result()
                games.add(rows, seat_rows)
                games.seconds += seconds
                size = max(1, min(4 * size, int(len(rows) * PIECE / max(seconds, 1e-6)), LARGEST_PIECE))
                if is_cancelled():
                    raise Cancelled
                yield games.count
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """Play no more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _name_of(match: Match) -> str:
    """Return a name that all matches have that play the same games."""
    names = [strategy.name for strategy in match.strategies]
    return repr((match.knobs.as_json(), match.seed, names, match.parameters))


def _piece(match: Match, first: int, count: int) -> tuple[Rows, Rows, float]:
    begun = time.perf_counter()
    rows, seat_rows = run_interruptibly(match.play, first, count)
    return rows, seat_rows, time.perf_counter() - begun
