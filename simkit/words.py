"""Words that games, reports and messages share: lists, plurals, and the number that stands for nobody."""

from __future__ import annotations

from collections.abc import Iterable

NOBODY = -1
"""The number that stands for no seat: nobody has won, owns it, is asked."""


def listed(things: Iterable[object], last: str = "and") -> str:
    """Return things as a list within a sentence: "one, another and a third"."""
    *first, end = map(str, things)
    return f"{', '.join(first)} {last} {end}" if first else end


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number of things: "1 coin", "2 coins"; `many` is for plurals that no s makes."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"
