"""Submarines: launching them, moving them, and coming back into a station."""

from simkit.game import NOBODY, kernel, lowest_bit, note, scratch, separate_kernel
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.rules.discoveries import recovery_cost, slot_at
from simkit.games.nautilus_2002.rules.researchers import arrive, put_researchers, too_dear
from simkit.games.nautilus_2002.rules.stations import is_free_sea, opposite, outlet, station_at
from simkit.games.nautilus_2002.squares import (
    BOARD,
    HEIGHT,
    SIDE_X,
    SIDE_Y,
    SIDES,
    WIDTH,
    add,
    clear,
    has,
    remove,
    spread,
    square_of,
)
from simkit.games.nautilus_2002.state import (
    CANYON,
    ENGINEERING,
    MOST_PLAYERS,
    MOST_SUBMARINES,
    TYPES,
    effect,
    holds,
)


@kernel
def may_enter_canyon(table, rules, player):
    """Return True if a seat may use the canyon's squares."""
    return (table.canyon_open == 1 and rules.canyon_opens_for_all == 1) or has_the_types(rules, player)


@kernel
def has_the_types(rules, player):
    """Return True if a seat has enough types in operation for the canyon."""
    types = 0
    for kind in range(TYPES):
        if player.ops[kind] > 0:
            types += 1
    return types >= rules.canyon_types


@kernel
def water_for(table, rules, player):
    """Return the squares that a seat's submarines may use."""
    return rules.water if may_enter_canyon(table, rules, player) else rules.open_water


@separate_kernel
def spread_far(table, water, square, steps, reach):
    """Fill in the squares within `steps` steps of a submarine's; its own square may be among them."""
    through = scratch(BOARD)
    clear(reach)
    for _ in range(steps):
        spread(reach, square, water, table.discoveries, through)


@kernel
def sub_steps(rules, player):
    """Return the number of squares that a submarine of a seat moves."""
    return rules.sub_steps[effect(player, ENGINEERING)]


@kernel
def may_stay(table, rules, seat, square):
    """Return True if a submarine may make a move of no steps: recover what lies under it, or come in."""
    slot = slot_at(table, square)
    if slot >= 0:
        return table.players[seat].money >= recovery_cost(rules, table.slot_zone[slot])
    return stations_open_to(table, rules, seat, square) != 0


@separate_kernel
def dive_options(table, rules, seat, submarines, steps, moves):
    """List after a first move, which is there: the ends of some submarines (decisions D7, D9), a bit each.

    The first move says what it is not to dive, and its successor in `Move` is the kind of the others.
    """
    player, ends = table.players[seat], scratch(BOARD)
    water = water_for(table, rules, player)
    kind, count = moves[0].kind + 1, 1
    for submarine in range(MOST_SUBMARINES):
        if not holds(submarines, submarine):
            continue
        square = player.submarines[submarine]
        spread_far(table, water, square, steps, ends)
        leave_out_taken(table, ends)
        if may_stay(table, rules, seat, square):
            add(ends, square % WIDTH, square // WIDTH)
        for row in range(1, HEIGHT + 1):
            found = int(ends.rows[row])
            while found != 0:
                moves[count].kind = kind
                moves[count].submarine = submarine
                moves[count].square = square_of(lowest_bit(found), row - 1)
                found &= found - 1
                count += 1
    return count


@kernel
def leave_out_taken(table, ends):
    """Leave out the squares with stations and with submarines, also the one that moves."""
    for row in range(1, HEIGHT + 1):
        ends.rows[row] &= ~(table.covered.rows[row] | table.afloat.rows[row])


@separate_kernel
def dive(table, rules, seat, move, steps, log):
    """Move a submarine, and open the canyon if it goes there."""
    player = table.players[seat]
    origin, square = player.submarines[move.submarine], move.square
    note(log, Event.DIVED, seat, origin, square)
    if origin == square:
        return
    if table.canyon_open == 0 and needs_canyon(table, rules, origin, square, steps):
        open_canyon(table, seat, log)
    remove(table.afloat, origin % WIDTH, origin // WIDTH)
    add(table.afloat, square % WIDTH, square // WIDTH)
    player.submarines[move.submarine] = square


@separate_kernel
def needs_canyon(table, rules, origin, square, steps):
    """Return True if a submarine ends in the canyon, or can't get to its end in time without it."""
    if rules.zone[square] == CANYON:
        return True
    reach = scratch(BOARD)
    spread_far(table, rules.open_water, origin, steps, reach)
    return not has(reach, square % WIDTH, square // WIDTH)


@separate_kernel
def launch_options(state, rules, moves):
    """List (decision D5): stop; stations with two own researchers, of each the sides with a free outlet."""
    table, seat = state.table, state.seat
    player = table.players[seat]
    moves[0].kind = Move.STOP_LAUNCHING
    count = 1
    if player.afloat == (1 << int(rules.submarines)) - 1:
        return count
    stations = int(player.several) & ~int(table.homes)
    while stations != 0:
        number = lowest_bit(stations)
        stations &= stations - 1
        for side in range(SIDES):
            square = outlet(table, table.stations[number], side)
            if square != NOBODY and is_free_sea(table, square):
                moves[count].kind = Move.LAUNCH_FROM
                moves[count].station = number
                moves[count].side = side
                count += 1
    return count


@separate_kernel
def launch(table, rules, seat, move, log):
    """Put a researcher back into the reserve, and a submarine on the outlet."""
    player = table.players[seat]
    square = outlet(table, table.stations[move.station], move.side)
    put_researchers(player, move.station, -1)
    player.reserve += 1
    submarine = lowest_bit(~int(player.afloat) & ((1 << int(rules.submarines)) - 1))
    player.afloat |= 1 << submarine
    player.submarines[submarine] = square
    add(table.afloat, square % WIDTH, square // WIDTH)
    player.launches += 1
    note(log, Event.LAUNCHED, seat, move.station, square)
    if rules.zone[square] == CANYON:
        open_canyon(table, seat, log)


@kernel
def open_canyon(table, seat, log):
    """Open the canyon, if it is not open yet."""
    if table.canyon_open == 0:
        table.canyon_open = 1
        table.canyon_round = table.round_number
        note(log, Event.CANYON_OPENED, seat)


@kernel
def staffed(table):
    """Return the stations in which anybody's researcher stands: a bit each."""
    stations = 0
    for seat in range(MOST_PLAYERS):
        stations |= int(table.players[seat].present)
    return stations


@separate_kernel
def stations_open_to(table, rules, seat, square):
    """Return the stations into which a submarine on a square may come: a bit each."""
    x, y = square % WIDTH, square // WIDTH
    stations = 0
    for side in range(SIDES):
        number = station_at(table, x + 2 * SIDE_X[side], y + 2 * SIDE_Y[side])
        if number >= 0 and holds(table.stations[number].sides, opposite(side)):
            stations |= 1 << number
    stations &= staffed(table) & ~int(table.homes)
    player = table.players[seat]
    return stations & ~too_dear(table, rules, player) if player.reserve > 0 else stations


@separate_kernel
def come_in_options(state, rules, moves):
    """List (decision D8): stay out, but not after a move of no steps; the stations."""
    table, seat = state.table, state.seat
    count = 0
    if table.stayed == 0:
        moves[0].kind = Move.STAY_OUT
        count = 1
    stations = stations_open_to(table, rules, seat, table.players[seat].submarines[table.submarine])
    while stations != 0:
        moves[count].kind = Move.COME_INTO
        moves[count].station = lowest_bit(stations)
        stations &= stations - 1
        count += 1
    return count


@separate_kernel
def come_in(table, rules, seat, station, log):
    """Take the submarine into the reserve, and put a researcher from there into the station."""
    player, submarine = table.players[seat], table.submarine
    square = player.submarines[submarine]
    remove(table.afloat, square % WIDTH, square // WIDTH)
    player.submarines[submarine] = NOBODY
    player.afloat &= ~(1 << int(submarine))
    player.came_in += 1
    note(log, Event.CAME_IN, seat, station, submarine)
    if player.reserve > 0:
        player.reserve -= 1
        arrive(table, rules, seat, station, log)
