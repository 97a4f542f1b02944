"""What a column offers (the cards on top of its stacks, a place to stand), and which listed move is meant."""

from simkit.game import bit_count, find_kind, find_move, kernel
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.state import MOST_OBJECTS, TREASURES, colour_of, copies, object_of, one

NOTHING = -1.0e9
"""Worth of what can't be done."""

TIE_BREAK = 1.0e-3
"""In the last round a column nearer to the back is worth only the tie-break."""


@kernel
def place_worth(rules, weights, column, is_last):
    """Return the worth of standing in a column: early turns, wide columns left for the next turn."""
    front = rules.column_count - 1 - column
    if is_last:
        return TIE_BREAK * front
    return weights.tempo * front - weights.room * rules.width[column]


@kernel
def weigh_top_cards(spot, weights, column, points, unseen_worth):
    """Return what there is to collect in a column: (points, gains, unseen).

    To `points` the worth of treasures, of cards that opponents want, and of each unseen card is added.
    `gains` are the cards of own open colours, packed by colour; `unseen` is the number of unseen cards.
    `spot` is (table, seat, rules).
    """
    table, seat, rules = spot
    castaway = table.castaways[seat.number]
    first = rules.first_stack[column]
    gains, unseen = 0, 0
    for stack in range(first, first + rules.width[column]):
        card = table.tops[stack]
        if card < 0:
            unseen += 1
            points += unseen_worth
            continue
        colour = colour_of(card)
        if colour == TREASURES:
            points += weights.treasure * rules.treasure_values[object_of(card)]
            continue
        if weights.deny > 0.0:
            points += weights.deny * wanted_by_others(table, seat, rules, colour)
        if is_open(castaway, colour):
            gains += one(colour)
    return points, gains, unseen


@kernel
def count_gained(gains, colour):
    """Return the number of cards of a colour among those packed by colour."""
    return (gains >> (4 * colour)) & 15


@kernel
def usual_treasure(rules, weights):
    """Return the worth of a treasure whose face nobody has seen."""
    values = 0
    for kind in range(rules.treasure_kinds):
        values += rules.treasure_values[kind]
    return weights.treasure * values / rules.treasure_kinds


@kernel
def wanted_by_others(table, seat, rules, colour):
    """Return the number of opponents with an open set of a colour."""
    wanted = 0
    for other in range(rules.players):
        castaway = table.castaways[other]
        if other != seat.number and castaway.set_size[colour] > 0 and is_open(castaway, colour):
            wanted += 1
    return wanted


@kernel
def find_column(table, column):
    """Return the index of the move to a legal column; columns are listed from the back."""
    return bit_count(int(table.legal) & ((1 << int(column)) - 1))


@kernel
def find_store(moves, count, colour, cards):
    """Return the index of the store of `cards` cards of a colour, or 0."""
    for i in range(count):
        if moves[i].kind == Move.STORE and moves[i].colour == colour and moves[i].count == cards:
            return i
    return 0


@kernel
def find_action(moves, count, colour, cards):
    """Return the index of the store of `cards` cards of a colour; with 0 cards, of the move to collect."""
    return (
        find_store(moves, count, colour, cards)
        if cards > 0
        else max(find_kind(moves, count, Move.COLLECT), 0)
    )


@kernel
def find_closing(moves, count, close):
    """Return the index of the move that closes the set of the last store, or leaves it open."""
    return max(find_kind(moves, count, Move.CLOSE if close else Move.LEAVE_OPEN), 0)


@kernel
def find_objects(table, seat, moves, count):
    """Return the index of the move that stores the objects most like those in set and hand."""
    colour = table.store_colour
    laid = table.castaways[seat.number].set_cards[colour]
    objects = most_alike(seat.hand[colour], laid, table.store_count)
    return max(find_move(moves, count, Move.PICK, "objects", objects), 0)


@kernel
def is_legal(table, column):
    """Return True if the castaway whose turn it is may enter a column, or could have."""
    return ((int(table.legal) >> column) & 1) != 0


@kernel
def most_alike(hand, laid, wanted):
    """Return the `wanted` objects to store, packed: each time the one with most copies in set and hand.

    `hand` and `laid` are the cards of the colour in the hand and in the set, packed.
    """
    picked = 0
    for _ in range(wanted):
        best, most = 0, -1
        for thing in range(MOST_OBJECTS):
            if copies(hand, thing) > copies(picked, thing):
                alike = copies(hand, thing) + copies(laid, thing)
                if alike > most:
                    best, most = thing, alike
        picked += one(best)
    return picked
