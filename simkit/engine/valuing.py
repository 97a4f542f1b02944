"""Values what a player gives away: the best other move is looked for, and then valued with fresh play-outs.

The move that looks best among many looks better than it is: it is the best of all averages, luck included.
So look-ahead only *finds* it, and play-outs that had no part in the choice say what it is worth.  The player
goes on as they would without look-ahead, along their own games.

Compiled as the play loop with look-ahead is, with `value_moves` in the place of `think`.
"""

from math import sqrt

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.play import NO_ROOM

think = compare = BOUND_LATER  # of `thinking`, with a game's functions inside

FRESH = (1 << 24, 1 << 25)
"""The numbers of the first play-outs that value a move: look-ahead's own count from 0, and end before."""

VALUED = np.dtype(
    [
        ("game", np.int64),
        ("moves", np.int64),  # made before
        ("seat", np.int64),
        ("options", np.int64),  # legal moves
        ("chosen", np.int64),  # the index of the player's own choice
        ("better", np.int64),  # and of what look-ahead would do instead; the same if it finds nothing better
        ("kind", np.int64),  # of the player's choice
        ("better_kind", np.int64),
        ("playouts", np.int64),  # by which the moves were compared; 0 if there were too few for so many moves
        ("value", np.float64),  # the first goal on average after the player's choice; nan if not tried
        ("gain", np.float64),  # by how much the other move brings more, on average over fresh play-outs
        ("error", np.float64),  # the standard error of that
        ("again", np.float64),  # the same, over play-outs fresh once more
        ("again_error", np.float64),
    ],
    align=True,
)
"""A decision, as it was valued."""


@kernel
def keep_nothing(desk, decision):
    """Say that there was room: a decision is kept where it is valued."""
    return True


@separate_kernel
def gain_of(state, moves, rules, team, desk, place):
    """Return how much more a move brings than the player's own, the error of that, and what that one brings.

    And in the fourth place 0, or what failed.  `place` is (base, other, count, made, first, pairs): the two
    moves, how many are legal, how many were made, and the numbers of the play-outs.
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
    # One difference more, of the size of a win, as in `lead_of`.
    error = sqrt((max(squares - pairs * mean * mean, 0.0) + 1.0) / (pairs * (pairs - 1.0)))
    return mean, error, book.value / pairs, 0


def value_moves(state, moves, rules, team, desk, numbers):
    """Return the player's own choice, and keep what a better one would bring; as `thinking.think`."""
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
