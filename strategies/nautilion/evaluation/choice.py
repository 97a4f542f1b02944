"""The decisions of `planner` and `expert`, whom weights alone tell apart."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.records import scratch
from simkit.engine.base.moves import find_kind, find_move
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import BACKWARDS, EXCHANGE, FOR_SALE
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.machinations import card_of_the_turn
from simkit.games.nautilion.rules.mages import partners_ready
from simkit.games.nautilion.rules.tokens import crew_size
from simkit.strategies.nautilion.evaluation.answers import card_decision, discard, set_dice, take
from simkit.strategies.nautilion.evaluation.faces import face_values, hand_values, plan_values
from simkit.strategies.nautilion.evaluation.finding import find_card, find_reroll, find_spell
from simkit.strategies.nautilion.evaluation.heroism import best_heroic_card
from simkit.strategies.nautilion.evaluation.landing import some_die_fits, some_die_spares
from simkit.strategies.nautilion.evaluation.plain import heroic_with_copies
from simkit.strategies.nautilion.evaluation.plans import (
    after_whirlwind,
    best_plan,
    best_reroll,
    best_tide,
    hand_value,
)
from simkit.strategies.nautilion.evaluation.reach import will_move
from simkit.strategies.nautilion.evaluation.sheet import SHEET, look
from simkit.strategies.nautilion.evaluation.translation import ANYTHING, NEARLY, best_source, best_translation
from simkit.strategies.nautilion.evaluation.weights import weighs_everything
from simkit.strategies.nautilion.evaluation.worths import (
    boarding_worth,
    cabin_worth,
    mercenary_worth,
    reserve_spent,
    strike_cost,
    strike_cost_after,
)

CREW_FOR_HEROISM = 6
"""Crew aboard from which Heroic cards are weighed."""

CREW_FOR_PLAIN_HEROISM = 4
"""Crew aboard from which they are played without weighing them."""

SMALL_RESERVE = 3
"""Tokens of which none is spent, with expansions, on dice that will do as they are."""


def choose_by_weights(table, seat, rules, moves, count, parameters, chance):
    """Choose a move by the weights: the function of all strategies that differ in nothing else."""
    weights, step = parameters, table.step
    if step == s.TAKE:
        return take(table, rules, weights, moves, count)
    if step == s.DISCARD:
        return discard(table, rules, weights, moves, count)
    if step == s.SPELL:
        if weighs_everything(weights):
            if _nothing_to_weigh(table, rules, moves, count):
                return 0
        else:
            heroic = heroic_with_copies(table, moves, count, CREW_FOR_PLAIN_HEROISM)
            if heroic >= 0:
                return heroic
            if not _wants_other_dice(table, rules, moves, count):
                return 0
    elif step == s.TRANSLATION_FIRST or step == s.TRANSLATION_SECOND:
        if not weighs_everything(weights):
            return count - 1
    elif step != s.PLAN and step != s.SET_DICE:
        return card_decision(table, rules, weights, moves, count)
    return _give_or_change(table, rules, weights, moves, count)


@kernel
def _nothing_to_weigh(table, rules, moves, count):
    """Return True if only Heroic cards would help, and it is too early for them.

    There is nothing else to do, or only the Darkhouse waits for a die, and this one costs no token, or other
    dice would have to be paid for and are not worth it.
    """
    if crew_size(table.crew) >= CREW_FOR_HEROISM:
        return False
    if table.receiving == s.DARKHOUSE_FIGURE and some_die_spares(table, rules):
        return table.darkhouse_effect != FOR_SALE
    if partners_ready(table, rules) == 0 and _dice_will_do(table, rules):
        return table.darkhouse_effect != FOR_SALE
    return moves[1].kind == Move.PLAY_HEROIC and moves[count - 1].kind == Move.PLAY_HEROIC


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


@kernel
def _wants_other_dice(table, rules, moves, count):
    """Return True if no die lands on what fits, and there is a re-roll, or a Tide can be paid.

    Where the Nautilion receives none, a token spent at best saves a token: it is worth a look only if each
    die would cost one, and there is a re-roll.
    """
    if (table.receiving & s.NAUTILION_FIGURE) == 0 or not will_move(table):
        return not some_die_spares(table, rules) and find_reroll(table, rules, moves, count, 0) >= 0
    if some_die_fits(table, rules):
        return False
    return table.reserve >= rules.spell_cost_tide or find_reroll(table, rules, moves, count, 0) >= 0


@separate_kernel
def _give_or_change(table, rules, weights, moves, count):
    """Return the index of the best plan, or of the best way to other dice or to another landing."""
    sheet = scratch(SHEET)
    look(table, rules, weights, sheet.sight)
    face_values(table, rules, weights, sheet)
    sheet.strike = strike_cost(table, rules, weights, sheet.sight, table.reserve)
    if table.step == s.PLAN:
        plan_values(table, rules, weights, sheet, moves, count)
        return best_plan(table, sheet, moves, count)
    hand_values(table, rules, weights, sheet)
    if table.step == s.SPELL:
        return _currents(table, rules, weights, sheet, moves, count)
    if table.step == s.TRANSLATION_FIRST:
        place = best_translation(table, rules, weights, sheet, ANYTHING)[1]
        return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", place), 0)
    if table.step == s.TRANSLATION_SECOND:
        place = best_source(table, rules, weights, sheet)
        return max(find_move(moves, count, Move.CHOOSE_PLACE, "place", place), 0)
    return set_dice(table, rules, sheet, moves, count)


@kernel
def _currents(table, rules, weights, sheet, moves, count):
    """Return the index of the best way to other dice, or of what else the Currents offer; 0 to stop."""
    dice, everything = table.dice, weighs_everything(weights)
    sheet.now = hand_value(table, sheet, sheet.strike, dice[0], dice[1], dice[2])
    best, most = 0, _worth_of_stopping(weights, sheet)
    if rules.expanded != 0:
        best, most = _expansions_choice(table, rules, weights, sheet, moves, count)
        if best > 0 and not everything:
            return best
    cost = rules.spell_cost_whirlwind
    whirlwind = find_spell(table, moves, count, Move.WHIRLWIND, cost) if everything else -1
    if whirlwind >= 0:
        struck = strike_cost_after(table, rules, weights, sheet.sight, sheet.strike, cost)
        then = after_whirlwind(table, rules, sheet, struck) - reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = whirlwind, then
    cost = rules.spell_cost_tide
    if table.reserve >= cost:
        struck = strike_cost_after(table, rules, weights, sheet.sight, sheet.strike, cost)
        tide, then = best_tide(table, sheet, struck, moves, count)
        then -= reserve_spent(weights, table.reserve, cost)
        if tide >= 0 and then > most:
            best, most = tide, then
    cost = rules.spell_cost_translation
    translation = find_spell(table, moves, count, Move.TRANSLATION, cost) if everything else -1
    if translation >= 0 and table.crew != s.FULL_CREW and _lands_normally(table):
        spent = reserve_spent(weights, table.reserve, cost)
        then, place = best_translation(table, rules, weights, sheet, most + spent - NEARLY)
        if place > 0 and then - spent > most:
            best = translation
    return best


@kernel
def _lands_normally(table):
    """Return True if three dice lie in hand, one of them for a Nautilion that keeps what it finds ahead."""
    if table.darkhouse_effect in (BACKWARDS, EXCHANGE) or table.three_tokens != 0:
        return False
    return table.receiving == s.ALL_FIGURES and table.dice_count == 3


@kernel
def _worth_of_stopping(weights, sheet):
    """Return the worth of the plan as it is, and a little, or tokens would be spent on next to nothing."""
    return sheet.now + (0.05 if weighs_everything(weights) else 0.1) * weights.crew


@kernel
def _expansions_choice(table, rules, weights, sheet, moves, count):
    """Return the best of re-roll, Heroic card, purchase and stop, and the worth of the plan after it."""
    best, most = 0, _worth_of_stopping(weights, sheet)
    reroll, then = best_reroll(table, rules, sheet, moves, count)
    if reroll >= 0 and then > sheet.now:
        best, most = reroll, max(then, most)
    if not weighs_everything(weights):
        return best, most
    if table.heroic_left > 0 and crew_size(table.crew) >= CREW_FOR_HEROISM:
        card, paid, gain = best_heroic_card(table, rules, weights, sheet)
        if sheet.now + gain > most:
            best, most = find_card(moves, count, card, paid), sheet.now + gain
    if table.darkhouse_effect == FOR_SALE and find_kind(moves, count, Move.BUY) >= 0:
        purchase, gain = _best_purchase(table, rules, weights, sheet.sight, moves, count)
        if sheet.now + gain > most:
            best, most = purchase, sheet.now + gain
    return best, most


@kernel
def _best_purchase(table, rules, weights, sight, moves, count):
    """Return the index of the best purchase, and what it gains."""
    best, most = -1, -1.0e12
    for i in range(count):
        move = moves[i]
        if move.kind == Move.BUY:
            if move.place == 0:
                worth = cabin_worth(weights, sight, move.number)
            elif move.number == s.MERCENARY:
                worth = mercenary_worth(table, rules, weights, sight, move.place)
            else:
                worth = boarding_worth(table, rules, weights, sight, move.number)
            if worth > most:
                best, most = i, worth
    return best, most - reserve_spent(weights, table.reserve, rules.darkhouse_price[card_of_the_turn(table)])
