"""The skill dial: makes a strategy miss its best move now and then, or move at random.

It works for any strategy: the move that it misses is taken out of its list of legal moves, and the strategy
is asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from simkit.compile.kernel import separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.compile.records import by_name, scratch
from simkit.engine.base.chance import below, coin, uniform
from simkit.engine.base.rows import Record
from simkit.engine.contract.player import ERRING, NOISE, OVERLOOKS
from simkit.engine.contract.strategy import Parameter, Strategy, bind_choice
from simkit.errors import BadInput

DIALS = (
    Parameter(
        OVERLOOKS,
        0.0,
        0.0,
        1.0,
        "the chance that a decision misses the best move; half as often the second best too, and so on",
    ),
    Parameter(
        NOISE,
        0.0,
        0.0,
        1.0,
        "the chance that a decision is a legal move evenly at random",
        "the share of random moves",
    ),
)
"""The parameters that the skill dial adds to a strategy."""

_ask: Any = BOUND_LATER  # calls the strategy with the first moves of a room
_layout: Any = BOUND_LATER  # the layout of its parameters, the dials among them
_left: Any = BOUND_LATER  # the layout of the moves that are left


def _overlook(
    table: Record, seat: Record, rules: Record, room: Record, count: int, parameters: Record, chance: Record
) -> Any:
    """Return the strategy's choice without its best move, and perhaps without its second best and so on.

    At least one move is left.  A strategy that returns none of them, because it relied on a move that it no
    longer sees, makes any of them.
    """
    missed = _ask(table, seat, rules, room, count, parameters, chance)
    if count == 1 or missed < 0 or missed >= count:
        return missed
    left, moves = scratch(_left), room.moves
    for i in range(count):
        left.room.moves[i] = moves[i]
        left.places[i] = i
    while True:
        count -= 1
        for i in range(missed, count):
            left.room.moves[i] = left.room.moves[i + 1]
            left.places[i] = left.places[i + 1]
        if count == 1:
            return left.places[0]
        misses_another = coin(chance)
        missed = _ask(table, seat, rules, left.room, count, parameters, chance)
        if missed < 0 or missed >= count:
            missed = below(chance, count)
        if not misses_another:
            return left.places[missed]


def _err(
    table: Record, seat: Record, rules: Record, room: Record, count: int, parameters: Record, chance: Record
) -> Any:
    """Choose as the strategy does, except in the decisions in which it errs.

    Random numbers are drawn only where both results are possible, so a dial at 0 changes nothing, and noise
    at 1 is uniform to the last bit.
    """
    own = by_name(parameters, _layout)
    if own.noise >= 1.0 or (own.noise > 0.0 and uniform(chance) < own.noise):
        return below(chance, count)
    if own.overlooks >= 1.0 or (own.overlooks > 0.0 and uniform(chance) < own.overlooks):
        return _overlook(table, seat, rules, room, count, parameters, chance)
    return _ask(table, seat, rules, room, count, parameters, chance)


@cache
def bind_erring(
    function: Callable[..., int], layout: np.dtype[np.void], room: np.dtype[np.void], checked: bool = False
) -> FunctionType:
    """Return `_err` with a strategy's function bound, for the moves of one game."""
    places = ("places", np.int32, room["moves"].shape)
    left = np.dtype((np.record, [("room", room), places]), align=True)
    ask = separate_kernel(bind_choice(function, layout, room, checked=True))
    bound: FunctionType = bind(_err, _overlook, _ask=ask, _layout=layout, _left=left)
    bound.__name__ = f"{function.__name__}_erring"
    return bound


@dataclass(frozen=True)
class ErringStrategy(Strategy):
    """A strategy with the skill dial: the parameters of `DIALS` besides its own.  Made by `erring`."""

    bound_by = staticmethod(bind_erring)

    def choose(
        self,
        table: Record,
        seat: Record,
        rules: Record,
        room: Record,
        count: int,
        parameters: Record,
        chance: Record,
    ) -> int:
        """Choose in plain Python, with the arguments of the compiled function."""
        choose = bind_erring(self.function, self.layout, room.dtype)
        return int(choose(table, seat, rules, room, count, parameters, chance))


def erring(strategy: Strategy) -> Strategy:
    """Return a strategy with the skill dial, which adds the parameters `overlooks` and `noise`.

    Raises
    ------
    BadInput
        If it has a parameter of its own of such a name, or is made of another strategy.
    """
    if type(strategy) is not Strategy:
        raise BadInput(f"'{strategy.name}' can't err: only a strategy can that is made of no other one")
    names = {parameter.name for parameter in strategy.parameters}
    for dial in DIALS:
        if dial.name in names:
            raise BadInput(
                f"strategy '{strategy.name}' has a parameter of its own called '{dial.name}', like one "
                "that makes any strategy err; rename it"
            )
    return ErringStrategy(
        ERRING + strategy.name,
        strategy.game,
        strategy.skill,
        (*strategy.parameters, *DIALS),
        strategy.function,
        strategy.idea,
    )
