"""Another layout: as many squares with discoveries in each zone as on the board, drawn for each game."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.scratch import scratch
from simkit.engine.base.chance import shuffle
from simkit.games.nautilus_2002.squares import (
    BOARD,
    HEIGHT,
    SIDE_X,
    SIDE_Y,
    SIDES,
    SQUARES,
    WIDTH,
    add,
    clear,
    has,
)
from simkit.games.nautilus_2002.state import CANYON, INCLINE

ALL_SQUARES = np.dtype([("squares", np.int32, (SQUARES,))])
MOST_TRIES = 1000


@separate_kernel
def draw_slots(state, rules):
    """Draw the squares anew, no two beside each other; those of the board stay if that can't be done."""
    drawn = scratch(BOARD)
    for _ in range(MOST_TRIES):
        if draw_every_zone(state, rules, drawn):
            list_drawn(state.table, drawn)
            return


@kernel
def draw_every_zone(state, rules, drawn):
    """Draw the squares of every zone; return False if one has no room for all."""
    clear(drawn)
    for zone in range(INCLINE, CANYON + 1):
        if not draw_zone(state, rules, zone, drawn):
            return False
    return True


@separate_kernel
def draw_zone(state, rules, zone, drawn):
    """Draw the squares of one zone, one by one; return False if there is no room for all."""
    order, count = scratch(ALL_SQUARES), 0
    for square in range(SQUARES):
        if rules.zone[square] == zone:
            order.squares[count] = square
            count += 1
    shuffle(state.chance, order.squares, 0, count)
    needed = rules.zone_tiles[zone]
    for i in range(count):
        if needed == 0:
            break
        x, y = order.squares[i] % WIDTH, order.squares[i] // WIDTH
        if not lies_beside(drawn, x, y):
            add(drawn, x, y)
            needed -= 1
    return needed == 0


@kernel
def lies_beside(drawn, x, y):
    """Return True if a square lies beside one that is drawn."""
    for side in range(SIDES):
        beside = x + SIDE_X[side]
        if 0 <= beside < WIDTH and has(drawn, beside, y + SIDE_Y[side]):
            return True
    return False


@kernel
def list_drawn(table, drawn):
    """Note the squares drawn, in order."""
    slot = 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if has(drawn, x, y):
                table.slot_square[slot] = WIDTH * y + x
                slot += 1
