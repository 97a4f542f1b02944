"""The discard pile: where spent tokens lie, and what brings them back (ruling R22)."""

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel
from simkit.engine.base.events import note
from simkit.games.nautilion.rules.events import TOKEN_RECOVERED
from simkit.games.nautilion.rules.reserve import put_into_reserve
from simkit.games.nautilion.rules.state import CHOOSE_KIND, TOKEN_KINDS


@kernel
def kinds_in_pile(table):
    """Return the kinds of token that lie in the discard pile: bit `kind` for each."""
    kinds = 0
    for kind in range(1, TOKEN_KINDS):  # all of them, side by side
        kinds |= int(table.discard_pile[kind] > 0) << kind
    return kinds


@kernel
def pile_is_empty(table):
    """Return True if no token lies in the discard pile."""
    return kinds_in_pile(table) == 0


@kernel
def kind_options(table, moves):
    """List each kind of token that lies in the discard pile."""
    count, kinds = 0, kinds_in_pile(table)
    while kinds != 0:
        moves[count].kind = CHOOSE_KIND
        moves[count].number = lowest_bit(kinds)
        count += 1
        kinds &= kinds - 1
    return count


@kernel
def recover(table, kind, log):
    """Take a token from the discard pile into the reserve."""
    table.discard_pile[kind] -= 1
    put_into_reserve(table, kind)
    note(log, TOKEN_RECOVERED, kind, 0, 0)
