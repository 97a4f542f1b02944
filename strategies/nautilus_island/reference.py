"""A fixed policy of plain rules, the same in every program that implements it."""

from simkit.game import find_kind, kernel, lowest_bit, strategy
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.rules.tokens import porthole_points, top_points
from simkit.games.nautilus_island.state import (
    ACT,
    COLOURS,
    EXPLORE,
    PICK_OBJECTS,
    TREASURES,
    WIDEST_COLUMN,
    colour_of,
)
from simkit.strategies.nautilus_island.evaluation.columns import find_column, find_objects, find_store

WORTH_CLOSING = 8
MANY_CARDS = 5
SIZE_AIMED_AT = 6
NOTHING = 0

NO_COLOUR = 7
"""The colour, in three bits, of a card that does not lie open."""


@strategy(game="nautilus_island", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Play by a handful of fixed rules, which other programs can implement too, for comparison.

    A set that can be closed for 8 points or more is closed (in the last round for any number of points).
    Else, with five cards in hand that can be stored (in the last round with any), it lays down the colour of
    which it has most in set and hand, up to six.  Else it collects where most open cards are treasures or of
    a colour that it has begun.
    """
    if table.step == EXPLORE:
        return find_column(table, column_to_enter(table, seat, rules))
    if table.step == ACT:
        colour, cards = store_to_make(table, seat, rules)
        if cards == NOTHING:
            return max(find_kind(moves, count, Move.COLLECT), 0)
        return find_store(moves, count, colour, cards)
    if table.step == PICK_OBJECTS:
        return find_objects(table, seat, moves, count)
    size = table.castaways[seat.number].set_size[table.store_colour]
    points = porthole_points(table, rules, size)
    closes = points >= WORTH_CLOSING or table.final
    return max(find_kind(moves, count, Move.CLOSE if closes else Move.LEAVE_OPEN), 0)


@kernel
def column_to_enter(table, seat, rules):
    """Return the column where the best turn can be made."""
    _, cards = closing_store(table, seat, rules)
    if cards != NOTHING:
        return lowest_bit(table.legal & rules.as_wide_as[cards])
    if wants_to_store(table, seat):
        _, cards = large_store(table, seat, widest_legal(table, rules))
        return narrowest_column(table, rules, cards)
    if table.legal & table.stocked:
        return column_to_collect(table, seat, rules)
    return lowest_bit(table.legal)


@kernel
def store_to_make(table, seat, rules):
    """Return the colour and the number of cards to store (0: collect), as planned before entering."""
    colour, cards = closing_store(table, seat, rules)
    if cards == NOTHING and wants_to_store(table, seat):
        colour, cards = large_store(table, seat, widest_legal(table, rules))
    if cards == NOTHING and (table.legal & table.stocked) == 0:
        colour, cards = large_store(table, seat, rules.width[lowest_bit(table.legal)])
    return colour, cards


@kernel
def closing_store(table, seat, rules):
    """Return the store that closes a set for the most points, if these are enough."""
    castaway = table.castaways[seat.number]
    sizes, widest = sizes_worth_closing(table, rules), widest_legal(table, rules)
    best_colour, best_cards, best_points = 0, NOTHING, -1
    for colour in range(COLOURS):
        size = int(castaway.set_size[colour])
        most = min(widest, seat.held[colour]) * is_open(castaway, colour)
        within_reach = (sizes >> (size + 1)) & ((1 << most) - 1)
        while within_reach != 0:
            cards = 1 + lowest_bit(within_reach)
            within_reach &= within_reach - 1
            points = porthole_points(table, rules, size + cards)
            # Colours come in order: the first of equals stays.
            if points > best_points or (points == best_points and cards < best_cards):
                best_colour, best_cards, best_points = colour, cards, points
    return best_colour, best_cards


@kernel
def sizes_worth_closing(table, rules):
    """Return the sizes of sets that can be closed for enough points: bit `size` for each."""
    enough = 0 if table.final else WORTH_CLOSING
    sizes = 0
    for pile in range(rules.pile_count):
        if table.portholes_left[pile] > 0 and top_points(table, rules, pile) >= enough:
            sizes |= 1 << int(rules.pile_sizes[pile])
    return sizes


@kernel
def wants_to_store(table, seat):
    """Return True if enough cards in hand can be stored; in the last round, if any can."""
    castaway = table.castaways[seat.number]
    cards = 0
    for colour in range(COLOURS):
        cards += seat.held[colour] * is_open(castaway, colour)
    return cards >= MANY_CARDS or (table.final == 1 and cards > 0)


@kernel
def large_store(table, seat, widest):
    """Return the store of the colour with most cards in set and hand, up to a set of six."""
    castaway = table.castaways[seat.number]
    colour, most = -1, 0
    for c in range(COLOURS):
        total = seat.held[c] + castaway.set_size[c]
        if is_open(castaway, c) and seat.held[c] > 0 and total > most:
            colour, most = c, total
    if colour < 0:
        return 0, NOTHING
    cards = min(seat.held[colour], widest)
    missing = SIZE_AIMED_AT - castaway.set_size[colour]
    if missing > 0:
        cards = min(cards, missing)
    return colour, cards


@kernel
def widest_legal(table, rules):
    """Return the number of stacks of the widest legal column."""
    widest = 0
    for width in range(1, WIDEST_COLUMN + 1):
        if table.legal & rules.as_wide_as[width]:
            widest = width
    return widest


@kernel
def narrowest_column(table, rules, cards):
    """Return the narrowest legal column for a number of cards, of equals the one nearest to the back."""
    for width in range(cards, WIDEST_COLUMN):
        columns = table.legal & rules.as_wide_as[width] & ~rules.as_wide_as[width + 1]
        if columns:
            return lowest_bit(columns)
    return lowest_bit(table.legal & rules.as_wide_as[WIDEST_COLUMN])


@kernel
def column_to_collect(table, seat, rules):
    """Return the legal column that shows the most wanted cards."""
    colours = wanted_colours(table, seat)
    best, most = 0, -1
    columns = int(table.legal & table.stocked)
    while columns != 0:
        column = lowest_bit(columns)
        columns &= columns - 1
        width, first = rules.width[column], rules.first_stack[column]
        wanted = 0
        for stack in range(first, first + width):
            wanted += (colours >> (colour_of(table.tops[stack]) & NO_COLOUR)) & 1
        worth = wanted * (WIDEST_COLUMN + 1) + width  # of columns that show as many the wider one
        if worth > most:
            best, most = column, worth
    return best


@kernel
def wanted_colours(table, seat):
    """Return treasures and the open colours that the seat has begun: bit `colour` for each."""
    castaway = table.castaways[seat.number]
    colours = 1 << TREASURES
    for colour in range(COLOURS):
        begun = seat.held[colour] + castaway.set_size[colour] > 0
        colours |= int(begun and is_open(castaway, colour)) << colour
    return colours
