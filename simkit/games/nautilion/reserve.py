"""The reserve: green tokens from the start, reefs and blue ones from the way; how it is spent (ruling R3)."""

from simkit.compile.kernel import kernel
from simkit.engine.base.events import note
from simkit.games.nautilion.rules.events import REEF_TAKEN, REEF_TOKEN
from simkit.games.nautilion.rules.state import TOKEN_KINDS


@kernel
def put_into_reserve(table, kind):
    """Put a token of the path into the reserve, blue side up."""
    table.reserve += 1
    table.reserve_blue[kind] += 1


@kernel
def put_reef_into_reserve(table, place, log):
    """Take the reef beside a place into the reserve."""
    note(log, REEF_TAKEN, table.reefs[place], 0, 0)
    table.reefs[place] = 0
    table.reserve += 1
    table.reserve_reefs += 1


@kernel
def remove_from_reserve(table):
    """Remove one token: green, then reefs (out of the game), then blue, lowest kind first (discard pile).

    Returns
    -------
    int
        The kind removed, 0 if green, REEF_TOKEN if a reef.
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
        note(log, paid_event, remove_from_reserve(table), 0, 0)
