"""The records that look-ahead works with, and how it weighs outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from simkit.engine.base.chance import CHANCE
from simkit.engine.base.columns import Column
from simkit.engine.base.cursor import MOST_SEATS, new_cursor
from simkit.engine.base.rows import zeros
from simkit.engine.contract.objectives import Objective

GOALS = ("first", "second", "third", "fourth")
"""What a seat plays for: its objectives, the most important first, then the measure of progress."""

THINKER = np.dtype(
    [
        ("playouts", np.int64),  # per decision; 0 for a player that does not think
        ("sure", np.float64),  # standard errors by which a move must lead the base's choice
        ("searches", np.bool_),  # whether it uses a tree
        ("others", np.bool_),  # whether the tree holds the other seats' decisions too
    ],
    align=True,
)
"""How a player thinks."""

ARM = np.dtype(
    [
        ("playouts", np.int64),
        ("total", np.float64),  # sum of the differences in worth from the base's choice, same chance
        ("squares", np.float64),  # sum of the squares of these differences
        ("gain", np.float64),  # sum of the differences in the first goal
        ("alive", np.bool_),  # whether it is still tried
    ],
    align=True,
)
"""What is known about one legal move."""

BOOK = np.dtype(
    [
        ("purse", np.int64, (MOST_SEATS,)),  # play-outs that each seat has saved in this game
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
"""What look-ahead remembers from decision to decision of a game."""

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
    ],
    align=True,
)
"""One option of a decision, with the value that look-ahead gives it."""


class Desk(NamedTuple):
    """Memory for look-ahead."""

    states: Any
    """Two states: the one dealt for a play-out, and a copy that is played to the end."""
    room: Any
    """Room for the legal moves, as in the play loop."""
    chances: Any
    """The seats' streams of random numbers, followed by look-ahead's own."""
    rows: Any
    """Two rows of a game's outcome; the second stays all zeros."""
    seat_rows: Any
    """The seats' outcome rows twice; the second half stays all zeros."""
    arms: Any
    """What is known about each legal move: array of ARM."""
    book: Any
    """What is remembered from decision to decision: record of BOOK."""
    found: Any
    """The goals reached by the last play-out, and those reached by the base's choice."""
    seated: Any
    """The strategy at each seat."""
    thinkers: Any
    """How each player thinks: array of THINKER."""
    kept: Any
    """What was found out: array of THOUGHT, or of `simkit.search.valuing.VALUED`."""
    arena: Any
    """Where tree search works (`arena.Arena`)."""
    cursor: Any
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


def how_to_weigh(goals: Sequence[Objective], columns: Sequence[Column]) -> dict[str, Any]:
    """Return a game's goals as constants to be bound in `playouts` and `thinking`.

    `goals` are at most four, and `columns` their columns.
    """
    left_over = (0.0,) * (len(GOALS) - len(goals))
    signs = [1.0 if goal.better == "more" else -1.0 for goal in goals]
    of_game = tuple(s if g.of == "game" else 0.0 for g, s in zip(goals, signs, strict=True)) + left_over
    of_seat = tuple(s if g.of == "seat" else 0.0 for g, s in zip(goals, signs, strict=True)) + left_over
    yes_no = tuple(1.0 if column.is_yes_no else 0.0 for column in columns) + left_over
    return {"game_signs": of_game, "seat_signs": of_seat, "are_yes_no": yes_no}


def new_desk(layouts: tuple[Any, Any, Any, Any], thinkers: Any, seats: int, arena: Any) -> Desk:
    """Return memory for look-ahead, without room to keep thoughts in.

    Parameters
    ----------
    layouts : (state, room, row, seat_row)
        The game's layouts.
    thinkers : record array of THINKER
        How each player thinks.
    seats : int
        The number of players.
    arena : Arena
        The memory of tree search (`arena.new_arena`).
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
        kept=zeros(0, THOUGHT),
        arena=arena,
        cursor=new_cursor(),
    )
