"""Plans which tokens ahead complete the crew."""

from simkit.engine.kernel import kernel, separate_kernel
from simkit.engine.scratch import scratch
from simkit.engine.strategy import strategy
from simkit.games.nautilion.state import DISCARD, NAUTILION_FIGURE, PLAN, SET_DICE, SPELL, TAKE
from strategies.nautilion.cards import heroic_with_copies
from strategies.nautilion.choices import card_decision, discard, set_dice, take
from strategies.nautilion.evaluation import face_values, hand_values, plan_values
from strategies.nautilion.face_table import FACE_TABLE
from strategies.nautilion.features import (
    copies_ahead,
    find_reroll,
    some_die_fits,
    some_die_spares,
    ways_left,
    will_move,
)
from strategies.nautilion.plans import best_plan, best_reroll, best_tide, hand_value
from strategies.nautilion.worths import (
    CREW,
    harpoon_worth,
    reserve_spent,
    strike_cost,
    strike_cost_after,
    weighted,
)

WEIGHTS = weighted(
    crew=11.3,
    last_copy=31.6,
    second_copy=4.9,
    third_copy=1.2,
    opened=1.33,
    reserve=5.67,
    reserve_decay=0.746,
    phantom_step=0.939,
    phantom_near=2.5,
    own_step=0.696,
    race=0.226,
    next_landing=2.22,
    crew_lost=4.45,
    partner=5.69,
    harpoon=6.49,
    harpoon_decay=0.763,
    phantom_grows=0.017,
    prize=5.72,
    stuck=6.2,
    heroic=13.8,
    heroic_near=0.59,
    shield=3.71,
)

CREW_FOR_HEROISM = 4


@strategy(game="nautilion", skill="experienced", parameters=WEIGHTS)
def planner(table, seat, rules, moves, count, parameters, chance):
    """Keep count of the copies ahead, and plan the landing after the next one.

    Let the Phantom have what is plentiful, open ducts early, keep both races in sight.  Spend a Tide
    only if no die lands on a token that fits, and the plan that it makes possible is worth more than the
    tokens; no other spell is known.  There, and where the Nautilion receives no die and each would cost a
    token, re-roll with mages what is worse than the average; pay for Heroic cards with a number of which
    two copies lie ahead (one, with twice the crew).
    """
    weights = parameters
    if table.step == SPELL:
        heroic = heroic_with_copies(table, moves, count, CREW_FOR_HEROISM)
        if heroic >= 0:
            return heroic
        if not _wants_other_dice(table, rules, moves, count):
            return 0
    if table.step == TAKE:
        return take(table, rules, moves, count, weights)
    if table.step not in (DISCARD, SPELL, PLAN, SET_DICE):
        return card_decision(table, rules, moves, count, weights)
    packed, ways = copies_ahead(table), ways_left(table)
    armed = harpoon_worth(table, rules, weights, ways)
    if table.step == DISCARD:
        return discard(table, rules, moves, count, weights, packed, armed)
    return _give_or_change(table, rules, moves, count, weights, packed, armed, ways)


@separate_kernel
def _give_or_change(table, rules, moves, count, weights, packed, armed, ways):
    """Return the index of the best plan, or of the best way to other dice."""
    sheet = scratch(FACE_TABLE)
    face_values(table, rules, weights, packed, armed, ways, sheet)
    strike = strike_cost(table, rules, weights, packed, armed, table.reserve)
    if table.step == PLAN:
        plan_values(table, rules, weights, packed, armed, ways, sheet, moves, count)
        return best_plan(table, sheet, strike, moves, count)
    hand_values(table, rules, weights, packed, armed, ways, sheet)
    if table.step == SPELL:
        return _other_dice(table, rules, moves, count, weights, packed, armed, sheet, strike)
    return set_dice(table, rules, moves, count, sheet, strike)


@kernel
def _wants_other_dice(table, rules, moves, count):
    """Return True if no die lands on what fits, and there is a re-roll, or a Tide can be paid.

    Where the Nautilion receives none, a token spent at best saves a token: it is worth a look only if each
    die would cost one, and there is a re-roll.
    """
    if (table.receiving & NAUTILION_FIGURE) == 0 or not will_move(table):
        return not some_die_spares(table, rules) and find_reroll(table, rules, moves, count, 0) >= 0
    if some_die_fits(table, rules):
        return False
    return table.reserve >= rules.spell_cost_tide or find_reroll(table, rules, moves, count, 0) >= 0


@kernel
def _other_dice(table, rules, moves, count, weights, packed, armed, sheet, strike):
    """Return the index of a re-roll or a Tide that is worth it, or 0."""
    dice = table.dice
    now = hand_value(table, sheet, strike, dice[0], dice[1], dice[2])
    reroll, then = best_reroll(table, rules, sheet, strike, moves, count)
    if reroll >= 0 and then > now:
        return reroll
    cost = rules.spell_cost_tide
    if table.reserve < cost:
        return 0
    strike = strike_cost_after(table, rules, weights, packed, armed, strike, cost)
    tide, then = best_tide(table, sheet, strike, moves, count)
    gain = then - now - reserve_spent(weights, table.reserve, cost)
    return tide if tide >= 0 and gain > 0.1 * weights.values[CREW] else 0
