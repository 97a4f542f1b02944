"""What look-ahead works with: layouts, and how outcomes are weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simkit.engine.chance import CHANCE
from simkit.engine.columns import Column
from simkit.engine.cursor import new_cursor
from simkit.engine.declaration import MOST_SEATS
from simkit.engine.objectives import Objective
from simkit.engine.rows import zeros

GOALS = ("first", "second", "third", "fourth")
"""What a seat strives for: its objectives, the most important first, then the measure of progress."""

THINKER = np.dtype(
    [
        ("playouts", np.int64),  # per decision, 0 for not at all
        ("sure", np.float64),  # how sure it must be to leave the base's choice
        ("searches", np.bool_),  # whether it has a tree
        ("others", np.bool_),  # whether the others' decisions stand in the tree too
    ],
    align=True,
)
"""How a player thinks."""

ARM = np.dtype(
    [
        ("playouts", np.int64),
        ("total", np.float64),  # of the differences in worth from the base's choice, same chance
        ("squares", np.float64),  # of these differences
        ("gain", np.float64),  # of the differences in the first goal
        ("alive", np.bool_),  # still tried
    ],
    align=True,
)
"""What is known of one of the moves that are weighed."""

BOOK = np.dtype(
    [
        ("purse", np.int64, (MOST_SEATS,)),  # play-outs that each seat has saved in this game
        ("seen", np.int64),  # play-outs of the base's choice in this game
        ("means", np.float64, (len(GOALS),)),
        ("squares", np.float64, (len(GOALS),)),
        ("weights", np.float64, (len(GOALS),)),
        ("key", np.uint32),  # of the strategies' chance in a play-out
        ("value", np.float64),  # of the base's choice in this decision: the sum of its first goal
        ("thoughts", np.int64),  # rows of THOUGHT kept
        ("playouts", np.int64),  # in all games
    ],
    align=True,
)
"""What look-ahead remembers during a game."""

THOUGHT = np.dtype(
    [
        ("game", np.int64),
        ("moves", np.int64),  # made before
        ("seat", np.int64),
        ("option", np.int64),
        ("playouts", np.int64),
        ("value", np.float64),  # the first objective on average, if this is chosen; nan if not tried
        ("lead", np.float64),  # worth more than the base's choice
        ("error", np.float64),  # the standard error of that
        ("is_base", np.bool_),  # what the base chooses
        ("is_chosen", np.bool_),
    ],
    align=True,
)
"""One of the options of a decision, as look-ahead valued it."""


class Desk(NamedTuple):
    """The room in which look-ahead works."""

    states: Any
    """Two: as it was dealt for a play-out, and that which is played on."""
    room: Any
    """For the legal moves, as the play loop has it."""
    chances: Any
    """The streams of chance of the seats, and last its own."""
    rows: Any
    """Two rows of a game, of which the second stays zeros."""
    seat_rows: Any
    """Twice the seats' rows, of which the second half stays zeros."""
    arms: Any
    """What is known of each legal move: array of ARM."""
    book: Any
    """What is remembered during a game: record of BOOK."""
    found: Any
    """The goals that the last play-out reached, and those of the base's choice."""
    seated: Any
    """Which of the strategies sits where."""
    thinkers: Any
    """How each player thinks: array of THINKER."""
    kept: Any
    """What was found out: array of THOUGHT, or of what is kept in its place."""
    arena: Any
    """Where tree search works (`arena.Arena`)."""
    cursor: Any
    """Where the play loop is: record of CURSOR."""


def goals_layout(layout: np.dtype[np.void], columns: Sequence[str]) -> np.dtype[np.void]:
    """Return the layout in which some columns of a row are called by the names of `GOALS`.

    An empty name stands for a goal that is no column of this row; any column is found there.
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


def how_to_weigh(goals: Sequence[Objective], columns: Sequence[Column]) -> dict[str, Any]:
    """Return what `thinking` needs to know of a game's goals, by the names that it leaves to be bound.

    `goals` are at most four, and `columns` their columns.
    """
    left_over = (0.0,) * (len(GOALS) - len(goals))
    signs = [1.0 if goal.better == "more" else -1.0 for goal in goals]
    of_game = tuple(s if g.of == "game" else 0.0 for g, s in zip(goals, signs, strict=True)) + left_over
    of_seat = tuple(s if g.of == "seat" else 0.0 for g, s in zip(goals, signs, strict=True)) + left_over
    yes_no = tuple(1.0 if column.is_yes_no else 0.0 for column in columns) + left_over
    return {"game_signs": of_game, "seat_signs": of_seat, "are_yes_no": yes_no}


def new_desk(layouts: tuple[Any, Any, Any, Any], thinkers: Any, seats: int, kept: int, arena: Any) -> Desk:
    """Return the room in which look-ahead works.

    Parameters
    ----------
    layouts : (state, room, row, seat_row)
        A game's.
    thinkers : record array of THINKER
        How each player thinks.
    seats : int
        How many play.
    kept : int
        How many rows of THOUGHT are kept.
    arena : Arena
        Where tree search keeps what it learns (`arena.new_arena`).
    """
    state, room, row, seat_row = layouts
    moves = room["moves"].shape[0]
    return Desk(
        states=zeros(2, state),
        room=zeros(1, room)[0],
        chances=zeros(seats + 1, CHANCE),
        rows=zeros(2, row),
        seat_rows=zeros(2 * seats, seat_row),
        arms=zeros(moves, ARM),
        book=zeros(1, BOOK)[0],
        found=np.zeros((2, len(GOALS))),
        seated=np.zeros(seats, dtype=np.int64),
        thinkers=thinkers,
        kept=zeros(kept, THOUGHT),
        arena=arena,
        cursor=new_cursor(),
    )
