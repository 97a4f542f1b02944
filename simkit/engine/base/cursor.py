"""The cursor shows where the play loop is, for error messages and for threads that watch it."""

from __future__ import annotations

import numpy as np

from simkit.engine.base.rows import Record, zeros
from simkit.language import NOBODY

MOST_SEATS = 16

# How a call of the play loop ends.
PLAYED = 0
NO_SUCH_CHOICE = 1
NO_SUCH_COUNT = 2
NO_SUCH_SEAT = 3
NO_ROOM = 4

CURSOR = np.dtype(
    [
        ("game", np.int64),  # the game's number; NOBODY before the first game
        ("seat", np.int64),  # the seat whose strategy is at work; NOBODY while none is
        ("moves", np.int64),  # moves made in this game
        ("found", np.int64),  # a number out of its range: an index, a count of moves, a seat
        ("allowed", np.int64),  # how many such numbers are allowed, from 0 on
        ("decisions", np.int64),  # in the end: decisions made in all games
        ("playouts", np.int64),  # of players that think, in all games
        ("events", np.int64),  # events kept, if a log is kept
        ("whole", np.int64),  # those of games that were played to their end
        ("dropped", np.int64),  # events of these games for which the log had no room
    ],
    align=True,
)


def new_cursor() -> Record:
    """Return a cursor for a match in which no game has begun."""
    cursor = zeros(1, CURSOR)[0]
    cursor.game = cursor.seat = NOBODY
    return cursor
