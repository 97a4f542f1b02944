"""Hand-made tables of Nautilus Island, for tests of single rules and single decisions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from simkit.engine.base.chance import CHANCE, GAME_STREAM, SEATS_STREAM, open_stream
from simkit.engine.base.events import log_layout
from simkit.engine.contract.strategy import PARAMETERS
from simkit.engine.play.compiled import compiled
from simkit.games.nautilus_island import state as s
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.knobs import NautilusIslandKnobs
from simkit.games.nautilus_island.rules.explore import begin_turn
from simkit.games.nautilus_island.rules.score import count_set, score_of
from simkit.testing import find_game, strategies_of

ISLAND = find_game("nautilus_island")
COLOURS = ["clothes", "navigation", "repair", "fishing", "supplies", "treasure"]
CLOTHES, NAVIGATION, REPAIR, FISHING, SUPPLIES, TREASURE = range(6)
OBJECTS = "abcdef"


def zeros(dtype: np.dtype[np.void], count: int = 1) -> Any:
    array = np.recarray(count, dtype)
    array.view(np.uint8)[:] = 0
    return array


def packed(letters: str) -> int:
    """Return objects, one letter a card, as the state packs them."""
    return sum(1 << (4 * OBJECTS.index(letter)) for letter in letters)


class Position:
    """A game after its set-up, to be changed by hand; `turn` makes it a seat's turn in a column or before."""

    def __init__(self, *, seed: int = 1, **knobs: Any) -> None:
        self.knobs = NautilusIslandKnobs(**knobs)
        self.rules = self.knobs.record()
        self.states = ISLAND.new_states(1)
        self.state = self.states[0]
        self.room = zeros(ISLAND.room)[0]
        self.moves = self.room.moves
        self.log = zeros(log_layout(ISLAND.event))[0]
        self.setup_rule, self.options_rule, self.apply_rule = compiled(ISLAND).rules
        open_stream(self.state.chance, seed, 0, GAME_STREAM)
        self.setup_rule(self.state, self.rules, self.log)
        self.table = self.state.table

    def take(self, state: Any) -> Position:
        """Take over a whole state."""
        self.states[0] = state
        self.state = self.states[0]
        self.table = self.state.table
        return self

    def hand(self, seat: int, cards: Mapping[int, str]) -> Position:
        """Give a seat a hand: colour -> objects."""
        own, castaway = self.state.seats[seat], self.table.castaways[seat]
        own.hand[:] = [packed(cards.get(colour, "")) for colour in range(6)]
        own.held[:] = [len(cards.get(colour, "")) for colour in range(6)]
        castaway.hand_size = sum(own.held)
        return self

    def lay(
        self, seat: int, colour: int, cards: str, tokens: tuple[int, ...] = (), porthole: int = 0
    ) -> Position:
        """Lay a set down; with a porthole it is closed."""
        castaway = self.table.castaways[seat]
        castaway.set_cards[colour] = packed(cards)
        castaway.set_size[colour] = len(cards)
        castaway.set_tokens[colour] = sum(1 << (4 * kind) for kind in tokens)
        castaway.porthole[colour] = porthole
        if porthole:
            castaway.closed |= 1 << colour
        count_set(castaway, self.rules, colour)
        return self

    def camp(self, *kinds: int) -> Position:
        """Lay these tokens on the camp's spaces (NO_TOKEN for an empty one)."""
        self.table.camp[:] = kinds
        self.table.camp_tokens = sum(kind != s.NO_TOKEN for kind in kinds)
        return self

    def markers(self, *columns: int) -> Position:
        """Set the columns where the markers stand."""
        for castaway, column in zip(self.table.castaways, columns, strict=False):
            castaway.column = column
        return self

    def heights(self, *heights: int) -> Position:
        """Set how high the stacks of each column are."""
        self.table.height[: len(heights)] = heights
        self.table.stocked = sum(1 << column for column, height in enumerate(self.table.height) if height)
        for column, height in enumerate(heights):
            if height == 0:
                first = self.rules.first_stack[column]
                self.table.tops[first : first + self.rules.width[column]] = s.NO_CARD
        return self

    def tops(self, column: int, *cards: tuple[int, str]) -> Position:
        """Lay cards on top of a column's stacks, those that lie face up also in sight."""
        for i, (colour, letter) in enumerate(cards):
            stack = int(self.rules.first_stack[column]) + i
            card = colour * 8 + OBJECTS.index(letter)
            height = int(self.table.height[column])
            self.state.hidden.deck.cards[stack * self.rules.stack_height + height - 1] = card
            if i < self.rules.face_up[self.rules.width[column]]:
                self.table.tops[stack] = card
        return self

    def turn(self, *seats: int, occupied: tuple[int, ...] = (), final: bool = False) -> Position:
        """Let these seats be at turn, in this order, after markers that moved to the columns `occupied`."""
        others = [seat for seat in range(self.knobs.players) if seat not in seats]
        self.table.order[: self.knobs.players] = [*others, *seats]
        self.table.turn_in_round = len(others)
        self.table.occupied = sum(1 << column for column in occupied)
        self.table.final = int(final)
        if final and self.table.end_column < 0:
            self.table.end_column = 0
        begin_turn(self.state, self.rules)
        return self

    def options(self) -> list[dict[str, int]]:
        """Return the legal moves, each as a dict of what matters."""
        fields = {Move.ENTER: ("column",), Move.STORE: ("colour", "count"), Move.PICK: ("objects",)}
        count = self.options_rule(self.state, self.rules, self.moves)
        return [
            {"kind": int(m.kind), **{name: int(m[name]) for name in fields.get(int(m.kind), ())}}
            for m in self.moves.copy()[:count]
        ]

    def columns(self) -> list[int]:
        """Return the columns that may be entered."""
        return [option["column"] for option in self.options()]

    def make(self, kind: int, **move: int) -> Position:
        """Make one legal move."""
        assert {"kind": kind, **move} in self.options()
        record = zeros(ISLAND.move)[0]
        record.kind = kind
        for name, value in move.items():
            record[name] = value
        self.apply_rule(self.state, self.rules, record, self.log)
        return self

    def enter(self, column: int) -> Position:
        """Move the marker of the castaway at turn."""
        return self.make(Move.ENTER, column=column)

    def store(self, colour: int, cards: str) -> Position:
        """Store cards; the decision about closing is left."""
        self.make(Move.STORE, colour=colour, count=len(cards))
        return self.make(Move.PICK, objects=packed(cards))

    def score(self, seat: int) -> int:
        return int(score_of(self.state, self.rules, seat))

    def finish(self) -> tuple[Any, Any]:
        """Return the outcome as if the game ended now."""
        rows, seat_rows = zeros(ISLAND.row), zeros(ISLAND.seat_row, self.knobs.players)
        ISLAND.fill_outcome(self.state, self.rules, rows[0], seat_rows)
        return rows[0], seat_rows

    def choose(self, strategy: str, seed: int = 1, **parameters: float) -> dict[str, int]:
        """Return the move that a strategy makes."""
        options = self.options()
        chosen = strategies_of("nautilus_island")[strategy]
        row, chance = zeros(PARAMETERS)[0], zeros(CHANCE)[0]
        open_stream(chance, seed, 0, SEATS_STREAM)
        row["values"][:] = chosen.parameter_row(parameters)
        index: int = chosen.compile(ISLAND)(
            self.table,
            self.state.seats[int(self.state.seat)],
            self.rules,
            self.room,
            len(options),
            row,
            chance,
        )
        return options[index]
