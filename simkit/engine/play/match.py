"""A match: a game under given rules with a strategy for every player, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from simkit.compile.entry import with_known_types
from simkit.engine.base.chance import CHANCE
from simkit.engine.base.cursor import NO_ROOM, PLAYED, new_cursor
from simkit.engine.base.events import kept_layout, log_layout
from simkit.engine.base.rows import Record, Rows, narrowed, zeros
from simkit.engine.lookahead.memory import THOUGHT, LookaheadMemory
from simkit.engine.play.at_work import at_work
from simkit.engine.play.blame import other_chance, out_of_range, what_failed
from simkit.engine.play.compiled import compiled
from simkit.engine.play.seating import Seating
from simkit.engine.play.walk import Step, walk

FIRST_THOUGHTS = 1 << 12
"""Room for a game's thoughts at first; it is doubled if they do not fit."""

FIRST_ROOM = 1 << 16
"""Room for the events of logged games at first; it is doubled for a game that does not fit."""


class Match(Seating):
    """A game, its rules and its players (see `Seating`); plays many games at once, or one step by step."""

    def compile(self, *, logged: bool = False) -> None:
        """Compile everything that `play` needs (and, if `logged`, `log`), or load it from the cache."""
        self.play(0, 0)
        if logged:
            self.log(range(0))

    def play(self, first_game: int, count: int, cursor: Record | None = None) -> tuple[Rows, Rows]:
        """Play games `first_game` to ``first_game + count - 1``.

        Parameters
        ----------
        first_game, count : int
            Which games.
        cursor : record of CURSOR, optional
            Holds the number of decisions in the end.

        Returns
        -------
        rows : record array, shape (count,)
            The outcome columns, one row per game.
        seat_rows : record array, shape (count * seats,)
            The seats' outcome columns, game after game.

        Raises
        ------
        StrategyFailure
            If a strategy raises or returns an index out of range.
        BadInput
            If a plug-in's game can't be compiled, its rules raise, or a number doesn't fit its column.
        """
        luck = self._other_random_state()
        numbers = range(first_game, first_game + count)
        rows, seat_rows, _ = self._run(numbers, new_cursor() if cursor is None else cursor)
        if luck != self._other_random_state():
            raise other_chance(self, first_game, count)
        if not self.game.is_checked:
            return rows, seat_rows
        return self._narrowed(rows, seat_rows, first_game)

    def log(self, numbers: range) -> tuple[Rows, int]:
        """Play some games and return their events.

        Parameters
        ----------
        numbers : range
            The games' numbers, ascending; the games are the same ones that `play` plays.

        Returns
        -------
        events : record array of `kept_layout`
            All events in the order in which they happened, game after game.
        dropped : int
            The number of events that were lost because the log of a move was full.

        Raises
        ------
        StrategyFailure, BadInput
            As `play` does.
        """
        parts: list[Rows] = []
        dropped, room = 0, FIRST_ROOM
        while True:
            cursor, kept = new_cursor(), zeros(room, kept_layout(self.game.event))
            _, _, ending = self._run(numbers, cursor, zeros(1, log_layout(self.game.event))[0], kept)
            parts.append(kept[: cursor.whole].copy())
            dropped += int(cursor.dropped)
            if ending != NO_ROOM:
                return np.concatenate(parts), dropped
            played = numbers.index(int(cursor.game))
            numbers = numbers[played:]
            if not played:  # one game has more events than there is room for
                room *= 2

    def _run(
        self,
        numbers: range,
        cursor: Record,
        log: Record | None = None,
        kept: Rows | None = None,
        memory: LookaheadMemory | None = None,
    ) -> tuple[Rows, Rows, int]:
        """Run the play loop; return the rows that it filled, and how it ended: PLAYED or NO_ROOM."""
        memory = memory or self.new_memory()
        memory = memory and memory._replace(cursor=cursor)
        choosers, parameters = self.choosers, self.parameter_rows  # outside of `try`: their errors are clear
        seats = len(self.strategies)
        rows = zeros(len(numbers), self.game.row)
        seat_rows = zeros(len(numbers) * seats, self.game.seat_row)
        states, rooms = self.game.new_states(2), zeros(1, self.game.room)
        chances = zeros(seats, CHANCE)
        self._set_chance(states, chances, memory)
        workspace = (states, rooms, chances, memory, cursor)
        play = self._loop(logged=log is not None)
        try:
            with at_work(self, cursor):
                ending = play(
                    choosers,
                    (self.rules, parameters, self.lineups, self.functions, self.thinks or not self.is_proven),
                    (self.seed, numbers.start, numbers.step), workspace, (rows, seat_rows, kept), log,
                )  # fmt: skip
        except (Exception, SystemExit) as error:
            raise what_failed(self, cursor, error, partial(walk, self, plain=True)) from None
        if ending not in (PLAYED, NO_ROOM):
            raise out_of_range(self, cursor, ending)
        return rows, seat_rows, ending

    def _set_chance(self, states: Rows, chances: Rows, memory: LookaheadMemory | None) -> None:
        """Set what chance is drawn from other games: nothing, unless a question overrides this."""

    def _loop(self, *, logged: bool) -> Any:
        loop = compiled(self.game).loop(logged=logged, thinks=self.thinks, restricts=self.restricts)
        return with_known_types(loop)

    def think(self, game_number: int) -> Rows:
        """Play a game and return what its thinking players found out about each option.

        Returns
        -------
        record array of `simkit.engine.lookahead.memory.THOUGHT`
            One row for each option of every decision of a thinking player, in order: how often it was tried,
            the average of the first objective if it is chosen, its lead over the base's choice, and the
            standard error of that lead.
        """
        if not self.thinks:
            return zeros(0, THOUGHT)  # type: ignore[no-any-return]
        numbers = range(game_number, game_number + 1)
        memory = self._keep_all(
            numbers, FIRST_THOUGHTS, lambda memory, room: memory._replace(kept=zeros(room, THOUGHT))
        )
        return memory.kept[: memory.tally.thoughts].copy()  # type: ignore[no-any-return]

    def _keep_all(
        self, numbers: range, room: int, prepare: Callable[[LookaheadMemory, int], LookaheadMemory]
    ) -> LookaheadMemory:
        """Play some games and return the memory in which each decision of thinking players is kept.

        Parameters
        ----------
        room : int
            The number of decisions for which there is room at first; it is doubled until all are kept.
        prepare : callable
            Called with a new memory and the room; returns the memory that the play loop needs.
        """
        while True:
            memory = self.new_memory()
            assert memory is not None, "nobody thinks"
            memory = prepare(memory, room)
            _, _, ending = self._run(numbers, new_cursor(), memory=memory)
            if ending != NO_ROOM:
                return memory
            room *= 2

    def measure(self, numbers: range) -> tuple[int, int]:
        """Play some games and return how many decisions and how many play-outs were made."""
        cursor = new_cursor()
        self._run(numbers, cursor)
        return int(cursor.decisions), int(cursor.playouts)

    def _other_random_state(self) -> tuple[Any, ...]:
        """Return the state of all other random generators, to find out whether a plug-in draws from them."""
        if self.is_proven:
            return ()
        from simkit.compile.numbas import random_state

        return random_state()

    def _narrowed(self, rows: Rows, seat_rows: Rows, first_game: int) -> tuple[Rows, Rows]:
        seat_columns, seats = self.seat_columns, len(self.strategies)
        if not seat_columns:
            return narrowed(self.game.columns, rows, first_game), seat_rows
        return (
            narrowed(self.game.columns, rows, first_game),
            narrowed(seat_columns, seat_rows, first_game, seats),
        )

    def walk(
        self, game_number: int, *, plain: bool = False, instead: Mapping[int, int] | None = None
    ) -> Iterator[Step]:
        """Play one game move by move: the same game that `play` plays under that number (see `walk`)."""
        return walk(self, game_number, plain=plain, thoughts=self.think(game_number), instead=instead)

    def outcome_of(self, state: Record) -> tuple[Rows, Rows]:
        """Return the outcome of a game that ended in a state: its row, and those of its seats."""
        row, seat_rows = zeros(1, self.game.row), zeros(len(self.strategies), self.game.seat_row)
        self.game.fill_outcome(state, self.rules, row[0], seat_rows)
        return row, seat_rows
