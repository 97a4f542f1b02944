"""Which stations can be placed in one expansion, so that none of them is handed back."""

import numpy as np

from simkit.game import kernel, lowest_bit, scratch, separate_kernel
from simkit.games.nautilus_2002.rules.building import TURNS, count_places, find_centres, find_turns
from simkit.games.nautilus_2002.rules.stations import ACROSS, opposite, overlap
from simkit.games.nautilus_2002.squares import (
    BOARD,
    CORNER_X,
    CORNER_Y,
    HEIGHT,
    SIDE_X,
    SIDE_Y,
    SIDES,
    SQUARES,
    WIDTH,
    has,
    is_on_board,
    remove,
    square_of,
)
from simkit.games.nautilus_2002.state import MOST_STORED, NO_TILE, holds, stored_tile

HAND = np.dtype(
    [
        ("tiles", np.int64, (MOST_STORED + 1,)),
        ("sides", np.int64, (MOST_STORED + 1,)),  # straight sides that can be open, however it is turned
        ("corners", np.int64, (MOST_STORED + 1,)),  # the same of diagonal sides
        ("count", np.int64),
    ]
)
"""Stations that are to be placed in one expansion."""


@kernel
def take_up(rules, player, hand):
    """Fill in the stations that a seat has stored."""
    hand.count = 0
    for place in range(player.stored_count):
        add_to_hand(rules, hand, stored_tile(player.stored[place]))


@kernel
def add_to_hand(rules, hand, tile):
    """Add a station to those that are to be placed."""
    sides, corners = 0, 0
    for rotation in range(SIDES):
        if holds(rules.rotations[tile], rotation):
            sides |= int(rules.sides[tile][rotation])
            corners |= int(rules.corners[tile][rotation])
    place = hand.count
    hand.tiles[place], hand.sides[place], hand.corners[place] = tile, sides, corners
    hand.count += 1


@separate_kernel
def could_build(table, rules, player, tile, money):
    """Return True if all that is stored could be placed now, in one expansion.

    At least one station is such that each of the others could follow it.

    Parameters
    ----------
    tile : int
        A station that would be stored as well, or NO_TILE.
    money : int
        What there is to pay with.
    """
    centres, hand, turns = scratch(BOARD), scratch(HAND), scratch(TURNS)
    find_centres(table, rules, money, centres)
    take_up(rules, player, hand)
    if tile != NO_TILE:
        add_to_hand(rules, hand, tile)
    if hand.count == 1:
        return count_places(rules, centres, table.joins, int(hand.tiles[0])) > 0
    for place in range(hand.count):
        for row in range(1, HEIGHT + 1):
            found = int(centres.rows[row])
            if found != 0:
                found &= find_turns(rules, table.joins, int(hand.tiles[place]), row, turns)
            while found != 0:
                x = lowest_bit(found)
                found &= found - 1
                for rotation in range(SIDES):
                    if holds(turns.centres[rotation], x):
                        square = square_of(x, row - 1)
                        if left_over(table, rules, centres, hand, place, rotation, square) == 0:
                            return True
    return False


@separate_kernel
def left_over(table, rules, centres, hand, first, rotation, square):
    """Return how many stations of a hand could not follow the one at place `first` in the same expansion."""
    left, tile = 0, int(hand.tiles[first])
    for place in range(hand.count):
        if place == first:
            continue
        sides, corners = int(hand.sides[place]), int(hand.corners[place])
        if not joins_new(rules, centres, tile, rotation, square, sides, corners):
            left += table.placed == 0 or not joins_old(table, rules, centres, square, int(hand.tiles[place]))
    return left


@kernel
def joins_new(rules, centres, tile, rotation, square, sides, corners):
    """Return True if one that can have such open sides could be joined to a new station on a square.

    It must lie at one of the centres.
    """
    x, y = square % WIDTH, square // WIDTH
    for side in range(SIDES):
        if holds(rules.sides[tile][rotation], side) and holds(sides, opposite(side)):
            other_x, other_y = x + ACROSS * SIDE_X[side], y + ACROSS * SIDE_Y[side]
            if is_on_board(other_x, other_y) and has(centres, other_x, other_y):
                return True
        if holds(rules.corners[tile][rotation], side) and holds(corners, opposite(side)):
            other_x, other_y = x + (ACROSS - 1) * CORNER_X[side], y + (ACROSS - 1) * CORNER_Y[side]
            if is_on_board(other_x, other_y) and has(centres, other_x, other_y):
                return True
    return False


@separate_kernel
def joins_old(table, rules, centres, square, tile):
    """Return True if a tile could be joined to the expansion as it lies, beside a station on a square."""
    free, x, y = scratch(BOARD), square % WIDTH, square // WIDTH
    for row in range(1, HEIGHT + 1):
        free.rows[row] = centres.rows[row]
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            if overlap(dx, dy) and is_on_board(x + dx, y + dy):
                remove(free, x + dx, y + dy)
    return count_places(rules, free, table.expansion_joins, tile) > 0


@separate_kernel
def fewest_places(table, rules, player):
    """Return how many places there are for that of the stored stations which has the fewest."""
    centres, fewest = scratch(BOARD), SQUARES
    find_centres(table, rules, player.money, centres)
    for place in range(player.stored_count):
        tile = stored_tile(player.stored[place])
        fewest = min(fewest, count_places(rules, centres, table.joins, tile))
    return fewest
