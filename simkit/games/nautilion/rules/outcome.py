"""The outcome of a game: one number per column."""

import numpy as np

from simkit.game import Column
from simkit.games.nautilion.rules.tokens import crew_size
from simkit.games.nautilion.state import ROW_OF_CARDS, WON

COLUMNS = (
    Column("won", np.bool_, "the Nautilion reached the Abyss with all that victory asks for"),
    Column("crew_aboard", np.uint8, "crew tokens on the board at the end", "tokens"),
    Column("mages", np.uint8, "mages in the cabin at the end", "tokens"),
    Column("darkhouse_cards", np.uint16, "Darkhouse cards in the row: bit n - 1 for card n"),
)
"""What is worked out when a game is over; the other columns are fields of the state."""


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields."""
    table = state.table
    row.won = table.end == WON
    row.crew_aboard = crew_size(table.crew)
    row.mages = crew_size(table.cabin_mages)
    for i in range(ROW_OF_CARDS):
        card = table.darkhouse_row[i]
        if card != 0:
            row.darkhouse_cards |= 1 << (card - 1)
