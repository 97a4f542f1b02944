"""Phase 3, the end of a diving trip: a submarine comes in, and a researcher goes ashore."""

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.events import CAME_IN, COME_INTO, STAY_OUT
from simkit.games.nautilus_2002.researchers import arrive, too_dear
from simkit.games.nautilus_2002.squares import SIDE_X, SIDE_Y, SIDES, WIDTH, remove
from simkit.games.nautilus_2002.state import MOST_PLAYERS, holds
from simkit.games.nautilus_2002.stations import opposite, station_at
from simkit.words import NOBODY


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
def come_in_options(table, rules, seat, moves):
    """List (decision D8): stay out, but not after a move of no steps; the stations."""
    count = 0
    if table.stayed == 0:
        moves[0].kind = STAY_OUT
        count = 1
    stations = stations_open_to(table, rules, seat, table.players[seat].submarines[table.submarine])
    while stations != 0:
        moves[count].kind = COME_INTO
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
    note(log, CAME_IN, seat, station, submarine)
    if player.reserve > 0:
        player.reserve -= 1
        arrive(table, rules, seat, station, log)
