"""What a castaway's sets and hand promise: the points that they may still bring.

An open set stays as it is, or grows to one of the sizes that can be closed, whichever promises most:
porthole and bonus points, times the chance that the missing cards are found in time, less what the turns for
the stores could bring elsewhere.

What does not change during a decision is worked out once and stands on a sheet: `fill_sheet`.
"""

import numpy as np

from simkit.game import kernel
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.rules.score import pairs
from simkit.games.nautilus_island.rules.tokens import top_points
from simkit.games.nautilus_island.state import (
    COLOURS,
    DOUBLE,
    LARGEST_SET,
    MOST_PILES,
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

USUALLY_LEFT = 0.625
"""Share of a colour's cards that nobody has seen yet, in the middle of a game."""

NO_COLOUR = -1

TURN_COST_HALF = 2.0
"""With this many turns left a turn is worth half of what it is worth early in the game."""

SHEET = np.dtype(
    (
        np.record,
        [
            ("turns", np.int64),  # own turns that come after this one
            ("store_cost", np.float64),  # what the turn for a store could bring elsewhere
            # By pile of portholes that has any left:
            ("piles", np.int64),
            ("aim", np.int64, (MOST_PILES,)),  # the size that it closes
            ("largest", np.int64),  # of these sizes
            ("points_now", np.float64, (MOST_PILES,)),  # of its top token
            ("points_later", np.float64, (MOST_PILES,)),  # the same, less what rivals may take
            # By number of further stores; and by colour and number of missing cards:
            ("keep", np.float64, (LARGEST_SET + 1,)),  # the share of its worth that is left
            ("find", np.float64, (COLOURS, LARGEST_SET + 1)),  # the chance to find them all
            # By colour, of open sets only; the tokens are those that lie there after the next store:
            ("sizes", np.int64, (COLOURS,)),  # of the set as it lies
            ("held", np.int64, (COLOURS,)),  # cards in hand
            ("worth", np.float64, (COLOURS,)),  # of the set as it lies
            ("fixed", np.int64, (COLOURS,)),  # points of tokens, whatever the size
            ("per_card", np.int64, (COLOURS,)),
            ("if_odd", np.int64, (COLOURS,)),
            ("doubled", np.int64, (COLOURS,)),  # how many times the porthole counts besides
            ("fresh", np.float64, (COLOURS,)),  # worth of a token that the next store takes unseen
            ("promise", np.float64, (COLOURS,)),
            ("promises", np.float64),  # all together
            ("first", np.float64),  # the best of them, the next best and the third
            ("second", np.float64),
            ("third", np.float64),
            ("best", np.int64),  # their colours
            ("next_best", np.int64),
            # By colour and number of further cards in the hand: all promises together, once worked out.
            ("with_more", np.float64, (COLOURS, WIDEST_COLUMN + 1)),
            ("unseen", np.float64),  # worth of a card that nobody has seen (`unseen_worth`)
            ("known", np.int64),  # bit ``4 * colour + more`` for each of them
            # By number of cards: the best store.
            ("store_worth", np.float64, (WIDEST_COLUMN + 1,)),
            ("store_colour", np.int64, (WIDEST_COLUMN + 1,)),
        ],
    ),
    align=True,
)
"""What is worked out once for a decision."""


@kernel
def fill_sheet(sheet, table, seat, rules, weights):
    """Work out what the promises depend on, and the promises as the cards lie."""
    turns = turns_left(table, rules, weights)
    sheet.turns = turns
    sheet.known = 0
    if turns > 0:
        sheet.store_cost = weights.turn * turns / (turns + TURN_COST_HALF)
        fill_portholes(sheet, table, rules, weights)
    castaway = table.castaways[seat.number]
    for colour in range(COLOURS):
        sheet.promise[colour] = 0.0
        if is_open(castaway, colour):
            fill_set(sheet, table, seat, weights, rules, colour)
            if turns > 0:
                fill_chances(sheet, table, seat, rules, weights, colour)
                sheet.promise[colour] = promise_of(sheet, table, seat, weights, colour, 0)
    add_up(sheet)


@kernel
def turns_left(table, rules, weights):
    """Return the number of own turns to expect after this one."""
    if table.final == 1:
        return 0
    if table.end_column != OFF_THE_BOARD:
        return 1 if rules.last_round == 1 else 0
    lowest = table.height[0]
    for column in range(1, rules.column_count):
        lowest = min(lowest, table.height[column])
    return 1 + int(weights.pace * lowest)


@kernel
def fill_portholes(sheet, table, rules, weights):
    """Note the piles that have tokens left, and what a set on its way to each of them is worth."""
    piles, largest = 0, 0
    for pile in range(rules.pile_count):
        left = table.portholes_left[pile]
        if left == 0:
            continue
        points = float(top_points(table, rules, pile))
        sheet.aim[piles] = rules.pile_sizes[pile]
        sheet.points_now[piles] = points
        if weights.rivals > 0.0:
            after = 0.0
            if left > 1:
                taken = rules.pile_tokens[pile] - left
                after = float(rules.porthole_values[pile * MOST_TOKENS_IN_A_PILE + taken + 1])
            points -= weights.rivals * (points - after)
        sheet.points_later[piles] = points
        largest = max(largest, rules.pile_sizes[pile])
        piles += 1
    sheet.piles, sheet.largest = piles, largest
    fill_powers(sheet.keep, weights.keep, largest // WIDEST_COLUMN + 1)


@kernel
def fill_powers(powers, base, highest):
    """Fill in powers by multiplication, so that compiled code and plain Python agree to the last bit."""
    powers[0] = 1.0
    for exponent in range(highest):
        powers[exponent + 1] = powers[exponent] * base


@kernel
def fill_set(sheet, table, seat, weights, rules, colour):
    """Note what an open set is worth, and what its tokens will bring when the next store has taken one."""
    castaway, values = table.castaways[seat.number], rules.bonus_values
    tokens, pair_count = castaway.set_tokens[colour], pairs(castaway.set_cards[colour] + seat.hand[colour])
    count_tokens(sheet, values, colour, tokens, pair_count)
    sheet.sizes[colour], sheet.held[colour] = castaway.set_size[colour], seat.held[colour]
    sheet.worth[colour] = set_worth(sheet, weights, colour, castaway.set_size[colour], 0.0)
    sheet.fresh[colour] = weights.token
    if table.camp[colour] != NO_TOKEN:
        count_tokens(sheet, values, colour, tokens + one(table.camp[colour]), pair_count)
        sheet.fresh[colour] = 0.0


@kernel
def count_tokens(sheet, values, colour, tokens, pair_count):
    """Note what the tokens on a set bring."""
    flat = copies(tokens, TWO) * values[TWO] + copies(tokens, THREE) * values[THREE]
    sheet.fixed[colour] = flat + min(copies(tokens, PAIR), pair_count) * values[PAIR]
    sheet.per_card[colour] = copies(tokens, PER_CARD) * values[PER_CARD]
    sheet.if_odd[colour] = copies(tokens, ODD) * values[ODD]
    sheet.doubled[colour] = copies(tokens, DOUBLE) * values[DOUBLE]


@kernel
def set_worth(sheet, weights, colour, size, porthole):
    """Return the weighted points of a set of a size with the tokens counted."""
    whole = sheet.fixed[colour] + sheet.per_card[colour] * size + sheet.if_odd[colour] * (size & 1)
    tokens = whole + sheet.doubled[colour] * porthole
    return porthole * weights.porthole + weights.bonus * tokens


@kernel
def fill_chances(sheet, table, seat, rules, weights, colour):
    """Note the chances to find one or more cards of a colour before the game ends."""
    chance = sheet.turns / (sheet.turns + weights.reach)
    if weights.counting > 0.0:
        copies_in_all = rules.objects_per_colour * rules.object_copies
        seen = seat.held[colour]
        for other in range(rules.players):
            castaway = table.castaways[other]
            seen += castaway.set_size[colour]
            if other != seat.number:
                seen += count_cards(castaway.known[colour])
        left = max(0.0, 1.0 - seen / copies_in_all) / USUALLY_LEFT
        chance *= 1.0 + weights.counting * (left - 1.0)
    fill_powers(sheet.find[colour], min(0.98, max(0.0, chance)), sheet.largest)


@kernel
def count_cards(packed):
    """Return the number of cards in a packed count."""
    sums = (int(packed) & 0x0F0F0F) + ((int(packed) >> 4) & 0x0F0F0F)
    return ((sums * 0x010101) >> 16) & 0xFF


@kernel
def promise_of(sheet, table, seat, weights, colour, more):
    """Return the promise of an own open colour with `more` cards of it in the hand."""
    size = int(table.castaways[seat.number].set_size[colour])
    held = int(seat.held[colour]) + more
    if sheet.turns == 0 or (held == 0 and size == 0 and table.camp[colour] == NO_TOKEN):
        return 0.0
    return promise(sheet, weights, colour, size, held, is_stored=False)


@kernel
def promise(sheet, weights, colour, size, held, is_stored):
    """Return the points that an open set of `size` cards promises beyond those that it has now.

    `held` are the cards of its colour in hand; `is_stored` is True for the set as it is after a store, which
    has taken the token, False for the set as it lies.
    """
    worth = set_worth(sheet, weights, colour, size, 0.0) if is_stored else sheet.worth[colour]
    fresh = weights.token if is_stored else sheet.fresh[colour]  # of a token that the next store takes unseen
    best = 0.0
    if held > 0:
        stored = set_worth(sheet, weights, colour, size + min(held, WIDEST_COLUMN), 0.0)
        best = max(best, stored - worth - sheet.store_cost + 0.5 * fresh)
    for pile in range(sheet.piles):
        further = sheet.aim[pile] - size
        missing = max(0, further - held)
        stores = (further + WIDEST_COLUMN - 1) // WIDEST_COLUMN
        needed = stores + (1 if missing > 0 else 0)
        if 0 < further and needed <= sheet.turns:
            points = sheet.points_later[pile] if needed > 1 else sheet.points_now[pile]
            there = set_worth(sheet, weights, colour, sheet.aim[pile], points)
            there += 0.5 * fresh + (stores - 1) * 0.5 * weights.token
            chance = sheet.keep[stores - 1] * sheet.find[colour, missing]
            best = max(best, chance * (there - worth) - sheet.store_cost * stores)
    return best


@kernel
def with_more(sheet, table, seat, weights, colour, more):
    """Return the promise of all colours together with `more` cards of an open one in the hand."""
    bit = 1 << (4 * colour + more)
    if sheet.known & bit == 0:
        sheet.with_more[colour, more] = together(
            sheet, colour, promise_of(sheet, table, seat, weights, colour, more)
        )
        sheet.known |= bit
    return sheet.with_more[colour, more]


@kernel
def add_up(sheet):
    """Note what all colours together promise now, and which of them promise most."""
    first, second, third = 0.0, 0.0, 0.0
    best, next_best = NO_COLOUR, NO_COLOUR
    total = 0.0
    for colour in range(COLOURS):
        promised = sheet.promise[colour]
        total += promised
        if promised > first:
            first, second, third = promised, first, second
            best, next_best = colour, best
        elif promised > second:
            second, third = promised, second
            next_best = colour
        elif promised > third:
            third = promised
    sheet.first, sheet.second, sheet.third = first, second, third
    sheet.best, sheet.next_best = best, next_best
    few = first if sheet.turns <= 1 else first + second
    sheet.promises = total if sheet.turns > 2 else few


@kernel
def together(sheet, colour, other):
    """Return the promise of all colours together if `colour` promises `other`.

    With one turn left only the best promise can be kept, with two the best two.
    """
    if sheet.turns > 2:
        return sheet.promises - sheet.promise[colour] + other
    # The best two of the other colours:
    first = sheet.second if colour == sheet.best else sheet.first
    second = sheet.third if colour == sheet.best or colour == sheet.next_best else sheet.second
    if sheet.turns <= 1:
        return max(first, other)
    return first + max(second, other) if first > other else other + first
