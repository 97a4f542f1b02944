"""A fixed policy of plain rules, the same in every program that implements it."""

from simkit.game import (
    bit_count,
    find_kind,
    find_move,
    kernel,
    lowest_bit,
    scratch,
    separate_kernel,
    strategy,
)
from simkit.games.nautilus_2002.kinds import Move
from simkit.games.nautilus_2002.rules.discoveries import new_to_scan, slot_at
from simkit.games.nautilus_2002.rules.researchers import too_dear
from simkit.games.nautilus_2002.rules.scoring import factor_of
from simkit.games.nautilus_2002.rules.stations import free_outlets, joins_between, outlet
from simkit.games.nautilus_2002.rules.submarines import staffed, stations_open_to, water_for
from simkit.games.nautilus_2002.squares import (
    BOARD,
    WIDTH,
    add,
    clear,
    has,
    is_empty,
)
from simkit.games.nautilus_2002.state import (
    BLUE,
    BUILD,
    BUY,
    COME_IN,
    DIVE,
    FIRST_RESEARCH,
    GREEN,
    LAUNCH,
    LOOK,
    MOST_SUBMARINES,
    PLACE,
    SCAN,
    SPEED_UP,
    SPREAD,
    TYPES,
    WALK,
    holds,
    stored_researchers,
    stored_tile,
)
from simkit.strategies.nautilus_2002.evaluation.city import (
    afloat,
    best_work,
    ready_researchers,
    spare_researchers,
    stations_to_come,
    stations_worth_work,
    value_of_work,
    wanted_submarines,
)
from simkit.strategies.nautilus_2002.evaluation.placing import best_placement
from simkit.strategies.nautilus_2002.evaluation.sea import (
    FAR,
    WORTH_THE_WAY,
    add_doors,
    approach,
    find_attractive,
    nearest_look,
    steps_to,
    swim,
    worth_of,
)

STOP = 0
"""The move that does nothing is listed first."""

WORTH_COMING_IN = 3


@strategy(game="nautilus_2002", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Play by a handful of fixed rules, which other programs can implement too, for comparison.

    It buys researchers when none can be spared, and stations of every type, one more of the type on its goal
    card; builds where it is cheap; walks to where work is worth most; keeps as many submarines afloat as work
    and money allow, and sends them to the discovery worth most or toward the nearest.
    """
    step = table.step
    if step == BUY:
        return station_to_buy(table, seat, rules, moves, count)
    if step == BUILD:
        kind = Move.START_BUILDING if wants_to_build(table, seat) else Move.DO_NOT_BUILD
        return max(find_kind(moves, count, kind), 0)
    if step == PLACE:
        return best_placement(table, seat, rules, moves, count)
    if step == WALK or step == SPREAD:
        return walk_to_make(table, seat, rules, moves, count)
    if step == LAUNCH:
        return launch_to_make(table, seat, rules, moves, count)
    if step == SCAN:
        return scan_to_make(table, seat, rules, moves, count)
    if step == DIVE or step == SPEED_UP:
        return dive_to_make(table, seat, rules, moves, count)
    if step == COME_IN:
        return station_to_come_into(table, seat, rules, moves, count)
    if step == LOOK:
        return nearest_look(table, seat, moves, count)
    return count - 1 if factor_of(table, rules, seat.number) >= 2 else 0


@separate_kernel
def station_to_buy(table, seat, rules, moves, count):
    """Return the station to buy: residential if too few researchers can be spared, else for research."""
    if table.extra == 1:
        return STOP
    player = table.players[seat.number]
    waiting = 0
    for place in range(player.stored_count):
        waiting += stored_researchers(player.stored[place])
    if spare_researchers(table, player) + waiting < 2 and player.reserve >= 1 and player.money >= 6:
        most = min(rules.cap, player.reserve, player.money - 4)
        tile = GREEN if (player.bought_residential + seat.goal) % 2 == 0 else BLUE
        if table.stock[tile - 1] == 0:
            tile = GREEN + BLUE - tile
        found = find_residential(moves, count, tile, most)
        if found != STOP:
            return found
    if player.money >= 12:
        return max(find_move(moves, count, Move.BUY_RESEARCH, "type", type_needed(table, seat)), STOP)
    return STOP


@kernel
def find_residential(moves, count, tile, most):
    """Return the index of the residential station with most researchers, up to `most`, or STOP."""
    found = STOP
    for i in range(count):
        if moves[i].kind == Move.BUY_RESIDENTIAL and moves[i].tile == tile and moves[i].researchers <= most:
            found = i
    return found


@kernel
def type_needed(table, seat):
    """Return the type of which most stations are missing, first the goal card's; -1 if none is."""
    best, most = -1, 0
    for i in range(TYPES):
        kind = (seat.goal + i) % TYPES
        if table.stock[FIRST_RESEARCH + kind - 1] > 0:
            need = 3 if kind == seat.goal else 2
            need -= stations_to_come(table, seat, kind)
            if need > most:
                best, most = kind, need
    return best


@separate_kernel
def wants_to_build(table, seat):
    """Return True if it is time to build the stored stations."""
    player = table.players[seat.number]
    if table.bought_now == 0 or table.round_number == 1 or player.stored_count >= 2:
        return True
    for place in range(player.stored_count):
        if stored_tile(player.stored[place]) < FIRST_RESEARCH:
            return spare_researchers(table, player) == 0
    return False


@separate_kernel
def walk_to_make(table, seat, rules, moves, count):
    """Return the walk to where a researcher is worth most; if none is worth it, one that gets nearer."""
    best, most, least = STOP, 0, 0
    pair = weight_of_pair(table, table.players[seat.number])
    for i in range(1, count):
        weight = weight_of_walk(table, seat, rules, moves[i], pair)
        if weight > 0 and weight >= most:
            steps = joins_between(table, moves[i].origin, 1 << int(moves[i].destination))
            if weight > most or steps < least:
                best, most, least = i, weight, steps
    if best == STOP and table.step == WALK:
        return walk_nearer(table, seat, rules, moves, count)
    return best


@kernel
def weight_of_pair(table, player):
    """Return the worth of a second researcher in a station, one that could launch."""
    soon = afloat(player) + ready_researchers(table, player)
    if soon >= wanted_submarines(player):
        return 0
    return 5 if soon == 0 else 2


@kernel
def weight_of_walk(table, seat, rules, move, pair):
    """Return the worth of a walk."""
    player, number = table.players[seat.number], move.destination
    if holds(table.homes, number):
        return 0
    if not holds(player.present, number):
        return value_of_work(table, rules, seat.number, number)
    if pair == 0 or player.researchers[number] != 1 or not holds(table.homes, move.origin):
        return 0
    return pair if free_outlets(table, table.stations[number]) > 0 else 0


@separate_kernel
def walk_nearer(table, seat, rules, moves, count):
    """Return the walk between base and residentials that ends nearest to a station worth work."""
    goals = stations_worth_work(table, rules, seat.number)
    if goals == 0:
        return STOP
    best, nearest, least = STOP, 0, 0
    for i in range(1, count):
        origin, destination = moves[i].origin, moves[i].destination
        if not (holds(table.homes, origin) and holds(table.homes, destination)):
            continue
        left = joins_between(table, destination, goals)
        if left >= joins_between(table, origin, goals) or (best != STOP and left > nearest):
            continue
        steps = joins_between(table, origin, 1 << int(destination))
        if best == STOP or left < nearest or steps < least:
            best, nearest, least = i, left, steps
    return best


@separate_kernel
def launch_to_make(table, seat, rules, moves, count):
    """Return the launch from which an attractive discovery is nearest, if a submarine is wanted."""
    player = table.players[seat.number]
    if afloat(player) >= wanted_submarines(player):
        return STOP
    attractive, reach = scratch(BOARD), scratch(BOARD)
    find_attractive(table, seat, rules, attractive)
    water = water_for(table, rules, player)
    best, least = STOP, FAR
    for i in range(count):
        if moves[i].kind == Move.LAUNCH_FROM:
            square = outlet(table, table.stations[moves[i].station], moves[i].side)
            steps = swim(table, water, square, attractive, reach)
            if steps < least:
                best, least = i, steps
    return best


@separate_kernel
def scan_to_make(table, seat, rules, moves, count):
    """Return the first scan that shows at least two discoveries, with money to spare."""
    if table.players[seat.number].money < 6:
        return STOP
    for i in range(1, count):
        if bit_count(new_to_scan(table, rules, seat, moves[i].submarine)) >= 2:
            return i
    return STOP


@separate_kernel
def dive_to_make(table, seat, rules, moves, count):
    """Return the move to the discovery worth most, or to a station worth work; else one that gets nearer."""
    player, doors = table.players[seat.number], scratch(BOARD)
    water = water_for(table, rules, player)
    find_doors(table, seat, rules, doors)
    best, most, least = STOP, 0, 0
    for i in range(1, count):
        square = moves[i].square
        if slot_at(table, square) < 0 and not has(doors, square % WIDTH, square // WIDTH):
            continue  # most ends are plain sea
        weight = weight_of_end(table, seat, rules, square)
        if weight > 0 and weight >= most:
            steps = steps_to(table, water, player.submarines[moves[i].submarine], square)
            if weight > most or steps < least:
                best, most, least = i, weight, steps
    return dive_nearer(table, seat, rules, moves, count) if best == STOP else best


@separate_kernel
def find_doors(table, seat, rules, doors):
    """Fill in the squares from which a submarine could come into a station worth it."""
    clear(doors)
    player = table.players[seat.number]
    if player.reserve == 0:
        return
    stations = staffed(table) & ~int(table.homes) & ~too_dear(table, rules, player)
    while stations != 0:
        number = lowest_bit(stations)
        stations &= stations - 1
        if value_of_work(table, rules, seat.number, number) >= WORTH_COMING_IN:
            add_doors(table.stations[number], doors)


@separate_kernel
def weight_of_end(table, seat, rules, square):
    """Return the worth of ending a submarine's move on a square."""
    slot = slot_at(table, square)
    if slot >= 0:
        worth = worth_of(table, seat, rules, slot)
        return worth if worth >= WORTH_THE_WAY else 0
    if table.players[seat.number].reserve == 0:
        return 0
    stations = stations_open_to(table, rules, seat.number, square)
    value = best_work(table, rules, seat.number, stations)
    return value - 1 if value >= WORTH_COMING_IN else 0


@separate_kernel
def dive_nearer(table, seat, rules, moves, count):
    """Return the move of the first submarine that gets nearer to an attractive discovery."""
    player, ends = table.players[seat.number], scratch(BOARD)
    water = water_for(table, rules, player)
    for submarine in range(MOST_SUBMARINES):
        origin = player.submarines[submarine]
        clear(ends)
        for i in range(1, count):
            square = moves[i].square
            if moves[i].submarine == submarine and square != origin and slot_at(table, square) < 0:
                add(ends, square % WIDTH, square // WIDTH)
        if not is_empty(ends):
            square = approach(table, seat, rules, water, origin, ends)
            if square >= 0:
                return find_dive(moves, count, submarine, square)
    return STOP


@kernel
def find_dive(moves, count, submarine, square):
    """Return the index of a submarine's move to a square, or STOP."""
    for i in range(1, count):
        if moves[i].submarine == submarine and moves[i].square == square:
            return i
    return STOP


@separate_kernel
def station_to_come_into(table, seat, rules, moves, count):
    """Return the station worth most to work in, if it is worth coming in."""
    best, most = 0, WORTH_COMING_IN - 1
    if table.players[seat.number].reserve == 0:
        return best
    for i in range(count):
        if moves[i].kind == Move.COME_INTO:
            value = value_of_work(table, rules, seat.number, moves[i].station)
            if value > most:
                best, most = i, value
    return best
