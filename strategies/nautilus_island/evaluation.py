"""What a castaway's sets and hand promise: the points that they may still bring.

An open set is taken to be on its way to one of the sizes that can be closed, or to stay as it is, whatever
promises most: porthole and bonus points, times the chance that the missing cards are found in time, less
what the turns for the stores could bring elsewhere.
"""

from simkit.engine.kernel import kernel
from simkit.games.nautilus_island.portholes import porthole_points
from simkit.games.nautilus_island.recover import is_open
from simkit.games.nautilus_island.score import pairs
from simkit.games.nautilus_island.state import (
    COLOURS,
    DOUBLE,
    MOST_TOKENS_IN_A_PILE,
    NO_TOKEN,
    ODD,
    OFF_THE_BOARD,
    PAIR,
    PER_CARD,
    THREE,
    TWO,
    WIDEST_COLUMN,
    copies,
    one,
)
from strategies.nautilus_island.weights import (
    BONUS,
    COUNTING,
    KEEP,
    PACE,
    PORTHOLE,
    REACH,
    RIVALS,
    TOKEN,
    TURN,
)

NO_COLOUR = -1
USUALLY_LEFT = 0.625
"""Share of a colour's cards that nobody has seen yet, in the middle of a game."""

TURN_COST_HALF = 2.0
"""Turns left at which a turn is worth half of what it is worth early in the game."""


@kernel
def turns_left(table, rules, weights):
    """Return how many own turns come after this one, as far as one can tell."""
    if table.final == 1:
        return 0
    if table.end_column != OFF_THE_BOARD:
        return 1 if rules.last_round == 1 else 0
    lowest = table.height[0]
    for column in range(1, rules.column_count):
        lowest = min(lowest, table.height[column])
    return 1 + int(weights.values[PACE] * lowest)


@kernel
def set_worth(rules, weights, tokens, size, porthole, pair_count):
    """Return what a set of a size with these tokens would bring, weighted."""
    values = rules.bonus_values
    points = porthole * weights.values[PORTHOLE]
    if tokens != 0:
        flat = copies(tokens, TWO) * values[TWO] + copies(tokens, THREE) * values[THREE]
        by_size = copies(tokens, PER_CARD) * values[PER_CARD] * size
        by_size += copies(tokens, ODD) * values[ODD] * (size & 1)
        by_pair = min(copies(tokens, PAIR), pair_count) * values[PAIR]
        doubled = copies(tokens, DOUBLE) * values[DOUBLE] * porthole
        points += weights.values[BONUS] * (flat + by_size + by_pair + doubled)
    return points


@kernel
def promise(table, rules, weights, camp_token, tokens, size, held, pair_count, reach, turns):
    """Return how many more points an open set promises than it has now.

    Parameters
    ----------
    camp_token : int
        The token that the next store takes, or NO_TOKEN.
    tokens, size : int
        The tokens on the set (packed), and its cards.
    held : int
        Cards of the colour in hand.
    pair_count : int
        Pairs of the same object in set and hand.
    reach : float
        The chance to find one more card of the colour in time.
    turns : int
        Own turns left.
    """
    if turns == 0 or (held == 0 and size == 0 and camp_token == NO_TOKEN):
        return 0.0
    now = set_worth(rules, weights, tokens, size, 0, pair_count)
    cost = weights.values[TURN] * turns / (turns + TURN_COST_HALF)
    later = tokens
    fresh = weights.values[TOKEN]
    if camp_token != NO_TOKEN:
        later += one(camp_token)
        fresh = 0.0
    best = 0.0
    if held > 0:
        stored = size + min(held, WIDEST_COLUMN)
        best = set_worth(rules, weights, later, stored, 0, pair_count) - now - cost + 0.5 * fresh
        best = max(best, 0.0)
    total = size + held
    for pile in range(rules.pile_count):
        aim = rules.pile_sizes[pile]
        if aim <= size or table.portholes_left[pile] == 0:
            continue
        missing = max(0, aim - total)
        stores = (aim - size + WIDEST_COLUMN - 1) // WIDEST_COLUMN
        if stores + (1 if missing > 0 else 0) > turns:
            continue
        chance = power(weights.values[KEEP], stores - 1) * power(reach, missing)
        points = expected_porthole(table, rules, weights, pile, aim, stores + missing)
        there = set_worth(rules, weights, later, aim, points, pair_count)
        there += 0.5 * fresh + (stores - 1) * 0.5 * weights.values[TOKEN]
        best = max(best, chance * (there - now) - cost * stores)
    return best


@kernel
def power(base, exponent):
    """Return a power, multiplied out so that compiled code and plain Python agree to the last bit."""
    result = 1.0
    for _ in range(exponent):
        result *= base
    return result


@kernel
def expected_porthole(table, rules, weights, pile, aim, steps):
    """Return the points of a pile's top token, less what rivals may leave of it."""
    points = float(porthole_points(table, rules, aim))
    if weights.values[RIVALS] > 0.0 and steps > 1:
        taken = rules.pile_tokens[pile] - table.portholes_left[pile]
        next_points = 0.0
        if table.portholes_left[pile] > 1:
            next_points = float(rules.porthole_values[pile * MOST_TOKENS_IN_A_PILE + taken + 1])
        points -= weights.values[RIVALS] * (points - next_points)
    return points


@kernel
def chance_to_find(table, seat, rules, weights, colour, turns):
    """Return the chance to find one more card of a colour before the game ends."""
    chance = turns / (turns + weights.values[REACH])
    if weights.values[COUNTING] > 0.0:
        copies_in_all = rules.objects_per_colour * rules.object_copies
        seen = seat.held[colour]
        for other in range(rules.players):
            castaway = table.castaways[other]
            seen += castaway.set_size[colour]
            if other != seat.number:
                seen += count_cards(castaway.known[colour])
        left = max(0.0, 1.0 - seen / copies_in_all) / USUALLY_LEFT
        chance *= 1.0 + weights.values[COUNTING] * (left - 1.0)
    return min(0.98, max(0.0, chance))


@kernel
def count_cards(packed):
    """Return how many cards a packed count holds."""
    sums = (int(packed) & 0x0F0F0F) + ((int(packed) >> 4) & 0x0F0F0F)
    return ((sums * 0x010101) >> 16) & 0xFF


@kernel
def promise_of(table, seat, rules, weights, reach, turns, colour, more):
    """Return what an own colour promises, with `more` cards of it in the hand than there are."""
    castaway = table.castaways[seat.number]
    if not is_open(castaway, colour):
        return 0.0
    cards = castaway.set_cards[colour] + seat.hand[colour]
    return promise(
        table,
        rules,
        weights,
        table.camp[colour],
        castaway.set_tokens[colour],
        castaway.set_size[colour],
        seat.held[colour] + more,
        pairs(cards),
        reach,
        turns,
    )


@kernel
def all_promises(table, seat, rules, weights, reaches, turns):
    """Return what each own colour promises now."""
    return (
        promise_of(table, seat, rules, weights, reaches[0], turns, 0, 0),
        promise_of(table, seat, rules, weights, reaches[1], turns, 1, 0),
        promise_of(table, seat, rules, weights, reaches[2], turns, 2, 0),
        promise_of(table, seat, rules, weights, reaches[3], turns, 3, 0),
        promise_of(table, seat, rules, weights, reaches[4], turns, 4, 0),
    )


@kernel
def all_chances(table, seat, rules, weights, turns):
    """Return the chance to find one more card of each colour."""
    return (
        chance_to_find(table, seat, rules, weights, 0, turns),
        chance_to_find(table, seat, rules, weights, 1, turns),
        chance_to_find(table, seat, rules, weights, 2, turns),
        chance_to_find(table, seat, rules, weights, 3, turns),
        chance_to_find(table, seat, rules, weights, 4, turns),
    )


@kernel
def together(promises, turns, colour, other):
    """Return what all colours promise together, `colour` promising `other` instead.

    With one turn left only the best promise can be kept, with two the best two.
    """
    if turns > 2:
        total = promises[0] + promises[1] + promises[2] + promises[3] + promises[4]
        return total if colour == NO_COLOUR else total - promises[colour] + other
    first, second = 0.0, 0.0
    for c in range(COLOURS):
        value = other if c == colour else promises[c]
        if value > first:
            first, second = value, first
        elif value > second:
            second = value
    return first if turns <= 1 else first + second
