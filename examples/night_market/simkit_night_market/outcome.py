"""The outcome of a game: who wins, and what is counted."""

import numpy as np

from simkit.engine.effects.machine import NO_TEXT
from simkit.engine.game import Column
from simkit.engine.kernel import kernel
from simkit_night_market.state import SEATS

ENDS = ("enough coins", "all cards played", "card_without_end", "decision_cap")
ENOUGH, ALL_PLAYED, WITHOUT_END, CAPPED = range(len(ENDS))
COLUMNS = (
    Column("turns", np.uint16, "cards played", "turns"),
    Column("rerolls", np.uint16, "throws that a charm paid for", "throws"),
    Column("end", np.uint8, "how the game ended", labels=ENDS),
)
SEAT_COLUMNS = (
    Column("won", np.bool_, "had enough coins first, or more at the end"),
    Column("coins", np.uint16, "coins at the end", "coins"),
    Column("charms", np.uint16, "charms at the end", "charms"),
)


@kernel
def winner(table):
    """Return which seat has more coins; then more charms; then the second."""
    if table.coins[0] != table.coins[1]:
        return 0 if table.coins[0] > table.coins[1] else 1
    return 0 if table.charms[0] > table.charms[1] else 1


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
    row.turns = table.turns
    row.rerolls = table.rerolls
    if state.capped:
        row.end = CAPPED
    elif table.machine.stuck != NO_TEXT:
        row.end = WITHOUT_END
    else:
        row.end = ENOUGH if max(table.coins[0], table.coins[1]) >= rules.target else ALL_PLAYED
    for seat in range(SEATS):
        seat_rows[seat].won = row.end <= ALL_PLAYED and winner(table) == seat
        seat_rows[seat].coins = table.coins[seat]
        seat_rows[seat].charms = table.charms[seat]
