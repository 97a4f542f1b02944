"""The outcome of a game: one number in each column, for the game and for each seat."""

import numpy as np

from simkit.game import Column, bit_count, separate_kernel
from simkit.games.nautilus_2002.rules.scoring import award_of, factor_of, points_of, score_of
from simkit.games.nautilus_2002.state import PIECES, TYPES, UNCLAIMED

WHOLE_WIN = 12
"""A win that two, three or four seats share has a whole number of twelfths for each."""

COLUMNS = (
    Column("atlantis_owned", np.uint8, "pieces of Atlantis that a seat has recovered", "pieces"),
    Column("atlantis_unclaimed", np.uint8, "pieces built over or not paid for", "pieces"),
    Column("slots_left", np.uint8, "discoveries on the board at the end", "tiles"),
    Column("stations", np.uint8, "stations on the board, the base not counted", "stations"),
    Column("best_score", np.uint16, "the best score", "points"),
    Column("margin", np.uint16, "points between the best and the second best score", "points"),
    Column("money_total", np.uint16, "money of all seats at the end", "Nemos"),
    Column("score_spread", np.uint16, "standard deviation of the seats' scores", "hundredths of a point"),
)

SEAT_COLUMNS = (
    Column("won", np.bool_, "won the game, or shared the win"),
    Column("score", np.uint16, "points at the end", "points"),
    Column("rank", np.uint8, "1 + how many seats have a higher score"),
    Column("win", np.uint8, "12 divided by the number of winners, for each of them", "twelfths of a win"),
    Column("position", np.uint8, "place in the order of round 1, 0 for the first start player"),
    Column("factor", np.uint8, "research points, by which points are multiplied", "research points"),
    Column("points", np.uint16, "points of discoveries, goal and award for Atlantis", "points"),
    Column("award", np.uint8, "points for pieces of Atlantis", "points"),
    Column("chips", np.uint8, "majority chips held at the end", "chips"),
)


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields."""
    table = state.table
    row.slots_left = bit_count(table.slots)
    row.stations = table.station_count - 1
    count_pieces(table, row)
    for seat in range(rules.players):
        fill_score(state, rules, seat, seat_rows[seat])
    compare_scores(rules, row, seat_rows)


@separate_kernel
def count_pieces(table, row):
    """Count the pieces on the ruins board."""
    owned, unclaimed = 0, 0
    for number in range(1, PIECES + 1):
        owned += table.ruins[number] > UNCLAIMED
        unclaimed += table.ruins[number] == UNCLAIMED
    row.atlantis_owned = owned
    row.atlantis_unclaimed = unclaimed


@separate_kernel
def compare_scores(rules, row, seat_rows):
    """Fill in the columns about all scores, and the share of a win."""
    players = rules.players
    winners, best, second, total, squares, money = 0, 0, 0, 0, 0, 0
    for seat in range(players):
        score = int(seat_rows[seat].score)
        if score > best:
            best, second, winners = score, best, 0
        elif score > second:
            second = score
        winners += score == best
        total += score
        squares += score * score
        money += int(seat_rows[seat].cash)
    for seat in range(players):
        seat_rows[seat].win = WHOLE_WIN // winners if seat_rows[seat].score == best else 0
    row.best_score = best
    row.margin = best - second
    row.money_total = money
    row.score_spread = round(100 * np.sqrt(players * squares - total * total) / players)


@separate_kernel
def fill_score(state, rules, seat, seat_row):
    """Fill in a seat's score and its parts."""
    table = state.table
    seat_row.score = score_of(table, rules, seat)
    seat_row.position = (seat - table.first_player) % rules.players
    seat_row.factor = factor_of(table, rules, seat)
    seat_row.points = points_of(table, rules, seat)
    seat_row.award = award_of(table, rules, seat)
    chips = 0
    for kind in range(TYPES):
        chips += table.chips[kind] == seat
    seat_row.chips = chips
