"""The outcome of a game, as its columns."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import copier
from simkit.compile.numbers import bit_count
from simkit.games.castaways.columns import COLUMNS, SEAT_COLUMNS
from simkit.games.castaways.names import ACTIONS, DEAD, IN_CAMP, RAFT, REGIONS
from simkit.games.castaways.rules.castaway import object_points
from simkit.games.castaways.rules.rescue import signals_in
from simkit.games.castaways.state import BUILT, CASTAWAY, RESCUED, TABLE, VALUES

WHOLE_WIN = 60
"""The parts of a win; two, three and four winners can share them evenly."""


copy_game = copier(
    "copy_game",
    {
        **{column.name: column.name for column in COLUMNS if column.name in (TABLE.names or ())},
        "rescued": f"end == {RESCUED}",
        "turns": "turn",
        "matching_event": "matched",
        "sign": "sign_built != 0",
        "bonfire": "bonfire_built != 0",
        "raft": f"constructions[{RAFT}] == {BUILT}",
        "cubes_salvaged": "salvaged",
        **{f"cards_{region}": f"cards_explored[{i}]" for i, region in enumerate(REGIONS)},
    },
)
copy_seat = copier(
    "copy_seat",
    {
        **{column.name: column.name for column in SEAT_COLUMNS if column.name in (CASTAWAY.names or ())},
        "injuries": "injuries_suffered",
        "dead": f"where == {DEAD}",
        **{f"markers_{action}": f"markers_by_action[{i}]" for i, action in enumerate(ACTIONS)},
    },
)


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
    copy_game(table, row)
    row.signal_mask = signals_in(table, rules, IN_CAMP)
    row.signals = bit_count(np.int64(row.signal_mask))
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
    copy_seat(castaway, row)
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
    return 100 * np.int64(score) + 99 - table.castaways[seat].traumas
