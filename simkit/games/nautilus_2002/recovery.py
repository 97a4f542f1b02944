"""Phase 3, recovering discoveries: what each kind brings, and the looks of the Testing stations."""

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.discoveries import (
    is_face_up,
    look_at,
    put_on_ruins,
    take_away,
    turn_up,
    unseen_slots,
)
from simkit.games.nautilus_2002.events import (
    CHEST_FOUND,
    LOOK_AT,
    LOOKED,
    NO_LOOK,
    NOT_PAID,
    RECOVERED,
    SPEED_FOUND,
)
from simkit.games.nautilus_2002.state import (
    ANALYSIS,
    ATLANTIS_KIND,
    CHEST,
    DIVE,
    LOOK,
    SHELL,
    SPEED,
    SPEED_UP,
    SPREAD,
    TESTING,
    UNCLAIMED,
    effect,
    kind_of,
)
from simkit.games.nautilus_2002.submarines import recovery_cost
from simkit.words import NOBODY


@separate_kernel
def recover(state, rules, seat, slot, log):
    """Recover what a submarine has reached, if the seat can pay; return the decision that follows."""
    table = state.table
    player = table.players[seat]
    tile = state.hidden.tiles[slot]
    kind = kind_of(tile)
    if kind == CHEST or kind == SPEED:
        take_away(table, slot)
        player.got[kind] += 1
        table.busy = 1
        if kind == SPEED:
            note(log, SPEED_FOUND, seat, table.slot_square[slot], 0)
            return SPEED_UP
        value = rules.chest_value[effect(player, ANALYSIS)]
        player.money += value
        player.chest_income += value
        note(log, CHEST_FOUND, seat, table.slot_square[slot], value)
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
    note(log, RECOVERED, seat, tile, table.slot_square[slot])
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
    note(log, NOT_PAID, seat, tile, table.slot_square[slot])
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
def look_options(table, seat, moves):
    """List (decision D11): no look; slots face down and not seen by the seat, another zone's if any."""
    moves[0].kind = NO_LOOK
    count = 1
    slots = unseen_slots(table, seat)
    if table.first_zone != NOBODY:
        elsewhere = outside_zone(table, slots, table.first_zone)
        slots = elsewhere if elsewhere != 0 else slots
    while slots != 0:
        moves[count].kind = LOOK_AT
        slot = lowest_bit(slots)
        moves[count].slot = slot
        moves[count].square = table.slot_square[slot]
        slots &= slots - 1
        count += 1
    return count


@kernel
def outside_zone(table, slots, zone):
    """Return the slots, of some, that lie in another zone."""
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
    note(log, LOOKED, seat, table.slot_square[slot], state.hidden.tiles[slot])
