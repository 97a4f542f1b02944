"""The outcome of a game: one number in each column, for the game and for each seat."""

import numpy as np

from simkit.compile.kernel import separate_kernel
from simkit.compile.numbers import bit_count
from simkit.engine.base.columns import STOPPED, Column, Look
from simkit.games.nautilus_2002.rules.scoring import award_of, factor_of, points_of, score_of
from simkit.games.nautilus_2002.state import (
    ANALYSIS,
    ANEMONE,
    ATLANTIS_KIND,
    CHEST,
    CRAB,
    ENGINEERING,
    GOLD,
    PIECES,
    SHELL,
    SNAIL,
    SONAR,
    SPEED,
    TESTING,
    TRAINING,
    TYPES,
    UNCLAIMED,
)

ENDS = ("running", "atlantis_three", "atlantis_all", "stagnation", "round_cap", STOPPED)
"""The words for `state.table.end`."""

WHOLE_WIN = 12
"""A win that two, three or four seats share has a whole number of twelfths for each."""

COLUMNS = (
    Column("rounds", np.uint8, "rounds begun", "rounds"),
    Column(
        "end",
        np.uint8,
        "how the game ended",
        labels=ENDS,
        looks={
            "atlantis_three": Look("pieces 13, 14 and 15 found"),
            "atlantis_all": Look("all pieces of Atlantis found"),
            "stagnation": Look("a round in which nothing happened"),
            "round_cap": Look("round cap"),
        },
    ),
    Column("canyon_opened", np.bool_, "the canyon was opened"),
    Column("canyon_round", np.uint8, "round in which the canyon was opened; 0 for never", "rounds"),
    Column("atlantis_owned", np.uint8, "pieces of Atlantis that a seat has recovered", "pieces"),
    Column("atlantis_unclaimed", np.uint8, "pieces built over or not paid for", "pieces"),
    Column("slots_left", np.uint8, "discoveries on the board at the end", "tiles"),
    Column("slots_covered", np.uint8, "discoveries built over", "tiles"),
    Column("stations", np.uint8, "stations on the board, the base not counted", "stations"),
    Column("best_score", np.uint16, "the best score", "points"),
    Column("margin", np.uint16, "points between the best and the second best score", "points"),
    Column("money_total", np.uint16, "money of all seats at the end", "Nemos"),
    Column("decisions", np.uint16, "decisions with at least two options", "decisions"),
    Column("score_spread", np.uint16, "standard deviation of the seats' scores", "hundredths of a point"),
)

_TYPES = ("training", "engineering", "sonar", "testing", "analysis")
_KINDS = ("snail", "shell", "crab", "anemone", "gold", "chest", "speed", "atlantis")
_GOT = {
    "snail": "snails recovered",
    "shell": "shells recovered",
    "crab": "crabs recovered",
    "anemone": "anemones recovered",
    "gold": "gold recovered",
    "chest": "treasure chests recovered",
    "speed": "speed chips recovered",
    "atlantis": "pieces of Atlantis recovered",
}

SEAT_COLUMNS = (
    Column("won", np.bool_, "won the game, or shared the win"),
    Column("score", np.uint16, "points at the end", "points"),
    Column("rank", np.uint8, "1 + how many seats have a higher score"),
    Column("win", np.uint8, "12 divided by the number of winners, for each of them", "twelfths of a win"),
    Column("position", np.uint8, "place in the order of round 1, 0 for the first start player"),
    Column("goal", np.uint8, "special goal card"),
    Column("factor", np.uint8, "research points, by which points are multiplied", "research points"),
    Column("points", np.uint16, "points of discoveries, goal and award for Atlantis", "points"),
    Column("award", np.uint8, "points for pieces of Atlantis", "points"),
    Column("rises", np.uint8, "tiles raised by the special goal", "tiles"),
    Column("cash", np.uint16, "money at the end", "Nemos"),
    Column("chips", np.uint8, "majority chips held at the end", "chips"),
    *(
        Column(f"ops_{name}", np.uint8, f"{name.title()} stations in operation", "stations")
        for name in _TYPES
    ),
    Column("bought_residential", np.uint8, "residential stations bought", "stations"),
    Column("bought_research", np.uint8, "research stations bought", "stations"),
    Column("researchers_bought", np.uint16, "researchers bought", "researchers"),
    Column("built", np.uint8, "stations built", "stations"),
    Column("expansions", np.uint8, "expansions of the city", "expansions"),
    Column("handed_back", np.uint8, "stations handed back", "stations"),
    Column("build_paid", np.uint16, "paid for building", "Nemos"),
    Column("activations_own", np.uint8, "own stations in which work was started", "stations"),
    Column("activations_foreign", np.uint8, "others' stations in which work was started", "stations"),
    Column("fees_got", np.uint16, "fees received", "Nemos"),
    Column("launches", np.uint16, "submarines launched", "launches"),
    Column("scans", np.uint16, "scans", "scans"),
    Column("sub_moves", np.uint16, "moves of submarines, those of no steps too", "moves"),
    Column("speed_moves", np.uint8, "further moves for speed chips", "moves"),
    Column("came_in", np.uint16, "submarines that came in", "submarines"),
    *(Column(f"got_{kind}", np.uint8, _GOT[kind], "tiles") for kind in _KINDS),
    Column("recover_paid", np.uint16, "paid for recoveries", "Nemos"),
    Column("chest_income", np.uint16, "received for treasure chests", "Nemos"),
    Column("unpaid", np.uint16, "discoveries reached without the money for them", "tiles"),
    Column("looks", np.uint8, "looks of Testing stations", "looks"),
    Column("bonus_moves", np.uint8, "moves of researchers for pieces of Atlantis", "moves"),
)


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    table = state.table
    row.rounds = table.round_number
    row.end = table.end
    row.canyon_opened = table.canyon_open == 1
    row.canyon_round = table.canyon_round
    row.slots_left = bit_count(table.slots)
    row.slots_covered = table.slots_covered
    row.stations = table.station_count - 1
    row.decisions = table.decisions
    count_pieces(table, row)
    for seat in range(rules.players):
        fill_score(state, rules, seat, seat_rows[seat])
        fill_building(table.players[seat], seat_rows[seat])
        fill_diving(table.players[seat], seat_rows[seat])
    rank_seats(rules, row, seat_rows)


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
def rank_seats(rules, row, seat_rows):
    """Rank the seats by score; fill in the columns about all scores."""
    players = rules.players
    winners, best, second, total, squares, money = 0, 0, 0, 0, 0, 0
    for seat in range(players):
        score, rank = int(seat_rows[seat].score), 1
        for other in range(players):
            if seat_rows[other].score > score:
                rank += 1
        seat_rows[seat].rank = rank
        seat_rows[seat].won = rank == 1
        winners += rank == 1
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
        total += score
        squares += score * score
        money += int(seat_rows[seat].cash)
    for seat in range(players):
        seat_rows[seat].win = WHOLE_WIN // winners if seat_rows[seat].won else 0
    row.best_score = best
    row.margin = best - second
    row.money_total = money
    row.score_spread = round(100 * np.sqrt(players * squares - total * total) / players)


@separate_kernel
def fill_score(state, rules, seat, seat_row):
    """Fill in a seat's score and its parts."""
    table = state.table
    player = table.players[seat]
    seat_row.score = score_of(table, rules, seat)
    seat_row.position = (seat - table.first_player) % rules.players
    seat_row.goal = state.seats[seat].goal
    seat_row.factor = factor_of(table, rules, seat)
    seat_row.points = points_of(table, rules, seat)
    seat_row.award = award_of(table, rules, seat)
    seat_row.rises = player.rises
    seat_row.cash = player.money
    chips = 0
    for kind in range(TYPES):
        chips += table.chips[kind] == seat
    seat_row.chips = chips


@separate_kernel
def fill_building(player, seat_row):
    """Fill in what a seat bought, built and activated."""
    seat_row.ops_training = player.ops[TRAINING]
    seat_row.ops_engineering = player.ops[ENGINEERING]
    seat_row.ops_sonar = player.ops[SONAR]
    seat_row.ops_testing = player.ops[TESTING]
    seat_row.ops_analysis = player.ops[ANALYSIS]
    seat_row.bought_residential = player.bought_residential
    seat_row.bought_research = player.bought_research
    seat_row.researchers_bought = player.researchers_bought
    seat_row.built = player.built
    seat_row.expansions = player.expansions
    seat_row.handed_back = player.handed_back
    seat_row.build_paid = player.build_paid
    seat_row.activations_own = player.activations_own
    seat_row.activations_foreign = player.activations_foreign
    seat_row.fees_got = player.fees_got


@separate_kernel
def fill_diving(player, seat_row):
    """Fill in what a seat's submarines did."""
    seat_row.launches = player.launches
    seat_row.scans = player.scans
    seat_row.sub_moves = player.sub_moves
    seat_row.speed_moves = player.speed_moves
    seat_row.came_in = player.came_in
    seat_row.got_snail = player.got[SNAIL]
    seat_row.got_shell = player.got[SHELL]
    seat_row.got_crab = player.got[CRAB]
    seat_row.got_anemone = player.got[ANEMONE]
    seat_row.got_gold = player.got[GOLD]
    seat_row.got_chest = player.got[CHEST]
    seat_row.got_speed = player.got[SPEED]
    seat_row.got_atlantis = player.got[ATLANTIS_KIND]
    seat_row.recover_paid = player.recover_paid
    seat_row.chest_income = player.chest_income
    seat_row.unpaid = player.unpaid
    seat_row.looks = player.looks
    seat_row.bonus_moves = player.bonus_moves
