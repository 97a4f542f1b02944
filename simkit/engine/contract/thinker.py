"""Thinking players: strategies that try each move by play-outs before they choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.base.rows import Record
from simkit.engine.contract import player
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import METHODS, TREE, USUAL_METHOD, name_of_thinker
from simkit.engine.contract.strategy import Parameter, Strategy
from simkit.errors import BadInput, unknown

PLAYOUTS = Parameter(*player.PLAYOUTS, label="the number of play-outs", said="with {} play-outs per decision")
SURE = Parameter(*player.SURE, label="the lead that a move needs")
NUMBERS = (PLAYOUTS, SURE)
"""The parameters of look-ahead; the base strategy's own parameters come in addition."""

ThinkerRow = tuple[int, float, bool, bool, bool]
"""How a player thinks, as a row of `memory.THINKER`."""


@dataclass(frozen=True, kw_only=True)
class ThinkingStrategy(Strategy):
    """A strategy with look-ahead, made by `thinking`."""

    base: Strategy
    """Plays where nothing better is found, and for its own seat in every play-out."""

    opponents: Strategy
    """What it imagines the other seats to play, in play-outs."""

    method: str = USUAL_METHOD
    """One of `METHODS`."""

    knows_others: bool = False
    """Whether `opponents` was given: then the others play it in the tree, too."""

    finish: Strategy | None = None
    """What all seats play in a play-out after its first moves; without it, what they played until then."""

    def parameter_row(self, chosen: Mapping[str, float]) -> npt.NDArray[np.float64]:
        """Return the parameters of the base; those of look-ahead are checked and left out."""
        known = [parameter.name for parameter in self.parameters]
        for name in chosen:
            if name not in known:
                raise BadInput(unknown(f"parameter of strategy '{self.name}'", name, known))
        numbers = {parameter.name for parameter in NUMBERS}
        check = replace(self, parameters=self.numbers)
        Strategy.parameter_row(check, {k: v for k, v in chosen.items() if k in numbers})
        own = {name: value for name, value in chosen.items() if name not in numbers}
        return self.base.parameter_row(own)

    @property
    def numbers(self) -> tuple[Parameter, ...]:
        """The parameters of look-ahead, with this player's own defaults."""
        return self.parameters[: len(NUMBERS)]

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the base, of the opponents and of what finishes play-outs."""
        return tuple(s.function.__module__ for s in (self.base, self.opponents, self.finish or self.base))

    @property
    def layout(self) -> np.dtype[np.void]:
        """The layout of the base's parameters."""
        return self.base.layout

    def bound_for(self, game: Game) -> FunctionType:
        """Return the function of the base, which chooses first."""
        return self.base.bound_for(game)

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
        """Choose as the base does, in plain Python."""
        return self.base.choose(table, seat, rules, room, count, parameters, chance)

    def row(self, chosen: Mapping[str, float]) -> ThinkerRow:
        """Return how it thinks, as a row of `memory.THINKER`."""
        playouts, sure = (chosen.get(p.name, p.default) for p in self.numbers)
        return int(playouts), float(sure), self.method == TREE, not self.knows_others, self.finish is not None


def thinking(
    base: Strategy,
    opponents: Strategy | None = None,
    method: str = USUAL_METHOD,
    finish: Strategy | None = None,
) -> ThinkingStrategy:
    """Return a strategy with look-ahead; its parameter `playouts` is the number of play-outs per decision.

    Parameters
    ----------
    base : Strategy
        Chooses first; only a move that is surely better takes the place of its choice.
    opponents : Strategy, optional
        What it imagines the others to play; by default the base, and a tree then holds their decisions, too.
    method : str
        One of `METHODS`.
    finish : Strategy, optional
        A faster strategy that finishes each play-out, for all seats, after its first moves.

    Raises
    ------
    BadInput
        If one of them thinks itself, a parameter's name is taken, or there is no such method.
    """
    if method not in METHODS:
        raise BadInput(unknown("method", method, METHODS))
    for strategy in (base, opponents, finish):
        if isinstance(strategy, ThinkingStrategy):
            raise BadInput(f"'{strategy.name}' thinks already: allowed is a strategy that doesn't")
    taken = [p.name for p in base.parameters if p.name in {number.name for number in NUMBERS}]
    if taken:
        raise BadInput(f"strategy '{base.name}' has a parameter '{taken[0]}', which is look-ahead's")
    others = opponents or base
    return ThinkingStrategy(
        name=name_of_thinker(
            base.name, opponents.name if opponents else None, method, finish.name if finish else None
        ),
        game=base.game,
        skill="look-ahead",
        parameters=(*NUMBERS, *base.parameters),
        function=base.function,
        idea=f"Tries each move by play-outs of {base.name} before it chooses.",
        base=base,
        opponents=others,
        method=method,
        knows_others=opponents is not None,
        finish=finish,
    )


def called(own: ThinkingStrategy, name: str, playouts: int) -> ThinkingStrategy:
    """Return a thinking player with a name of its own and that many play-outs unless others are set."""
    parameters = (replace(PLAYOUTS, default=playouts), *own.parameters[1:])
    idea = f"{own.base.name} that looks ahead with {playouts:,} play-outs per decision."
    return replace(own, name=name, parameters=parameters, idea=idea)


def base_of(strategy: Strategy) -> Strategy:
    """Return a player without look-ahead; itself, if it does not think."""
    return strategy.base if isinstance(strategy, ThinkingStrategy) else strategy


def opponents_of(strategy: Strategy) -> Strategy:
    """Return the strategy that a player imagines the others to play; itself, if it does not think."""
    return strategy.opponents if isinstance(strategy, ThinkingStrategy) else strategy


def finish_of(strategy: Strategy) -> Strategy:
    """Return the strategy that finishes a player's play-outs; without one of its own, its base."""
    if not isinstance(strategy, ThinkingStrategy):
        return strategy
    return strategy.finish or strategy.base


def row_of(strategy: Strategy, chosen: Mapping[str, Any]) -> ThinkerRow:
    """Return how a player thinks, as a row of `memory.THINKER`; with no play-outs if it does not think."""
    return strategy.row(chosen) if isinstance(strategy, ThinkingStrategy) else (0, 0.0, False, False, False)
