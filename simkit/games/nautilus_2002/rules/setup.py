"""Setup: the base, the discoveries, goals and money; where discoveries lie by chance."""

import numpy as np

from simkit.game import NOBODY, begin, below, kernel, scratch, separate_kernel, shuffle
from simkit.games.nautilus_2002.rules.stations import put_station
from simkit.games.nautilus_2002.rules.turn import begin_round
from simkit.games.nautilus_2002.squares import (
    BOARD,
    HEIGHT,
    SIDE_X,
    SIDE_Y,
    SIDES,
    SQUARES,
    WIDTH,
    add,
    clear,
    has,
)
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


ALL_SQUARES = np.dtype([("squares", np.int32, (SQUARES,))])
MOST_TRIES = 1000


@separate_kernel
def draw_slots(state, rules):
    """Draw the squares anew, no two beside each other; those of the board stay if that can't be done."""
    drawn = scratch(BOARD)
    for _ in range(MOST_TRIES):
        if draw_every_zone(state, rules, drawn):
            list_drawn(state.table, drawn)
            return


@kernel
def draw_every_zone(state, rules, drawn):
    """Draw the squares of every zone; return False if one has no room for all."""
    clear(drawn)
    for zone in range(INCLINE, CANYON + 1):
        if not draw_zone(state, rules, zone, drawn):
            return False
    return True


@separate_kernel
def draw_zone(state, rules, zone, drawn):
    """Draw the squares of one zone, one by one; return False if there is no room for all."""
    order, count = scratch(ALL_SQUARES), 0
    for square in range(SQUARES):
        if rules.zone[square] == zone:
            order.squares[count] = square
            count += 1
    shuffle(state.chance, order.squares, 0, count)
    needed = rules.zone_tiles[zone]
    for i in range(count):
        if needed == 0:
            break
        x, y = order.squares[i] % WIDTH, order.squares[i] // WIDTH
        if not lies_beside(drawn, x, y):
            add(drawn, x, y)
            needed -= 1
    return needed == 0


@kernel
def lies_beside(drawn, x, y):
    """Return True if a square lies beside one that is drawn."""
    for side in range(SIDES):
        beside = x + SIDE_X[side]
        if 0 <= beside < WIDTH and has(drawn, beside, y + SIDE_Y[side]):
            return True
    return False


@kernel
def list_drawn(table, drawn):
    """Note the squares drawn, in order."""
    slot = 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if has(drawn, x, y):
                table.slot_square[slot] = WIDTH * y + x
                slot += 1
