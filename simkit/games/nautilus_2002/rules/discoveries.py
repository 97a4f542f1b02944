"""Discoveries: scanning and looking at them, recovering them and what that brings."""

from simkit.game import NOBODY, kernel, lowest_bit, note, separate_kernel
from simkit.games.nautilus_2002.kinds import Event, Move
from simkit.games.nautilus_2002.squares import WIDTH, remove
from simkit.games.nautilus_2002.state import (
    ANALYSIS,
    ATLANTIS,
    ATLANTIS_KIND,
    CANYON,
    CHEST,
    DIVE,
    LOOK,
    MOST_SUBMARINES,
    NO_TILE,
    SHELL,
    SONAR,
    SPEED,
    SPEED_UP,
    SPREAD,
    TESTING,
    UNCLAIMED,
    effect,
    holds,
    kind_of,
)


@kernel
def recovery_cost(rules, zone):
    """Return the cost of recovering a discovery of a zone, if it has a blue back."""
    return rules.recovery_cost[zone - 1]


@separate_kernel
def recover(state, rules, seat, slot, log):
    """Recover what a submarine has reached, if the seat can pay for it; return the decision that follows."""
    table = state.table
    player = table.players[seat]
    tile = state.hidden.tiles[slot]
    kind = kind_of(tile)
    if kind == CHEST or kind == SPEED:
        take_away(table, slot)
        player.got[kind] += 1
        table.busy = 1
        if kind == SPEED:
            note(log, Event.SPEED_FOUND, seat, table.slot_square[slot])
            return SPEED_UP
        value = rules.chest_value[effect(player, ANALYSIS)]
        player.money += value
        player.chest_income += value
        note(log, Event.CHEST_FOUND, seat, table.slot_square[slot], value)
        return DIVE
    cost = recovery_cost(rules, table.slot_zone[slot])
    if player.money < cost:
        leave_unpaid(state, seat, slot, log)
        return DIVE
    player.money -= cost
    player.recover_paid += cost
    player.got[kind] += 1
    table.busy = 1
    take_away(table, slot)
    note(log, Event.RECOVERED, seat, tile, table.slot_square[slot])
    if kind == ATLANTIS_KIND:
        put_on_ruins(table, tile, seat, log)
        return SPREAD
    if kind <= SHELL:
        return begin_looks(table, rules, player)
    return DIVE


@kernel
def leave_unpaid(state, seat, slot, log):
    """Leave a discovery face up under the submarine; a piece of Atlantis goes to the ruins, unclaimed."""
    table, tile = state.table, state.hidden.tiles[slot]
    table.players[seat].unpaid += 1
    note(log, Event.NOT_PAID, seat, tile, table.slot_square[slot])
    if kind_of(tile) == ATLANTIS_KIND:
        take_away(table, slot)
        put_on_ruins(table, tile, UNCLAIMED, log)
    elif not is_face_up(table, slot):
        turn_up(state, slot)


@kernel
def begin_looks(table, rules, player):
    """Return the decision after a snail or a shell: a look, if a Testing station is in operation."""
    table.looks_left = rules.looks[effect(player, TESTING)]
    table.first_zone = NOBODY
    return LOOK if table.looks_left > 0 else DIVE


@separate_kernel
def look_options(state, rules, moves):
    """List (decision D11): no look; slots face down and not seen by the seat, if possible of another zone."""
    table, seat = state.table, state.seats[state.seat]
    moves[0].kind = Move.NO_LOOK
    count = 1
    slots = unseen_slots(table, seat)
    if table.first_zone != NOBODY:
        elsewhere = outside_zone(table, slots, table.first_zone)
        slots = elsewhere if elsewhere != 0 else slots
    while slots != 0:
        moves[count].kind = Move.LOOK_AT
        slot = lowest_bit(slots)
        moves[count].slot = slot
        moves[count].square = table.slot_square[slot]
        slots &= slots - 1
        count += 1
    return count


@kernel
def outside_zone(table, slots, zone):
    """Return those of some slots that lie in another zone."""
    found = 0
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        if table.slot_zone[slot] != zone:
            found |= 1 << slot
    return found


@separate_kernel
def look(state, seat, slot, log):
    """Look at one discovery."""
    table = state.table
    look_at(state, seat, slot)
    table.players[seat].looks += 1
    table.looks_left -= 1
    if table.first_zone == NOBODY:
        table.first_zone = table.slot_zone[slot]
    note(log, Event.LOOKED, seat, table.slot_square[slot], state.hidden.tiles[slot])


@kernel
def slot_at(table, square):
    """Return the slot of the discovery on a square, or -1."""
    return int(table.slot_at[square]) - 1


@kernel
def is_face_up(table, slot):
    """Return True if everybody sees what lies on a slot."""
    return ((int(table.face_up) >> int(slot)) & 1) == 1


@kernel
def unseen_slots(table, seat):
    """Return the slots face down that a seat has not seen: a bit each."""
    return int(table.slots) & ~int(table.face_up) & ~int(seat.seen)


@kernel
def look_at(state, seat, slot):
    """Show a face-down discovery to one seat, which remembers it."""
    own = state.seats[seat]
    own.seen |= 1 << int(slot)
    own.known[slot] = state.hidden.tiles[slot]


@kernel
def turn_up(state, slot):
    """Turn a discovery face up where it lies."""
    state.table.face_up |= 1 << int(slot)
    state.table.shown[slot] = state.hidden.tiles[slot]


@kernel
def take_away(table, slot):
    """Take a discovery from the board."""
    square = table.slot_square[slot]
    table.slots &= ~(1 << int(slot))
    table.face_up &= ~(1 << int(slot))
    table.shown[slot] = NO_TILE
    table.slot_at[square] = 0
    remove(table.discoveries, square % WIDTH, square // WIDTH)


@kernel
def put_on_ruins(table, tile, claimant, log):
    """Put a piece of Atlantis on the ruins board, with the marker of a seat or of nobody."""
    table.ruins[tile - ATLANTIS] = claimant
    note(log, Event.ATLANTIS_FOUND, claimant, tile - ATLANTIS)


@separate_kernel
def build_over(state, square, log):
    """Remove the discovery under a new station, if there is one; a piece of Atlantis goes to the ruins."""
    table = state.table
    slot = slot_at(table, square)
    if slot < 0:
        return
    tile = state.hidden.tiles[slot]
    take_away(table, slot)
    table.slots_covered += 1
    note(log, Event.BUILT_OVER, square, tile)
    if tile > ATLANTIS:
        put_on_ruins(table, tile, UNCLAIMED, log)


@separate_kernel
def slots_in_range(table, rules, square, reach, slots):
    """Return those of some slots that a submarine on a square can scan: a bit each."""
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
def scan_options(state, rules, moves):
    """List (decision D6): stop; submarines that have not scanned and would see something new."""
    table, seat = state.table, state.seats[state.seat]
    player = table.players[seat.number]
    moves[0].kind = Move.STOP_SCANNING
    count = 1
    if player.money < rules.scan_cost:
        return count
    for submarine in range(MOST_SUBMARINES):
        if (
            holds(player.afloat & ~table.scanned, submarine)
            and new_to_scan(table, rules, seat, submarine) != 0
        ):
            moves[count].kind = Move.SCAN_WITH
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
    note(log, Event.SCANNED, seat, submarine, player.submarines[submarine])
    while slots != 0:
        slot = lowest_bit(slots)
        slots &= slots - 1
        look_at(state, seat, slot)
        note(log, Event.SEEN, seat, state.hidden.tiles[slot], table.slot_square[slot])
