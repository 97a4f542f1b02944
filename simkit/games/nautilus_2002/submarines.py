"""Phase 3, moving the submarines: where one can get to, and who may enter the canyon."""

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.scratch import scratch
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.coming_in import stations_open_to
from simkit.games.nautilus_2002.discoveries import slot_at
from simkit.games.nautilus_2002.events import DIVED
from simkit.games.nautilus_2002.launching import open_canyon
from simkit.games.nautilus_2002.squares import (
    BOARD,
    HEIGHT,
    WIDTH,
    add,
    clear,
    has,
    remove,
    spread,
    square_of,
)
from simkit.games.nautilus_2002.state import CANYON, ENGINEERING, MOST_SUBMARINES, TYPES, effect, holds


@kernel
def may_enter_canyon(table, rules, player):
    """Return True if a seat may use the canyon's squares."""
    return (table.canyon_open == 1 and rules.canyon_opens_for_all == 1) or has_the_types(rules, player)


@kernel
def has_the_types(rules, player):
    """Return True if a seat has as many types in operation as the canyon asks for."""
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
    """Fill in the squares within so many steps of a submarine's; its own square may be among them."""
    through = scratch(BOARD)
    clear(reach)
    for _ in range(steps):
        spread(reach, square, water, table.discoveries, through)


@kernel
def sub_steps(rules, player):
    """Return the number of squares that a submarine of a seat moves."""
    return rules.sub_steps[effect(player, ENGINEERING)]


@kernel
def recovery_cost(rules, zone):
    """Return the cost of recovering a discovery of a zone, if it has a blue back."""
    return rules.recovery_cost[zone - 1]


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

    The first move says what it is not to dive, and its successor in `events` is the kind of the others.
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
    """Leave out the squares with stations and with submarines, the mover's own too."""
    for row in range(1, HEIGHT + 1):
        ends.rows[row] &= ~(table.covered.rows[row] | table.afloat.rows[row])


@separate_kernel
def dive(table, rules, seat, move, steps, log):
    """Move a submarine, and open the canyon if it goes there."""
    player = table.players[seat]
    origin, square = player.submarines[move.submarine], move.square
    note(log, DIVED, seat, origin, square)
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
