"""Matches in which the decisions of some players are valued by play-outs, which they never act on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import bind
from simkit.engine.base.chance import CHANCE
from simkit.engine.base.rows import Rows, zeros
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import FLAT
from simkit.engine.contract.strategy import PARAMETERS, Strategy
from simkit.engine.lookahead import playouts
from simkit.engine.lookahead import thinking as look_ahead
from simkit.engine.lookahead.memory import LookaheadMemory, goals_of
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.search import valuing
from simkit.search.valuing import (
    VALUED_DECISION,
    VALUED_PLAYER,
    Decisions,
    Positions,
    Valued,
    position_layout,
)

M = TypeVar("M", bound=Match)

DECISIONS = 1 << 12
"""Room for valued decisions at first; it is doubled if they do not fit."""

POSITIONS = 1 << 8
"""Room for valued positions at first."""


NO_CHOICES: npt.NDArray[np.int64] = np.zeros((0, 0), np.int64)


def thinking_in(kind: type[M], match: Match, asked: Sequence[bool] | None = None, **numbers: float) -> M:
    """Return a match as another kind, in which some players, or all, think, with these numbers of look-ahead.

    Who looks ahead thinks as its base does; nobody is imagined, so that every seat's own player goes on.
    """
    players = [
        (thinking(strategy.without_look_ahead, None, FLAT), {**given, **numbers})
        if thinks
        else (strategy, given)
        for strategy, given, thinks in zip(
            match.strategies, match.parameters, asked or [True] * len(match.strategies), strict=True
        )
    ]
    strategies, parameters = zip(*players, strict=True)
    return kind(match.game, match.knobs, strategies, parameters, match.seed)


def choices_made(match: Match, numbers: range) -> npt.NDArray[np.int64]:
    """Return what the thinking players of a match choose in some games, by game and number of moves made.

    Where they make no choice it is -1; if nobody thinks, the array is empty.
    """
    if not match.thinks:
        return NO_CHOICES
    thoughts = [match.think(number) for number in numbers]
    chosen = [thought[thought["is_chosen"]] for thought in thoughts]
    most = max((int(rows["moves"].max(initial=0)) for rows in chosen), default=0)
    found = np.full((len(chosen), most + 1), -1)
    for row, choice in zip(found, chosen, strict=True):
        row[choice["moves"]] = choice["option"]
    return found


class DecisionsMatch(Match):
    """A match in which thinking players play as their bases do, or as given, and their decisions are valued.

    Every player that is to be valued looks ahead: its play-outs look for the best other move, and
    half as many pairs of fresh play-outs value it.
    """

    def _loop(self, *, logged: bool) -> Any:
        return _decisions_loop(self.game.in_the_box)

    def value(
        self, numbers: range, valued: Sequence[bool] = (), choices: npt.NDArray[np.int64] = NO_CHOICES
    ) -> Rows:
        """Play some games and return one row of VALUED_DECISION for each decision.

        * `valued`: for each player whether its decisions are valued; by default those of all thinking
          players.
        * `choices` (int64 array, shape (games, moves)): what thinking players choose in these games
          (`choices_made`); where it is -1, or there is none, they choose as their bases.
        """

        def prepare(memory: LookaheadMemory, room: int) -> LookaheadMemory:
            is_valued = np.array(valued or [True] * len(self.strategies), np.bool_)
            rows = zeros(room, VALUED_DECISION)
            found = Decisions(rows, is_valued)
            return memory._replace(kept=Valued(found, self.lineups, choices, numbers.start))

        memory = self._keep_all(numbers, DECISIONS, prepare)
        found: Rows = memory.kept.found.rows[: memory.tally.thoughts].copy()
        return found

    def compile(self, *, logged: bool = False) -> None:
        """Compile everything that `value` needs, or load it from the cache."""
        self.value(range(0))


@dataclass(frozen=True)
class Course:
    """How the positions of a game are valued where its course matters more than each move."""

    compared: int
    """The play-outs in which moves are tried that the player does not choose."""

    tried: int
    """The most of these moves."""

    bar: float
    """A seat stands well at the end with more of the first goal than this; nan if with the most of all."""


class PositionsMatch(Match):
    """A match whose thinking players play as their bases do, and all moves of some positions are valued."""

    def _loop(self, *, logged: bool) -> Any:
        return _positions_loop(self.game.in_the_box)

    def value(
        self,
        numbers: range,
        share: float,
        course: Course | None = None,
        choices: npt.NDArray[np.int64] = NO_CHOICES,
    ) -> Positions:
        """Play some games and return the positions that are drawn.

        * `share`: the share of decisions, drawn by chance, that are valued: each legal move by as many
          play-outs as the player has per decision.
        * `course`: how play-outs are saved where the course of a game matters more than each move.
        * `choices` (int64 array, shape (games, moves)): as for `DecisionsMatch.value`.
        """

        def prepare(memory: LookaheadMemory, room: int) -> LookaheadMemory:
            players = zeros(len(memory.thinkers), VALUED_PLAYER)
            players.playouts = memory.thinkers.playouts
            players.share = share
            players.compared = course.compared if course else players.playouts
            players.tried = course.tried if course else self.game.max_moves
            players.bar = course.bar if course else np.nan
            found = Positions(zeros(room, position_layout(self.game.max_moves)), zeros(room, self.game.state))
            kept = Valued(found, self.lineups, choices, numbers.start)
            return memory._replace(kept=kept, thinkers=players)

        memory = self._keep_all(numbers, POSITIONS, prepare)
        found = int(memory.tally.thoughts)
        return Positions(*(part[:found].copy() for part in memory.kept.found))

    def compile(self, *, logged: bool = False) -> None:
        """Compile everything that `value` needs, or load it from the cache."""
        self.value(range(0), 0.0)


def choices(
    strategy: Strategy, parameters: Mapping[str, float], match: Match, positions: Positions
) -> npt.NDArray[np.int64]:
    """Return the index of the move that a strategy chooses in each position of a match."""
    assert not strategy.look_ahead
    game = match.game
    row = zeros(1, PARAMETERS)[0]
    row.values[:] = strategy.parameter_row(parameters)
    chosen = np.zeros(len(positions.rows), dtype=np.int64)
    workspace = (zeros(1, game.state), zeros(1, game.room)[0], zeros(1, CHANCE)[0])
    ask = _asking(game.in_the_box)
    ask((strategy.compile(game),), (match.rules, row, match.seed), positions, workspace, chosen)
    return chosen


@cache
def _decisions_loop(game: Game) -> Any:
    functions, parts = _own_seats(game)
    think = bind(look_ahead.think, *look_ahead.PARTS, **parts)
    compare = bind(look_ahead.compare, deal=parts["deal"], try_move=parts["try_move"])
    value = bind(
        valuing.value_decision,
        valuing.gain_of,
        think=separate_kernel(think),
        compare=separate_kernel(compare),
    )
    own = compiled(game)
    return own.compile_loop(own.bind_loop("value_games", functions, value, valuing.keep_nothing))


@cache
def _positions_loop(game: Game) -> Any:
    own = compiled(game)
    value = valuer_of(game)
    return own.compile_loop(own.bind_loop("value_positions", own.look_ahead[0], value, valuing.keep_nothing))


def _own_seats(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a game's functions and those of play-outs, in which every seat is played by its own player."""
    functions, parts = compiled(game).look_ahead
    return functions, {**parts, "deal": separate_kernel(bind(valuing.deal_to_own, deal=parts["deal"]))}


def valuer_of(game: Game) -> Any:
    """Return `value_position` with a game's functions inside it."""
    parts, goals = _own_seats(game)[1], goals_of(game)
    del goals["are_yes_no"]
    return bind(
        valuing.value_position,
        valuing.note_standing,
        deal=parts["deal"],
        try_move=parts["try_move"],
        reach=separate_kernel(bind(playouts.reach, **goals)),
    )


@cache
def _asking(game: Game) -> Any:
    """Return `choose_anew` with a game's rules inside it."""
    bound = bind(valuing.choose_anew, list_options=kernel(game.options))
    return compile_entry(bound, checked=game.is_checked)
