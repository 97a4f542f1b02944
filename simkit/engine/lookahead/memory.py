"""The memory of look-ahead, allocated once and used again for every decision; and how it weighs outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.engine.base.chance import CHANCE
from simkit.engine.base.cursor import MOST_SEATS, new_cursor
from simkit.engine.base.rows import Record, Records, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import MoveKind

GOALS = ("first", "second", "third", "fourth")
"""What a seat plays for: its objectives, the most important first, then the measure of progress."""

THINKER = np.dtype(
    [
        ("playouts", np.int64),  # per decision; 0 for a player that does not think
        ("sure", np.float64),  # standard errors by which a move must lead the base's choice
        ("searches", np.bool_),  # whether it uses a tree
        ("others", np.bool_),  # whether the tree holds the other seats' decisions too
        ("finishes", np.bool_),  # whether another strategy finishes its play-outs
    ],
    align=True,
)
"""How a player thinks."""

CANDIDATE = np.dtype(
    [
        ("playouts", np.int64),
        ("total", np.float64),  # sum of the differences in worth from the base's choice, same chance
        ("squares", np.float64),  # sum of the squares of these differences
        ("gain", np.float64),  # sum of the differences in the first goal
        ("alive", np.bool_),  # whether it is still tried
        ("is_proven", np.bool_),  # whether what it comes to is known for sure
    ],
    align=True,
)
"""What is known about one legal move."""

TALLY = np.dtype(
    [
        ("budget", np.int64, (MOST_SEATS,)),  # play-outs that each seat has left in this game
        ("seen", np.int64),  # play-outs of the base's choice so far in this game
        ("means", np.float64, (len(GOALS),)),
        ("squares", np.float64, (len(GOALS),)),
        ("weights", np.float64, (len(GOALS),)),
        ("key", np.uint32),  # the key of the strategies' random numbers in a play-out
        ("value", np.float64),  # sum of the first goal over this decision's play-outs of the base's choice
        ("thoughts", np.int64),  # rows of THOUGHT stored
        ("playouts", np.int64),  # play-outs in all games
    ],
    align=True,
)
"""What look-ahead counts and averages from decision to decision of a game."""

THOUGHT = np.dtype(
    [
        ("game", np.int64),
        ("moves", np.int64),  # made before this decision
        ("seat", np.int64),
        ("option", np.int64),
        ("playouts", np.int64),
        ("value", np.float64),  # the average of the first objective if this is chosen; nan if not tried
        ("lead", np.float64),  # how much more it is worth than the base's choice
        ("error", np.float64),  # the standard error of the lead
        ("is_base", np.bool_),  # whether it is the base's choice
        ("is_chosen", np.bool_),
        ("is_proven", np.bool_),  # whether the value is what best play comes to, for sure
    ],
    align=True,
)
"""One option of a decision, with the value that look-ahead gives it."""


MOST_NODES = 1 << 18
"""The most nodes of a tree; beyond them the base strategy decides."""

ROOM_FOR = 4
"""Room for this many times a decision's own play-outs: it may use those that earlier decisions saved."""

NODE = np.dtype(
    [
        ("key", np.uint64),  # of what is seen there
        ("visits", np.int64),  # play-outs that changed the decision there
        ("first", np.int64),  # the first move tried there, counted from 1; 0 for none
        ("total", np.float64),  # where positions are solved: the sum of the worth to the seat there
        ("moves", np.int64),  # the same: how many moves are listed there, one after the other; 0 for none yet
        ("is_solved", np.bool_),  # the same: whether best play from there is known
    ],
    align=True,
)
"""All states that look alike to the seat that thinks: an information set."""

TRIED = np.dtype(
    [
        ("move", np.uint64),  # which move, by its kind and the fields of that kind
        ("place", np.int64),  # its index in the list of legal moves; -1 if it is not legal
        ("playouts", np.int64),
        ("total", np.float64),  # sum of the differences in worth from the base's choice, to the seat there
        ("squares", np.float64),  # sum of the squares of these differences
        ("following", np.int64),  # the next move tried at the same node
        ("leads_to", np.int64),  # where positions are solved: the node after it, counted from 1; 0 if new
        ("later", np.int64),  # the same: play-outs in which that seat made it there or later
        ("later_total", np.float64),  # the sum of their worth
    ],
    align=True,
)
"""A move tried at a node in place of the base's choice."""

MADE = np.dtype(
    [
        ("move", np.uint64),  # which move of which seat
        ("playout", np.int64),  # the last play-out in which it was made
        ("at", np.int64),  # how many moves had been made before it
    ],
    align=True,
)
"""When a move was last made in a play-out."""

MADE_SLOTS = 1 << 12
"""Room for moves made in play-outs; of two that fall on one place the later is kept."""

MOST_LISTED = 1 << 18
"""The most moves listed in a tree that solves positions; beyond them no node lists its moves."""

STEP = np.dtype([("node", np.int64), ("seat", np.int64), ("tried", np.int64)], align=True)
"""A step of a play-out through the tree: the node, the seat, the tried move made there; -1 for none."""

PLAYOUT = np.dtype(
    [
        ("varies", np.bool_),  # whether moves of the base are replaced (`solving.vary`)
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


class TreeMemory(NamedTuple):
    """Memory for the tree of one decision."""

    nodes: Records
    """Array of NODE."""
    tried: Records
    """Array of TRIED."""
    slots: npt.NDArray[np.int32]
    """A hash table: the number of a node, counted from 1, by the last digits of its key."""
    playout: Record
    """Where the current play-out is: record of PLAYOUT."""
    masks: npt.NDArray[np.uint32]
    """See `masks_of`; one more column says which kinds the player that thinks does without."""
    factors: npt.NDArray[np.uint32]
    """What each word of a record is multiplied by to make its key."""
    proven: npt.NDArray[np.float64]
    """What each seat reaches of each goal after best play from a solved node: shape (nodes, seats, goals).
    This and what follows is empty where something is random."""
    made: Records
    """The moves made in play-outs, by the last digits of their key: array of MADE."""
    path: Records
    """The way of the current play-out through the tree: array of STEP."""


class LookaheadMemory(NamedTuple):
    """Memory for look-ahead."""

    states: Records
    """Two states: the one dealt for a play-out, and a copy that is played to the end."""
    room: Record
    """Room for the legal moves, as in the play loop."""
    chances: Records
    """The seats' streams of random numbers, followed by look-ahead's own."""
    rows: Records
    """Two rows of a game's outcome; the second stays all zeros."""
    seat_rows: Records
    """The seats' outcome rows twice; the second half stays all zeros."""
    candidates: Records
    """What is known about each legal move: array of CANDIDATE."""
    tally: Record
    """What is counted from decision to decision: record of TALLY."""
    found: npt.NDArray[np.float64]
    """The goals reached by the last play-out, and those reached by the base's choice."""
    seated: npt.NDArray[np.int64]
    """The strategy at each seat in a play-out: in its first moves, and from there to the end."""
    thinkers: Records
    """How each player thinks: array of THINKER."""
    kept: Any
    """What was found out: array of THOUGHT, or what `simkit.search.valuing` keeps."""
    tree: TreeMemory
    cursor: Record
    """Where the play loop is: record of CURSOR."""


def goals_layout(layout: np.dtype[np.void], columns: Sequence[str]) -> np.dtype[np.void]:
    """Return the layout of a row in which some columns have the names in `GOALS`.

    An empty name stands for a goal that is not a column of this row; the first column takes its place.
    """
    fields: Any = layout.fields
    places = [fields[name] if name else next(iter(fields.values())) for name in columns]
    return np.dtype(
        {
            "names": list(GOALS),
            "formats": [place[0] for place in places],
            "offsets": [place[1] for place in places],
            "itemsize": layout.itemsize,
        },
        align=layout.isalignedstruct,
    )


def goals_of(game: Game) -> dict[str, Any]:
    """Return a game's goals, four at most, as constants to be bound in `playouts`."""
    goals = [*game.objectives, *([game.progress] if game.progress else [])][: len(GOALS)]
    columns = [game.column_of(goal) for goal in goals]
    left_over = (0.0,) * (len(GOALS) - len(goals))
    found: dict[str, Any] = {"are_yes_no": tuple(float(column.is_yes_no) for column in columns) + left_over}
    for of, layout in (("game", game.row), ("seat", game.seat_row)):
        signs = [0.0 if goal.of != of else 1.0 if goal.better == "more" else -1.0 for goal in goals]
        names = [goal.column if goal.of == of else "" for goal in goals] + [""] * len(left_over)
        found |= {f"{of}_signs": tuple(signs) + left_over, f"{of}_goals": goals_layout(layout, names)}
    return found


def new_memory(game: Game, thinkers: Records, seats: int) -> LookaheadMemory:
    """Return memory for look-ahead, without room to keep thoughts in."""
    playouts = int(thinkers.playouts[thinkers.searches].max(initial=0))
    words = max(record.itemsize for record in (game.table, game.seat_record, game.move))
    solved = (seats, game.max_moves) if game.leaves_nothing_to_chance else (0, 0)
    return LookaheadMemory(
        states=zeros(2, game.state),
        room=zeros(1, game.room)[0],
        chances=zeros(seats + 1, CHANCE),
        rows=zeros(2, game.row),
        seat_rows=zeros(2 * seats, game.seat_row),
        candidates=zeros(game.max_moves, CANDIDATE),
        tally=zeros(1, TALLY)[0],
        found=np.zeros((2, len(GOALS))),
        seated=np.zeros((2, seats), dtype=np.int64),
        thinkers=thinkers,
        kept=zeros(0, THOUGHT),
        tree=new_tree(playouts, masks_of(game.moves, game.move), words, *solved),
        cursor=new_cursor(),
    )


def words_layout(layout: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the layout that views a record as an array of `words`, as wide as its alignment allows."""
    width = min(layout.alignment, 4)
    words = (np.dtype(f"u{width}"), (layout.itemsize // width,))
    return np.dtype(
        {"names": ["words"], "formats": [words], "offsets": [0], "itemsize": layout.itemsize},
        align=layout.isalignedstruct,
    )


def masks_of(kinds: Sequence[MoveKind], layout: np.dtype[np.void]) -> npt.NDArray[np.uint32]:
    """Return by kind which words of a move matter, as masks: fields of other kinds hold leftovers."""
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


def new_tree(
    playouts: int, masks: npt.NDArray[np.uint32], words: int, seats: int = 0, moves: int = 0
) -> TreeMemory:
    """Return memory for the tree of one decision.

    `playouts` is 0 if no player uses a tree; `words` is the size of the longest record that a key is made of;
    `seats` and `moves`, the most legal ones, are 0 where something is random, so that no position is solved.
    """
    nodes = min(ROOM_FOR * playouts, MOST_NODES)
    slots = 1 << max(1, 2 * nodes - 1).bit_length()
    solved = nodes if seats else 0
    return TreeMemory(
        nodes=zeros(nodes, NODE),
        tried=zeros(max(2 * nodes, min(solved * moves, MOST_LISTED)), TRIED),
        slots=np.zeros(slots, dtype=np.int32),
        playout=zeros(1, PLAYOUT)[0],
        masks=np.pad(masks, ((0, 0), (0, 1))),
        factors=factors_for(words),
        proven=np.zeros((solved, seats, len(GOALS))),
        made=zeros(MADE_SLOTS if solved else 0, MADE),
        path=zeros(solved, STEP),
    )
