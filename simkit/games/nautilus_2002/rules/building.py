"""Phase 1, building stations: an expansion of the city, station by station."""

import numpy as np

from simkit.game import NOBODY, bit_count, kernel, lowest_bit, note, scratch, separate_kernel
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.rules.buying import unstore
from simkit.games.nautilus_2002.rules.discoveries import build_over
from simkit.games.nautilus_2002.rules.researchers import put_researchers
from simkit.games.nautilus_2002.rules.stations import is_under, offer_joins, put_station
from simkit.games.nautilus_2002.squares import BOARD, HEIGHT, SIDES, WIDTH, clear, square_of
from simkit.games.nautilus_2002.state import (
    FIRST_RESEARCH,
    STORED_SHIFT,
    ZONES,
    holds,
    stored_researchers,
    stored_tile,
)

TURNS = np.dtype([("centres", np.int32, (SIDES,))])
"""The centres of one row at which a tile can be placed, by rotation."""


@separate_kernel
def build_options(state, rules, moves):
    """List (decision D2): do not build; build, if some placement is legal."""
    table, seat = state.table, state.seat
    moves[0].kind = Move.DO_NOT_BUILD
    if not can_place(table, rules, seat):
        return 1
    moves[1].kind = Move.START_BUILDING
    return 2


@separate_kernel
def begin_expansion(table):
    """Begin an expansion: no station of it lies on the board."""
    for side in range(2 * SIDES):
        for row in range(HEIGHT + 2):
            table.expansion_joins.rows[side][row] = 0


@kernel
def joins_of(table):
    """Return the stations that the next one must be joined to: the city, or those of the expansion."""
    return table.joins if table.placed == 0 else table.expansion_joins


@kernel
def added_cost(table, rules, square):
    """Return the cost that a station with its centre there adds to the expansion."""
    cost = rules.centre_cost[square]
    return max(0, cost - table.paid) if rules.cost_per_expansion == 1 else cost


@kernel
def find_centres(table, rules, money, centres):
    """Fill in the centres without overlap or submarines that can be paid with some money."""
    budget = money + table.paid if rules.cost_per_expansion == 1 else money
    level = ZONES - 1
    while level >= 0 and rules.prices[level] > budget:
        level -= 1
    if level < 0:
        clear(centres)
        return
    afloat = table.afloat
    for row in range(1, HEIGHT + 1):
        beside = int(afloat.rows[row])
        if rules.half_covered_counts == 1:
            column = beside | int(afloat.rows[row - 1]) | int(afloat.rows[row + 1])
            beside = column | column << 1 | column >> 1
        else:
            beside |= beside << 1 | beside >> 1 | int(afloat.rows[row - 1]) | int(afloat.rows[row + 1])
        centres.rows[row] = rules.centres.rows[level][row] & ~table.blocked.rows[row] & ~beside


@kernel
def find_turns(rules, joins, tile, row, turns):
    """Fill in where in a row a tile would be joined, by rotation; return the places for any rotation."""
    every = 0
    for rotation in range(SIDES):
        found = 0
        if holds(rules.rotations[tile], rotation):
            for side in range(SIDES):
                if holds(rules.sides[tile][rotation], side):
                    found |= int(joins.rows[side][row])
                if holds(rules.corners[tile][rotation], side):
                    found |= int(joins.rows[SIDES + side][row])
        turns.centres[rotation] = found
        every |= found
    return every


@separate_kernel
def count_places(rules, centres, joins, tile):
    """Return at how many of these centres a tile would be joined."""
    turns, count = scratch(TURNS), 0
    for row in range(1, HEIGHT + 1):
        found = int(centres.rows[row])
        if found != 0:
            count += bit_count(find_turns(rules, joins, tile, row, turns) & found)
    return count


@separate_kernel
def can_place(table, rules, seat):
    """Return True if some stored station can be placed somewhere, as the first of an expansion."""
    centres, player = scratch(BOARD), table.players[seat]
    find_centres(table, rules, player.money, centres)
    for place in range(player.stored_count):
        if count_places(rules, centres, table.joins, stored_tile(player.stored[place])) > 0:
            return True
    return False


@separate_kernel
def place_options(state, rules, moves):
    """List (decision D3): stop; placements by kind of station, centre and rotation."""
    table, seat = state.table, state.seat
    centres, turns = scratch(BOARD), scratch(TURNS)
    player, joins = table.players[seat], joins_of(table)
    find_centres(table, rules, player.money, centres)
    count = 0
    if table.placed > 0 and rules.may_leave_unused == 1:
        moves[0].kind = Move.STOP_BUILDING
        count = 1
    for place in range(player.stored_count):
        code = player.stored[place]
        if place > 0 and player.stored[place - 1] == code:
            continue
        for row in range(1, HEIGHT + 1):
            if centres.rows[row] != 0:
                found = find_turns(rules, joins, stored_tile(code), row, turns) & int(centres.rows[row])
                count = list_row(moves, count, code, WIDTH * (row - 1), found, turns)
    if count == 0:
        moves[0].kind = Move.STOP_BUILDING
        count = 1
    return count


@kernel
def list_row(moves, count, code, first, found, turns):
    """List the placements of a station in one row of centres, whose first square is given."""
    while found != 0:
        x = lowest_bit(found)
        found &= found - 1
        for rotation in range(SIDES):
            if holds(turns.centres[rotation], x):
                moves[count].kind = Move.PLACE_STATION
                moves[count].tile = stored_tile(code)
                moves[count].researchers = stored_researchers(code)
                moves[count].square = first + x
                moves[count].rotation = rotation
                count += 1
    return count


@separate_kernel
def place_station(state, rules, move, log):
    """Place a station, pay for it, and turn up the discoveries under it."""
    table, seat = state.table, state.seat
    player = table.players[seat]
    unstore(player, (move.tile << STORED_SHIFT) + move.researchers)
    note(log, Event.BUILT, seat, move.tile, move.square)
    pay_for_building(table, rules, seat, move.square, log)
    station = table.stations[table.station_count]
    station.tile = move.tile
    station.x, station.y = move.square % WIDTH, move.square // WIDTH
    station.rotation = move.rotation
    station.sides = rules.sides[move.tile][move.rotation]
    station.corners = rules.corners[move.tile][move.rotation]
    station.owner = NOBODY
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if is_under(rules, dx, dy):
                build_over(state, square_of(station.x + dx, station.y + dy), log)
    settle(table, seat, move.researchers, station)
    put_station(table, rules, station)
    offer_joins(table.expansion_joins, station)


@kernel
def pay_for_building(table, rules, seat, square, log):
    """Pay what the station adds to the cost of the expansion."""
    player = table.players[seat]
    added = added_cost(table, rules, square)
    player.money -= added
    player.build_paid += added
    table.paid = max(table.paid, rules.centre_cost[square])
    player.built += 1
    if table.placed == 0:
        player.expansions += 1
    table.placed += 1
    table.busy = 1
    note(log, Event.BUILDING_PAID, seat, added)


@kernel
def settle(table, seat, researchers, station):
    """Let the researchers in, or place the builder's marker."""
    number = table.station_count
    if station.tile < FIRST_RESEARCH:
        table.homes |= 1 << int(number)
        put_researchers(table.players[seat], number, researchers)
    else:
        station.owner = seat
        table.players[seat].owned |= 1 << int(number)
