"""The discard pile: where spent tokens lie, and what brings them back (ruling R22)."""

from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.events import TOKEN_RECOVERED
from simkit.games.nautilion.reserve import put_into_reserve
from simkit.games.nautilion.state import CHOOSE_KIND
from simkit.games.nautilion.tokens import TOKEN_KINDS


@kernel
def pile_is_empty(table):
    """Return True if no token lies in the discard pile."""
    for kind in range(1, TOKEN_KINDS):
        if table.discard_pile[kind] > 0:
            return False
    return True


@kernel
def kind_options(table, moves):
    """List each kind of token that lies in the discard pile."""
    count = 0
    for kind in range(1, TOKEN_KINDS):
        moves[count].kind = CHOOSE_KIND
        moves[count].number = kind
        count += int(table.discard_pile[kind] > 0)  # or else the next one is written over it
    return count


@kernel
def recover(table, kind, log):
    """Take a token from the discard pile into the reserve."""
    table.discard_pile[kind] -= 1
    put_into_reserve(table, kind)
    note(log, TOKEN_RECOVERED, kind, 0, 0)
