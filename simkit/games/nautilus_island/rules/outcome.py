"""The outcome of a game: one number per column, for the game and for each seat."""

import numpy as np

from simkit.game import Column, kernel
from simkit.games.nautilus_island.rules.score import (
    bonus_points,
    nearness_to_the_back,
    score_of,
    treasure_points,
)
from simkit.games.nautilus_island.state import COLOURS, MOST_COLUMNS, TREASURES

WINNERS = ("seat_0", "seat_1", "seat_2", "seat_3", "shared")
SHARED = 4


def _source(name: str, short: str, description: str) -> Column:
    return Column(name, np.uint16, description, "points", short=short, part_of="score")


COLUMNS = (
    Column("winner", np.uint8, "the seat that won, seat_0 for the first, or shared", labels=WINNERS),
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
    Column("closed_more", np.uint8, "sets closed at further `porthole_sizes` (none in the box)", "sets"),
    Column("dead_cards", np.uint16, "cards in hand at the end that are no treasures", "cards"),
    Column("first_player", np.bool_, "began the game"),
    Column("turn_position", np.uint8, "place in the order of round 1, 1 for the first player"),
)


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields."""
    for seat in range(rules.players):
        seat_rows[seat].score = score_of(state, rules, seat)
        fill_points(state, rules, seat, seat_rows[seat])
        fill_counts(state, rules, seat, seat_rows[seat])
    name_winner(state, rules, row, seat_rows)


@kernel
def name_winner(state, rules, row, seat_rows):
    """Name the seat that is ahead of all others, or say that several share the win; count its lead."""
    furthest, best, second = -MOST_COLUMNS, 0, 0
    for seat in range(rules.players):
        score = seat_rows[seat].score
        # The score, then what breaks a tie, in one number: of columns there are fewer than 2 * MOST_COLUMNS.
        place = 2 * MOST_COLUMNS * score + nearness_to_the_back(state, rules, seat)
        if place >= furthest:
            row.winner = SHARED if place == furthest else seat
            furthest = place
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
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
    seat_row.closed_more = by_pile[4] + by_pile[5]
    seat_row.dead_cards = castaway.hand_size - own.held[TREASURES]
    seat_row.first_player = seat == table.first_player
    seat_row.turn_position = 1 + (seat - table.first_player) % rules.players
