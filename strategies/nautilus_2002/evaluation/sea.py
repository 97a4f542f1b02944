"""What discoveries are worth to a seat, and how far a submarine swims to the nearest one worth it."""

from simkit.game import kernel, lowest_bit, scratch, separate_kernel
from simkit.games.nautilus_2002.rules.discoveries import is_face_up, recovery_cost
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
    first_common,
    has,
    is_on_board,
    meet,
    spread,
)
from simkit.games.nautilus_2002.state import (
    ANEMONE,
    ATLANTIS_KIND,
    CANYON,
    CHEST,
    CRAB,
    GOLD,
    MOST_SUBMARINES,
    NO_TILE,
    SPEED,
    holds,
    kind_of,
)

WORTH_THE_WAY = 2
FAR = SQUARES
"""More steps than any way has."""


@kernel
def tile_on(table, seat, slot):
    """Return the tile that a seat knows to lie on a slot, or NO_TILE."""
    if is_face_up(table, slot):
        return table.shown[slot]
    return seat.known[slot] if holds(seat.seen, slot) else NO_TILE


@separate_kernel
def worth_of(table, seat, rules, slot):
    """Return the worth to a seat of the discovery on a slot."""
    tile, zone = tile_on(table, seat, slot), table.slot_zone[slot]
    can_pay = table.players[seat.number].money >= recovery_cost(rules, zone)
    if tile == NO_TILE:
        if not can_pay:
            return 2
        return 4 if zone == CANYON else 3
    kind = kind_of(tile)
    if kind == CHEST:
        return 4
    if kind == SPEED:
        return 3
    if not can_pay:
        return 0
    if kind == GOLD:
        return 6
    if kind == ATLANTIS_KIND:
        return 5
    goal = rules.goal_kinds[seat.goal]
    is_goal = goal[0] == kind or goal[1] == kind
    if kind == CRAB or kind == ANEMONE:
        return 5 if is_goal else 4
    return 3 if is_goal else 1


@separate_kernel
def find_attractive(table, seat, rules, attractive):
    """Fill in the squares of the discoveries that are worth the way, and free."""
    clear(attractive)
    slots = int(table.slots)
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        x, y = table.slot_square[slot] % WIDTH, table.slot_square[slot] // WIDTH
        if not has(table.afloat, x, y) and worth_of(table, seat, rules, slot) >= WORTH_THE_WAY:
            add(attractive, x, y)


@kernel
def add_doors(station, doors):
    """Add the squares from which a submarine could come into a station."""
    for side in range(SIDES):
        x, y = station.x + 2 * SIDE_X[side], station.y + 2 * SIDE_Y[side]
        if holds(station.sides, side) and is_on_board(x, y):
            add(doors, x, y)


@separate_kernel
def swim(table, water, origin, goals, reach):
    """Return in how many steps a submarine gets from a square to the nearest goal, or FAR.

    `water` are the squares that the seat's submarines may use; `reach` is filled with the squares that it
    has reached by then.  All are records of BOARD.
    """
    through = scratch(BOARD)
    clear(reach)
    squares = 0
    for steps in range(1, FAR):
        spread(reach, origin, water, table.discoveries, through)
        if meet(reach, goals):
            return steps
        now = sum_of(reach)
        if now == squares:
            return FAR
        squares = now
    return FAR


@kernel
def sum_of(board):
    """Return a number that grows with every square that a set gains."""
    total = 0
    for row in range(1, HEIGHT + 1):
        total += int(board.rows[row])
    return total


@separate_kernel
def steps_to(table, water, origin, square):
    """Return in how many steps a submarine gets to a square."""
    if origin == square:
        return 0
    goal, reach = scratch(BOARD), scratch(BOARD)
    clear(goal)
    add(goal, square % WIDTH, square // WIDTH)
    return swim(table, water, origin, goal, reach)


@separate_kernel
def best_of(table, seat, rules, reach, attractive):
    """Return the square of the discovery worth most, of the attractive ones that were reached."""
    best, square = -1, -1
    slots = int(table.slots)
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        place = table.slot_square[slot]
        x, y = place % WIDTH, place // WIDTH
        if has(reach, x, y) and has(attractive, x, y):
            worth = worth_of(table, seat, rules, slot)
            if worth > best:
                best, square = worth, place
    return square


@separate_kernel
def approach(table, seat, rules, water, origin, ends):
    """Return the end nearest to an attractive discovery; -1 if none is nearer than the origin."""
    attractive, reach, target = scratch(BOARD), scratch(BOARD), scratch(BOARD)
    find_attractive(table, seat, rules, attractive)
    distance = swim(table, water, origin, attractive, reach)
    if distance == FAR:
        return -1
    goal = best_of(table, seat, rules, reach, attractive)
    clear(target)
    # From the goal: a way back is as long as the way there.
    if swim(table, water, goal, ends, target) < distance:
        return first_common(target, ends)
    return -1


@kernel
def nearest_submarine(table, seat, square):
    """Return the distance from a square to the nearest own submarine, as a scan counts."""
    player, least = table.players[seat.number], FAR
    for submarine in range(MOST_SUBMARINES):
        if holds(player.afloat, submarine):
            other = player.submarines[submarine]
            away = abs(other % WIDTH - square % WIDTH) + abs(other // WIDTH - square // WIDTH)
            least = min(least, away)
    return least


@separate_kernel
def nearest_look(table, seat, moves, count):
    """Return the look at the discovery nearest to an own submarine; move 0, no look, if there is none."""
    best, least = 0, FAR
    for i in range(1, count):
        distance = nearest_submarine(table, seat, table.slot_square[moves[i].slot])
        if distance < least:
            best, least = i, distance
    return best
