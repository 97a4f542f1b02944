"""A fixed policy of plain rules, the same in every program that knows it."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import strategy
from simkit.games.nautilion.board import may_go_aboard
from simkit.games.nautilion.path import place_toward_abyss
from simkit.games.nautilion.state import (
    DISCARD,
    FULL_CREW,
    PLAN,
    SPELL,
    TIDE,
    TRANSLATION,
    TRANSLATION_FIRST,
    TRANSLATION_SECOND,
    WHIRLWIND,
)
from strategies.nautilion.features import (
    costs_a_token,
    find_kind,
    find_place,
    find_tide,
    fits,
    keep_the_crew,
    reaches_abyss_too_early,
    take_aboard,
)

RESERVE_KEPT_AFTER_WHIRLWIND = 1
RESERVE_KEPT_AFTER_TIDE = 2
RESERVE_KEPT_AFTER_TRANSLATION = 4


@strategy(game="nautilion", skill="casual")
def reference(table, seat, rules, moves, count, parameters, chance):
    """Plays by a handful of fixed rules; other programs can play them too, and be compared.

    Spells, in this order, until none applies: a Whirlwind if all dice are equal and a reserve token is left
    after it; a Tide, with two left after it, if no die lands on a token that fits but some face would (the
    largest die becomes the smallest such face); a Translation, with four left after it, if the smallest die
    lands on a token that doesn't fit and some token of the path does (the farthest one is fetched).
    The Plan: land on what fits; spare the Darkhouse a die that costs a token; then small dice to the Phantom,
    the Nautilion, the Darkhouse.  Discards come from the reserve, then the highest number that may leave.
    """
    if table.step == SPELL:
        return _spell(table, rules, moves, count)
    if table.step == TRANSLATION_FIRST:
        return find_place(moves, count, _place_of_smallest_die(table))
    if table.step == TRANSLATION_SECOND:
        return find_place(moves, count, _farthest_that_fits(table, rules))
    if table.step == PLAN:
        return _plan(table, rules, moves, count)
    if table.step == DISCARD:
        return keep_the_crew(moves, count)
    return take_aboard(moves, count)


@kernel
def _spell(table, rules, moves, count):
    dice = table.dice
    all_equal = dice[0] == dice[1] and dice[1] == dice[2]
    if all_equal and table.reserve >= rules.spell_cost_whirlwind + RESERVE_KEPT_AFTER_WHIRLWIND:
        return find_kind(moves, count, WHIRLWIND)
    if table.reserve >= rules.spell_cost_tide + RESERVE_KEPT_AFTER_TIDE:
        value = _value_to_set(table, rules)
        if value > 0:
            return find_tide(moves, count, TIDE, _largest_die(dice), value)
    if table.reserve >= rules.spell_cost_translation + RESERVE_KEPT_AFTER_TRANSLATION and _swap_helps(
        table, rules
    ):
        return find_kind(moves, count, TRANSLATION)
    return 0


@kernel
def _largest_die(dice):
    """Return which die shows the most (the first of equals)."""
    largest = 0
    for i in range(1, 3):
        if dice[i] > dice[largest]:
            largest = i
    return largest


@kernel
def _value_to_set(table, rules):
    """Return the smallest face that lands on what fits, 0 if a die does already or no face would."""
    for i in range(3):
        if fits(table, rules, table.dice[i]):
            return 0
    for f in range(rules.value_count):
        if fits(table, rules, rules.values[f]):
            return rules.values[f]
    return 0


@kernel
def _place_of_smallest_die(table):
    smallest = min(table.dice[0], table.dice[1], table.dice[2])
    return place_toward_abyss(table, table.nautilion, smallest)


@kernel
def _farthest_that_fits(table, rules):
    """Return the place farthest from the Isles whose token may go aboard, 0 if there is none."""
    for place in range(table.length, 0, -1):
        if table.path[place] != 0 and may_go_aboard(table.crew, rules, table.path[place]):
            return place
    return 0


@kernel
def _swap_helps(table, rules):
    place = _place_of_smallest_die(table)
    if table.crew == FULL_CREW or place > table.length:
        return False
    if may_go_aboard(table.crew, rules, table.path[place]):
        return False
    return _farthest_that_fits(table, rules) > 0


@kernel
def _plan(table, rules, moves, count):
    best = 0
    for i in range(1, count):
        if _better(table, rules, moves[i], moves[best]):
            best = i
    return best


@kernel
def _better(table, rules, a, b):
    """Return True if giving `a` comes before giving `b`."""
    lost_a, lost_b = (
        reaches_abyss_too_early(table, a.nautilion),
        reaches_abyss_too_early(table, b.nautilion),
    )
    if lost_a != lost_b:
        return lost_b
    fits_a, fits_b = fits(table, rules, a.nautilion), fits(table, rules, b.nautilion)
    if fits_a != fits_b:
        return fits_a
    costs_a, costs_b = costs_a_token(rules, a.darkhouse), costs_a_token(rules, b.darkhouse)
    if costs_a != costs_b:
        return costs_b
    if a.phantom != b.phantom:
        return a.phantom < b.phantom
    if a.nautilion != b.nautilion:
        return a.nautilion < b.nautilion
    return a.darkhouse < b.darkhouse
