"""The memory of tree search: nodes and moves, allocated once and used again for every decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.engine.base.cursor import MOST_SEATS
from simkit.engine.base.rows import zeros
from simkit.engine.contract.kinds import MoveKind
from simkit.engine.lookahead.desk import GOALS

MOST_NODES = 1 << 18
"""The most nodes of a tree; beyond them the base strategy decides."""

ROOM_FOR = 4
"""Room for this many times a decision's own play-outs: it may use those that earlier decisions saved."""

NODE = np.dtype(
    [
        ("key", np.uint64),  # of what is seen there
        ("visits", np.int64),  # play-outs that changed the decision there
        ("first", np.int64),  # the first move tried there, counted from 1; 0 for none
    ],
    align=True,
)
"""All states that look alike to the seat that thinks: an information set."""

TRIED = np.dtype(
    [
        ("move", np.uint64),  # which move, by its kind and the fields of that kind
        ("place", np.int64),  # where it stands in the list of legal moves; -1 if it is not legal
        ("playouts", np.int64),
        ("total", np.float64),  # sum of the differences in worth from the base's choice, to the seat there
        ("squares", np.float64),  # sum of the squares of these differences
        ("following", np.int64),  # the next move tried at the same node
    ],
    align=True,
)
"""A move tried at a node in place of the base's choice."""

WALKER = np.dtype(
    [
        ("searches", np.bool_),  # whether the player who decides uses a tree
        ("others", np.bool_),  # whether the tree holds the other seats' decisions too
        ("explores", np.bool_),  # whether there is a tree for the current decision
        ("inside", np.bool_),  # whether the current play-out is still inside the tree
        ("retests", np.bool_),  # whether the change is back to the base's choice
        ("explored", np.int64),  # play-outs with a change
        ("depth", np.int64),  # decisions that the current play-out has made at nodes
        ("changes_at", np.int64),  # the depth of the decision to be changed, or -1
        ("changed", np.int64),  # the tried move that the change is about, or -1
        ("seat", np.int64),  # the seat that decides
        ("changed_by", np.int64),  # the seat whose decision was changed
        ("lead", np.float64),  # of the move that is usually made there, over the base's choice
        ("nodes", np.int64),
        ("tried", np.int64),
        ("reached", np.float64, (2, MOST_SEATS, len(GOALS))),  # by each seat, usually and with the change
    ],
    align=True,
)
"""Where the current play-out is in the tree."""


class Arena(NamedTuple):
    """Memory for the tree of one decision."""

    nodes: Any
    """Array of NODE."""
    tried: Any
    """Array of TRIED."""
    slots: Any
    """A hash table: the number of a node, counted from 1, by the last digits of its key."""
    walker: Any
    """Where the current play-out is: record of WALKER."""
    masks: Any
    """See `masks_of`."""
    factors: Any
    """What each word of a record is multiplied by to make its key."""


def words_layout(layout: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the layout that views a record as an array of `words`, as wide as its alignment allows."""
    width = min(layout.alignment, 4)
    words = (np.dtype(f"u{width}"), (layout.itemsize // width,))
    return np.dtype(
        {"names": ["words"], "formats": [words], "offsets": [0], "itemsize": layout.itemsize},
        align=layout.isalignedstruct,
    )


def masks_of(kinds: Sequence[MoveKind], layout: np.dtype[np.void]) -> npt.NDArray[np.uint32]:
    """Return which words of a move matter, by its kind: fields of other kinds hold leftovers.

    Returns
    -------
    uint32 array, shape (kinds, words)
        All bits set where a word matters.
    """
    names = list(layout.names or ())
    masks = np.zeros((1 + max(kind.number for kind in kinds), len(names)), dtype=np.uint32)
    for kind in kinds:
        for name in ("kind", *(field.name for field in kind.fields)):
            masks[kind.number, names.index(name)] = 0xFFFFFFFF
    return masks


def factors_for(words: int) -> npt.NDArray[np.uint32]:
    """Return pseudo-random odd numbers by which the words of a record are multiplied to make its key."""
    key = np.arange(1, words + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        key = (key ^ (key >> np.uint64(shift))) * np.uint64(factor)
    return (key >> np.uint64(32)).astype(np.uint32) | np.uint32(1)


def new_arena(playouts: int, masks: npt.NDArray[np.uint32], words: int) -> Arena:
    """Return memory for the tree of one decision.

    Parameters
    ----------
    playouts : int
        Play-outs per decision; 0 if no player uses a tree.
    masks : uint32 array
        See `masks_of`.
    words : int
        The number of words of the longest record that a key is made of.
    """
    nodes = min(ROOM_FOR * playouts, MOST_NODES)
    slots = 1 << max(1, 2 * nodes - 1).bit_length()
    return Arena(
        nodes=zeros(nodes, NODE),
        tried=zeros(2 * nodes, TRIED),
        slots=np.zeros(slots, dtype=np.int32),
        walker=zeros(1, WALKER)[0],
        masks=masks,
        factors=factors_for(words),
    )
