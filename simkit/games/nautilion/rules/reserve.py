"""The reserve and the discard pile: what is paid, and what comes back (rulings R3 and R22)."""

from simkit.game import kernel, note
from simkit.games.nautilion.kinds import REEF_TOKEN, Event, Move
from simkit.games.nautilion.rules.tokens import list_numbers
from simkit.games.nautilion.state import TOKEN_KINDS


@kernel
def put_into_reserve(table, kind):
    """Put a token of the path into the reserve, blue side up."""
    table.reserve += 1
    table.reserve_blue[kind] += 1


@kernel
def put_reef_into_reserve(table, place, log):
    """Take the reef beside a place into the reserve."""
    note(log, Event.REEF_TAKEN, table.reefs[place])
    table.reefs[place] = 0
    table.reserve += 1
    table.reserve_reefs += 1


@kernel
def remove_from_reserve(table):
    """Remove one token: green, then reefs (out of the game), then blue, lowest kind first (discard pile).

    Return its kind, 0 if green, REEF_TOKEN if a reef.
    """
    table.reserve -= 1
    if table.reserve_green > 0:
        table.reserve_green -= 1
        return 0
    if table.reserve_reefs > 0:
        table.reserve_reefs -= 1
        return REEF_TOKEN
    kind = 1
    while kind < TOKEN_KINDS - 1 and table.reserve_blue[kind] == 0:
        kind += 1
    table.reserve_blue[kind] -= 1
    table.discard_pile[kind] += 1
    return kind


@kernel
def kinds_paid(table, cost):
    """Return the kinds that a payment of `cost` tokens would put on the discard pile: bit `kind` for each."""
    blue = cost - table.reserve_green - table.reserve_reefs
    kinds = 0
    for kind in range(1, TOKEN_KINDS):
        if blue > 0 and table.reserve_blue[kind] > 0:
            kinds |= 1 << kind
            blue -= table.reserve_blue[kind]
    return kinds


@kernel
def pay(table, cost, log, paid_event):
    """Pay `cost` tokens from the reserve."""
    for _ in range(cost):
        note(log, paid_event, remove_from_reserve(table))


@kernel
def kinds_in_pile(table):
    """Return the kinds of token that lie in the discard pile: bit `kind` for each."""
    kinds = 0
    for kind in range(1, TOKEN_KINDS):  # all kinds, without a branch
        kinds |= int(table.discard_pile[kind] > 0) << kind
    return kinds


@kernel
def pile_is_empty(table):
    """Return True if no token lies in the discard pile."""
    return kinds_in_pile(table) == 0


@kernel
def kind_options(state, rules, moves):
    """List each kind of token that lies in the discard pile."""
    table = state.table
    return list_numbers(moves, 0, Move.CHOOSE_KIND, kinds_in_pile(table))


@kernel
def recover(table, kind, log):
    """Take a token from the discard pile into the reserve."""
    table.discard_pile[kind] -= 1
    put_into_reserve(table, kind)
    note(log, Event.TOKEN_RECOVERED, kind)
