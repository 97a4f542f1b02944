"""Checks that no card vanishes, appears or is there twice, in games whose cards all lie in piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from simkit.engine.base.rows import Record

PILE = {"count", "cards"}
"""The fields of a pile (`simkit.game.pile_dtype`)."""


def cards_in(state: Record) -> Counter[int]:
    """Return how often each card is in a pile of a state.

    Raises AssertionError if a pile holds fewer cards than none, or more than it has room for.
    """
    found: Counter[int] = Counter()
    for part in ("table", "seats", "hidden"):
        for name, pile in _piles(state[part], part):
            count, room = int(pile["count"]), len(pile["cards"])
            assert 0 <= count <= room, f"the pile {name} holds {count} cards, it has room for 0 to {room}"
            found.update(pile["cards"][:count].tolist())
    return found


def check_same_cards(before: Counter[int], after: Counter[int], when: str) -> None:
    """Check that the same cards are in piles as before.

    Raises
    ------
    AssertionError
        With a card that has vanished, or of which there are too many.
    """
    for card in sorted(before.keys() | after.keys()):
        assert before[card] == after[card], (
            f"{when} card {card} is in the piles {after[card]} times, it was {before[card]} times"
        )


def _piles(held: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the piles of a record or an array of records, with their names."""
    if held.dtype.names is None:
        return
    if held.shape:
        for i, one in enumerate(held):
            yield from _piles(one, f"{name}[{i}]")
    elif set(held.dtype.names) == PILE:
        yield name, held
    else:
        for field in held.dtype.names:
            yield from _piles(held[field], f"{name}.{field}")
