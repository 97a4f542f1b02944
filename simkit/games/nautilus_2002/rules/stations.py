"""Stations and passages: what a station covers, where one can lie, which are joined, and how far apart."""

from simkit.game import NOBODY, kernel, lowest_bit, separate_kernel
from simkit.games.nautilus_2002.squares import (
    CORNER_X,
    CORNER_Y,
    HEIGHT,
    SIDE_X,
    SIDE_Y,
    SIDES,
    WIDTH,
    add,
    has,
    is_on_board,
    square_of,
)
from simkit.games.nautilus_2002.state import holds

ACROSS = 3
"""Squares between the centres of two stations joined by a straight passage; by a diagonal one, one less."""


@kernel
def opposite(side):
    """Return the side that faces a side."""
    return (side + 2) % SIDES


@kernel
def is_under(rules, dx, dy):
    """Return True if a square lies under a station whose centre is this far off, corners as the rules say."""
    return rules.half_covered_counts == 1 or dx == 0 or dy == 0


@kernel
def overlap(dx, dy):
    """Return True if two stations with centres at a distance overlap."""
    dx, dy = abs(dx), abs(dy)
    return dx < ACROSS and dy < ACROSS and dx + dy <= ACROSS


@separate_kernel
def put_station(table, rules, station):
    """Mark what a station covers and where no other can lie, and join it to those around it."""
    number = table.station_count
    table.station_count += 1
    x, y = station.x, station.y
    table.station_at[square_of(x, y)] = number + 1
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            if is_on_board(x + dx, y + dy):
                if overlap(dx, dy):
                    add(table.blocked, x + dx, y + dy)
                if abs(dx) < 2 and abs(dy) < 2 and is_under(rules, dx, dy):
                    add(table.covered, x + dx, y + dy)
    join(table, number)
    offer_joins(table.joins, station)


@kernel
def join(table, number):
    """Note which stations a new one is joined to."""
    station = table.stations[number]
    for side in range(SIDES):
        if holds(station.sides, side):
            dx, dy = ACROSS * SIDE_X[side], ACROSS * SIDE_Y[side]
            other = station_at(table, station.x + dx, station.y + dy)
            if other >= 0 and holds(table.stations[other].sides, opposite(side)):
                link(table, number, other)
        if holds(station.corners, side):
            dx, dy = (ACROSS - 1) * CORNER_X[side], (ACROSS - 1) * CORNER_Y[side]
            other = station_at(table, station.x + dx, station.y + dy)
            if other >= 0 and holds(table.stations[other].corners, opposite(side)):
                link(table, number, other)


@kernel
def link(table, one, other):
    """Join two stations."""
    table.stations[one].joined |= 1 << int(other)
    table.stations[other].joined |= 1 << int(one)


@kernel
def station_at(table, x, y):
    """Return the station with its centre there, or -1."""
    if not is_on_board(x, y):
        return -1
    return int(table.station_at[square_of(x, y)]) - 1


@separate_kernel
def offer_joins(joins, station):
    """Note at which centres a station would be joined to this one, by the side that must be open there."""
    for side in range(SIDES):
        if holds(station.sides, side):
            x, y = station.x + ACROSS * SIDE_X[side], station.y + ACROSS * SIDE_Y[side]
            if is_centre(x, y):
                joins.rows[opposite(side)][y + 1] |= 1 << int(x)
        if holds(station.corners, side):
            x, y = station.x + (ACROSS - 1) * CORNER_X[side], station.y + (ACROSS - 1) * CORNER_Y[side]
            if is_centre(x, y):
                joins.rows[SIDES + opposite(side)][y + 1] |= 1 << int(x)


@kernel
def is_centre(x, y):
    """Return True if a station with its centre there lies on the board."""
    return 1 <= x < WIDTH - 1 and 1 <= y < HEIGHT - 1


@kernel
def outlet(table, station, side):
    """Return the square that an open straight side leads to; NOBODY if the side has no outlet."""
    if not holds(station.sides, side):
        return NOBODY
    x, y = station.x + 2 * SIDE_X[side], station.y + 2 * SIDE_Y[side]
    if not is_on_board(x, y) or has(table.covered, x, y):
        return NOBODY
    return square_of(x, y)


@kernel
def is_free_sea(table, square):
    """Return True for a square without station, submarine and discovery."""
    x, y = square % WIDTH, square // WIDTH
    taken = table.covered.rows[y + 1] | table.afloat.rows[y + 1] | table.discoveries.rows[y + 1]
    return ((int(taken) >> int(x)) & 1) == 0


@kernel
def free_outlets(table, station):
    """Return the number of outlets of a station that are free sea squares."""
    count = 0
    for side in range(SIDES):
        square = outlet(table, station, side)
        if square != NOBODY and is_free_sea(table, square):
            count += 1
    return count


@kernel
def next_to(table, stations):
    """Return the stations joined to some of these: a bit each."""
    found, left = 0, int(stations)
    while left != 0:
        found |= int(table.stations[lowest_bit(left)].joined)
        left &= left - 1
    return found


@separate_kernel
def within(table, station, steps):
    """Return the stations at most `steps` joins away, including the station: a bit each."""
    found = 1 << int(station)
    fresh = found
    for _ in range(steps):
        fresh = next_to(table, fresh) & ~found
        if fresh == 0:
            break
        found |= fresh
    return found


@separate_kernel
def joins_between(table, origin, goals):
    """Return the number of joins from a station to the nearest of some (a bit each), or -1."""
    found, steps = 1 << int(origin), 0
    fresh = found
    while fresh & goals == 0:
        fresh = next_to(table, fresh) & ~found
        if fresh == 0:
            return -1
        found |= fresh
        steps += 1
    return steps
