"""The outcome of a game: one number per column."""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.engine.base.columns import STOPPED, Column, Look
from simkit.games.nautilion.rules.tokens import crew_size
from simkit.games.nautilion.state import COLLISIONS, ROW_OF_CARDS, WON

ENDS = (
    "running",
    "won",
    "phantom_at_isles",
    "abyss_without_crew",
    "turn_cap",
    STOPPED,
    "abyss_without_mages",
    "abyss_with_heroic_cards",
    "lost_collision",
)
"""The words for `state.table.end`."""

LOOKS = {
    "won": Look("won", colour="#1f6f6b"),
    "phantom_at_isles": Look("Phantom at the Isles", "the Phantom reaches the Happy Isles first", "#e3b778"),
    "abyss_without_crew": Look(
        "Abyss without full crew", "the Nautilion reaches the Abyss without a full crew", "#b8493b"
    ),
    "abyss_without_mages": Look(
        "Abyss without the mages", "the Nautilion reaches the Abyss without the mages", "#8f8df0"
    ),
    "abyss_with_heroic_cards": Look(
        "Abyss with Heroic cards left",
        "the Nautilion reaches the Abyss with Heroic cards still to be played",
        "#c3b930",
    ),
    "lost_collision": Look("collision lost", "the collision with the Phantom is lost", "#5d2a42"),
    "turn_cap": Look("turn cap", "the turn cap is reached", "#b9c0c8"),
    "decision_cap": Look("decision cap", "the decision cap is reached", "#b9c0c8"),
}
"""How reports show the ends of a game, in their order."""


COLUMNS = (
    Column("won", np.bool_, "the Nautilion reached the Abyss with all that victory asks for"),
    Column("turns", np.uint8, "turns begun, the last one too", "turns"),
    Column("end", np.uint8, "how the game ended", labels=ENDS, looks=LOOKS),
    Column("crew_aboard", np.uint8, "crew tokens on the board at the end", "tokens"),
    Column("crew_numbers", np.uint16, "which numbers are aboard at the end: bit n - 1 for number n"),
    Column("reserve_left", np.uint8, "reserve tokens at the end", "tokens"),
    Column("whirlwinds", np.uint16, "Repetitive Whirlwinds cast", "spells"),
    Column("tides", np.uint16, "Artificial Tides cast", "spells"),
    Column("translations", np.uint16, "Aquatic Translations cast", "spells"),
    Column("discards", np.uint8, "tokens lost to the Darkhouse in phase 3", "tokens"),
    Column("phantom_took", np.uint8, "tokens that the Phantom discarded or took on its board", "tokens"),
    Column("phantom_place", np.uint8, "the Phantom's place at the end, 0 being the Isles", "places"),
    Column("nautilion_place", np.uint8, "the Nautilion's place at the end, 0 being the Isles", "places"),
    Column("mages", np.uint8, "mages in the cabin at the end", "tokens"),
    Column("rerolls", np.uint16, "dice re-rolled by partnerships of mage and crew", "dice"),
    Column("collision", np.uint8, "how the collision went", labels=COLLISIONS),
    Column("reef_stuck", np.uint8, "turns in which a reef held the Nautilion", "turns"),
    Column("darkhouse_cards", np.uint16, "Darkhouse cards in the row: bit n - 1 for card n"),
    Column("purchases", np.uint8, "tokens bought from the discard pile by a Darkhouse card", "tokens"),
    Column("heroic_cards", np.uint16, "Heroic cards that have lain revealed: bit n - 1 for card n"),
    Column("heroic_played", np.uint8, "Heroic cards played", "cards"),
)

SEAT_COLUMNS = (Column("placed", np.uint8, "tokens that this player placed on board or cabin", "tokens"),)


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
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
    if rules.expanded != 0:
        count_expansions(table, row, seat_rows)


@kernel
def count_expansions(table, row, seat_rows):
    """Fill the columns that stay 0 without expansions or a second player."""
    row.mages = crew_size(table.cabin_mages)
    row.rerolls = table.rerolls
    row.collision = table.collision
    row.reef_stuck = table.reef_stuck
    for i in range(ROW_OF_CARDS):
        card = table.darkhouse_row[i]
        if card != 0:
            row.darkhouse_cards |= 1 << (card - 1)
    row.purchases = table.purchases
    row.heroic_cards = table.heroic_seen
    row.heroic_played = table.heroic_played
    for seat in range(len(seat_rows)):
        seat_rows[seat].placed = table.placed[seat]
