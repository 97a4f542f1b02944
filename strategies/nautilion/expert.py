"""The strongest player that comes with simkit."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.scratch import scratch
from simkit.engine.base.moves import find_kind, find_move
from simkit.engine.contract.strategy import strategy
from simkit.games.nautilion.rules.machinations import BACKWARDS, EXCHANGE, FOR_SALE, card_of_the_turn
from simkit.games.nautilion.rules.mages import partners_ready
from simkit.games.nautilion.rules.state import (
    ALL_FIGURES,
    BUY,
    CHOOSE_PLACE,
    DARKHOUSE_FIGURE,
    DISCARD,
    FULL_CREW,
    MERCENARY,
    PLAN,
    PLAY_HEROIC,
    SET_DICE,
    SPELL,
    TAKE,
    TRANSLATION,
    TRANSLATION_FIRST,
    TRANSLATION_SECOND,
    WHIRLWIND,
    crew_size,
)
from simkit.strategies.nautilion.evaluation.choices import card_decision, discard, set_dice, take
from simkit.strategies.nautilion.evaluation.faces import face_values, hand_values, plan_values
from simkit.strategies.nautilion.evaluation.finding import find_card, find_spell
from simkit.strategies.nautilion.evaluation.heroism import best_heroic_card
from simkit.strategies.nautilion.evaluation.landing import some_die_fits, some_die_spares
from simkit.strategies.nautilion.evaluation.plans import (
    after_whirlwind,
    best_plan,
    best_reroll,
    best_tide,
    hand_value,
)
from simkit.strategies.nautilion.evaluation.sheet import SHEET
from simkit.strategies.nautilion.evaluation.sight import look
from simkit.strategies.nautilion.evaluation.translation import ANYTHING, NEARLY, best_source, best_translation
from simkit.strategies.nautilion.evaluation.weights import weighted
from simkit.strategies.nautilion.evaluation.worths import (
    boarding_worth,
    cabin_worth,
    mercenary_worth,
    reserve_spent,
    strike_cost,
    strike_cost_after,
)

WEIGHTS = weighted(
    crew=13.4,
    last_copy=21,
    second_copy=2.45,
    third_copy=0.862,
    opened=1.49,
    reserve=8.34,
    reserve_decay=0.906,
    phantom_step=1.37,
    phantom_near=2.18,
    own_step=0.382,
    race=0.441,
    next_landing=1.19,
    crew_lost=7.26,
    partner=8.71,
    harpoon=9.41,
    harpoon_decay=0.753,
    phantom_grows=0.0184,
    prize=6.6,
    stuck=8.5,
    heroic=13.6,
    heroic_near=1.05,
    shield=0.353,
    hope=3.74,
    spared=0.38,
    late=20.2,
    pace=0.559,
    reach=0.949,
)

CREW_FOR_HEROISM = 6

SMALL_RESERVE = 3
"""Tokens of which none is spent, with expansions, on dice that will do as they are."""


@strategy(game="nautilion", skill="expert", parameters=WEIGHTS)
def expert(table, seat, rules, moves, count, parameters, chance):
    """Weigh everything that `planner` weighs, with other weights, look further, and use all three spells.

    It walks along the path in thought: which missing numbers can be aboard by when, the ducts and the Phantom
    being as they are.  It sees where the Phantom takes a token on the Nautilion's way, and who wins the race.
    A Whirlwind is cast if the best plan after it is worth more on average, over all dice that may fall, than
    the best plan now and the token; a Tide or a Translation if the plan that they make possible is.  A
    Translation fetches a missing number, from behind the Nautilion if a copy was left there.  Mages re-roll
    while the mean after it is better; Heroic cards, once six crew are aboard, and purchases are weighed like
    spells, against what is paid.  With expansions, dice that will do are kept while the reserve is small.
    The weights were tuned against games that no report is made of.
    """
    weights = parameters
    if table.step == TAKE:
        return take(table, rules, weights, moves, count)
    if table.step == SPELL and _nothing_to_weigh(table, rules, moves, count):
        return 0
    if table.step not in (DISCARD, SPELL, PLAN, SET_DICE, TRANSLATION_FIRST, TRANSLATION_SECOND):
        return card_decision(table, rules, weights, moves, count)
    if table.step == DISCARD:
        return discard(table, rules, weights, moves, count)
    return _give_or_change(table, rules, weights, moves, count)


@kernel
def _nothing_to_weigh(table, rules, moves, count):
    """Return True if only Heroic cards would help, and it is too early for them.

    There is nothing else to do, or only the Darkhouse waits for a die, and this one costs no token, or other
    dice would have to be paid for and are not worth it.
    """
    if crew_size(table.crew) >= CREW_FOR_HEROISM:
        return False
    if table.receiving == DARKHOUSE_FIGURE and some_die_spares(table, rules):
        return table.darkhouse_effect != FOR_SALE
    if partners_ready(table, rules) == 0 and _dice_will_do(table, rules):
        return table.darkhouse_effect != FOR_SALE
    return moves[1].kind == PLAY_HEROIC and moves[count - 1].kind == PLAY_HEROIC


@kernel
def _dice_will_do(table, rules):
    """Return True if no spell is worth its tokens, as it turned out over many games with expansions.

    For a single die none is; nor for more, if one lands on what fits, one costs no token, and the reserve is
    small.
    """
    if table.dice_count == 1:
        return True
    if rules.expanded == 0 or table.reserve > SMALL_RESERVE:
        return False
    return some_die_fits(table, rules) and some_die_spares(table, rules)


@separate_kernel
def _give_or_change(table, rules, weights, moves, count):
    """Return the index of the best plan, or of the best way to other dice or to another landing."""
    sheet = scratch(SHEET)
    look(table, rules, weights, sheet.sight)
    face_values(table, rules, weights, sheet)
    sheet.strike = strike_cost(table, rules, weights, sheet.sight, table.reserve)
    if table.step == PLAN:
        plan_values(table, rules, weights, sheet, moves, count)
        return best_plan(table, sheet, moves, count)
    hand_values(table, rules, weights, sheet)
    if table.step == SPELL:
        return _currents(table, rules, weights, sheet, moves, count)
    if table.step == TRANSLATION_FIRST:
        place = best_translation(table, rules, weights, sheet, ANYTHING)[1]
        return max(find_move(moves, count, CHOOSE_PLACE, "place", place), 0)
    if table.step == TRANSLATION_SECOND:
        place = best_source(table, rules, weights, sheet)
        return max(find_move(moves, count, CHOOSE_PLACE, "place", place), 0)
    return set_dice(table, rules, sheet, moves, count)


@kernel
def _currents(table, rules, weights, sheet, moves, count):
    dice, sight = table.dice, sheet.sight
    now = hand_value(table, sheet, sheet.strike, dice[0], dice[1], dice[2])
    sheet.now = now
    best, most = 0, now + 0.05 * weights.crew
    if rules.expanded != 0:
        best, most = _expansions_choice(table, rules, weights, sheet, moves, count)
    cost = rules.spell_cost_whirlwind
    whirlwind = find_spell(table, moves, count, WHIRLWIND, cost)
    if whirlwind >= 0:
        then_struck = strike_cost_after(table, rules, weights, sight, sheet.strike, cost)
        then = after_whirlwind(table, rules, sheet, then_struck)
        then -= reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = whirlwind, then
    cost = rules.spell_cost_tide
    if table.reserve >= cost:
        then_struck = strike_cost_after(table, rules, weights, sight, sheet.strike, cost)
        tide, then = best_tide(table, sheet, then_struck, moves, count)
        then -= reserve_spent(weights, table.reserve, cost)
        if tide >= 0 and then > most:
            best, most = tide, then
    cost = rules.spell_cost_translation
    translation = find_spell(table, moves, count, TRANSLATION, cost)
    if translation >= 0 and table.crew != FULL_CREW and _lands_normally(table):
        spent = reserve_spent(weights, table.reserve, cost)
        then, place = best_translation(table, rules, weights, sheet, most + spent - NEARLY)
        then -= spent
        if place > 0 and then > most:
            best, most = translation, then
    return best


@kernel
def _lands_normally(table):
    """Return True if three dice lie in hand, one of them for a Nautilion that keeps what it finds ahead."""
    if table.darkhouse_effect in (BACKWARDS, EXCHANGE) or table.three_tokens != 0:
        return False
    return table.receiving == ALL_FIGURES and table.dice_count == 3


@kernel
def _expansions_choice(table, rules, weights, sheet, moves, count):
    """Return the best of re-roll, Heroic card, purchase and stop, and the worth of the plan after it."""
    now = sheet.now
    best, most = 0, now + 0.05 * weights.crew
    reroll, then = best_reroll(table, rules, sheet, moves, count)
    if reroll >= 0 and then > now:
        best, most = reroll, max(then, most)
    if table.heroic_left > 0 and crew_size(table.crew) >= CREW_FOR_HEROISM:
        card, paid, gain = best_heroic_card(table, rules, weights, sheet)
        if now + gain > most:
            best, most = find_card(moves, count, card, paid), now + gain
    if table.darkhouse_effect == FOR_SALE and find_kind(moves, count, BUY) >= 0:
        purchase, gain = _best_purchase(table, rules, weights, sheet.sight, moves, count)
        if now + gain > most:
            best, most = purchase, now + gain
    return best, most


@kernel
def _best_purchase(table, rules, weights, sight, moves, count):
    """Return the index of the best purchase, and what it gains."""
    best, most = -1, -1.0e12
    for i in range(count):
        move = moves[i]
        if move.kind == BUY:
            if move.place == 0:
                worth = cabin_worth(weights, sight, move.number)
            elif move.number == MERCENARY:
                worth = mercenary_worth(table, rules, weights, sight, move.place)
            else:
                worth = boarding_worth(table, rules, weights, sight, move.number)
            if worth > most:
                best, most = i, worth
    return best, most - reserve_spent(weights, table.reserve, rules.darkhouse_price[card_of_the_turn(table)])
