"""The fields of records within records."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simkit.engine.effects.machine import MACHINE

Layout = np.dtype[np.void]

PILE, BAG = ("count", "cards"), ("total", "counts")
"""The fields of records that the engine has for cards, by which they are known."""


def named(layout: Layout, before: str = "") -> Iterator[tuple[str, Layout]]:
    """Yield name and type of each field of a record, those of records within it with dots in their names.

    Piles, bags and the machine of cards' texts are the engine's own, and have no fields of a game's.
    """
    for name in layout.names or ():
        own = layout[name]
        inner = own.base
        yield f"{before}{name}", own
        if inner.names and inner.names not in (PILE, BAG, MACHINE.names):
            yield from named(inner, f"{before}{name}.")
