"""Game setup: the base, discoveries shuffled zone by zone, money and pieces, goal cards, a start player."""

import numpy as np

from simkit.compile.kernel import separate_kernel
from simkit.compile.scratch import scratch
from simkit.engine.base.chance import begin, below, shuffle
from simkit.games.nautilus_2002.layout import draw_slots
from simkit.games.nautilus_2002.rounds import begin_round
from simkit.games.nautilus_2002.squares import WIDTH, add
from simkit.games.nautilus_2002.state import (
    ATLANTIS,
    BASE,
    BASE_SQUARE,
    CANYON,
    DEEP,
    FIRST_PLAYER,
    FIRST_RESEARCH,
    GOAL_CARDS,
    GOALS,
    GREEN,
    INCLINE,
    LAYOUT,
    MOST_PLAYERS,
    MOST_SLOTS,
    MOST_STATIONS,
    MOST_SUBMARINES,
    NO_TILE,
    NOT_OUT,
    NUMBERS,
    PIECES,
    SHUFFLE,
    TILES,
    TYPES,
)
from simkit.games.nautilus_2002.stations import put_station
from simkit.words import NOBODY

DECK = np.dtype([("tiles", np.int32, (MOST_SLOTS,))])
"""Tiles, or cards, being shuffled."""


def setup(state, rules, log):
    """Prepare a game, up to the first seat's purchase."""
    table = state.table
    fill_empty(table)
    lay_base(state, rules)
    fill_stocks(table, rules)
    lay_slots(state, rules)
    deal_discoveries(state, rules)
    give_pieces(table, rules)
    deal_goals(state, rules)
    table.first_player = rules.first_player - 1
    if table.first_player == NOBODY:
        begin(state.chance, FIRST_PLAYER, 0)
        table.first_player = below(state.chance, rules.players)
    table.start_player = table.first_player
    begin_round(state, rules, log)


@separate_kernel
def fill_empty(table):
    """Fill in everywhere that nobody has it, or that nothing is there."""
    for kind in range(TYPES):
        table.chips[kind] = NOBODY
    for number in range(PIECES + 1):
        table.ruins[number] = NOT_OUT
    for slot in range(MOST_SLOTS):
        table.shown[slot] = NO_TILE
    for number in range(MOST_STATIONS):
        table.stations[number].owner = NOBODY
    table.first_zone = NOBODY


@separate_kernel
def lay_base(state, rules):
    """Lay the base where it belongs, or on a lagoon place drawn by chance."""
    table, square = state.table, rules.base_square
    if rules.base_mode == 1:
        begin(state.chance, BASE_SQUARE, 0)
        square = rules.base_squares[below(state.chance, rules.base_square_count)]
    station = table.stations[0]
    station.tile = BASE
    station.x, station.y = square % WIDTH, square // WIDTH
    station.sides = rules.sides[BASE][0]
    station.corners = rules.corners[BASE][0]
    table.homes = 1
    put_station(table, rules, station)


@separate_kernel
def fill_stocks(table, rules):
    """Fill the seven stacks."""
    for tile in range(GREEN, TILES):
        if tile >= FIRST_RESEARCH:
            table.stock[tile - 1] = rules.stock_research
        else:
            table.stock[tile - 1] = rules.stock_green if tile == GREEN else rules.stock_blue


@separate_kernel
def lay_slots(state, rules):
    """Note which squares hold discoveries."""
    table = state.table
    for slot in range(rules.slot_count):
        table.slot_square[slot] = rules.slot_squares[slot]
    if rules.discovery_layout == 1:
        begin(state.chance, LAYOUT, 0)
        draw_slots(state, rules)
    for slot in range(rules.slot_count):
        square = table.slot_square[slot]
        table.slot_zone[slot] = rules.zone[square]
        table.slot_at[square] = slot + 1
        add(table.discoveries, square % WIDTH, square // WIDTH)
    table.slots = (1 << int(rules.slot_count)) - 1


@separate_kernel
def deal_discoveries(state, rules):
    """Shuffle the tiles of each zone and lay them face down on its slots."""
    table, deck = state.table, scratch(DECK)
    for i in range(rules.slot_count):
        deck.tiles[i] = rules.tiles[i]
    if rules.atlantis_numbers == 1:
        deal_numbers(state.chance, deck, rules.zone_tiles[INCLINE] + rules.zone_tiles[DEEP])
    begin(state.chance, SHUFFLE, 0)
    first = 0
    for zone in range(INCLINE, CANYON + 1):
        last = first + rules.zone_tiles[zone]
        shuffle(state.chance, deck.tiles, first, last)
        for slot in range(rules.slot_count):
            if table.slot_zone[slot] == zone:
                state.hidden.tiles[slot] = deck.tiles[first]
                first += 1


@separate_kernel
def deal_numbers(chance, deck, count):
    """Deal the pieces among the first tiles at random over the places of these pieces."""
    pieces, found = scratch(DECK), 0
    for i in range(count):
        if deck.tiles[i] > ATLANTIS:
            pieces.tiles[found] = deck.tiles[i]
            found += 1
    begin(chance, NUMBERS, 0)
    shuffle(chance, pieces.tiles, 0, found)
    for i in range(count - 1, -1, -1):
        if deck.tiles[i] > ATLANTIS:
            found -= 1
            deck.tiles[i] = pieces.tiles[found]


@separate_kernel
def give_pieces(table, rules):
    """Give every seat its money, researchers and submarines."""
    for seat in range(rules.players):
        player = table.players[seat]
        player.money = rules.money_at_start
        player.reserve = rules.researchers
    for seat in range(MOST_PLAYERS):
        for submarine in range(MOST_SUBMARINES):
            table.players[seat].submarines[submarine] = NOBODY


@separate_kernel
def deal_goals(state, rules):
    """Deal every seat a goal card; nobody has seen anything yet."""
    goals = scratch(DECK)
    for card in range(GOAL_CARDS):
        goals.tiles[card] = card
    begin(state.chance, GOALS, 0)
    shuffle(state.chance, goals.tiles, 0, GOAL_CARDS)
    for seat in range(len(state.seats)):
        state.seats[seat].goal = goals.tiles[seat]
        for slot in range(MOST_SLOTS):
            state.seats[seat].known[slot] = NO_TILE
