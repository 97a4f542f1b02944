"""The columns of the outcome: one number each, for the game and for each seat."""

import numpy as np

from simkit.engine.base.columns import STOPPED, Column, Look
from simkit.games.castaways.names import ACTIONS, CHARACTERS, REGIONS

ENDS = (
    "running",
    "rescued",
    "time_without_headland",
    "headland_without_signal",
    "all_lost_at_the_check",
    "all_dead",
    "card_without_end",
    STOPPED,
)
"""The words for `state.table.end`."""

COLUMNS = (
    Column("rescued", np.bool_, "the castaways were rescued"),
    Column("turns", np.uint8, "turns begun", "turns"),
    Column(
        "end",
        np.uint8,
        "how the game ended",
        labels=ENDS,
        looks={
            "rescued": Look("rescued"),
            "time_without_headland": Look("time run out", "time runs out before the headland is reached"),
            "headland_without_signal": Look("no signal", "there is too little to signal with"),
            "all_lost_at_the_check": Look("all lost", "all are lost when a ship could be signalled"),
            "all_dead": Look("all dead", "all castaways die"),
        },
    ),
    Column("headland_turn", np.uint8, "turn in which the headland was reached; 0 if it was not", "turns"),
    Column("matching_event", np.int8, "the event card that was answered; -1 if none was"),
    Column("sign", np.bool_, "the sign was built"),
    Column("bonfire", np.bool_, "the bonfire was built"),
    Column("raft", np.bool_, "the raft was built"),
    Column("shelter", np.uint8, "level of the shelter at the end"),
    Column("fire_turns", np.uint8, "nights with a fire", "nights"),
    Column("wood_gathered", np.uint16, "wood that came into storage", "wood"),
    Column("food_gathered", np.uint16, "food that came into storage or to an owner, tiles by value", "food"),
    Column("forage_tiles", np.uint8, "forage tiles brought into storage", "tiles"),
    Column("cubes_salvaged", np.uint8, "cubes of the wreck salvaged", "cubes"),
    Column("remains_taken", np.uint8, "cards of the remains taken", "cards"),
    *(
        Column(f"cards_{region}", np.uint8, f"cards drawn from the deck of the {region}", "cards")
        for region in REGIONS
    ),
    Column(
        "plots_resolved",
        np.uint8,
        "plots done: drawn, or named by another card; one left open counts once it is done",
        "cards",
    ),
    Column("outings", np.uint8, "turns with an outing", "turns"),
    Column("times_lost", np.uint8, "times a castaway got lost", "times"),
    Column("nights_lost", np.uint16, "nights of castaways that were lost", "nights"),
    Column("deaths", np.uint8, "castaways that died", "castaways"),
    Column("injuries", np.uint16, "injuries suffered, those that became traumas too", "injuries"),
    Column("traumas", np.uint8, "traumas", "traumas"),
    Column("signals", np.uint8, "things to signal with in camp at the end", "things"),
    Column(
        "signal_mask", np.uint8, "which: 1 bonfire, 2 sign, 4 spyglass, 8 captain's log, 16 mirror, added up"
    ),
    Column("events_left", np.uint8, "event cards left at the end", "cards"),
    Column("rerolls_by_tile", np.uint16, "rolls made again for a story-point tile", "rolls"),
    Column("rerolls_by_energy", np.uint16, "rolls made again for energy", "rolls"),
)

SEAT_COLUMNS = (
    Column("rescued", np.bool_, "was rescued", short="rescued itself"),
    Column("score", np.uint16, "points of a rescued castaway; 0 for any other", "points"),
    Column("won", np.bool_, "won: the most points of those rescued (or shared the win)"),
    Column(
        "win_share", np.uint8, "share of the win, in sixtieths: 60 for the only winner", "sixtieths of a win"
    ),
    Column(
        "tile_points", np.uint16, "points of its story-point tiles, rescued or not; 0 if it died", "points"
    ),
    Column("object_points", np.uint16, "points of its objects, rescued or not; 0 if it died", "points"),
    Column("tiles", np.uint8, "story-point tiles at the end", "tiles"),
    Column("energy", np.uint8, "energy at the end", "energy"),
    Column("injuries", np.uint16, "injuries suffered", "injuries"),
    Column("traumas", np.uint8, "traumas", "traumas"),
    *(Column(f"markers_{action}", np.uint8, f"markers placed on {action}", "markers") for action in ACTIONS),
    Column("reached", np.uint8, "furthest place on the exploration track", "places"),
    Column("turns_lost", np.uint8, "turns at whose beginning the castaway was lost", "turns"),
    Column("ability", np.uint8, "which castaway it was", labels=CHARACTERS),
    Column("hungry_turns", np.uint8, "turns without food", "turns"),
    Column("dead", np.bool_, "died"),
)
