"""The outcome of a game: one number per column, for the game and for each seat."""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.engine.base.columns import STOPPED, Column
from simkit.games.nautilus_island.rules.score import bonus_points, comes_before, score_of, treasure_points
from simkit.games.nautilus_island.state import COLOURS, TREASURES

ENDS = ("running", "last_round_played", "column_empty", "round_cap", STOPPED)
"""The words for `state.table.end`."""

WINNERS = ("seat_0", "seat_1", "seat_2", "seat_3", "shared")
SHARED = 4


def _source(name: str, short: str, description: str) -> Column:
    return Column(name, np.uint16, description, "points", short=short, part_of="score")


COLUMNS = (
    Column("rounds", np.uint8, "rounds begun, the last one too", "rounds"),
    Column("end", np.uint8, "how the game ended", labels=ENDS),
    Column("end_column", np.int8, "the first column that became empty, 0 at the back; -1 if none did"),
    Column("refills", np.uint8, "times the camp was filled up", "refills"),
    Column("winner", np.uint8, "the seat that won, seat_0 for the first, or shared", labels=WINNERS),
    Column("lead_changes", np.uint8, "times another seat had come to lead alone at a round's end", "changes"),
    Column("margin", np.uint16, "points between the best and the second best score", "points"),
)

SEAT_COLUMNS = (
    Column("won", np.bool_, "won the game (or shared the win)"),
    Column("score", np.uint16, "points at the end", "points"),
    Column("rank", np.uint8, "1 for the winner, then 2 ...; seats that tie for a place have the same rank"),
    _source("porthole_points", "portholes", "points of the porthole tokens, doubles not counted"),
    _source("bonus_two", "two points", "points of the bonus tokens 'two points'"),
    _source("bonus_three", "three points", "points of the bonus tokens 'three points'"),
    _source("bonus_per_card", "a point a card", "points of the bonus tokens 'a point a card'"),
    _source("bonus_double", "doubles", "points of the bonus tokens 'double porthole'"),
    _source("bonus_odd", "odd", "points of the bonus tokens 'odd'"),
    _source("bonus_pair", "pairs", "points of the bonus tokens 'pair'"),
    _source("treasure_points", "treasures", "points of the treasures in hand"),
    Column("closed_0", np.uint8, "sets closed at the first of `porthole_sizes` (3 in the box)", "sets"),
    Column("closed_1", np.uint8, "sets closed at the second of `porthole_sizes` (4 in the box)", "sets"),
    Column("closed_2", np.uint8, "sets closed at the third of `porthole_sizes` (5 in the box)", "sets"),
    Column("closed_3", np.uint8, "sets closed at the fourth of `porthole_sizes` (6 in the box)", "sets"),
    Column("closed_more", np.uint8, "sets closed at further `porthole_sizes` (none in the box)", "sets"),
    Column("collected", np.uint16, "cards collected", "cards"),
    Column("stored", np.uint16, "cards stored", "cards"),
    Column("dead_cards", np.uint16, "cards in hand at the end that are no treasures", "cards"),
    Column("stores", np.uint8, "stores made", "stores"),
    Column("passes", np.uint8, "turns in which nothing could be done", "turns"),
    Column("last_position", np.int8, "column of the marker at the end, 0 at the back; -1 off the board"),
    Column("first_player", np.bool_, "began the game"),
    Column("turn_position", np.uint8, "place in the order of round 1, 1 for the first player"),
)


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
    row.rounds = table.round_number
    row.end = table.end
    row.end_column = table.end_column
    row.refills = table.refills
    row.lead_changes = state.hidden.lead_changes
    for seat in range(rules.players):
        seat_rows[seat].score = score_of(state, rules, seat)
        fill_points(state, rules, seat, seat_rows[seat])
        fill_counts(state, rules, seat, seat_rows[seat])
    rank_seats(state, rules, row, seat_rows)


@kernel
def rank_seats(state, rules, row, seat_rows):
    """Rank the seats by score, ties as the rules say; name the winner."""
    winners, best, second = 0, 0, 0
    for seat in range(rules.players):
        score, rank = seat_rows[seat].score, 1
        for other in range(rules.players):
            if other != seat and comes_before(state, rules, other, seat_rows[other].score, seat, score):
                rank += 1
        seat_rows[seat].rank = rank
        seat_rows[seat].won = rank == 1
        if rank == 1:
            row.winner = seat
            winners += 1
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
    if winners > 1:
        row.winner = SHARED
    row.margin = best - second


@kernel
def fill_points(state, rules, seat, seat_row):
    """Fill in where a seat's points come from."""
    castaway = state.table.castaways[seat]
    portholes = 0
    for colour in range(COLOURS):
        portholes += castaway.porthole[colour]
    seat_row.porthole_points = portholes
    seat_row.bonus_two = kind_points(castaway, rules, 0)
    seat_row.bonus_three = kind_points(castaway, rules, 1)
    seat_row.bonus_per_card = kind_points(castaway, rules, 2)
    seat_row.bonus_double = kind_points(castaway, rules, 3)
    seat_row.bonus_odd = kind_points(castaway, rules, 4)
    seat_row.bonus_pair = kind_points(castaway, rules, 5)
    seat_row.treasure_points = treasure_points(rules, state.seats[seat].hand[TREASURES])


@kernel
def kind_points(castaway, rules, kind):
    """Return the points of a castaway's bonus tokens of one kind."""
    points = 0
    for colour in range(COLOURS):
        points += bonus_points(
            rules,
            kind,
            castaway.set_tokens[colour],
            castaway.set_size[colour],
            castaway.set_cards[colour],
            castaway.porthole[colour],
        )
    return points


@kernel
def fill_counts(state, rules, seat, seat_row):
    """Fill in what a seat did."""
    table, own = state.table, state.seats[seat]
    castaway = table.castaways[seat]
    by_pile = castaway.closed_by_pile
    seat_row.closed_0 = by_pile[0]
    seat_row.closed_1 = by_pile[1]
    seat_row.closed_2 = by_pile[2]
    seat_row.closed_3 = by_pile[3]
    seat_row.closed_more = by_pile[4] + by_pile[5]
    seat_row.collected = castaway.collected
    seat_row.stored = castaway.stored
    seat_row.dead_cards = castaway.hand_size - own.held[TREASURES]
    seat_row.stores = castaway.stores
    seat_row.passes = castaway.passes
    seat_row.last_position = castaway.column
    seat_row.first_player = seat == table.first_player
    seat_row.turn_position = 1 + (seat - table.first_player) % rules.players
