"""Values the legal moves of one position by play-outs, and asks a player that looks ahead for its choice.

Both see only what the seat to act sees: everything else is dealt anew before each play-out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.compile.kernel import separate_kernel
from simkit.compile.made import bind
from simkit.engine.base.cursor import new_cursor
from simkit.engine.base.rows import Record, Rows, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.strategy import Strategy
from simkit.engine.lookahead.memory import LookaheadMemory
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.search import at_hand, valuing
from simkit.search.valued import NO_CHOICES, thinking_in, valuer_of
from simkit.search.valuing import VALUED_PLAYER, Positions, Valued, position_layout

SERIES = 8
"""Series of play-outs, whose averages say how certain their mean is."""

MOST_PLAYOUTS = 16_384
"""The most play-outs of all moves of a position together."""

FEWEST = 2
"""Play-outs of each move in a series, at least."""

VALUING = "value_at_hand"
"""The name of the loop that values a position, in the folder of compiled code."""


@dataclass(frozen=True)
class Values:
    """What each legal move of a position is worth."""

    goals: npt.NDArray[np.float64]
    """Each goal on average, better if more; shape (series, moves, goals).  Series share no play-out."""

    own: int
    """The index of what the player that makes the play-outs chooses by itself."""

    playouts: int
    """Of each move, in all series together."""

    @property
    def means(self) -> npt.NDArray[np.float64]:
        """Each move's first goal, on average."""
        return np.asarray(self.goals[:, :, 0].mean(axis=0))

    def lead(self, move: int, other: int, goal: int = 0) -> tuple[float, float]:
        """Return by how much a move's goal is more than another's, and the standard error of that."""
        differences = self.goals[:, move, goal] - self.goals[:, other, goal]
        return float(differences.mean()), float(differences.std(ddof=1) / sqrt(len(differences)))

    @property
    def best(self) -> int:
        """The move to make: the player's own choice, unless another is surely better."""
        best = int(np.argmax(self.means))
        lead, error = self.lead(best, self.own)
        return best if lead > 2 * error and lead > 0 else self.own


class _AtHand(Match):
    """A match that begins in a position; the player at each seat is the one of its number."""

    _from: Record

    @property
    def lineups(self) -> npt.NDArray[np.int64]:
        """Return one arrangement: every player at the seat of its number."""
        return np.arange(len(self.strategies), dtype=np.int64)[np.newaxis, :]

    def run_from(self, state: Record, number: int, memory: LookaheadMemory) -> None:
        """Play on from a position until the loop ends; `number` decides the chance of play-outs."""
        object.__setattr__(self, "_from", state)
        self._run(range(number, number + 1), new_cursor(), memory=memory)

    def _set_chance(self, states: Rows, chances: Rows, memory: LookaheadMemory | None) -> None:
        states[1] = self._from


class _Valuing(_AtHand):
    """Values all moves of a position."""

    def _loop(self, *, logged: bool) -> Any:
        return _valuing_loop(self.game.in_the_box)

    def value(self, state: Record, number: int, playouts_of_move: int) -> Record:
        """Return the valued position."""
        memory = self.new_memory()
        assert memory is not None
        players = zeros(len(memory.thinkers), VALUED_PLAYER)
        players.playouts = players.compared = playouts_of_move
        players.share, players.tried, players.bar = 1.0, self.game.max_moves, np.nan
        kept = Positions(zeros(1, position_layout(self.game.max_moves)), zeros(1, self.game.state))
        valued = Valued(kept, self.lineups, NO_CHOICES, number)
        self.run_from(state, number, memory._replace(kept=valued, thinkers=players))
        return kept.rows[0]


class ThinkerAtHand(_AtHand):
    """A seat's player that looks ahead, asked for one choice after another in the course of a game.

    What it saves of its play-outs in one decision it has in the next.
    """

    _memory: LookaheadMemory

    def _loop(self, *, logged: bool) -> Any:
        return _thinking_loop(self.game.in_the_box, self.restricts)

    def choose(self, state: Record, number: int) -> int:
        """Return the index of the move that the player at the seat to act makes."""
        if not hasattr(self, "_memory"):
            object.__setattr__(self, "_memory", self.new_memory())
        memory = self._memory
        memory.tally.thoughts = 0
        self.run_from(state, number, memory)
        return int(memory.candidates[0].playouts)


def value_moves(
    game: Game,
    knobs: Knobs,
    players: Sequence[tuple[Strategy, Mapping[str, float]]],
    seed: int,
    state: Record,
    count: int,
) -> Values:
    """Return what the legal moves of a position are worth to the seat to act.

    * `players` (sequence of (Strategy, parameters)): who plays each seat in the play-outs; one that looks
      ahead, by its base.
    * `state` (record): the position; only what the seat to act can see has an influence.
    """
    each = max(FEWEST, min(32, MOST_PLAYOUTS // SERIES // count))
    strategies, numbers = zip(*players, strict=True)
    match = thinking_in(_Valuing, Match(game, knobs, strategies, numbers, seed), playouts=float(each))
    found = [match.value(state, series, each) for series in range(SERIES)]
    goals = np.array([row["values"][:count] for row in found])
    return Values(goals, int(found[0].chosen), each * SERIES)


def is_compiled(game: Game) -> bool:
    """Return True if what values positions of a game is compiled, on this machine or in this process."""
    return not compiled(game).is_loop_cold(_bound_loop(game.in_the_box))


@cache
def _valuing_loop(game: Game) -> Any:
    return compiled(game).compile_loop(_bound_loop(game))


@cache
def _bound_loop(game: Game) -> FunctionType:
    own = _begun(compiled(game).look_ahead[0])
    return compiled(game).bind_loop(VALUING, own, valuer_of(game), valuing.keep_nothing)


@cache
def _thinking_loop(game: Game, restricts: bool) -> Any:
    functions, think = compiled(game).thinking(restricts=restricts)
    once = bind(at_hand.think_once, think=separate_kernel(think))
    own = {**_begun(functions), "forget_game": at_hand.forget_nothing}
    name = "think_restricted_at_hand" if restricts else "think_at_hand"
    return compiled(game).compile_loop(compiled(game).bind_loop(name, own, once, at_hand.keep_choice))


def _begun(functions: Mapping[str, Any]) -> dict[str, Any]:
    """Return a game's functions, with one that sets nothing up."""
    return {**functions, "setup": separate_kernel(bind(at_hand.leave_as_is))}
