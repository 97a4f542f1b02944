"""The reserve: green tokens from the start, blue ones taken on the way; what is spent leaves (R3)."""

from simkit.engine.kernel import kernel
from simkit.engine.log import note
from simkit.games.nautilion.state import TOKEN_KINDS


@kernel
def put_into_reserve(table, kind):
    """Put a token taken from the path into the reserve, blue side up."""
    table.reserve += 1
    table.reserve_blue[kind] += 1


@kernel
def remove_from_reserve(table):
    """Remove one token: green first (out of the game), then blue, lowest kind first (discard pile).

    Returns
    -------
    int
        The kind removed, 0 if green.
    """
    table.reserve -= 1
    if table.reserve_green > 0:
        table.reserve_green -= 1
        return 0
    kind = 1
    while kind < TOKEN_KINDS - 1 and table.reserve_blue[kind] == 0:
        kind += 1
    table.reserve_blue[kind] -= 1
    table.discard_pile[kind] += 1
    return kind


@kernel
def pay(table, cost, log, paid_event):
    """Pay `cost` tokens from the reserve for a spell."""
    for _ in range(cost):
        note(log, paid_event, remove_from_reserve(table), 0, 0)
