"""Phase 3, sonar scans: a seat looks at all discoveries in range of a submarine, and remembers them."""

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.discoveries import look_at, unseen_slots
from simkit.games.nautilus_2002.events import SCAN_WITH, SCANNED, SEEN, STOP_SCANNING
from simkit.games.nautilus_2002.squares import WIDTH
from simkit.games.nautilus_2002.state import CANYON, MOST_SUBMARINES, SONAR, effect, holds


@separate_kernel
def slots_in_range(table, rules, square, reach, slots):
    """Return the slots, of some, that a submarine on a square can scan: a bit each."""
    x, y = square % WIDTH, square // WIDTH
    in_canyon = rules.zone[square] == CANYON
    found = 0
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        other = table.slot_square[slot]
        distance = abs(other % WIDTH - x) + abs(other // WIDTH - y)
        if distance <= reach and (in_canyon or table.slot_zone[slot] != CANYON):
            found |= 1 << slot
    return found


@kernel
def new_to_scan(table, rules, seat, submarine):
    """Return the slots that a scan by a submarine would show its seat for the first time: a bit each."""
    player = table.players[seat.number]
    reach = rules.scan_range[effect(player, SONAR)]
    return slots_in_range(table, rules, player.submarines[submarine], reach, unseen_slots(table, seat))


@separate_kernel
def scan_options(table, rules, seat, moves):
    """List (decision D6): stop; submarines that have not scanned and would see something new."""
    player = table.players[seat.number]
    moves[0].kind = STOP_SCANNING
    count = 1
    if player.money < rules.scan_cost:
        return count
    for submarine in range(MOST_SUBMARINES):
        if (
            holds(player.afloat & ~table.scanned, submarine)
            and new_to_scan(table, rules, seat, submarine) != 0
        ):
            moves[count].kind = SCAN_WITH
            moves[count].submarine = submarine
            count += 1
    return count


@separate_kernel
def scan(state, rules, submarine, log):
    """Pay, and look at every discovery in range."""
    table, seat = state.table, state.seat
    player = table.players[seat]
    slots = new_to_scan(table, rules, state.seats[seat], submarine)
    player.money -= rules.scan_cost
    player.scans += 1
    table.scanned |= 1 << int(submarine)
    note(log, SCANNED, seat, submarine, player.submarines[submarine])
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        look_at(state, seat, slot)
        note(log, SEEN, seat, state.hidden.tiles[slot], table.slot_square[slot])
