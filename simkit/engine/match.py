"""A match: a game under given rules, with a strategy at every seat, ready to be played or walked through."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from simkit.engine import blame
from simkit.engine.at_work import at_work
from simkit.engine.chance import CHANCE
from simkit.engine.cursor import new_cursor
from simkit.engine.kernel import is_shipped
from simkit.engine.play import PLAYED
from simkit.engine.rows import Rows, narrowed, zeros
from simkit.engine.seating import Seating
from simkit.engine.walk import Step, walk
from simkit.engine.watch import luck_of_compiled_code


class Match(Seating):
    """A game, its rules, and who plays (see `Seating`): plays many games at once, or one step by step."""

    def compile(self) -> None:
        """Compile everything that `play` needs, or find it compiled on disk."""
        self.play(0, 0)

    def play(self, first_game: int, count: int) -> tuple[Rows, Rows]:
        """Play games `first_game` to ``first_game + count - 1``.

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
        Complaint
            If a plug-in's game can't be compiled, its rules raise, or a number doesn't fit its column.
        """
        choosers, parameters = self.choosers, self.parameter_rows  # whatever is wrong with them is theirs
        seats = len(self.strategies)
        rows = zeros(count, self.game.row)
        seat_rows = zeros(count * seats, self.game.seat_row)
        workspace = (
            self.game.new_states(2),
            zeros(1, self.game.room),
            zeros(seats, CHANCE),
        )
        cursor = new_cursor()
        luck = self._luck()
        try:
            with at_work(self, cursor):
                ending = self.game.play_loop(
                    choosers, parameters, self.lineups, self.rules,
                    self.seed, first_game, workspace, rows, seat_rows, cursor,
                )  # fmt: skip
        except (Exception, SystemExit) as error:
            raise blame.what_failed(self, cursor, error, partial(self.walk, plain=True)) from None
        if ending != PLAYED:
            raise blame.out_of_range(self, cursor, ending)
        if luck != self._luck():
            raise blame.other_chance(self, first_game, count)
        if self.game.is_shipped:
            return rows, seat_rows
        return self._narrowed(rows, seat_rows, first_game)

    def _luck(self) -> tuple[Any, ...]:
        """Return what would change if luck were drawn that is not chance; simkit's own draws none."""
        if self.game.is_shipped and all(is_shipped(s.function.__module__) for s in self.strategies):
            return ()
        return luck_of_compiled_code()

    def _narrowed(self, rows: Rows, seat_rows: Rows, first_game: int) -> tuple[Rows, Rows]:
        seat_columns, seats = self.seat_columns, len(self.strategies)
        if not seat_columns:
            return narrowed(self.game.columns, rows, first_game), seat_rows
        return (
            narrowed(self.game.columns, rows, first_game),
            narrowed(seat_columns, seat_rows, first_game, seats),
        )

    def walk(self, game_number: int, *, plain: bool = False) -> Iterator[Step]:
        """Play one game move by move, the very game that `play` plays under that number (see `walk`)."""
        return walk(self, game_number, plain=plain)
