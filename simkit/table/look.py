"""Shows how a game stands, as one seat sees it: drawn by the game, or else field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, runtime_checkable

import numpy as np

from simkit.engine.base.rows import Record
from simkit.engine.contract.game import Game
from simkit.engine.contract.records import PILE, Layout
from simkit.engine.play.seating import Seating
from simkit.table.sight import Sight

FEW = 12
"""A game with no more numbers on the table than this is shown before every choice."""


@runtime_checkable
class Looks(Protocol):
    """A story that can also tell how the game stands."""

    def look(self, game: Game, state: Record, rules: Record, seat: int) -> list[str]:
        """Return lines about the state as a seat sees it."""


def look(seating: Seating, state: Record, sight: Sight, seat: int) -> list[str]:
    """Return lines about how a game stands, without what a seat can't see."""
    story, game = seating.game.story, seating.game
    if isinstance(story, Looks):
        return sight.describe(lambda shown: story.look(game, shown, seating.rules, seat), state)
    of_seats = range(len(seating.strategies), game.max_seats)
    own = _fields("yours alone", state.seats[seat])
    return [*_fields("on the table", state.table, of_seats), *own]


def is_short(game: Game) -> bool:
    """Return True if how the game stands is said in a few lines."""
    if isinstance(game.story, Looks):
        return False
    numbers = sum(
        int(np.prod(layout[name].shape or (1,)))
        for layout in (game.table, game.seat_record)
        for name in layout.names or ()
        if layout[name].base.names in (None, PILE)
    )
    return numbers <= FEW


def _fields(where: str, record: Record, empty: range = range(0)) -> Iterator[str]:
    """Yield a line with the fields of a record, except the seat's number and records of the engine's own.

    Where seats are `empty`, lists with a number for each seat are shown without them.
    """
    fields = [
        f"{name.replace('_', ' ')} {words}"
        for name in record.dtype.names or ()
        if name not in ("number", "nothing") and (words := _value(record.dtype[name], record[name], empty))
    ]
    if fields:
        yield f"{where}: {' · '.join(fields)}"


def _value(layout: Layout, value: Any, empty: range) -> str:
    """Return a field in words; empty for a record."""
    if layout.base.names == PILE and not layout.shape:
        cards = value["cards"][: int(value["count"])]
        return ", ".join(map(str, cards.tolist())) or "none"
    if layout.base.names:
        return ""
    if empty and layout.shape == (empty.stop,):
        value = value[: empty.start]
    numbers = np.asarray(value).reshape(-1)
    if numbers.size > FEW:
        return "none" if not numbers.any() else ""
    return " : ".join(str(int(number)) for number in numbers)
