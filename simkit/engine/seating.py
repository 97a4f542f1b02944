"""Who plays which game under which rules, and what compiled code needs of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.columns import Column
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.engine.lineups import lineups
from simkit.engine.parameters import PARAMETERS
from simkit.engine.rows import Record
from simkit.engine.strategy import Strategy
from simkit.errors import Complaint


@dataclass(frozen=True)
class Seating:
    """A game, its rules, and who plays.

    Parameters
    ----------
    game : Game
        The game.
    knobs : Knobs
        Its rules.
    strategies : tuple of Strategy
        One per player; all seatings of the players are rotated through.
    parameters : tuple of mapping
        Each player's parameters by name; missing ones keep their defaults.
    seed : int
        0 <= seed < 2**32.

    Attributes
    ----------
    rules : record
        The rules record, made of the knobs.

    Raises
    ------
    Complaint
        If there are more or fewer strategies than seats.
    """

    game: Game
    knobs: Knobs
    strategies: tuple[Strategy, ...]
    parameters: tuple[Mapping[str, float], ...] = ()
    seed: int = 0
    rules: Record = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        expected = self.game.seats_under(self.knobs)
        if len(self.strategies) != expected:
            raise Complaint(
                f"{self.game.title} is played by {expected} here, found {len(self.strategies)} strategies"
            )
        if not self.parameters:
            object.__setattr__(self, "parameters", tuple({} for _ in self.strategies))
        object.__setattr__(self, "rules", self.game.rules_under(self.knobs))

    @property
    def seat_columns(self) -> Sequence[Column]:
        """The seats' outcome columns; none where a single player plays, whose outcome is the game's."""
        return self.game.seat_columns if len(self.strategies) > 1 else ()

    @cached_property
    def lineups(self) -> npt.NDArray[np.int64]:
        """Which player sits at which seat, in every arrangement (see `lineups`)."""
        players = zip(self.strategies, self.parameters, strict=True)
        distinct = tuple((s.name, id(s.function), tuple(sorted(p.items()))) for s, p in players)
        return lineups(len(self.strategies), distinct)

    def player_at(self, game_number: int, seat: int) -> int:
        """Return the player at `seat` in a game."""
        return int(self.lineups[game_number % len(self.lineups), seat])

    def strategy_at(self, game_number: int, seat: int) -> Strategy:
        """Return the strategy that plays at `seat` in a game."""
        return self.strategies[self.player_at(game_number, seat)]

    @cached_property
    def choosers(self) -> tuple[Any, ...]:
        """The compiled strategies, as many as the game has seats at most."""
        compiled = [strategy.compile(self.game) for strategy in self.strategies]
        return tuple(compiled + [compiled[0]] * (self.game.max_seats - len(compiled)))

    @cached_property
    def parameter_rows(self) -> Any:
        """Each player's parameters, as many rows as the game has seats at most."""
        rows = np.recarray(self.game.max_seats, PARAMETERS)
        rows.values[:] = 0
        for i, (strategy, chosen) in enumerate(zip(self.strategies, self.parameters, strict=True)):
            rows.values[i] = strategy.parameter_row(chosen)
        return rows
