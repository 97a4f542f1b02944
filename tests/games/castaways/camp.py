"""A game in plain Python that a test sets up as it likes: phases, dice and answers as the test says."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Self

import pytest

from simkit.engine.base.chance import GAME_STREAM, open_stream
from simkit.engine.base.rows import zeros
from simkit.game import Record
from simkit.games.castaways import decisions
from simkit.games.castaways.box import BOX, CastawaysContent
from simkit.games.castaways.game import CASTAWAYS
from simkit.games.castaways.kinds import Move
from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.games.castaways.names import LOST, OBJECTS, OUT
from simkit.games.castaways.rules import end_of_turn, resolution, rolls
from simkit.games.castaways.rules.castaway import receive_object
from simkit.games.castaways.rules.setup import lay_out
from simkit.games.castaways.rules.turn import apply, go_on, options

ROLLERS: tuple[ModuleType, ...] = (end_of_turn, resolution, rolls)
PLAIN = {"highest_energy": (6,) * 6, "abilities": ()}
"""Castaways with six spaces and without abilities."""


class Position:
    """The game as it is laid out: castaways of six energy without abilities unless told otherwise."""

    def __init__(self, players: int, *, seed: int = 1, content: CastawaysContent = BOX, **knobs: Any) -> None:
        chosen = {"characters": "orienteer+healer+builder+strong", **PLAIN, **knobs}
        self.content = content
        self.rules: Any = CastawaysKnobs.with_content(content)(players=players, **chosen).record()
        self.state: Any = CASTAWAYS.new_states(1)[0]
        self.table: Any = self.state.table
        open_stream(self.state.chance, seed, 0, GAME_STREAM)
        lay_out(self.state, self.rules, None)

    def give(self, seat: int, *names: str) -> Self:
        """Give a castaway objects."""
        for name in names:
            receive_object(self.table, self.rules, seat, OBJECTS.index(name))
        return self

    def set_out(self, *seats: int, cube: int = 4) -> Self:
        """Send castaways on an outing, in this walking order."""
        self.table.outing, self.table.party, self.table.cube = 1, len(seats), cube
        for i, seat in enumerate(seats):
            self.table.walkers[i] = seat
            self.table.castaways[seat].where = OUT
        return self

    def of(self, name: str) -> list[int]:
        """Return a field of each castaway."""
        return [int(self.table.castaways[seat][name]) for seat in range(self.rules.players)]


class Camp(Position):
    """A game at its first decision, which a test then sets up as it likes."""

    def __init__(self, players: int = 3, **knobs: Any) -> None:
        super().__init__(players, **{"characters": "fisher+cook+orienteer+healer", **knobs})
        go_on(self.state, self.rules, None)
        self.table.asks = decisions.NOTHING
        self.table.starter = self.table.white = 0
        self.moves = zeros(CASTAWAYS.max_moves, CASTAWAYS.move)

    def castaway(self, seat: int, **fields: int) -> Any:
        """Return a castaway, changed as told."""
        castaway = self.table.castaways[seat]
        for name, value in fields.items():
            castaway[name] = value
        return castaway

    def has(self, seat: int, name: str) -> bool:
        """Return True if a castaway owns an object."""
        return bool(self.table.castaways[seat].objects[OBJECTS.index(name)])

    def lose(self, place: int, *seats: int) -> None:
        """Let castaways be lost as one group."""
        self.table.groups += 1
        for seat in seats:
            self.castaway(seat, where=LOST, lost_at=place, group=self.table.groups)

    def story(self, seat: int, tiles: int) -> None:
        """Give a castaway story-point tiles of 1."""
        self.castaway(seat, tiles=tiles)
        self.state.seats[seat].tiles[1] = tiles

    def go_on(self, phase: int | None = None) -> Camp:
        """Play on from a phase, to the next question."""
        if phase is not None:
            self.table.phase, self.table.asks = phase, decisions.NOTHING
            self.table.at = self.table.begun = self.table.tried = 0
        go_on(self.state, self.rules, None)
        return self

    def legal(self) -> list[Record]:
        """Return the legal moves."""
        return list(self.moves[: options(self.state, self.rules, self.moves)].copy())

    def kinds(self) -> set[int]:
        """Return the kinds of the legal moves."""
        return {int(move.kind) for move in self.legal()}

    def answer(self, kind: int, **fields: int) -> Camp:
        """Make the legal move of a kind with these fields, and play on."""
        fitting = [m for m in self.legal() if m.kind == kind and all(m[n] == v for n, v in fields.items())]
        assert len(fitting) == 1, (kind, fields, [m.kind for m in self.legal()])
        apply(self.state, self.rules, fitting[0], None)
        return self

    def takers_of_objects(self) -> list[int]:
        """Let each castaway that is asked take a card of the remains with an object; return their seats."""
        takers = []
        while self.table.asks == decisions.ASK_REMAIN:
            takers.append(int(self.state.seat))
            card = next(int(m.card) for m in self.legal() if self.rules.remain[m.card].object >= 0)
            self.answer(Move.TAKE_REMAIN, card=card)
        return takers

    def mark(self, seat: int, action: int, space: int = 0) -> None:
        """Lay a marker on a space."""
        self.table.marked[action, space] = seat


def use_up(camp: Camp, deck: int) -> None:
    """Take the cards out of a deck, as if they had been drawn."""
    camp.table.cards_explored[deck] += camp.table.deck_left[deck]
    camp.table.deck_left[deck] = camp.state.hidden.decks[deck].count = 0


def dice(patch: pytest.MonkeyPatch, *faces: int) -> None:
    """Say what the dice of the phases show, in turn."""
    left = iter(faces)
    for module in ROLLERS:
        patch.setattr(module, "roll_die", lambda state: next(left))
