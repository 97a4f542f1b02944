"""The layout of a move's record, and functions by which a strategy finds a move in a list.

A move of one kind leaves the fields of other kinds as they are: they hold what stood there before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit.compile.kernel import kernel
from simkit.engine.contract.kinds import MoveKind

NOT_FOUND = -1
"""What the functions below return if no move matches."""


def move_layout(kinds: Sequence[MoveKind]) -> np.dtype[np.void]:
    """Return the record layout of a move: its kind, and all fields that any kind has."""
    names = dict.fromkeys(field.name for kind in kinds for field in kind.fields)
    return np.dtype([("kind", np.int32), *((name, np.int32) for name in names)], align=True)


@kernel
def find_kind(moves, count, kind):
    """Return the index of the first move of a kind, or NOT_FOUND."""
    for i in range(count):
        if moves[i].kind == kind:
            return i
    return NOT_FOUND


@kernel
def find_move(moves, count, kind, field, value):
    """Return the index of the first move of a kind whose field has a value, or NOT_FOUND.

    Parameters
    ----------
    moves, count
        The legal moves, and how many they are.
    kind : int
        The number of the kind.
    field : str
        The field's name, written out where this is called: ``find_move(moves, count, ENTER, "column", 2)``.
    value : int
        What stands in it.
    """
    for i in range(count):
        if moves[i].kind == kind and moves[i][field] == value:
            return i
    return NOT_FOUND
