"""A game with its rules and players, and everything that compiled code needs to play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations
from random import Random
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from simkit.engine.base.columns import Column
from simkit.engine.base.rows import Record, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.strategy import PARAMETERS, Strategy
from simkit.engine.lookahead.memory import THINKER, LookaheadMemory, new_memory
from simkit.errors import BadInput


@dataclass(frozen=True)
class Seating:
    """A game, its rules and its players.

    Attributes
    ----------
    rules : record
        The rules record, made from the knobs.

    Raises
    ------
    BadInput
        If there are more or fewer strategies than seats.
    """

    game: Game
    knobs: Knobs
    strategies: tuple[Strategy, ...]
    """One per player; the games go through all arrangements of the players in turn."""

    parameters: tuple[Mapping[str, float], ...] = ()
    """Each player's parameters by name; missing ones keep their defaults."""

    seed: int = 0
    """0 <= seed < 2**32."""

    rules: Record = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        expected = self.game.seats_under(self.knobs)
        if len(self.strategies) != expected:
            raise BadInput(
                f"{self.game.title} needs as many strategies as players: {expected} under these rules, found "
                f"{len(self.strategies)}"
            )
        if self.thinks and self.game.hides_without_dealing:
            raise BadInput(
                f"{self.game.title} hides something but declares no `conceal` to deal it anew: a thinking "
                "player would see what is hidden"
            )
        if not isinstance(self.parameters, (tuple, list)) or not all(
            isinstance(values, Mapping) for values in self.parameters
        ):
            raise BadInput(
                "parameters are a tuple with a mapping for each player, such as ({'n': 25}, {}), found "
                f"{self.parameters!r}"
            )
        if self.parameters and len(self.parameters) != expected:
            raise BadInput(f"parameters are given for {len(self.parameters)} of {expected} players")
        if not self.parameters:
            object.__setattr__(self, "parameters", tuple({} for _ in self.strategies))
        object.__setattr__(self, "rules", self.game.rules_under(self.knobs))

    def under(self, knobs: Knobs) -> Self:
        """Return the same players in the same game, under other rules with as many seats."""
        if self.game.seats_under(knobs) != len(self.strategies):
            return replace(self, knobs=knobs)  # complains
        seating = copy(self)  # with what is worked out for the players
        object.__setattr__(seating, "knobs", knobs)
        object.__setattr__(seating, "rules", self.game.rules_under(knobs))
        return seating

    @property
    def seat_columns(self) -> Sequence[Column]:
        """The seats' outcome columns; none with a single player, whose outcome is the game's."""
        return self.game.seat_columns if len(self.strategies) > 1 else ()

    @cached_property
    def lineups(self) -> npt.NDArray[np.int64]:
        """The player at each seat in every arrangement (see `lineups`)."""
        players = zip(self.strategies, self.parameters, strict=True)
        distinct = tuple((s.name, id(s.function), tuple(sorted(p.items()))) for s, p in players)
        return lineups(len(self.strategies), distinct)

    def player_at(self, game_number: int, seat: int) -> int:
        """Return the player at `seat` in a game."""
        return int(self.lineups[game_number % len(self.lineups), seat])

    def strategy_at(self, game_number: int, seat: int) -> Strategy:
        """Return the strategy that plays at `seat` in a game."""
        return self.strategies[self.player_at(game_number, seat)]

    @property
    def thinks(self) -> bool:
        """Whether any player thinks."""
        return any(strategy.look_ahead for strategy in self.strategies)

    @property
    def restricts(self) -> bool:
        """Whether any player that thinks does without kinds of moves."""
        return any(player.look_ahead and player.left_out is not None for player in self.strategies)

    @cached_property
    def choosers(self) -> tuple[Any, ...]:
        """The compiled strategies, one for each of the game's seats at most.

        If any player thinks, they are followed by as many again, which each imagines the others to play,
        and by as many that finish each player's play-outs.
        """
        return tuple(chooser for strategies in self._sorts for chooser in self._compiled(strategies))

    @cached_property
    def functions(self) -> npt.NDArray[np.int64]:
        """For each player the first of `choosers` that is the same compiled function as the player's."""
        choosers = self.choosers[: len(self.strategies)]
        return np.array([self.choosers.index(chooser) for chooser in choosers], dtype=np.int64)

    @cached_property
    def has_plug_ins(self) -> bool:
        """Whether the game or any strategy is not simkit's own."""
        return not (self.game.is_shipped and all(strategy.is_shipped for strategy in self.strategies))

    def _compiled(self, strategies: Sequence[Strategy]) -> list[Any]:
        compiled = [strategy.compile(self.game) for strategy in strategies]
        return compiled + [compiled[0]] * (self.game.max_seats - len(compiled))

    @property
    def _sorts(self) -> list[Sequence[Strategy]]:
        """The strategies of the players, and, if any thinks, those in their play-outs."""
        if not self.thinks:
            return [self.strategies]
        imagined = [player.imagined or player for player in self.strategies]
        return [self.strategies, imagined, [player.finish for player in self.strategies]]

    @cached_property
    def parameter_rows(self) -> Any:
        """Each player's parameters, one row for each of `choosers`."""
        most = self.game.max_seats
        sorts = self._sorts
        rows = np.recarray(len(sorts) * most, PARAMETERS)
        rows.values[:] = 0
        for i, (strategy, chosen) in enumerate(zip(self.strategies, self.parameters, strict=True)):
            rows.values[i] = strategy.parameter_row(chosen)
            own = strategy.without_look_ahead
            for sort, others in enumerate(sorts[1:], start=1):
                other = others[i]
                is_base = other.function is own.function and other.name in own.name
                rows.values[sort * most + i] = rows.values[i] if is_base else other.parameter_row({})
        return rows

    def new_memory(self) -> LookaheadMemory | None:
        """Return memory for look-ahead, without room to keep thoughts in; None if no player thinks."""
        if not self.thinks:
            return None
        thinkers = zeros(self.game.max_seats, THINKER)
        for i, (strategy, chosen) in enumerate(zip(self.strategies, self.parameters, strict=True)):
            thinkers[i] = strategy.thinker_row(chosen)
        return new_memory(self.game, thinkers, len(self.strategies))


MOST_IN_ALL_ORDERS = 8
"""The most players that sit in all orders in turn: eight have 40,320 orders."""

RANDOM_ORDERS = 1000
"""How many random orders of more players there are, each once for every seat at which it can begin."""


def _some_orders(players: int) -> npt.NDArray[np.int64]:
    """Return random orders of the players, each begun at every seat."""
    random = Random(players)
    around = np.arange(players)
    orders = [sorted(range(players), key=lambda _: random.random()) for _ in range(RANDOM_ORDERS)]
    return np.concatenate([np.array(order)[(around + around[:, None]) % players] for order in orders])


def lineups(players: int, distinct: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    """Return the ways to seat the players: all of them, if the players are `MOST_IN_ALL_ORDERS` at most.

    All orders of more players would be too many.  They sit in random orders, always the same ones, each of
    them with everybody at every seat once: all move on by one seat from game to game.

    `distinct`: what distinguishes a player from others (strategy and parameters), one entry per player.

    Row r holds the player at each seat.  Game g uses row ``g % arrangements``.  With all orders, the rows
    come in rounds; each round has every arrangement once, where players with equal `distinct` count as the
    same.
    """
    if players > MOST_IN_ALL_ORDERS:
        return _some_orders(players)
    same: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for order in permutations(range(players)):
        same.setdefault(tuple(distinct[player] for player in order), []).append(order)
    # Equal players change seats too, or a seat's advantage would appear in one player's win rate.
    orders = [order for once_each in zip(*same.values(), strict=True) for order in once_each]
    return np.array(orders, dtype=np.int64)
