"""Where tree search keeps what it learns: room for nodes and moves, made once and used for every decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.engine.declaration import MOST_SEATS
from simkit.engine.desk import GOALS
from simkit.engine.kinds import MoveKind
from simkit.engine.rows import zeros

MOST_DEPTH = 256
"""Decisions of one play-out that the tree makes, at most."""

MOST_NODES = 1 << 18
"""Nodes of a tree at most; what does not fit is played by the base."""

ROOM_FOR = 4
"""For how many times the play-outs of a decision there is room: it may use what others have saved."""

NODE = np.dtype(
    [
        ("key", np.uint64),  # of what is seen there
        ("visits", np.int64),
        ("first", np.int64),  # of the moves tried there; they count from 1, 0 is none
    ],
    align=True,
)
"""All states that look alike to the seat that thinks: an information set."""

TRIED = np.dtype(
    [
        ("move", np.uint64),  # which move, by its kind and the fields of that kind
        ("place", np.int64),  # where it stood in the list of legal moves
        ("visits", np.int64),
        ("available", np.int64),  # how often it was legal when the node was visited
        ("total", np.float64),  # of the worth, to the seat that chooses there
        ("following", np.int64),  # the next move tried at the same node
    ],
    align=True,
)
"""A move tried at a node."""

STEP = np.dtype([("node", np.int64), ("tried", np.int64), ("seat", np.int64)], align=True)
"""A decision that the tree made in the play-out at hand."""

WALKER = np.dtype(
    [
        ("searches", np.bool_),  # whether the player whose decision it is has a tree
        ("others", np.bool_),  # whether the others' decisions stand in it too
        ("inside", np.bool_),  # whether the play-out at hand has not left it yet
        ("widens", np.int64),  # how late a node tries further moves
        ("waits", np.int64),  # the node that waits for the base's choice, or -1
        ("depth", np.int64),  # decisions that the tree made in the play-out at hand
        ("nodes", np.int64),
        ("tried", np.int64),
        ("reached", np.float64, (MOST_SEATS, len(GOALS))),  # by each seat, in the play-out at hand
    ],
    align=True,
)
"""Where a play-out is in the tree."""


class Arena(NamedTuple):
    """The room for the tree of one decision."""

    nodes: Any
    """Array of NODE."""
    tried: Any
    """Array of TRIED."""
    slots: Any
    """For each of the last digits of a key the number of the node, from 1."""
    path: Any
    """The decisions of a play-out: array of STEP."""
    walker: Any
    """Where the play-out is: record of WALKER."""
    masks: Any
    """See `masks_of`."""
    factors: Any
    """By what each word of a record is multiplied for its key."""


def words_layout(layout: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the layout in which a record is nothing but `words`, as wide as it is aligned for."""
    width = min(layout.alignment, 4)
    words = (np.dtype(f"u{width}"), (layout.itemsize // width,))
    return np.dtype(
        {"names": ["words"], "formats": [words], "offsets": [0], "itemsize": layout.itemsize},
        align=layout.isalignedstruct,
    )


def masks_of(kinds: Sequence[MoveKind], layout: np.dtype[np.void]) -> npt.NDArray[np.uint32]:
    """Return which words of a move count, by its kind: fields of other kinds hold what stood there before.

    Returns
    -------
    uint32 array, shape (kinds, words)
        All bits set where a word counts.
    """
    names = list(layout.names or ())
    masks = np.zeros((1 + max(kind.number for kind in kinds), len(names)), dtype=np.uint32)
    for kind in kinds:
        for name in ("kind", *(field.name for field in kind.fields)):
            masks[kind.number, names.index(name)] = 0xFFFFFFFF
    return masks


def factors_for(words: int) -> npt.NDArray[np.uint32]:
    """Return odd numbers without a pattern, by which the words of a record are multiplied for its key."""
    key = np.arange(1, words + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        key = (key ^ (key >> np.uint64(shift))) * np.uint64(factor)
    return (key >> np.uint64(32)).astype(np.uint32) | np.uint32(1)


def new_arena(playouts: int, masks: npt.NDArray[np.uint32], words: int) -> Arena:
    """Return room for the tree of one decision.

    Parameters
    ----------
    playouts : int
        Play-outs per decision; 0 if nobody has a tree.
    masks : uint32 array
        See `masks_of`.
    words : int
        Of the longest record of which a key is made.
    """
    nodes = min(ROOM_FOR * playouts, MOST_NODES)
    slots = 1 << max(1, 2 * nodes - 1).bit_length()
    return Arena(
        nodes=zeros(nodes, NODE),
        tried=zeros(2 * nodes, TRIED),
        slots=np.zeros(slots, dtype=np.int32),
        path=zeros(MOST_DEPTH, STEP),
        walker=zeros(1, WALKER)[0],
        masks=masks,
        factors=factors_for(words),
    )
