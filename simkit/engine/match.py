"""A match: a game under given rules, with a strategy at every seat, ready to be played or walked through."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.at_work import at_work, at_work_on, new_cursor
from simkit.engine.chance import CHANCE, GAME_STREAM, SEATS_STREAM, open_stream
from simkit.engine.failure import Meddling, StrategyFailure
from simkit.engine.game import PARAMETERS, Column, Game, Record
from simkit.engine.kernel import is_shipped
from simkit.engine.knobs import Knobs
from simkit.engine.lineups import lineups
from simkit.engine.log import LOG
from simkit.engine.play import (
    MOVES_MADE,
    NO_SUCH_CHOICE,
    NO_SUCH_SEAT,
    NOBODY,
    PLAYED,
    forget,
)
from simkit.engine.rows import Rows, narrowed, zeros
from simkit.engine.strategy import Strategy
from simkit.engine.watch import luck_of_compiled_code, snapshot, what_was_done
from simkit.errors import Complaint, place_of, raised

LONGEST_SEARCH = 10.0
"""Seconds for which a line that fails is sought in plain Python, but that a decision once begun is made."""


@dataclass(frozen=True)
class Step:
    """One move of a game that is walked through.

    Parameters
    ----------
    state : record
        A copy of the state after the move (after the set-up in the first step).
    events : record array of EVENT
        What happened in it.
    untold : int
        Events for which the log had no room.
    move : record or None
        The move made; None in the first step.
    moves : record array of the game's moves, shape (legal moves,)
        What could have been chosen; empty in the first step.
    seat : int
        The seat that chose, or -1 if there was nothing to choose.
    """

    state: Record
    events: Rows
    untold: int
    move: Record | None
    moves: Rows
    seat: int


def _written(log: Record) -> tuple[Rows, int]:
    """Return a log's events, and how many it had no room for."""
    return log.events[: log.count].copy(), int(log.dropped)


@dataclass(frozen=True)
class Match:
    """A game, its rules, and who plays.

    Parameters
    ----------
    game : Game
        The game.
    knobs : Knobs
        Its rules.
    strategies : tuple of Strategy
        One a player; all seatings of the players are rotated through.
    parameters : tuple of mapping
        Each player's parameters by name; missing ones keep their defaults.
    seed : int
        0 <= seed < 2**32.

    Attributes
    ----------
    rules : record
        The rules record, made of the knobs.
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

    @cached_property
    def _choosers(self) -> tuple[Any, ...]:
        compiled = [strategy.compile(self.game) for strategy in self.strategies]
        return tuple(compiled + [compiled[0]] * (self.game.max_seats - len(compiled)))

    @cached_property
    def _parameter_rows(self) -> Any:
        rows = np.recarray(self.game.max_seats, PARAMETERS)
        rows.values[:] = 0
        for i, (strategy, chosen) in enumerate(zip(self.strategies, self.parameters, strict=True)):
            rows.values[i] = strategy.parameter_row(chosen)
        return rows

    def compile(self) -> None:
        """Compile everything that `play` needs, or find it compiled on disk."""
        self.play(0, 0)

    def play(self, first_game: int, count: int) -> tuple[Rows, Rows]:
        """Play games `first_game` to ``first_game + count - 1``.

        Returns
        -------
        rows : record array, shape (count,)
            The outcome columns, one row a game.
        seat_rows : record array, shape (count * seats,)
            The seats' outcome columns, game after game.

        Raises
        ------
        StrategyFailure
            If a strategy raises or returns an index out of range.
        Complaint
            If a plug-in's game can't be compiled, its rules raise, or a number doesn't fit its column.
        """
        choosers, parameters = self._choosers, self._parameter_rows  # whatever is wrong with them is theirs
        seats = len(self.strategies)
        rows = zeros(count, self.game.row)
        seat_rows = zeros(count * seats, self.game.seat_row)
        workspace = (
            zeros(2, self.game.state),
            zeros(1, self.game.room),
            zeros(seats, CHANCE),
        )
        cursor = new_cursor()
        luck = luck_of_compiled_code()
        try:
            with at_work(self, cursor):
                ending = self.game.play_loop(
                    choosers, parameters, self.lineups, self.rules,
                    self.seed, first_game, workspace, rows, seat_rows, cursor,
                )  # fmt: skip
        except (Exception, SystemExit) as error:
            raise self._what_failed(cursor, error) from None
        if ending != PLAYED:
            raise self._out_of_range(cursor, ending)
        if luck != luck_of_compiled_code():
            raise self._other_luck(first_game, count)
        if self.game.is_shipped:
            return rows, seat_rows
        return self._narrowed(rows, seat_rows, first_game)

    def _narrowed(self, rows: Rows, seat_rows: Rows, first_game: int) -> tuple[Rows, Rows]:
        seat_columns, seats = self.seat_columns, len(self.strategies)
        if not seat_columns:
            return narrowed(self.game.columns, rows, first_game), seat_rows
        return (
            narrowed(self.game.columns, rows, first_game),
            narrowed(seat_columns, seat_rows, first_game, seats),
        )

    def _out_of_range(self, cursor: npt.NDArray[np.int64], ending: int) -> Complaint:
        number, found, count = int(cursor[0]), int(cursor[2]), int(cursor[3])
        if ending == NO_SUCH_CHOICE:
            return self._failure(cursor, f"returned {found}, allowed 0 to {count - 1},")
        return (
            self._no_such_seat(number, found)
            if ending == NO_SUCH_SEAT
            else self._no_such_count(number, found)
        )

    def _no_such_seat(self, number: int, seat: int) -> Complaint:
        allowed = len(self.strategies) - 1
        return Complaint(
            f"the rules of {self.game.title} let seat {seat} act in game {number}, allowed 0 to {allowed}"
        )

    def _no_such_count(self, number: int, count: int) -> Complaint:
        return Complaint(
            f"the rules of {self.game.title} listed {count} moves in game {number}, allowed 1 to "
            f"{self.game.max_moves} (max_moves)"
        )

    def _what_failed(self, cursor: npt.NDArray[np.int64], error: BaseException) -> BaseException:
        """Return who is to blame for an error; the error itself if it is a fault of simkit's own."""
        if cursor[1] != NOBODY:
            return self._with_its_line(self._failure(cursor, raised(error)), type(error).__name__)
        if self.game.is_shipped:
            return error
        if cursor[0] == NOBODY:
            return self._not_compiled(error)
        number = int(cursor[0])
        told = self._in_plain_python(number, type(error).__name__)
        if told is None or isinstance(told, StrategyFailure):  # its numbers may overflow there
            return self._rules_failure(error, number)
        return told

    def _other_luck(self, first_game: int, count: int) -> Complaint:
        foreign = [s.name for s in self.strategies if not is_shipped(s.function.__module__)]
        suspects = [f"strategy '{name}'" for name in dict.fromkeys(foreign)]
        suspects += [] if self.game.is_shipped else [f"the rules of {self.game.title}"]
        return Complaint(
            f"in games {first_game} to {first_game + count - 1} random numbers were drawn that no seed "
            f"repeats, by {' or '.join(suspects)}; all luck comes from chance (simkit.engine.chance: below, "
            "coin, uniform)"
        )

    def _not_compiled(self, error: BaseException) -> Complaint:
        reason = self.game.why_not_compiled(error)
        return Complaint(f"the rules of {self.game.title} can't be compiled: {reason}")

    def _rules_failure(self, error: BaseException, number: int) -> Complaint:
        functions = self.game.plain_functions
        place = place_of(error, {Path(inspect.getfile(function)).parent for function in functions})
        at = f" ({place})" if place else ""
        return Complaint(f"the rules of {self.game.title} {raised(error)} in game {number}{at}")

    def _with_its_line(self, failure: StrategyFailure, kind: str) -> StrategyFailure:
        """Return a strategy's failure as plain Python tells it, if it raises the same there."""
        told = self._in_plain_python(failure.game_number, kind)
        if not isinstance(told, StrategyFailure) or told.strategy != failure.strategy:
            return failure
        if told.reason.startswith(f"raised {kind}"):
            return told
        if kind == "ZeroDivisionError" and told.reason.startswith("raised FloatingPointError"):
            return StrategyFailure(failure.strategy, failure.game_number, failure.reason, told.place)
        return failure

    def _in_plain_python(self, number: int, kind: str) -> Complaint | None:
        """Return what goes wrong in a game in plain Python, where the line is known, if soon.

        Of NumPy's numbers only a division by zero is told, and only if that is what is sought.
        """
        begun = time.monotonic()
        try:
            with np.errstate(all="ignore", divide="raise" if kind == "ZeroDivisionError" else "ignore"):
                for _ in self.walk(number, plain=True):
                    if time.monotonic() - begun > LONGEST_SEARCH:
                        break
        except Complaint as told:
            return told
        return None

    def _compiled_rules(self) -> tuple[Any, Any, Any]:
        """Return the rules compiled with the event log."""
        try:
            return self.game.logged_functions
        except Exception as error:
            if self.game.is_shipped:
                raise
            raise self._not_compiled(error) from error

    def _blamed(self, function: Any, number: int) -> Any:
        """Return a function of the rules that, if somebody else's, is told as such when it raises."""
        if self.game.is_shipped:
            return function

        def told(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except Exception as error:
                raise self._rules_failure(error, number) from error

        return told

    def _failure(self, cursor: npt.NDArray[np.int64], reason: str) -> StrategyFailure:
        number, seat = int(cursor[0]), int(cursor[1])
        return StrategyFailure(self.strategies[self.player_at(number, seat)].name, number, reason)

    def player_at(self, game_number: int, seat: int) -> int:
        """Return which player sits at `seat` in a game."""
        return int(self.lineups[game_number % len(self.lineups), seat])

    def walk(self, game_number: int, *, plain: bool = False) -> Iterator[Step]:
        """Play one game move by move, the very game that `play` plays under that number.

        Parameters
        ----------
        game_number : int
            The game's number.
        plain : bool
            In plain Python, for which nothing has to be compiled.

        Raises
        ------
        StrategyFailure
            If a strategy raises, returns an index out of range, or changes what is not its own.
        Complaint
            If the rules of a plug-in raise, or can't be compiled.
        """
        cursor = new_cursor()
        return at_work_on(self._steps(game_number, plain, cursor), self, cursor, in_plain_python=plain)

    def _steps(self, game_number: int, plain: bool, cursor: npt.NDArray[np.int64]) -> Iterator[Step]:
        """Play one game move by move, as `walk` does; `cursor` says where it is."""
        functions = self.game.plain_functions if plain else self._compiled_rules()
        setup, options, apply = (self._blamed(function, game_number) for function in functions)
        choosers = tuple(strategy.choose for strategy in self.strategies) if plain else self._choosers
        states = zeros(1, self.game.state)
        room = zeros(1, self.game.room)[0]
        moves, blank = room.moves, room.blank
        log = zeros(1, LOG)[0]
        state: Record = states[0]
        chances = zeros(len(self.strategies), CHANCE)
        open_stream(state.chance, self.seed, game_number, GAME_STREAM)
        for seat in range(len(self.strategies)):
            open_stream(chances[seat], self.seed, game_number, SEATS_STREAM + seat)
        cursor[0] = game_number
        setup(state, self.rules, log)
        yield Step(states.copy()[0], *_written(log), None, moves[:0].copy(), NOBODY)
        made, listed, last_seat = 0, 0, int(state.seat)
        while not state.over:
            if not 0 <= state.seat < len(self.strategies):
                raise self._no_such_seat(game_number, int(state.seat))
            if state.seat != last_seat:
                last_seat = int(state.seat)
                if self.game.conceal is not None:
                    forget(moves, listed, blank)
                    listed = 0
            count = options(state, self.rules, moves)
            if not 0 < count <= len(moves):
                raise self._no_such_count(game_number, int(count))
            listed = max(listed, count)
            choice, seat = 0, NOBODY
            if count > 1:
                cursor[1] = seat = last_seat
                choice = self._choose(choosers, state, room, count, chances[seat], game_number)
                cursor[1] = NOBODY
            legal = moves[:count].copy()
            log.count, log.dropped = 0, 0
            apply(state, self.rules, moves[choice], log)
            made += 1
            cursor[MOVES_MADE] = made
            if made >= self.knobs.decision_cap and not state.over:
                state.capped = True
                state.over = True
            yield Step(states.copy()[0], *_written(log), legal[choice], legal, seat)

    def _choose(
        self, choosers: Any, state: Record, room: Record, count: int, chance: Record, game_number: int
    ) -> int:
        seat = int(state.seat)
        player = self.player_at(game_number, seat)
        name, parameters = self.strategies[player].name, self._parameter_rows[player]
        before = snapshot(state, room, self.rules, parameters)
        try:
            choice = choosers[player](
                state.table, state.seats[seat], self.rules, room, count, parameters, chance
            )
        except (Exception, SystemExit) as error:
            place = place_of(error, [Path(inspect.getfile(self.strategies[player].function)).parent])
            raise StrategyFailure(name, game_number, raised(error), place) from None
        done = what_was_done(before, snapshot(state, room, self.rules, parameters))
        if done:
            raise Meddling(name, game_number, f"{done},")
        if not 0 <= choice < count:
            raise StrategyFailure(name, game_number, f"returned {choice}, allowed 0 to {count - 1},")
        return int(choice)
