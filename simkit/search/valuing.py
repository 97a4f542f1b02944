"""Values what a player gives away: finds the best other move, then values it with fresh play-outs.

The move that looks best among many looks better than it is: it is the best of all averages, luck included.
So look-ahead only *finds* it, and play-outs that had no part in the choice say what it is worth.  The player
goes on as they would without look-ahead, along their own games.

Compiled as the play loop with look-ahead is, with `value_moves` in the place of `think`.
"""

from math import sqrt

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.cursor import NO_ROOM

think = compare = BOUND_LATER  # of `thinking`, bound to a game's functions

FRESH = (1 << 24, 1 << 25)
"""The first number of each series of fresh play-outs; look-ahead's own count from 0 and end before."""

VALUED = np.dtype(
    [
        ("game", np.int64),
        ("moves", np.int64),  # made before this decision
        ("seat", np.int64),
        ("options", np.int64),  # the number of legal moves
        ("chosen", np.int64),  # the index of the player's own choice
        ("better", np.int64),  # the index of look-ahead's choice; the same if it finds nothing better
        ("kind", np.int64),  # the kind of move that the player chose
        ("better_kind", np.int64),
        ("playouts", np.int64),  # play-outs that compared the moves; 0 if there were too few for that
        ("value", np.float64),  # the average of the first goal after the player's choice; nan if not tried
        ("gain", np.float64),  # how much more the better move brings, on average over fresh play-outs
        ("error", np.float64),  # the standard error of the gain
        ("again", np.float64),  # the gain over a second series of fresh play-outs
        ("again_error", np.float64),
    ],
    align=True,
)
"""One valued decision."""


@kernel
def keep_nothing(desk, decision):
    """Do nothing and return True: `value_moves` stores the decisions itself."""
    return True


@separate_kernel
def gain_of(state, moves, rules, team, desk, place):
    """Return a move's gain over the player's own choice, the gain's standard error, and the choice's value.

    The fourth number returned is 0 or an error code.  `place` is (base, other, count, made, first, pairs):
    the two moves, the number of legal moves, the number of moves made, and which play-outs to play.
    """
    base, other, count, made, first, pairs = place
    arms, book = desk.arms, desk.book
    for option in range(count):
        arms[option].alive = option == other
    arms[other].gain = 0.0
    book.value = 0.0
    squares = 0.0
    for index in range(first, first + pairs):
        before = arms[other].gain
        failed = compare(state, moves, rules, team, desk, (base, count, made, index))
        if failed:
            return 0.0, 0.0, 0.0, failed
        squares += (arms[other].gain - before) ** 2
    mean = arms[other].gain / pairs
    # With one more difference, of the size of a win, as in `lead_of`.
    error = sqrt((max(squares - pairs * mean * mean, 0.0) + 1.0) / (pairs * (pairs - 1.0)))
    return mean, error, book.value / pairs, 0


def value_moves(state, moves, rules, team, desk, numbers):
    """Return the player's own choice and store what a better one would gain; called as `thinking.think`."""
    _, number, player, count, made, base = numbers
    arms, book, rows = desk.arms, desk.book, desk.kept
    if book.thoughts == len(rows):
        return -NO_ROOM
    choosers, parameters = team
    seat = state.seat
    other = think(state, moves, rules, team, desk, numbers)
    if other < 0:
        return other
    row = rows[book.thoughts]
    row.game, row.moves, row.seat, row.options = number, made, seat, count
    row.chosen, row.better = base, other
    row.kind, row.better_kind = moves[base].kind, moves[other].kind
    tried = arms[base].playouts
    row.playouts = tried
    row.value = book.value / tried if tried > 0 else np.nan
    row.gain, row.error, row.again, row.again_error = 0.0, 0.0, 0.0, 0.0
    if other != base:
        full = (choosers, parameters, np.int64(seat))
        pairs = desk.thinkers[player].playouts // 2
        row.gain, row.error, row.value, failed = gain_of(
            state, moves, rules, full, desk, (base, other, count, made, FRESH[0], pairs)
        )
        if failed:
            return -failed
        if row.gain > 2.0 * row.error:
            row.again, row.again_error, row.value, failed = gain_of(
                state, moves, rules, full, desk, (base, other, count, made, FRESH[1], pairs)
            )
            if failed:
                return -failed
        desk.cursor.seat = seat
    book.thoughts += 1
    return base
