"""The outcome of a game: one number a column, for the game and for each seat."""

import numpy as np

from simkit.compile.bits import bit_count
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.columns import STOPPED, Column, Look
from simkit.games.castaways.names import ACTIONS, CHARACTERS, DEAD, IN_CAMP, RAFT, REGIONS
from simkit.games.castaways.rules.castaway import object_points
from simkit.games.castaways.rules.rescue import signals_in
from simkit.games.castaways.state import BUILT, NO_CARD, RESCUED, VALUES

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
    Column("nights_lost", np.uint16, "nights of castaways who were lost", "nights"),
    Column("deaths", np.uint8, "castaways who died", "castaways"),
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

WHOLE_WIN = 60
"""The parts of a win; two, three and four winners can share them evenly."""


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
    fill_game(table, rules, row)
    injuries, traumas = 0, 0
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        injuries += castaway.injuries_suffered
        traumas += castaway.traumas
        fill_seat(state, rules, seat, seat_rows[seat])
    row.injuries = injuries
    row.traumas = traumas
    if table.end == RESCUED:
        share_the_win(table, rules, seat_rows)


@separate_kernel
def fill_game(table, rules, row):
    """Fill in what happened to all."""
    row.rescued = table.end == RESCUED
    row.turns = table.turn
    row.end = table.end
    row.headland_turn = table.headland_turn
    row.matching_event = table.matched if table.matched != NO_CARD else -1
    row.sign = table.sign_built != 0
    row.bonfire = table.bonfire_built != 0
    row.raft = table.constructions[RAFT] == BUILT
    row.shelter = table.shelter
    row.fire_turns = table.fire_turns
    row.wood_gathered = table.wood_gathered
    row.food_gathered = table.food_gathered
    row.forage_tiles = table.forage_tiles
    row.cubes_salvaged = table.salvaged
    row.remains_taken = table.remains_taken
    row.cards_coast = table.cards_explored[0]
    row.cards_interior = table.cards_explored[1]
    row.cards_heart = table.cards_explored[2]
    row.plots_resolved = table.plots_resolved
    row.outings = table.outings
    row.times_lost = table.times_lost
    row.nights_lost = table.nights_lost
    row.deaths = table.deaths
    row.signal_mask = signals_in(table, rules, IN_CAMP)
    row.signals = bit_count(np.int64(row.signal_mask))
    row.events_left = table.events_left
    row.rerolls_by_tile = table.rerolls_by_tile
    row.rerolls_by_energy = table.rerolls_by_energy


@separate_kernel
def fill_seat(state, rules, seat, row):
    """Fill in what happened to one castaway."""
    table = state.table
    castaway = table.castaways[seat]
    points = 0
    for value in range(VALUES):
        points += value * state.seats[seat].tiles[value]
    row.rescued = table.end == RESCUED and castaway.where == IN_CAMP
    row.tile_points = points
    row.dead = castaway.where == DEAD
    row.object_points = 0 if row.dead else object_points(rules, castaway)
    row.score = points + row.object_points if row.rescued else 0
    row.tiles = castaway.tiles
    row.energy = castaway.energy
    row.injuries = castaway.injuries_suffered
    row.traumas = castaway.traumas
    fill_markers(castaway, row)
    row.reached = castaway.reached
    row.turns_lost = castaway.turns_lost
    row.ability = max(castaway.character, 0)
    row.hungry_turns = castaway.hungry_turns


@kernel
def fill_markers(castaway, row):
    """Fill in how many markers a castaway placed on each action."""
    placed = castaway.markers_by_action
    row.markers_forage = placed[0]
    row.markers_wood = placed[1]
    row.markers_diary = placed[2]
    row.markers_salvage = placed[3]
    row.markers_campfire = placed[4]
    row.markers_build = placed[5]
    row.markers_rest = placed[6]
    row.markers_camp = placed[7]
    row.markers_explore = placed[8]


@separate_kernel
def share_the_win(table, rules, seat_rows):
    """Say who of those rescued has won: the most points, then the fewest traumas; ties share."""
    best, winners = -1, 0
    for seat in range(rules.players):
        if seat_rows[seat].rescued:
            best = max(best, rank_of(table, seat, seat_rows[seat].score))
    for seat in range(rules.players):
        row = seat_rows[seat]
        row.won = row.rescued and rank_of(table, seat, row.score) == best
        winners += 1 if row.won else 0
    for seat in range(rules.players):
        if seat_rows[seat].won:
            seat_rows[seat].win_share = WHOLE_WIN // winners


@kernel
def rank_of(table, seat, score):
    """Return a castaway's result as a number to rank by: points, then few traumas."""
    return 100 * np.int64(score) + 99 - table.castaways[seat].traumas
