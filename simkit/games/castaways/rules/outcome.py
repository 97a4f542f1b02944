"""The outcome of a game, as its columns."""

import numpy as np

from simkit.game import Column, bit_count, kernel, separate_kernel
from simkit.games.castaways.names import CHARACTERS, DEAD, IN_CAMP, RAFT
from simkit.games.castaways.rules.castaway import object_points
from simkit.games.castaways.rules.rescue import signals_in
from simkit.games.castaways.state import BUILT, RESCUED, VALUES

WHOLE_WIN = 60
"""The parts of a win; two, three and four winners can share them evenly."""


COLUMNS = (
    Column("rescued", np.bool_, "the castaways were rescued"),
    Column("raft", np.bool_, "the raft was built"),
    Column("injuries", np.uint16, "injuries suffered, those that became traumas too", "injuries"),
    Column("traumas", np.uint8, "traumas", "traumas"),
    Column("signals", np.uint8, "things to signal with in camp at the end", "things"),
    Column(
        "signal_mask", np.uint8, "which: 1 bonfire, 2 sign, 4 spyglass, 8 captain's log, 16 mirror, added up"
    ),
)
"""What is worked out when a game is over; the other columns are fields of the state."""

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
    Column("ability", np.uint8, "which castaway it was", labels=CHARACTERS),
    Column("dead", np.bool_, "died"),
)


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields."""
    table = state.table
    row.rescued = table.end == RESCUED
    row.raft = table.constructions[RAFT] == BUILT
    row.signal_mask = signals_in(table, rules, IN_CAMP)
    row.signals = bit_count(row.signal_mask)
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
def fill_seat(state, rules, seat, row):
    """Fill in what happened to one castaway."""
    table = state.table
    castaway = table.castaways[seat]
    row.dead = castaway.where == DEAD
    points = 0
    for value in range(VALUES):
        points += value * state.seats[seat].tiles[value]
    row.rescued = table.end == RESCUED and castaway.where == IN_CAMP
    row.tile_points = points
    row.object_points = 0 if row.dead else object_points(rules, castaway)
    row.score = points + row.object_points if row.rescued else 0
    row.ability = max(castaway.character, 0)


@separate_kernel
def share_the_win(table, rules, seat_rows):
    """Note which rescued castaways have won: the most points, then the fewest traumas; ties share."""
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
    return 100 * score + 99 - table.castaways[seat].traumas
