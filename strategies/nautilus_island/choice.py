"""How players who look at everything choose: the best turn, by weighted promises.

A turn is worth the points that it brings at once, and what it adds to the promises of hand and sets.
"""

from simkit.engine.kernel import kernel
from simkit.games.nautilus_island.portholes import can_close, porthole_points
from simkit.games.nautilus_island.recover import is_open
from simkit.games.nautilus_island.score import pairs
from simkit.games.nautilus_island.state import (
    ACT,
    CLOSE,
    COLLECT,
    COLOURS,
    EXPLORE,
    LEAVE_OPEN,
    NO_TOKEN,
    PICK_OBJECTS,
    TREASURES,
    WIDEST_COLUMN,
    colour_of,
    object_of,
    one,
)
from strategies.nautilus_island.evaluation import (
    NO_COLOUR,
    all_chances,
    all_promises,
    promise,
    promise_of,
    set_worth,
    together,
    turns_left,
)
from strategies.nautilus_island.features import (
    find_column,
    find_kind,
    find_objects,
    find_store,
    is_legal,
    most_alike,
)

NOTHING = -1.0e9
TIE_BREAK = 1.0e-3
"""In the last round a column nearer to the back is worth only the tie-break."""


@kernel
def weigh_all(table, seat, rules, moves, count, weights):
    """Choose a move, by the weights."""
    turns = turns_left(table, rules, weights)
    if table.step == PICK_OBJECTS:
        colour = table.store_colour
        laid = table.castaways[seat.number].set_cards[colour]
        return find_objects(moves, count, most_alike(seat.hand[colour], laid, table.store_count))
    reaches = all_chances(table, seat, rules, weights, turns)
    promises = all_promises(table, seat, rules, weights, reaches, turns)
    if table.step == EXPLORE:
        return find_column(moves, count, best_column(table, seat, rules, weights, reaches, promises, turns))
    if table.step == ACT:
        return best_action(table, seat, rules, moves, count, weights, reaches, promises, turns)
    close = close_or_not(table, seat, rules, weights, reaches, promises, turns)
    return find_kind(moves, count, CLOSE if close else LEAVE_OPEN)


@kernel
def best_column(table, seat, rules, weights, reaches, promises, turns):
    """Return the legal column in which the best turn can be made."""
    narrow = best_store(table, seat, rules, weights, reaches, promises, turns, 1)[0]
    middle = max(narrow, best_store(table, seat, rules, weights, reaches, promises, turns, 2)[0])
    wide = max(middle, best_store(table, seat, rules, weights, reaches, promises, turns, 3)[0])
    unseen = unseen_worth(table, seat, rules, weights, reaches, promises, turns)
    best, most = 0, 2 * NOTHING
    for column in range(rules.column_count):
        if not is_legal(table, column):
            continue
        width = rules.width[column]
        worth = wide if width == WIDEST_COLUMN else (middle if width == 2 else narrow)
        if table.height[column] > 0:
            collected = collect_worth(table, seat, rules, weights, reaches, promises, turns, column, unseen)
            worth = max(worth, collected)
        worth += place_worth(rules, weights, column, turns)
        if worth > most:
            best, most = column, worth
    return best


@kernel
def best_action(table, seat, rules, moves, count, weights, reaches, promises, turns):
    """Return the index of the best action in the column entered."""
    column = table.castaways[seat.number].column
    best, colour, cards = NOTHING, 0, 0
    for k in range(1, rules.width[column] + 1):
        worth, c = best_store(table, seat, rules, weights, reaches, promises, turns, k)
        if worth > best:
            best, colour, cards = worth, c, k
    if table.height[column] > 0:
        unseen = 0.0
        if rules.face_up[rules.width[column]] < rules.width[column]:
            unseen = unseen_worth(table, seat, rules, weights, reaches, promises, turns)
        collected = collect_worth(table, seat, rules, weights, reaches, promises, turns, column, unseen)
        if collected >= best:
            return find_kind(moves, count, COLLECT)
    return find_store(moves, count, colour, cards)


@kernel
def place_worth(rules, weights, column, turns):
    """Return what standing in a column is worth: early turns, wide columns left for the next turn."""
    front = rules.column_count - 1 - column
    if turns == 0:
        return TIE_BREAK * front
    return weights.tempo * front - weights.room * rules.width[column]


@kernel
def best_store(table, seat, rules, weights, reaches, promises, turns, cards):
    """Return the worth of the best store of so many cards, and its colour."""
    castaway = table.castaways[seat.number]
    best, best_colour = NOTHING, 0
    before = together(promises, turns, NO_COLOUR, 0.0)
    for colour in range(COLOURS):
        if seat.held[colour] < cards or not is_open(castaway, colour):
            continue
        size = castaway.set_size[colour] + cards
        tokens = castaway.set_tokens[colour]
        pair_count = pairs(castaway.set_cards[colour] + seat.hand[colour])
        had = set_worth(rules, weights, tokens, castaway.set_size[colour], 0, pair_count)
        if table.camp[colour] != NO_TOKEN:
            tokens += one(table.camp[colour])
        left = seat.held[colour] - cards
        open_promise = promise(
            table, rules, weights, NO_TOKEN, tokens, size, left, pair_count, reaches[colour], turns
        )
        has = set_worth(rules, weights, tokens, size, 0, pair_count)
        worth = has - had + together(promises, turns, colour, open_promise) - before
        if can_close(table, rules, size):
            points = porthole_points(table, rules, size)
            closed = set_worth(rules, weights, tokens, size, points, pair_count)
            lost = weights.card * left if turns > 0 else 0.0
            worth = max(worth, closed - had + together(promises, turns, colour, 0.0) - before - lost)
        if worth > best:
            best, best_colour = worth, colour
    return best, best_colour


@kernel
def close_or_not(table, seat, rules, weights, reaches, promises, turns):
    """Return True if the set just added to should be closed."""
    castaway, colour = table.castaways[seat.number], table.store_colour
    size, tokens = castaway.set_size[colour], castaway.set_tokens[colour]
    pair_count = pairs(castaway.set_cards[colour] + seat.hand[colour])
    points = porthole_points(table, rules, size)
    held = seat.held[colour]
    open_promise = promise(
        table, rules, weights, NO_TOKEN, tokens, size, held, pair_count, reaches[colour], turns
    )
    left_open = set_worth(rules, weights, tokens, size, 0, pair_count)
    left_open += together(promises, turns, colour, open_promise)
    closed = set_worth(rules, weights, tokens, size, points, pair_count)
    closed += together(promises, turns, colour, 0.0)
    if turns > 0:
        closed -= weights.card * held
    return closed >= left_open


@kernel
def collect_worth(table, seat, rules, weights, reaches, promises, turns, column, unseen):
    """Return what collecting in a column is worth: open cards together, each unseen card by itself."""
    castaway = table.castaways[seat.number]
    first = rules.first_stack[column]
    gains, points = 0, 0.0
    for i in range(rules.width[column]):
        card = table.tops[first + i]
        if card < 0:
            points += unseen
            continue
        colour = colour_of(card)
        if colour == TREASURES:
            points += weights.treasure * rules.treasure_values[object_of(card)]
            continue
        if weights.deny > 0.0:
            points += weights.deny * wanted_by_others(table, seat, rules, colour)
        if is_open(castaway, colour):
            gains += one(colour)
    if gains != 0 and turns > 0:
        total = 0.0
        for colour in range(COLOURS):
            more = (gains >> (4 * colour)) & 15
            if more > 0:
                after = promise_of(table, seat, rules, weights, reaches[colour], turns, colour, more)
                total += together(promises, turns, colour, after) + weights.card * more
                total -= together(promises, turns, NO_COLOUR, 0.0)
        points += total
    return points


@kernel
def unseen_worth(table, seat, rules, weights, reaches, promises, turns):
    """Return what one card that nobody has seen is worth, each colour being as likely as another."""
    values = 0
    for kind in range(rules.treasure_kinds):
        values += rules.treasure_values[kind]
    total = weights.treasure * values / rules.treasure_kinds
    if turns > 0:
        castaway = table.castaways[seat.number]
        before = together(promises, turns, NO_COLOUR, 0.0)
        for colour in range(COLOURS):
            if is_open(castaway, colour):
                after = promise_of(table, seat, rules, weights, reaches[colour], turns, colour, 1)
                total += together(promises, turns, colour, after) - before + weights.card
    return weights.unseen * total / (COLOURS + 1)


@kernel
def wanted_by_others(table, seat, rules, colour):
    """Return how many opponents have begun a set of a colour and not closed it."""
    wanted = 0
    for other in range(rules.players):
        castaway = table.castaways[other]
        if other != seat.number and castaway.set_size[colour] > 0 and is_open(castaway, colour):
            wanted += 1
    return wanted
