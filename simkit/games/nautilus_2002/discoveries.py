"""The discoveries on the sea bed: turned up, taken away, built over; the ruins of Atlantis."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.events import ATLANTIS_FOUND, BUILT_OVER
from simkit.games.nautilus_2002.squares import WIDTH, remove
from simkit.games.nautilus_2002.state import ATLANTIS, NO_TILE, UNCLAIMED


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
    note(log, ATLANTIS_FOUND, claimant, tile - ATLANTIS, 0)


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
    note(log, BUILT_OVER, square, tile, 0)
    if tile > ATLANTIS:
        put_on_ruins(table, tile, UNCLAIMED, log)
