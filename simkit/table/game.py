"""Plays a game in which people choose: step by step, with a way back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from simkit.engine.base.columns import stopped_code
from simkit.engine.base.rows import Record, Rows
from simkit.engine.contract.person import is_person
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.at_work import at_work
from simkit.engine.play.walk import GameInProgress, Step
from simkit.errors import BadInput
from simkit.language import NOBODY
from simkit.run.store.layout import FIRST_TRIAL_GAME
from simkit.search.position import ThinkerAtHand
from simkit.table.setting import Table
from simkit.table.sight import Sight

ABOVE_ALL_MOVES = 1 << 16
"""No move has a number as large."""


@dataclass(frozen=True)
class Decision:
    """A choice that no strategy makes by itself: a person's, or that of a player that looks ahead."""

    move: int
    """The number of the move, from 1."""

    seat: int
    player: int
    options: int
    chosen: int
    """How many moves were legal, and the index of the one made."""

    hinted: bool = False
    """Whether a hint was asked for."""

    again: bool = False
    """Whether it was made anew after it, or one before it, was taken back."""


@dataclass(frozen=True)
class Asked:
    """A person's turn to choose: the seat, the player's number, the legal moves, and the state before."""

    seat: int
    player: int
    moves: Rows
    state: Record


@dataclass
class _Place:
    """A place in the game to which `undo` goes back."""

    copies: tuple[Any, ...]
    steps: int
    decisions: int
    player: int


@dataclass(frozen=True)
class Happened:
    """A step, and the state before it; None for the set-up."""

    before: Record | None
    step: Step


class TableGame:
    """A game at a table, in progress.

    Parameters
    ----------
    table : Table
        Where it is played.
    number : int
        Which game: the same number and seed give the same dice as in a simulation.
    decisions : sequence of Decision
        Choices that were made already, in order; they are made again.

    Attributes
    ----------
    happened : list of Happened
        All steps so far.
    decisions : list of Decision
        The choices of people, and of players that look ahead, so far.

    Raises
    ------
    BadInput
        If no game has that number, or a decision does not fit the game.
    """

    def __init__(self, table: Table, number: int, decisions: Sequence[Decision] = ()) -> None:
        if number >= FIRST_TRIAL_GAME:
            raise BadInput(f"found game {number}, allowed is a number less than {FIRST_TRIAL_GAME}")
        self.table, self.number = table, number
        self.match = table.match
        self.happened: list[Happened] = []
        self.decisions: list[Decision] = []
        self.undone = 0
        self._given = {decision.move: decision for decision in decisions}
        self._places: list[_Place] = []
        self._asked: Asked | None = None
        self._count = 0
        self._again_until = 0  # up to this move choices are made anew
        self._game = GameInProgress(self.match, number, plain=True)
        self._sights: dict[int, Sight] = {}
        self._told: dict[tuple[int, int], list[str]] = {}
        with self._at_work():
            self.happened.append(Happened(None, self._game.begin()))

    @property
    def state(self) -> Record:
        """The state of the game."""
        return self.happened[-1].step.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.over)

    def player_at(self, seat: int) -> int:
        """Return the number of the player at a seat."""
        return self.match.player_at(self.number, seat)

    def name_at(self, seat: int) -> str:
        """Return the player at a seat, in words."""
        return self.table.names[self.player_at(seat)]

    def is_person_at(self, seat: int) -> bool:
        """Return True if a person sits at a seat."""
        return is_person(self.table.players[self.player_at(seat)].strategy)

    @property
    def people_seats(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.table.players)) if self.is_person_at(seat)]

    def go_on(self) -> Asked | None:
        """Play until a person has to choose, and return who and what; None at the end."""
        while not self.is_over and self._asked is None:
            self._step()
        return self._asked

    def choose(self, option: int, *, hinted: bool = False) -> None:
        """Make the choice of the person who is asked."""
        asked = self._asked
        assert asked is not None, "nobody is asked"
        if not 0 <= option < len(asked.moves):
            raise BadInput(f"there is no option {option + 1}; allowed: 1 to {len(asked.moves)}")
        self._places.append(self._here(asked.player))
        move = int(self._game.cursor.moves) + 1
        decision = Decision(
            move, asked.seat, asked.player, len(asked.moves), option, hinted, move <= self._again_until
        )
        self._make(decision, self._count)

    def undo(self) -> bool:
        """Go back to the last choice of the person who is asked (at the end: of the last who chose).

        It is taken back unless another person has chosen since.  Returns whether it was.
        """
        player = self._asked.player if self._asked else self._places[-1].player if self._places else NOBODY
        if not self._places or self._places[-1].player != player:
            return False
        place = self._places.pop()
        self._again_until = max(self._again_until, int(self._game.cursor.moves) + 1)
        self.undone += 1
        self._return_to(place)
        return True

    def told(self, seat: int, first: int, last: int) -> list[str]:
        """Return the sentences about some steps, as far as a seat sees what happens."""
        lines: list[str] = []
        for place in range(first, last):
            lines += self._told_of(seat, place)
        return lines

    def sight(self, seat: int) -> Sight:
        """Return what a seat sees."""
        if seat not in self._sights:
            self._sights[seat] = Sight(self.match, self.number, seat)
        return self._sights[seat]

    def outcome(self) -> tuple[Rows, Rows]:
        """Return the outcome of the finished game: its row, and those of its seats."""
        rows, seat_rows = self.match.outcome_of(self.state)
        if self.state.capped:
            rows[0].end = stopped_code(self.match.game.columns)
        return rows, seat_rows

    def _told_of(self, seat: int, place: int) -> list[str]:
        if (seat, place) not in self._told:
            happened = self.happened[place]
            self._told[seat, place] = self.sight(seat).tell(happened.before, happened.step)
        return self._told[seat, place]

    def _at_work(self) -> Any:
        return at_work(self.match, self._game.cursor, in_plain_python=True)

    def _step(self) -> None:
        """Make the next move, or ask a person."""
        with self._at_work():
            self._count = count = self._game.list_moves()
            seat = self._game.seat
            if count == 1:
                self._happen(self._game.make(0, 1))
                return
        player = self.player_at(seat)
        given = self._given.get(int(self._game.cursor.moves) + 1)
        if given is not None:
            self._make_given(given, seat, player, count)
        elif self.is_person_at(seat):
            self._asked = Asked(seat, player, self._game.legal(count), self.state)
        elif self.match.strategies[player].look_ahead:
            number = (self.number * ABOVE_ALL_MOVES + int(self._game.cursor.moves)) % 2**31
            choice = self._thinker.choose(self.state, number)
            move = int(self._game.cursor.moves) + 1
            self._make(Decision(move, seat, player, count, choice), count)
        else:
            with self._at_work():
                self._happen(self._game.make(self._game.choose(count), count))

    def _make_given(self, given: Decision, seat: int, player: int, count: int) -> None:
        if (given.seat, given.player, given.options) != (seat, player, count) or given.chosen >= count:
            raise BadInput(
                f"move {given.move} of game {self.number} is not the one that was saved: seat {seat + 1} "
                f"chooses among {count} moves there, the saved choice is the {given.chosen + 1}. of "
                f"{given.options} of seat {given.seat + 1}"
            )
        if self.is_person_at(seat):
            self._places.append(self._here(player))
        self._make(given, count)

    def _make(self, decision: Decision, count: int) -> None:
        self._asked = None
        with self._at_work():
            self._happen(self._game.make(decision.chosen, count))
        self.decisions.append(decision)

    def _happen(self, step: Step) -> None:
        self.happened.append(Happened(self.state, step))

    @cached_property
    def stand_ins(self) -> list[tuple[Strategy, Mapping[str, float]]]:
        """Who plays each seat where nobody can be asked: its own player, and for people the expert."""
        players = [self.player_at(seat) for seat in range(len(self.table.players))]
        return [
            (self.table.expert, {})
            if is_person(self.table.players[i].strategy)
            else (self.match.strategies[i], self.match.parameters[i])
            for i in players
        ]

    @cached_property
    def _thinker(self) -> ThinkerAtHand:
        """Asks the players that look ahead."""
        match, (strategies, parameters) = self.match, zip(*self.stand_ins, strict=True)
        return ThinkerAtHand(match.game, match.knobs, strategies, parameters, match.seed)

    def _here(self, player: int) -> _Place:
        game = self._game
        copies = (game.states.copy(), game.chances.copy(), game.cursor.copy(), game.seat, game.listed,
                   game.room.copy(), self._count)  # fmt: skip
        return _Place(copies, len(self.happened), len(self.decisions), player)

    def _return_to(self, place: _Place) -> None:
        game = self._game
        states, chances, cursor, game.seat, game.listed, room, self._count = place.copies
        game.states[:] = states
        game.chances[:] = chances
        np.atleast_1d(game.cursor)[:] = cursor
        np.atleast_1d(game.room)[:] = room
        del self.happened[place.steps :], self.decisions[place.decisions :]
        self._told = {key: lines for key, lines in self._told.items() if key[1] < place.steps}
        self._given = {}
        seat, player = game.seat, self.player_at(game.seat)
        self._asked = Asked(seat, player, game.legal(self._count), self.state)
