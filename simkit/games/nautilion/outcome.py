"""The outcome of a game: one number a column."""

import numpy as np

from simkit.engine.game import Column
from simkit.games.nautilion.state import DECISION_CAP, WON, crew_size

ENDS = ("running", "won", "phantom_at_isles", "abyss_without_crew", "turn_cap", "decision_cap")
"""The words for `state.table.end`."""

COLUMNS = (
    Column("won", np.bool_, "the Nautilion reached the Abyss with all nine crew numbers aboard"),
    Column("turns", np.uint8, "turns begun, the last one too", "turns"),
    Column("end", np.uint8, "how the game ended", labels=ENDS),
    Column("crew_aboard", np.uint8, "crew tokens on the board at the end", "tokens"),
    Column("crew_numbers", np.uint16, "which numbers are aboard at the end: bit n - 1 for number n"),
    Column("reserve_left", np.uint8, "reserve tokens at the end", "tokens"),
    Column("whirlwinds", np.uint16, "Repetitive Whirlwinds cast", "spells"),
    Column("tides", np.uint16, "Artificial Tides cast", "spells"),
    Column("translations", np.uint16, "Aquatic Translations cast", "spells"),
    Column("discards", np.uint8, "tokens lost to the Darkhouse in phase 3", "tokens"),
    Column("phantom_took", np.uint8, "tokens that the Phantom discarded", "tokens"),
    Column("phantom_place", np.uint8, "the Phantom's place at the end, 0 being the Isles", "places"),
    Column("nautilion_place", np.uint8, "the Nautilion's place at the end, 0 being the Isles", "places"),
)


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
    if state.capped:
        table.end = DECISION_CAP
    row.won = table.end == WON
    row.turns = table.turn
    row.end = table.end
    row.crew_aboard = crew_size(table.crew)
    row.crew_numbers = table.crew
    row.reserve_left = table.reserve
    row.whirlwinds = table.whirlwinds
    row.tides = table.tides
    row.translations = table.translations
    row.discards = table.discards
    row.phantom_took = table.phantom_took
    row.phantom_place = table.phantom
    row.nautilion_place = table.nautilion
