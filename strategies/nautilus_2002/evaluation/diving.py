"""Where a submarine goes, by weights: to the discovery worth most, less for each round on the way."""

from simkit.game import kernel, lowest_bit, scratch, separate_kernel
from simkit.games.nautilus_2002.rules.discoveries import slot_at
from simkit.games.nautilus_2002.rules.researchers import too_dear
from simkit.games.nautilus_2002.rules.submarines import staffed, stations_open_to, sub_steps, water_for
from simkit.games.nautilus_2002.squares import (
    BOARD,
    HEIGHT,
    WIDTH,
    add,
    clear,
    first_common,
    has,
    is_empty,
    spread,
    square_of,
)
from simkit.games.nautilus_2002.state import MOST_SUBMARINES, SPEED_UP, holds
from simkit.strategies.nautilus_2002.evaluation.sea import add_doors, sum_of, swim
from simkit.strategies.nautilus_2002.evaluation.worth import best_worth_of_work, worth_of_slot, worth_of_work

STOP = 0
SHARED = 0.4
"""Share that a discovery is worth if another own submarine is already nearer to it."""

HORIZON = 5
"""The most rounds of swimming that a way takes."""


@separate_kernel
def weigh_dives(sheet, table, seat, rules, moves, count):
    """Return the index of the best dive: to a discovery, toward one, or to a station."""
    best, most = weigh_coming_in(sheet, table, seat, rules, moves, count)
    for submarine in range(MOST_SUBMARINES):
        if not may_dive(moves, count, submarine):
            continue
        sheet.diver = submarine
        find_target(sheet, table, seat, rules, table.players[seat.number].submarines[submarine], most)
        if sheet.target >= 0:
            found = find_way(sheet, table, seat, rules, moves, count, submarine)
            if found != STOP:
                best, most = found, sheet.target_worth
    return best


@kernel
def may_dive(moves, count, submarine):
    """Return True if some move of a submarine is listed."""
    for i in range(1, count):
        if moves[i].submarine == submarine:
            return True
    return False


@separate_kernel
def weigh_coming_in(sheet, table, seat, rules, moves, count):
    """Return the move that brings a submarine to the station worth most, and what that is worth."""
    best, most, doors = STOP, 0.0, scratch(BOARD)
    find_doors(sheet, table, seat, rules, doors)
    if is_empty(doors):
        return best, most
    for i in range(1, count):
        square = moves[i].square
        if slot_at(table, square) < 0 and has(doors, square % WIDTH, square // WIDTH):
            stations = stations_open_to(table, rules, seat.number, square)
            worth = best_worth_of_work(sheet, table, seat, rules, stations) - sheet.boat
            if worth > most:
                best, most = i, worth
    return best, most


@separate_kernel
def find_doors(sheet, table, seat, rules, doors):
    """Fill in the squares from which a submarine could come into a station that is worth more than it."""
    clear(doors)
    player = table.players[seat.number]
    if player.reserve == 0:
        return
    stations = staffed(table) & ~int(table.homes) & ~too_dear(table, rules, player)
    while stations != 0:
        number = lowest_bit(stations)
        stations &= stations - 1
        if worth_of_work(sheet, table, seat, rules, number) > sheet.boat:
            add_doors(table.stations[number], doors)


@separate_kernel
def find_target(sheet, table, seat, rules, origin, least):
    """Note the square of the discovery that is the submarine's best target, and what it is worth.

    There is none, -1, if none is worth more than `least`.
    """
    player = table.players[seat.number]
    water = water_for(table, rules, player)
    reach, through, left = scratch(BOARD), scratch(BOARD), scratch(BOARD)
    clear(reach)
    for row in range(HEIGHT + 2):
        left.rows[row] = table.discoveries.rows[row] & ~table.afloat.rows[row]
    sheet.target, sheet.target_worth, sheet.target_steps = -1, least, 0
    stride = sub_steps(rules, player)
    now = rules.speed_steps if table.step == SPEED_UP else stride
    if slot_at(table, origin) >= 0:
        consider(sheet, table, seat, rules, origin, 1.0)
    squares, weight = 0, 1.0
    for steps in range(1, 1 + now + HORIZON * stride):
        if steps > now and (steps - now) % stride == 1:
            weight *= sheet.patience
        if weight * sheet.most_worth <= sheet.target_worth:
            return
        spread(reach, origin, water, table.discoveries, through)
        grown = sum_of(reach)
        if grown == squares:
            return
        squares = grown
        for row in range(1, HEIGHT + 1):
            fresh = int(reach.rows[row]) & int(left.rows[row])
            left.rows[row] &= ~fresh
            while fresh != 0:
                square = square_of(lowest_bit(fresh), row - 1)
                fresh &= fresh - 1
                share = SHARED if steps > now and another_is_nearer(sheet, player, origin, square) else 1.0
                if consider(sheet, table, seat, rules, square, share * weight):
                    sheet.target_steps = steps


@kernel
def another_is_nearer(sheet, player, origin, square):
    """Return True if another submarine of the seat is nearer to a square than the one that dives."""
    own = away(origin, square)
    for other in range(MOST_SUBMARINES):
        if (
            other != sheet.diver
            and holds(player.afloat, other)
            and away(player.submarines[other], square) < own
        ):
            return True
    return False


@kernel
def away(one, other):
    """Return the distance of two squares, whatever lies between them."""
    return abs(one % WIDTH - other % WIDTH) + abs(one // WIDTH - other // WIDTH)


@kernel
def consider(sheet, table, seat, rules, square, weight):
    """Note a target if it is worth more than the one noted; return True if it is."""
    worth = weight * worth_of_slot(sheet, table, seat, rules, slot_at(table, square))
    if worth <= sheet.target_worth:
        return False
    sheet.target, sheet.target_worth = square, worth
    return True


@separate_kernel
def find_way(sheet, table, seat, rules, moves, count, submarine):
    """Return the index of the move to the target, or to the listed square nearest to it."""
    player = table.players[seat.number]
    origin, ends, target, reach = player.submarines[submarine], scratch(BOARD), scratch(BOARD), scratch(BOARD)
    clear(ends)
    clear(target)
    for i in range(1, count):
        if moves[i].submarine == submarine:
            square = moves[i].square
            if square == sheet.target:
                return i
            if square != origin and slot_at(table, square) < 0:
                add(ends, square % WIDTH, square // WIDTH)
    if is_empty(ends):
        return STOP
    # From the target: a way back is as long as the way there.
    water = water_for(table, rules, player)
    if swim(table, water, sheet.target, ends, reach) >= sheet.target_steps:
        return STOP
    square = first_common(reach, ends)
    for i in range(1, count):
        if moves[i].submarine == submarine and moves[i].square == square:
            return i
    return STOP
