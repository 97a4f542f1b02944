"""A player who plans which tokens ahead complete the crew."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.scratch import scratch
from simkit.engine.contract.strategy import strategy
from simkit.games.nautilion.rules.state import DISCARD, NAUTILION_FIGURE, PLAN, SET_DICE, SPELL, TAKE
from simkit.strategies.nautilion.evaluation.choices import card_decision, discard, set_dice, take
from simkit.strategies.nautilion.evaluation.faces import face_values, hand_values, plan_values
from simkit.strategies.nautilion.evaluation.finding import find_reroll
from simkit.strategies.nautilion.evaluation.landing import some_die_fits, some_die_spares
from simkit.strategies.nautilion.evaluation.plain import heroic_with_copies
from simkit.strategies.nautilion.evaluation.plans import best_plan, best_reroll, best_tide, hand_value
from simkit.strategies.nautilion.evaluation.reach import will_move
from simkit.strategies.nautilion.evaluation.sheet import SHEET
from simkit.strategies.nautilion.evaluation.sight import look
from simkit.strategies.nautilion.evaluation.weights import weighted
from simkit.strategies.nautilion.evaluation.worths import reserve_spent, strike_cost, strike_cost_after

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
    hope=0,
    spared=0,
    late=0,
    pace=0,
    reach=0,
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
        return take(table, rules, weights, moves, count)
    if table.step not in (DISCARD, SPELL, PLAN, SET_DICE):
        return card_decision(table, rules, weights, moves, count)
    if table.step == DISCARD:
        return discard(table, rules, weights, moves, count)
    return _give_or_change(table, rules, weights, moves, count)


@separate_kernel
def _give_or_change(table, rules, weights, moves, count):
    """Return the index of the best plan, or of the best way to other dice."""
    sheet = scratch(SHEET)
    look(table, rules, weights, sheet.sight)
    face_values(table, rules, weights, sheet)
    sheet.strike = strike_cost(table, rules, weights, sheet.sight, table.reserve)
    if table.step == PLAN:
        plan_values(table, rules, weights, sheet, moves, count)
        return best_plan(table, sheet, moves, count)
    hand_values(table, rules, weights, sheet)
    if table.step == SPELL:
        return _other_dice(table, rules, weights, sheet, moves, count)
    return set_dice(table, rules, sheet, moves, count)


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
def _other_dice(table, rules, weights, sheet, moves, count):
    """Return the index of a re-roll or a Tide that is worth it, or 0."""
    dice = table.dice
    now = hand_value(table, sheet, sheet.strike, dice[0], dice[1], dice[2])
    reroll, then = best_reroll(table, rules, sheet, moves, count)
    if reroll >= 0 and then > now:
        return reroll
    cost = rules.spell_cost_tide
    if table.reserve < cost:
        return 0
    strike = strike_cost_after(table, rules, weights, sheet.sight, sheet.strike, cost)
    tide, then = best_tide(table, sheet, strike, moves, count)
    gain = then - now - reserve_spent(weights, table.reserve, cost)
    return tide if tide >= 0 and gain > 0.1 * weights.crew else 0
