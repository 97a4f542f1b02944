"""Phase 3, launching the submarines."""

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.events import CANYON_OPENED, LAUNCH_FROM, LAUNCHED, STOP_LAUNCHING
from simkit.games.nautilus_2002.researchers import put_researchers
from simkit.games.nautilus_2002.squares import SIDES, WIDTH, add
from simkit.games.nautilus_2002.state import CANYON
from simkit.games.nautilus_2002.stations import is_free_sea, outlet
from simkit.words import NOBODY


@separate_kernel
def launch_options(table, rules, seat, moves):
    """List (decision D5): stop; stations with two own researchers, of each the sides with a free outlet."""
    player = table.players[seat]
    moves[0].kind = STOP_LAUNCHING
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
                moves[count].kind = LAUNCH_FROM
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
    note(log, LAUNCHED, seat, move.station, square)
    if rules.zone[square] == CANYON:
        open_canyon(table, seat, log)


@kernel
def open_canyon(table, seat, log):
    """Open the canyon, if it is not open yet."""
    if table.canyon_open == 0:
        table.canyon_open = 1
        table.canyon_round = table.round_number
        note(log, CANYON_OPENED, seat, 0, 0)
