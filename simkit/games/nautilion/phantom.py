"""Phase 4, the Phantom: it moves toward the Happy Isles and takes what it reaches."""

from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.events import PHANTOM_AT_THE_ISLES, PHANTOM_REACHED
from simkit.games.nautilion.path import place_toward_isles, take_token
from simkit.games.nautilion.state import ISLES, PHANTOM_AT_ISLES


@kernel
def move_phantom(table, log):
    """Move the Phantom by its die; at the Isles the game is lost at once, else the token is discarded."""
    table.phantom = place_toward_isles(table, table.phantom, table.phantom_die)
    if table.phantom == ISLES:
        table.end = PHANTOM_AT_ISLES
        note(log, PHANTOM_AT_THE_ISLES, 0, 0, 0)
        return
    kind = take_token(table, table.phantom)
    table.discard_pile[kind] += 1
    table.phantom_took += 1
    note(log, PHANTOM_REACHED, table.phantom, kind, 0)
