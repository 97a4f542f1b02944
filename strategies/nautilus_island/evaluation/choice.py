"""How players that weigh everything choose: the best turn, by weighted promises.

A turn is worth the points that it brings at once plus what it adds to the promises of hand and sets.
"""

from simkit.game import kernel, scratch, separate_kernel
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.rules.tokens import can_close, porthole_points
from simkit.games.nautilus_island.state import CLOSE_SET, COLOURS, EXPLORE, PICK_OBJECTS, WIDEST_COLUMN
from simkit.strategies.nautilus_island.evaluation.columns import (
    NOTHING,
    count_gained,
    find_action,
    find_closing,
    find_column,
    find_objects,
    is_legal,
    place_worth,
    usual_treasure,
    weigh_top_cards,
)
from simkit.strategies.nautilus_island.evaluation.promises import (
    SHEET,
    fill_sheet,
    promise,
    set_worth,
    together,
    with_more,
)


def choose_by_weights(table, seat, rules, moves, count, parameters, chance):
    """Choose a move by the weights; strategies that share this function differ in their weights alone."""
    if table.step == PICK_OBJECTS:
        return find_objects(table, seat, moves, count)
    return weigh(table, seat, rules, moves, count, parameters)


@separate_kernel
def weigh(table, seat, rules, moves, count, weights):
    """Choose a column, an action, or whether to close."""
    sheet = scratch(SHEET)
    fill_sheet(sheet, table, seat, rules, weights)
    if table.step == CLOSE_SET:
        close = closing_is_better(sheet, table, seat, rules, weights)
        return find_closing(moves, count, close)
    if table.step == EXPLORE:
        fill_stores(sheet, table, seat, rules, weights, WIDEST_COLUMN)
        return find_column(table, best_column(sheet, table, seat, rules, weights))
    column = table.castaways[seat.number].column
    fill_stores(sheet, table, seat, rules, weights, rules.width[column])
    colour, cards = best_action(sheet, table, seat, rules, weights, column)
    return find_action(moves, count, colour, cards)


@kernel
def best_column(sheet, table, seat, rules, weights):
    """Return the legal column in which the best turn can be made."""
    sheet.unseen = unseen_worth(sheet, table, seat, rules, weights)
    best, most = 0, 2 * NOTHING
    for column in range(rules.column_count):
        if not is_legal(table, column):
            continue
        worth = NOTHING
        for cards in range(1, rules.width[column] + 1):
            worth = max(worth, sheet.store_worth[cards])
        if table.height[column] > 0:
            worth = max(worth, collect_worth(sheet, table, seat, rules, weights, column))
        worth += place_worth(rules, weights, column, sheet.turns == 0)
        if worth > most:
            best, most = column, worth
    return best


@kernel
def best_action(sheet, table, seat, rules, weights, column):
    """Return the colour and the number of cards to store in the column entered; 0 cards: to collect."""
    best, colour, cards = NOTHING, 0, 0
    for k in range(1, rules.width[column] + 1):
        if sheet.store_worth[k] > best:
            best, colour, cards = sheet.store_worth[k], sheet.store_colour[k], k
    if table.height[column] > 0:
        sheet.unseen = 0.0
        if rules.face_up[rules.width[column]] < rules.width[column]:
            sheet.unseen = unseen_worth(sheet, table, seat, rules, weights)
        if collect_worth(sheet, table, seat, rules, weights, column) >= best:
            cards = 0
    return colour, cards


@kernel
def fill_stores(sheet, table, seat, rules, weights, widest):
    """Note for each number of cards the worth and the colour of the best store."""
    castaway = table.castaways[seat.number]
    for cards in range(1, widest + 1):
        sheet.store_worth[cards], sheet.store_colour[cards] = NOTHING, 0
        for colour in range(COLOURS):
            if seat.held[colour] >= cards and is_open(castaway, colour):
                worth = store_worth(sheet, table, rules, weights, colour, cards)
                if worth > sheet.store_worth[cards]:
                    sheet.store_worth[cards], sheet.store_colour[cards] = worth, colour


@kernel
def store_worth(sheet, table, rules, weights, colour, cards):
    """Return the worth of storing cards of a colour; the set is closed then if that is better."""
    size, left = sheet.sizes[colour] + cards, sheet.held[colour] - cards
    had, has = sheet.worth[colour], set_worth(sheet, weights, colour, size, 0.0)
    open_promise = 0.0
    if sheet.turns > 0:
        open_promise = promise(sheet, weights, colour, size, left, is_stored=True)
    worth = has - had + together(sheet, colour, open_promise) - sheet.promises
    if can_close(table, rules, size):
        closed = set_worth(sheet, weights, colour, size, float(porthole_points(table, rules, size)))
        lost = weights.card * left if sheet.turns > 0 else 0.0
        worth = max(worth, closed - had + together(sheet, colour, 0.0) - sheet.promises - lost)
    return worth


@kernel
def closing_is_better(sheet, table, seat, rules, weights):
    """Return True if the set of the last store should be closed."""
    colour = table.store_colour
    size = table.castaways[seat.number].set_size[colour]
    left_open = sheet.worth[colour] + together(sheet, colour, sheet.promise[colour])
    closed = set_worth(sheet, weights, colour, size, float(porthole_points(table, rules, size)))
    closed += together(sheet, colour, 0.0)
    if sheet.turns > 0:
        closed -= weights.card * seat.held[colour]
    return closed >= left_open


@separate_kernel
def collect_worth(sheet, table, seat, rules, weights, column):
    """Return the worth of collecting in a column: open cards together, each unseen card by itself."""
    points, gains, _ = weigh_top_cards((table, seat, rules), weights, column, 0.0, sheet.unseen)
    if gains != 0 and sheet.turns > 0:
        total = 0.0
        for colour in range(COLOURS):
            more = count_gained(gains, colour)
            if more > 0:
                after = with_more(sheet, table, seat, weights, colour, more)
                total += after + weights.card * more
                total -= sheet.promises
        points += total
    return points


@separate_kernel
def unseen_worth(sheet, table, seat, rules, weights):
    """Return the worth of a card that nobody has seen; all colours are equally likely."""
    total = usual_treasure(rules, weights)
    if sheet.turns > 0:
        castaway = table.castaways[seat.number]
        for colour in range(COLOURS):
            if is_open(castaway, colour):
                after = with_more(sheet, table, seat, weights, colour, 1)
                total += after - sheet.promises + weights.card
    return weights.unseen * total / (COLOURS + 1)
