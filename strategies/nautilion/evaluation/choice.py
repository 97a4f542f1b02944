"""The decisions of `planner` and `expert`, which differ in their weights alone."""

from simkit.game import find_kind, find_move, kernel, scratch, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.board import spaces_held
from simkit.games.nautilion.rules.tokens import bit, is_crew
from simkit.strategies.nautilion.evaluation.by_chance.choice import choose_by_chance
from simkit.strategies.nautilion.evaluation.by_chance.mind import EXPERT
from simkit.strategies.nautilion.evaluation.copies import copies
from simkit.strategies.nautilion.evaluation.faces import face_values, hand_values, plan_values
from simkit.strategies.nautilion.evaluation.finding import find_reroll, find_spell
from simkit.strategies.nautilion.evaluation.landing import some_die_fits, some_die_spares
from simkit.strategies.nautilion.evaluation.plain import (
    answer_of_all,
    heroic_with_copies,
    not_needed,
)
from simkit.strategies.nautilion.evaluation.plans import (
    after_whirlwind,
    best_plan,
    best_reroll,
    best_tide,
    hand_value,
    set_dice,
)
from simkit.strategies.nautilion.evaluation.prospects import WHEREABOUTS, hope, locate, most_hope
from simkit.strategies.nautilion.evaluation.reach import will_move
from simkit.strategies.nautilion.evaluation.sheet import SHEET, SIGHT, look
from simkit.strategies.nautilion.evaluation.translation import (
    ANYTHING,
    NEARLY,
    best_source,
    best_translation,
    lands_normally,
    may_end_fetching,
)
from simkit.strategies.nautilion.evaluation.worths import (
    CABIN_KIND,
    best_mercenary_space,
    boarding_worth,
    cabin_worth,
    cheapest_discard,
    missing_worth,
    reserve_spent,
    reserve_token_worth,
    strike_cost,
    strike_cost_after,
)

CREW_FOR_PLAIN_HEROISM = 4
"""With this many they are played unweighed, by a player that weighs only a Tide."""


def choose_by_weights(table, seat, rules, moves, count, parameters, chance):
    """Choose a move by the weights; strategies that share this function differ in their weights alone."""
    weights, step = parameters, table.step
    if rules.expanded != 0 and weighs_everything(weights):
        return choose_by_chance(table, rules, EXPERT[0], moves, count)
    if step == s.TAKE:
        return take(table, rules, weights, moves, count)
    if step == s.DISCARD:
        return discard(table, rules, weights, moves, count)
    if step == s.SPELL:
        if not weighs_everything(weights):
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
def _wants_other_dice(table, rules, moves, count):
    """Return True if no die lands on what fits, and there is a re-roll, or a Tide can be paid for.

    Where the Nautilion receives no die, a token spent saves a token at best: that is worth weighing only if
    each die would cost one, and there is a re-roll.
    """
    if (table.receiving & s.NAUTILION_FIGURE) == 0 or not will_move(table):
        return not some_die_spares(table, rules) and find_reroll(table, rules, moves, count, 0) >= 0
    if some_die_fits(table, rules):
        return False
    return table.reserve >= rules.spell_cost_tide or find_reroll(table, rules, moves, count, 0) >= 0


@separate_kernel
def _give_or_change(table, rules, weights, moves, count):
    """Return the index of the best plan, or of the best way to get other dice or another landing."""
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
    """Return the index of the best way to other dice, or of another move of the Currents; 0 to stop."""
    dice, everything = table.dice, weighs_everything(weights)
    sheet.now = hand_value(table, sheet, sheet.strike, dice[0], dice[1], dice[2])
    best, most = 0, _worth_of_stopping(weights, sheet)
    if rules.expanded != 0:
        reroll, then = best_reroll(table, rules, sheet, moves, count)
        if reroll >= 0 and then > sheet.now:
            return reroll
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
    is_of_use = table.crew != s.FULL_CREW and lands_normally(table) and may_end_fetching(table, rules)
    if translation >= 0 and is_of_use:
        spent = reserve_spent(weights, table.reserve, cost)
        then, place = best_translation(table, rules, weights, sheet, most + spent - NEARLY)
        if place > 0 and then - spent > most:
            best = translation
    return best


@kernel
def _worth_of_stopping(weights, sheet):
    """Return a little more than the worth of the plan, or tokens would be spent on next to nothing."""
    return sheet.now + (0.05 if weighs_everything(weights) else 0.1) * weights.crew


@kernel
def weighs_everything(weights):
    """Return True for a player that weighs all that the Currents offer, not only a Tide if no die fits."""
    return weights.everything >= 0.5


@kernel
def discard(table, rules, weights, moves, count):
    """Return the index of the discard that costs least."""
    sight = scratch(SIGHT)
    look(table, rules, weights, sight)
    reserve = find_kind(moves, count, Move.DISCARD_RESERVE)
    space, cost = cheapest_discard(table, rules, weights, sight)
    if reserve >= 0 and (space == 0 or reserve_token_worth(weights, table.reserve - 1) <= cost):
        return reserve
    for i in range(count):
        move = moves[i]
        if move.kind != Move.DISCARD_RESERVE:
            found = move.number if move.kind == Move.DISCARD_CREW else move.number + CABIN_KIND
            if found == space:
                return i
    return 0


@kernel
def is_welcome(table, rules, weights, kind):
    """Return False for a number that is better kept out: it may open the wrong part of the board."""
    held, here = spaces_held(table), table.nautilion
    into_reserve = reserve_token_worth(weights, table.reserve)
    opens_nothing = held != 0 and (s.FULL_CREW & ~held & ~rules.open_spaces[held]) == 0
    if opens_nothing and weights.crew - most_hope(weights, 1) >= into_reserve:
        return True
    whereabouts = scratch(WHEREABOUTS)
    if weights.hope > 0.0:
        locate(table, whereabouts)
    gain = hope(table, rules, weights, whereabouts, (here, held | bit(kind)))
    gain -= hope(table, rules, weights, whereabouts, (here, held))
    return weights.crew + gain >= into_reserve


@kernel
def take(table, rules, weights, moves, count):
    """Return the index of the best place for the token in hand."""
    kind = table.in_hand
    if is_crew(kind):
        aboard = find_kind(moves, count, Move.TAKE_ABOARD)
        if aboard >= 0 and is_welcome(table, rules, weights, kind):
            return aboard
    into_reserve = reserve_token_worth(weights, table.reserve)
    cabin = find_kind(moves, count, Move.TAKE_CABIN)
    if is_crew(kind):
        return cabin if cabin >= 0 and weights.partner >= into_reserve else count - 1
    sight = scratch(SIGHT)
    look(table, rules, weights, sight)
    if cabin >= 0 and cabin_worth(weights, sight, kind) >= into_reserve:
        return cabin
    if kind == s.MERCENARY:
        space, worth = best_mercenary_space(table, rules, weights, sight)
        if space > 0 and worth >= into_reserve:
            return max(find_move(moves, count, Move.TAKE_ABOARD, "number", space), 0)
    return count - 1


@separate_kernel
def card_decision(table, rules, weights, moves, count):
    """Decide what a card or the collision asks for, except the setting of dice."""
    step = table.step
    answer = answer_of_all(table, rules, moves, count)
    if answer >= 0:
        return answer
    if step == s.FIGURE:
        return max(find_move(moves, count, Move.CHOOSE_FIGURE, "number", 1), 0)
    if step not in (s.PRIZE, s.FETCH_FROM_PILE, s.FETCH_FROM_PATH):
        return count - 1
    sight = scratch(SIGHT)
    look(table, rules, weights, sight)
    if step == s.FETCH_FROM_PATH:
        return best_place(table, weights, sight, moves, count)
    if step == s.PRIZE:
        return prize(table, rules, weights, sight, moves, count)
    return best_number(table, rules, weights, sight, moves, count)


@kernel
def prize(table, rules, weights, sight, moves, count):
    """Take a number for the board (if the crew is split, one that joins it); else what is not needed."""
    split = rules.one_group[table.crew] == 0
    best, most = -1, -1.0e12
    for i in range(count):
        number = moves[i].number
        if moves[i].kind == Move.PRIZE_ABOARD:
            worth = boarding_worth(table, rules, weights, sight, number)
            if split and rules.one_group[table.crew | bit(number)] != 0:
                worth += s.CREW_NUMBERS * 10.0
            if worth > most:
                best, most = i, worth
    return best if best >= 0 else not_needed(table, rules, moves, count)


@kernel
def best_number(table, rules, weights, sight, moves, count):
    """Return the index of the number that is worth most aboard."""
    best, most = 0, -1.0e12
    for i in range(count):
        worth = boarding_worth(table, rules, weights, sight, moves[i].number)
        if worth > most:
            best, most = i, worth
    return best


@kernel
def best_place(table, weights, sight, moves, count):
    """Return the index of the place whose number is worth most; a copy behind rather than one ahead."""
    best, most = 0, -1.0e12
    for i in range(count):
        place = moves[i].place
        left = copies(sight.ahead, table.path[place])
        if place > table.nautilion:
            left -= 1
        worth = missing_worth(weights, left) + (1.0 if place < table.nautilion else 0.0)
        if worth > most:
            best, most = i, worth
    return best
