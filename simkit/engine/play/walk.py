"""Plays one game step by step, for replays, rehearsals and tests.

It is the same game that the play loop plays under that number.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from simkit.engine.base.chance import CHANCE, GAME_STREAM, SEATS_STREAM, open_stream
from simkit.engine.base.cursor import new_cursor
from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import Record, Rows, zeros
from simkit.engine.contract.person import is_played_by_person
from simkit.engine.contract.strategy import Strategy
from simkit.engine.lookahead.memory import THOUGHT
from simkit.engine.play.at_work import at_work
from simkit.engine.play.blame import (
    meddled,
    no_count,
    no_such_choice,
    no_such_count,
    no_such_seat,
    not_compiled,
    rules_failed,
    strategy_failed,
    too_many_moves,
)
from simkit.engine.play.compiled import compiled
from simkit.engine.play.loop import forget
from simkit.engine.play.seating import Seating
from simkit.errors import BadInput
from simkit.language import NOBODY


@dataclass(frozen=True)
class Step:
    """One move of a game that is walked through."""

    state: Record
    """A copy of the state after the move (after the set-up in the first step)."""
    events: Rows
    """The events of the move. Record array of `event_layout`."""
    untold: int
    """The number of events that were lost because the log was full."""
    move: Record | None
    """The move made; None in the first step."""
    moves: Rows
    """The legal moves; empty in the first step. Record array of the game's moves, shape (legal moves,)."""
    seat: int
    """The seat that chose, or NOBODY if there was only one legal move."""
    thoughts: Rows = field(default_factory=lambda: zeros(0, THOUGHT))
    """What a thinking player found out about each of `moves`; empty for other players. Record
    array of THOUGHT."""


def walk(
    seating: Seating,
    number: int,
    *,
    plain: bool = False,
    thoughts: Rows | None = None,
    instead: Mapping[int, int] | None = None,
) -> Iterator[Step]:
    """Play one game move by move.

    * `plain`: whether to play in plain Python, without compiling anything.
    * `thoughts` (record array of THOUGHT, optional): what thinking players found out when the game was played
      (`Match.think`); they make the moves chosen there.  Without it their base strategies choose.
    * `instead`: by the number of a move, from 1, the index of the legal move that is made in place of the
      player's.

    Raises StrategyFailure if a strategy raises, returns an index out of range, or changes what it may only
    read.
    Raises BadInput if the rules of a plug-in raise, or can't be compiled.
    """
    game = GameInProgress(seating, number, plain)
    found: Any = zeros(0, THOUGHT) if thoughts is None else thoughts
    other = instead or {}
    with at_work(seating, game.cursor, in_plain_python=plain):  # only while a step is being made
        step = game.begin()
    yield step
    while not game.state.over:
        with at_work(seating, game.cursor, in_plain_python=plain):
            step = _next_step(game, found, other)
        yield step


def _next_step(game: GameInProgress, found: Any, instead: Mapping[int, int]) -> Step:
    """Make the next move: what a player chooses, has thought of, or what is made in its place."""
    count = game.list_moves()
    given = instead.get(int(game.cursor.moves) + 1)
    is_by_person = count > 1 and is_played_by_person(game.strategy)
    if is_by_person and given is None:
        raise BadInput(
            f"a person ('{game.strategy.name}') chose at move {game.cursor.moves + 1} of game {game.number}; "
            "nobody knows what they would choose here"
        )
    choice = 0 if count == 1 or is_by_person else game.choose(count)
    thoughts = found[found.moves == game.cursor.moves]
    if len(thoughts):
        choice = int(thoughts.is_chosen.argmax())
    choice = choice if given is None else given
    if choice >= count:
        raise no_such_choice(game.seating, game.number, game.seat, choice, count)
    return game.make(choice, count, thoughts)


class GameInProgress:
    """One game in progress, with the records that the play loop keeps.

    Parameters
    ----------
    seating, number, plain
        As `walk` takes them.

    Attributes
    ----------
    state : record
        The state of the game.
    seat : int
        The seat that acts, once `list_moves` was called.
    cursor : record of CURSOR
        Counts the moves made (`cursor.moves`).
    """

    def __init__(self, seating: Seating, number: int, plain: bool) -> None:
        self.seating, self.number = seating, number
        game, seats = seating.game, len(seating.strategies)
        functions = (game.setup, game.options, game.apply) if plain else _compiled_rules(seating)
        self.setup, self.options, self.apply = (_blaming(seating, number, f, plain) for f in functions)
        self.choosers = tuple(s.chooser(game) for s in seating.strategies) if plain else seating.choosers
        self.states, self.log = game.new_states(1), zeros(1, log_layout(game.event))[0]
        self.state = self.states[0]
        self.room = zeros(1, game.room)[0]
        self.chances = zeros(seats, CHANCE)
        open_stream(self.state.chance, seating.seed, number, GAME_STREAM)
        for seat in range(seats):
            open_stream(self.chances[seat], seating.seed, number, SEATS_STREAM + seat)
        self.cursor = new_cursor()
        self.cursor.game = number
        self.seat = NOBODY
        self.listed = 0  # the most moves listed since they were last forgotten

    @property
    def strategy(self) -> Strategy:
        """The strategy of the seat that acts."""
        return self.seating.strategy_at(self.number, self.seat)

    def begin(self) -> Step:
        """Set the game up."""
        self.setup(self.state, self.seating.rules, self.log)
        self.seat = int(self.state.seat)
        return self._step(None, self.room.moves[:0].copy(), NOBODY)

    def list_moves(self) -> int:
        """List the legal moves of the seat to act in `room`; return how many there are."""
        self.seat = self._pass_to_seat(self.seat)
        return self._count_options()

    def legal(self, count: int) -> Rows:
        """Return a copy of the moves listed."""
        listed: Rows = self.room.moves[:count].copy()
        return listed

    def make(self, choice: int, count: int, thoughts: Rows | None = None) -> Step:
        """Make one of the moves listed."""
        legal = self.legal(count)
        seat = self.seat if count > 1 else NOBODY
        self.log.count, self.log.dropped = 0, 0
        self.apply(self.state, self.seating.rules, self.room.moves[choice], self.log)
        self.cursor.moves += 1
        if self.cursor.moves >= self.seating.knobs.decision_cap and not self.state.over:
            self.state.capped = True
            self.state.over = True
        return self._step(legal[choice], legal, seat, thoughts)

    def _pass_to_seat(self, last_seat: int) -> int:
        """Return the seat to act; if the turn has passed, clear moves that only the previous seat may see."""
        seat = int(self.state.seat)
        if not 0 <= seat < len(self.seating.strategies):
            raise no_such_seat(self.seating, self.number, seat)
        if seat != last_seat and self.seating.game.hides_something:
            forget(self.room.moves, self.listed, self.room.blank)
            self.listed = 0
        return seat

    def _count_options(self) -> int:
        try:
            count = self.options(self.state, self.seating.rules, self.room.moves)
        except (IndexError, BadInput) as error:
            raise too_many_moves(self.seating, self.number, self.state) or error from None
        if not isinstance(count, (int, np.integer)):
            raise no_count(self.seating, self.number, count)
        count = int(count)
        if not 0 < count <= len(self.room.moves):
            raise no_such_count(self.seating, self.number, count)
        self.listed = max(self.listed, count)
        return count

    def choose(self, count: int) -> int:
        """Return the choice of the seat to act; its strategy must have changed nothing but its own chance."""
        state, room, rules, number = self.state, self.room, self.seating.rules, self.number
        seat = int(state.seat)
        player = self.seating.player_at(number, seat)
        parameters = self.seating.parameter_rows[player]
        before = _snapshot(state, room, rules, parameters)
        self.cursor.seat = seat
        try:
            choice = self.choosers[player](
                state.table, state.seats[seat], rules, room, count, parameters, self.chances[seat]
            )
        except (Exception, SystemExit) as error:
            raise strategy_failed(self.seating, number, seat, error) from None
        self.cursor.seat = NOBODY
        done = _what_was_done(before, _snapshot(state, room, rules, parameters))
        if done:
            raise meddled(self.seating, number, seat, done)
        if not 0 <= choice < count:
            raise no_such_choice(self.seating, number, seat, int(choice), count)
        return int(choice)

    def _step(self, move: Record | None, legal: Rows, seat: int, thoughts: Rows | None = None) -> Step:
        events = self.log.events[: self.log.count].copy()
        found = zeros(0, THOUGHT) if thoughts is None else thoughts
        return Step(self.states.copy()[0], events, int(self.log.dropped), move, legal, seat, found)


def _compiled_rules(seating: Seating) -> tuple[Any, Any, Any]:
    try:
        return compiled(seating.game).rules
    except Exception as error:
        raise not_compiled(seating, error) from error


def _blaming(seating: Seating, number: int, function: Callable[..., Any], plain: bool) -> Callable[..., Any]:
    """Return a function of the rules whose exceptions are complaints."""

    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            again = None if plain else partial(walk, seating, plain=True)
            raise rules_failed(seating, number, error, again) from error

    return call


def _snapshot(state: Record, room: Record, rules: Record, parameters: Record) -> dict[str, Any]:
    """Return everything that a strategy must not change, by the words for changing it."""
    numpys = np.random.get_state(legacy=False)["state"]
    found = {
        "changed the table, which is the game's": state.tobytes(),
        "changed the moves, which are the game's": room.tobytes(),
        "changed the rules, which belong to all": rules.tobytes(),
        "changed its parameters, which are the experiment's": parameters.tobytes(),
        "drew from Python's random, not from chance": random.getstate(),
        "drew from NumPy's random, not from chance": (numpys["key"].tobytes(), numpys["pos"]),
    }
    if "numba" in sys.modules:  # else nothing compiled is called, and plain Python is not to load it
        from simkit.compile.numbas import random_state

        found["drew from compiled random numbers, not from chance"] = random_state()
    return found


def _what_was_done(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """Return the words for the first thing that changed, or None."""
    return next((words for words, was in before.items() if after[words] != was), None)
