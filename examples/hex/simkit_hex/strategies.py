"""Strategies for Hex; the last two draw no random numbers."""

import numpy as np

from simkit.game import below, kernel, strategy
from simkit_hex.game import WIDTH, bit_of, board, chain, grown, side

FAR = 99


@strategy(game="hex", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Put a stone on any empty cell, with equal chances."""
    return below(chance, count)


@kernel
def off_centre(cell, size):
    """Return twice the distance of a cell from the centre, in rows and columns."""
    return abs(2 * (cell // WIDTH) - size + 1) + abs(2 * (cell % WIDTH) - size + 1)


@strategy(game="hex", skill="first-time player")
def centre(table, seat, rules, moves, count, parameters, chance):
    """Take the empty cell nearest to the centre, and look at nothing else."""
    best = 0
    for i in range(1, count):
        if off_centre(moves[i].cell, rules.cells) < off_centre(moves[best].cell, rules.cells):
            best = i
    return best


@kernel
def stones_missing(cell, near, stones, empty):
    """Return how many more stones a chain from an empty cell to a side needs, besides one on the cell."""
    wanted, missing = bit_of(cell), 0
    reached = chain(near, stones)
    reachable = near | grown(reached)
    while missing < FAR:
        if reachable & wanted:
            return missing
        step = reachable & empty
        if step == 0:
            return FAR
        empty &= ~step
        missing += 1
        touched = grown(step)
        reachable = touched | grown(chain(touched, stones))
    return FAR


@kernel
def stones_through(cell, seat, table, size):
    """Return how many stones a seat's shortest chain through an empty cell still needs."""
    stones = table.stones[seat]
    empty = board(size) & ~(table.stones[0] | table.stones[1])
    near = stones_missing(cell, side(seat, size, False), stones, empty)
    return 1 + near + stones_missing(cell, side(seat, size, True), stones, empty)


@strategy(game="hex", skill="casual")
def shortest(table, seat, rules, moves, count, parameters, chance):
    """Take the cell where the shortest chains of both cross; of several the one nearest to the centre.

    A cell is judged by the stones that each player's shortest chain through it still needs.
    """
    best, least = 0, np.int64(1 << 30)
    for i in range(count):
        cell = moves[i].cell
        mine = stones_through(cell, seat.number, table, rules.cells)
        yours = stones_through(cell, 1 - seat.number, table, rules.cells)
        cost = 100 * (mine + yours) + off_centre(cell, rules.cells)
        if mine == 1:
            return i
        if cost < least:
            best, least = i, cost
    return best
