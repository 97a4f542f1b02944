"""Lists the fields of records that contain other records."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from simkit.engine.base.machine_state import MACHINE

Layout = np.dtype[np.void]

PILE, BAG = ("count", "cards"), ("total", "counts")
"""Records of the engine (piles, bags ...), recognised by their fields, that count as one field."""


def named(layout: Layout, before: str = "") -> Iterator[tuple[str, Layout]]:
    """Yield name and type of each field of a record; names of nested fields are joined by dots.

    A pile, a bag and the machine of card texts are one field each: what is inside is the engine's.
    """
    for name in layout.names or ():
        own = layout[name]
        inner = own.base
        yield f"{before}{name}", own
        if inner.names and inner.names not in (PILE, BAG, MACHINE.names):
            yield from named(inner, f"{before}{name}.")
