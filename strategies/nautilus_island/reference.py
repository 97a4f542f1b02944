"""A fixed policy of plain rules, the same in every program that knows it."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import strategy
from simkit.games.nautilus_island.portholes import can_close, porthole_points
from simkit.games.nautilus_island.recover import is_open
from simkit.games.nautilus_island.state import (
    ACT,
    CLOSE,
    COLLECT,
    COLOURS,
    EXPLORE,
    LEAVE_OPEN,
    PICK_OBJECTS,
    TREASURES,
    colour_of,
)
from strategies.nautilus_island.features import (
    find_column,
    find_kind,
    find_objects,
    find_store,
    is_legal,
    most_alike,
)

WORTH_CLOSING = 8
MANY_CARDS = 5
SIZE_AIMED_AT = 6
NOTHING = 0


@strategy(game="nautilus_island", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Play by a handful of fixed rules; other programs can play them too, and be compared.

    A set that can be closed for 8 points or more is closed (in the last round for any number of points).
    Else, with five cards that can be stored in hand (in the last round with any), the colour of which it has
    most in set and hand is laid down, up to six.  Else it collects where the most open cards are of a colour
    that it has begun, or treasures.
    """
    if table.step == EXPLORE:
        return find_column(moves, count, plan(table, seat, rules)[0])
    if table.step == ACT:
        _, colour, cards = plan(table, seat, rules)
        if cards == NOTHING:
            return find_kind(moves, count, COLLECT)
        return find_store(moves, count, colour, cards)
    castaway = table.castaways[seat.number]
    colour = table.store_colour
    if table.step == PICK_OBJECTS:
        objects = most_alike(seat.hand[colour], castaway.set_cards[colour], table.store_count)
        return find_objects(moves, count, objects)
    points = porthole_points(table, rules, castaway.set_size[colour])
    return find_kind(moves, count, CLOSE if points >= WORTH_CLOSING or table.final else LEAVE_OPEN)


@kernel
def plan(table, seat, rules):
    """Return the column to enter, and the colour and number of cards to store there (0: collect)."""
    column, colour, cards = closing_store(table, seat, rules)
    if cards == NOTHING and wants_to_store(table, seat):
        column, colour, cards = large_store(table, seat, rules, widest_legal(table, rules))
    if cards == NOTHING:
        column = column_to_collect(table, seat, rules)
        if column < 0:
            column = first_legal(table, rules)
            _, colour, cards = large_store(table, seat, rules, rules.width[column])
    return column, colour, cards


@kernel
def closing_store(table, seat, rules):
    """Return the store that closes a set for the most points, if they are enough."""
    castaway = table.castaways[seat.number]
    best_column, best_colour, best_cards, best_points = 0, 0, NOTHING, -1
    for column in range(rules.column_count):
        if not is_legal(table, column):
            continue
        for colour in range(COLOURS):
            if not is_open(castaway, colour):
                continue
            for cards in range(1, min(rules.width[column], seat.held[colour]) + 1):
                size = castaway.set_size[colour] + cards
                points = porthole_points(table, rules, size)
                if not can_close(table, rules, size) or (points < WORTH_CLOSING and not table.final):
                    continue
                # Columns come from the back, colours in order: the first of equals stays.
                if points > best_points or (points == best_points and cards < best_cards):
                    best_column, best_colour, best_cards = column, colour, cards
                    best_points = points
    return best_column, best_colour, best_cards


@kernel
def wants_to_store(table, seat):
    """Return True with many cards in hand that can be stored; in the last round with any."""
    castaway = table.castaways[seat.number]
    cards = 0
    for colour in range(COLOURS):
        if is_open(castaway, colour):
            cards += seat.held[colour]
    return cards >= MANY_CARDS or (table.final == 1 and cards > 0)


@kernel
def large_store(table, seat, rules, widest):
    """Return the store of the colour with the most cards in set and hand, toward a set of six."""
    castaway = table.castaways[seat.number]
    colour, most = -1, 0
    for c in range(COLOURS):
        total = seat.held[c] + castaway.set_size[c]
        if is_open(castaway, c) and seat.held[c] > 0 and total > most:
            colour, most = c, total
    if colour < 0:
        return 0, 0, NOTHING
    cards = min(seat.held[colour], widest)
    missing = SIZE_AIMED_AT - castaway.set_size[colour]
    if missing > 0:
        cards = min(cards, missing)
    column, narrowest = 0, 99
    for c in range(rules.column_count):
        if is_legal(table, c) and cards <= rules.width[c] < narrowest:
            column, narrowest = c, rules.width[c]
    return column, colour, cards


@kernel
def widest_legal(table, rules):
    """Return the number of stacks of the widest legal column."""
    widest = 0
    for column in range(rules.column_count):
        if is_legal(table, column):
            widest = max(widest, rules.width[column])
    return widest


@kernel
def first_legal(table, rules):
    """Return the legal column nearest to the back."""
    for column in range(rules.column_count):
        if is_legal(table, column):
            return column
    return 0


@kernel
def column_to_collect(table, seat, rules):
    """Return the legal column with cards that shows the most wanted ones, -1 if there is none."""
    best, best_wanted, best_width = -1, -1, 0
    for column in range(rules.column_count):
        if not is_legal(table, column) or table.height[column] == 0:
            continue
        wanted, width = wanted_tops(table, seat, rules, column), rules.width[column]
        if wanted > best_wanted or (wanted == best_wanted and width > best_width):
            best, best_wanted, best_width = column, wanted, width
    return best


@kernel
def wanted_tops(table, seat, rules, column):
    """Return how many open tops of a column are treasures or of an open colour that the seat has begun."""
    castaway = table.castaways[seat.number]
    wanted = 0
    for i in range(rules.width[column]):
        card = table.tops[rules.first_stack[column] + i]
        if card >= 0:
            colour = colour_of(card)
            begun = colour < TREASURES and seat.held[colour] + castaway.set_size[colour] > 0
            if colour == TREASURES or (begun and is_open(castaway, colour)):
                wanted += 1
    return wanted
