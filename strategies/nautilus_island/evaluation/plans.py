"""What hand and sets can still become in the turns left: the best plan, store by store.

Each turn is a store of one colour, or something else (a collect).  For every colour it is worked out what
one, two and three stores add; the best plan shares out the turns among the colours.  No turn counts twice:
with two turns left there are two stores, whatever else the hand promises.
"""

import numpy as np

from simkit.game import kernel, separate_kernel
from simkit.games.nautilus_island.rules.recover import is_open
from simkit.games.nautilus_island.state import COLOURS, LARGEST_SET, MOST_PILES, WIDEST_COLUMN
from simkit.strategies.nautilus_island.evaluation.promises import (
    USUALLY_LEFT,
    count_cards,
    fill_portholes,
    fill_set,
    set_worth,
)

MOST_STORES = 3
"""The most stores of one colour in a plan."""

NARROW, WIDE, TWO_TURNS, THREE_TURNS, SOME_TURNS, MANY_TURNS = range(6)
"""Levels, that is turns left for which plans are made; NARROW is one turn of a player that stands in the only
widest column, and so can't enter it."""

LEVEL_TURNS = (1, 1, 2, 3, 5, 8)
"""The turns of each level; between levels plans change evenly."""

LEVELS = len(LEVEL_TURNS)

MOST_SHARED = 3
"""The most turns to share out among the colours; with more there are enough for all."""

IMPOSSIBLE = -1.0e9

PLAN = np.dtype(
    (
        np.record,
        [
            # As on the sheet of `promises`, by pile and by colour:
            ("piles", np.int64),
            ("aim", np.int64, (MOST_PILES,)),
            ("largest", np.int64),
            ("points_now", np.float64, (MOST_PILES,)),
            ("points_later", np.float64, (MOST_PILES,)),
            ("keep", np.float64, (LARGEST_SET + 1,)),
            ("sizes", np.int64, (COLOURS,)),
            ("held", np.int64, (COLOURS,)),
            ("worth", np.float64, (COLOURS,)),
            ("fixed", np.int64, (COLOURS,)),
            ("per_card", np.int64, (COLOURS,)),
            ("if_odd", np.int64, (COLOURS,)),
            ("doubled", np.int64, (COLOURS,)),
            ("fresh", np.float64, (COLOURS,)),
            ("luck", np.float64, (COLOURS,)),  # how much more or less likely than usual a card is found
            ("is_open", np.int64, (COLOURS,)),
            # Cards that can be laid down, by number of stores; the first in any column, or not in the widest:
            ("storable", np.int64, (2, MOST_STORES + 1)),
            # By level, that is by turns left:
            ("turn", np.float64),  # what a turn for a store could bring elsewhere, with many turns left
            ("filled", np.int64),  # bit `level` for each that is worked out
            ("cost", np.float64, (LEVELS,)),  # what a turn for a store could bring elsewhere
            ("find", np.float64, (LEVELS, MOST_STORES + 1)),  # the chance of a missing card, by stores
            ("gains", np.float64, (LEVELS, COLOURS, MOST_STORES + 1)),  # by colour and stores
            ("rest", np.float64, (LEVELS, COLOURS, MOST_STORES + 1)),  # of all other colours
            ("whole", np.float64, (LEVELS,)),  # of all colours
            ("known", np.int64, (LEVELS,)),  # bit ``4 * colour + more`` for each of:
            ("with_more", np.float64, (LEVELS, COLOURS, WIDEST_COLUMN + 1)),
            # By colour and number of cards stored: all plans together, once they are worked out.
            ("stored", np.int64, (LEVELS,)),  # bit ``4 * colour + cards`` for each of:
            ("with_store", np.float64, (LEVELS, COLOURS, WIDEST_COLUMN + 1)),
            ("unseen", np.float64, (LEVELS,)),
            ("unseen_known", np.int64),
            # The leading opponent:
            ("rival", np.float64, (LEVELS,)),  # points that they get to
            ("rival_now", np.float64),
            ("later", np.int64),  # 1 if they act after the player in the round
            ("mine", np.float64),  # points so far
            # Room to work in:
            ("before", np.float64, (COLOURS + 1, MOST_SHARED + 1)),
            ("after", np.float64, (COLOURS + 1, MOST_SHARED + 1)),
            ("trial", np.float64, (MOST_STORES + 1,)),
        ],
    ),
    align=True,
)
"""What is worked out once for a decision."""


@kernel
def begin_plan(plan, table, seat, rules, weights):
    """Note what does not depend on how many turns are left."""
    plan.filled = 0
    plan.unseen_known = 0
    plan.turn = worth_of_turn(table, rules, weights)
    fill_portholes(plan, table, rules, weights)
    castaway = table.castaways[seat.number]
    for colour in range(COLOURS):
        plan.is_open[colour] = 1 if is_open(castaway, colour) else 0
        if plan.is_open[colour] == 1:
            fill_set(plan, table, seat, weights, rules, colour)
            plan.luck[colour] = luck_of(table, seat, rules, weights, colour)
    fill_storable(plan, rules)


@kernel
def worth_of_turn(table, rules, weights):
    """Return what a turn for a store could bring elsewhere: less while everybody waits for the last card."""
    for column in range(rules.column_count):
        if table.height[column] == 1:
            return weights.turn * weights.late
    return weights.turn


@kernel
def luck_of(table, seat, rules, weights, colour):
    """Return how much likelier than usual a card of a colour is found, by the cards that were seen."""
    seen = seat.held[colour]
    for other in range(rules.players):
        castaway = table.castaways[other]
        seen += castaway.set_size[colour]
        if other != seat.number:
            seen += count_cards(castaway.known[colour])
    left = max(0.0, 1.0 - seen / (rules.objects_per_colour * rules.object_copies)) / USUALLY_LEFT
    return 1.0 + weights.counting * (left - 1.0)


@kernel
def fill_storable(plan, rules):
    """Note how many cards a number of stores can lay down: no column is entered twice in a row."""
    widest, next_widest = 0, 0
    for column in range(rules.column_count):
        width = rules.width[column]
        if width > widest:
            widest, next_widest = width, widest
        elif width > next_widest:
            next_widest = width
    for first in range(2):
        total = 0
        for stores in range(MOST_STORES + 1):
            plan.storable[first, stores] = total
            total += widest if (stores + first) % 2 == 1 else next_widest


@kernel
def is_only_widest(rules, column):
    """Return True if no other column has as many stacks as this one."""
    width = rules.width[column]
    return int(rules.as_wide_as[width]) == 1 << int(column)


@separate_kernel
def fill_level(plan, weights, level):
    """Work out the best plan of a level, and the best without each of the colours."""
    turns = LEVEL_TURNS[level]
    plan.filled |= 1 << level
    plan.known[level] = 0
    plan.stored[level] = 0
    plan.cost[level] = plan.turn * turns / (turns + weights.half)
    for stores in range(MOST_STORES + 1):
        free = max(0, turns - stores)
        plan.find[level, stores] = free / (free + weights.reach)
    for colour in range(COLOURS):
        if plan.is_open[colour] == 1:
            try_set(plan, weights, level, colour, (plan.sizes[colour], plan.held[colour], False))
        else:
            plan.trial[:] = 0.0
        for stores in range(MOST_STORES + 1):
            plan.gains[level, colour, stores] = plan.trial[stores]
    share_out(plan, level, turns)


@kernel
def share_out(plan, level, turns):
    """Share out the turns among the colours: among all, and among all except one, some turns being spent.

    With more turns than `MOST_SHARED` no colour takes one from another.
    """
    before, after, gains = plan.before, plan.after, plan.gains
    if turns > MOST_SHARED:
        total = 0.0
        for colour in range(COLOURS):
            total += gains[level, colour, MOST_STORES]
        plan.whole[level] = total
        for colour in range(COLOURS):
            for stores in range(MOST_STORES + 1):
                plan.rest[level, colour, stores] = total - gains[level, colour, MOST_STORES]
        return
    for spent in range(turns + 1):
        before[0, spent] = 0.0
        after[COLOURS, spent] = 0.0
    for step in range(COLOURS):
        first, last = step, COLOURS - 1 - step
        for spent in range(turns + 1):
            most, most_after = 0.0, 0.0
            for stores in range(min(spent, MOST_STORES) + 1):
                most = max(most, before[first, spent - stores] + gains[level, first, stores])
                most_after = max(most_after, after[last + 1, spent - stores] + gains[level, last, stores])
            before[first + 1, spent] = most
            after[last, spent] = most_after
    plan.whole[level] = before[COLOURS, turns]
    for colour in range(COLOURS):
        for stores in range(MOST_STORES + 1):
            most, free = 0.0, turns - stores
            for spent in range(free + 1):
                most = max(most, before[colour, spent] + after[colour + 1, free - spent])
            plan.rest[level, colour, stores] = most if free >= 0 else IMPOSSIBLE


@separate_kernel
def try_set(plan, weights, level, colour, case):
    """Fill `trial` with what up to one, two and three stores add to a set, less the worth of the turns.

    `case` is (size, held, is_stored): the cards of the set and in the hand; True for the set as it is after a
    store, which has taken the token, False for the set as it lies.
    """
    size, held, is_stored = case
    trial, turns = plan.trial, LEVEL_TURNS[level]
    worth = set_worth(plan, weights, colour, size, 0.0) if is_stored else plan.worth[colour]
    token = 0.5 * (weights.token if is_stored else plan.fresh[colour]) - plan.cost[level]
    next_token = 0.5 * weights.token - plan.cost[level]
    first = 0 if level == NARROW else 1
    most = min(turns, MOST_STORES)
    trial[0], brought = 0.0, token
    for stores in range(1, MOST_STORES + 1):
        trial[stores] = trial[stores - 1]
        if stores <= most and held > plan.storable[first, stores - 1]:
            laid = min(held, plan.storable[first, stores])
            plain = set_worth(plan, weights, colour, size + laid, 0.0) - worth
            trial[stores] = max(trial[stores], plain + brought)
        brought += next_token
    if held + size == 0:
        return
    for pile in range(plan.piles):
        further = plan.aim[pile] - size
        if further <= 0 or further > plan.storable[first, most]:
            continue
        stores, brought = 1, token
        while further > plan.storable[first, stores]:
            stores += 1
            brought += next_token
        missing = max(0, further - held)
        chance = plan.keep[stores - 1]
        if missing > 0:
            if stores == turns:
                continue
            find = min(0.98, max(0.0, plan.find[level, stores] * plan.luck[colour]))
            for _ in range(missing):
                chance *= find
        points = plan.points_now[pile] if turns == 1 else plan.points_later[pile]
        there = set_worth(plan, weights, colour, plan.aim[pile], points) - worth
        otherwise = 0.0
        if missing > 0 and held > 0:
            otherwise = set_worth(plan, weights, colour, size + held, 0.0) - worth
        closed = otherwise + chance * (there - otherwise) + brought
        for more in range(stores, MOST_STORES + 1):
            trial[more] = max(trial[more], closed)


@kernel
def whole_with(plan, level, colour):
    """Return the worth of the best plan of all colours, with what `trial` says for one of them."""
    most = 0.0
    for stores in range(MOST_STORES + 1):
        most = max(most, plan.rest[level, colour, stores] + plan.trial[stores])
    return most


@separate_kernel
def more_in_hand(plan, weights, level, colour, more):
    """Return how much `more` cards of an open colour in the hand improve the best plan."""
    bit = 1 << (4 * colour + more)
    if plan.known[level] & bit == 0:
        try_set(plan, weights, level, colour, (plan.sizes[colour], plan.held[colour] + more, False))
        plan.with_more[level, colour, more] = whole_with(plan, level, colour) - plan.whole[level]
        plan.known[level] |= bit
    return plan.with_more[level, colour, more]


@separate_kernel
def after_store(plan, weights, level, colour, cards):
    """Return the worth of the best plan after a store that leaves the set open."""
    bit = 1 << (4 * colour + cards)
    if plan.stored[level] & bit == 0:
        case = (plan.sizes[colour] + cards, plan.held[colour] - cards, True)
        try_set(plan, weights, level, colour, case)
        plan.with_store[level, colour, cards] = whole_with(plan, level, colour)
        plan.stored[level] |= bit
    return plan.with_store[level, colour, cards]
