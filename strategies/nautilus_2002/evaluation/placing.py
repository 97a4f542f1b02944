"""Where a station is best placed: cheap, over few discoveries, near researchers that can come."""

import numpy as np

from simkit.game import bit_count, kernel, lowest_bit, scratch, separate_kernel, uniform
from simkit.games.nautilus_2002.kinds import Move
from simkit.games.nautilus_2002.rules.building import TURNS, added_cost, find_centres, find_turns
from simkit.games.nautilus_2002.rules.discoveries import slot_at
from simkit.games.nautilus_2002.rules.researchers import may_be_left
from simkit.games.nautilus_2002.rules.stations import (
    ACROSS,
    is_free_sea,
    is_under,
    next_to,
    opposite,
    station_at,
)
from simkit.games.nautilus_2002.squares import (
    BOARD,
    CORNER_X,
    CORNER_Y,
    HEIGHT,
    SIDE_X,
    SIDE_Y,
    SIDES,
    WIDTH,
    has,
    is_on_board,
    square_of,
)
from simkit.games.nautilus_2002.state import FIRST_RESEARCH, MOST_STATIONS, holds
from simkit.strategies.nautilus_2002.evaluation.fitting import HAND, left_over, take_up

DISTANCES = np.dtype([("joins", np.int32, (MOST_STATIONS,))])
NOBODY_NEAR = 99


@separate_kernel
def best_placement(table, seat, rules, moves, count):
    """Return the index of the placement with the least burden.

    The burden is, what weighs most first: a research station; discoveries covered; added cost; four less
    the free outlets; joins to the nearest researcher that may leave.
    """
    distances = scratch(DISTANCES)
    find_distances(table, may_be_left(table, table.players[seat.number]), distances)
    best, least = 0, -1
    for i in range(count):
        if moves[i].kind == Move.PLACE_STATION:
            burden = burden_of(table, rules, moves[i], distances)
            if least < 0 or burden < least:
                best, least = i, burden
    return best


@kernel
def burden_of(table, rules, move, distances):
    """Return the burden of a placement as one number, the first part weighing most."""
    is_research = move.tile >= FIRST_RESEARCH
    burden = 1 if is_research else 0
    burden = burden * 10 + covered_discoveries(table, rules, move.square)
    burden = burden * 10 + added_cost(table, rules, move.square)
    outlets = outlets_of_new(table, rules, move) if is_research else 0
    burden = burden * 10 + SIDES - outlets
    joins = joins_to_researcher(table, rules, move, distances) if is_research else 0
    return burden * (NOBODY_NEAR + 1) + joins


@kernel
def covered_discoveries(table, rules, square):
    """Return the number of discoveries that a station with its centre there would cover."""
    x, y = square % WIDTH, square // WIDTH
    covered = 0
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if is_under(rules, dx, dy) and slot_at(table, square_of(x + dx, y + dy)) >= 0:
                covered += 1
    return covered


@kernel
def outlets_of_new(table, rules, move):
    """Return the number of outlets of a new station that would be free sea squares."""
    x, y = move.square % WIDTH, move.square // WIDTH
    sides = rules.sides[move.tile][move.rotation]
    count = 0
    for side in range(SIDES):
        out_x, out_y = x + 2 * SIDE_X[side], y + 2 * SIDE_Y[side]
        if holds(sides, side) and is_on_board(out_x, out_y) and not has(table.covered, out_x, out_y):
            count += is_free_sea(table, square_of(out_x, out_y))
    return count


@kernel
def joins_to_researcher(table, rules, move, distances):
    """Return the number of joins from a new station to the nearest researcher that may leave."""
    x, y = move.square % WIDTH, move.square // WIDTH
    least = NOBODY_NEAR
    for side in range(SIDES):
        if holds(rules.sides[move.tile][move.rotation], side):
            other = station_at(table, x + ACROSS * SIDE_X[side], y + ACROSS * SIDE_Y[side])
            if other >= 0 and holds(table.stations[other].sides, opposite(side)):
                least = min(least, 1 + int(distances.joins[other]))
        if holds(rules.corners[move.tile][move.rotation], side):
            across = ACROSS - 1
            other = station_at(table, x + across * CORNER_X[side], y + across * CORNER_Y[side])
            if other >= 0 and holds(table.stations[other].corners, opposite(side)):
                least = min(least, 1 + int(distances.joins[other]))
    return least


@separate_kernel
def find_distances(table, origins, distances):
    """Fill in, for each station, the joins to the nearest of the stations `origins` (a bit each)."""
    for number in range(MOST_STATIONS):
        distances.joins[number] = NOBODY_NEAR
    found = int(origins)
    fresh, joins = found, 0
    while fresh != 0:
        stations = fresh
        while stations != 0:
            distances.joins[lowest_bit(stations)] = joins
            stations &= stations - 1
        fresh = next_to(table, fresh) & ~found
        found |= fresh
        joins += 1


HOME_FIRST = 20.0
"""Residential stations go first: research stations then lie near the researchers."""

LOSS = 40.0
"""Nemos worth paying for each stored station that need not be handed back: it weighs most."""

NEAR = 5
FARTHEST = 12
"""Beyond this many joins the distance of researchers makes no difference."""


GOLDEN = 0.6180339887498949
"""Steps of this part of a whole spread evenly, wherever they begin and however many they are."""


@kernel
def blur(draw, i, weights):
    """Return Nemos by which the choice `i` is preferred in this decision: among near ones chance decides.

    One draw from [0, 1) serves all choices of a decision.
    """
    place = draw + GOLDEN * i
    return weights.margin * (place - int(place))


@kernel
def burden_of_site(table, rules, square, weights):
    """Return what a place costs in Nemos: to build there, and the discoveries under it."""
    return weights.cover * covered_discoveries(table, rules, square) + added_cost(table, rules, square)


@separate_kernel
def best_site(table, rules, tile, money, weights):
    """Return the square at which a tile could be placed now at the least burden, or -1."""
    centres, turns = scratch(BOARD), scratch(TURNS)
    find_centres(table, rules, money, centres)
    best, least = -1, 0.0
    for row in range(1, HEIGHT + 1):
        found = int(centres.rows[row])
        if found != 0:
            found &= find_turns(rules, table.joins, tile, row, turns)
        while found != 0:
            square = square_of(lowest_bit(found), row - 1)
            found &= found - 1
            burden = burden_of_site(table, rules, square, weights)
            if best < 0 or burden < least:
                best, least = square, burden
    return best


@separate_kernel
def weigh_placements(table, seat, rules, moves, count, weights, chance):
    """Return the index of the best placement: if possible, one after which the other stations can follow."""
    centres, hand, draw = scratch(BOARD), scratch(HAND), uniform(chance)
    find_centres(table, rules, table.players[seat.number].money, centres)
    take_up(rules, table.players[seat.number], hand)
    own, others = scratch(DISTANCES), scratch(DISTANCES)
    find_distances(table, may_be_left(table, table.players[seat.number]), own)
    start = 0
    for other in range(rules.players):
        if other != seat.number:
            start |= may_be_left(table, table.players[other])
    find_distances(table, start, others)
    best, most = 0, 0.0
    for i in range(count):
        if moves[i].kind != Move.PLACE_STATION:
            continue
        worth = worth_of_place(table, rules, moves[i], own, weights) + blur(draw, i, weights)
        if hand.count > 1:
            first = 0
            while hand.tiles[first] != moves[i].tile:
                first += 1
            left = left_over(table, rules, centres, hand, first, moves[i].rotation, moves[i].square)
            worth -= LOSS * left
        if weights.tenants != 0.0 and moves[i].tile >= FIRST_RESEARCH:
            joins = joins_to_researcher(table, rules, moves[i], others)
            worth += weights.tenants * max(0, 4 - joins)
        if (best == 0 and most == 0.0) or worth > most:
            best, most = i, worth
    return best


@kernel
def worth_of_place(table, rules, move, distances, weights):
    """Return the worth of a place, by its discoveries, its cost, its outlets and its distance."""
    worth = -burden_of_site(table, rules, move.square, weights)
    joins = min(FARTHEST, joins_to_researcher(table, rules, move, distances))
    if move.tile < FIRST_RESEARCH:
        return worth + HOME_FIRST - 0.1 * weights.way * joins
    worth += weights.outlet * outlets_of_new(table, rules, move)
    worth -= weights.way * joins
    return worth + weights.near * discoveries_near(table, move.square)


@kernel
def discoveries_near(table, square):
    """Return the number of discoveries around a square."""
    x, y = square % WIDTH, square // WIDTH
    left, right = max(0, x - NEAR), min(WIDTH - 1, x + NEAR)
    window = (1 << (right + 1)) - (1 << left)
    found = 0
    for row in range(max(0, y - NEAR), min(HEIGHT - 1, y + NEAR) + 1):
        found += bit_count(int(table.discoveries.rows[row + 1]) & window)
    return found
