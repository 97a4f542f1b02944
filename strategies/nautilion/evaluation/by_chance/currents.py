"""The Currents: whether other dice, another landing, a Heroic card or a purchase raise the chance to win."""

from simkit.game import find_kind, kernel, scratch, separate_kernel
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import FOR_SALE
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.rules.board import lowest_number, numbers_open
from simkit.games.nautilion.rules.heroic_actions import crew_on_path
from simkit.games.nautilion.rules.machinations import card_of_the_turn
from simkit.games.nautilion.rules.tokens import bit, crew_size
from simkit.strategies.nautilion.evaluation.by_chance.chances import (
    CERTAIN,
    IMPOSSIBLE,
    chance_to_win,
    settle,
)
from simkit.strategies.nautilion.evaluation.by_chance.heroic_actions import best_heroic
from simkit.strategies.nautilion.evaluation.by_chance.moving import Turn, after, landing_place
from simkit.strategies.nautilion.evaluation.by_chance.plans import struck, with_less
from simkit.strategies.nautilion.evaluation.by_chance.standing import (
    STANDING,
    board,
    copy_standing,
    into_cabin,
)
from simkit.strategies.nautilion.evaluation.copies import copies
from simkit.strategies.nautilion.evaluation.finding import find_reroll, find_spell
from simkit.strategies.nautilion.evaluation.plans import best_tide, hand_value, throw_ways
from simkit.strategies.nautilion.evaluation.translation import (
    lands_normally,
    may_end_fetching,
    source_of,
)

CREW_FOR_HEROISM = 3
"""With this many crew aboard Heroic cards are weighed."""

ALL_DICE = 3
"""With fewer in hand the worth of other dice is only estimated: a Whirlwind for nothing might have no end."""

NOT_WORTH_IT = 0.003
"""By how much the chance to win must rise before something is spent on it."""


@separate_kernel
def currents(table, rules, mind, view, sheet, moves, count):
    """Return the index of the best move of the Currents; 0 to stop."""
    dice = table.dice
    sheet.now = hand_value(table, sheet, sheet.strike, dice[0], dice[1], dice[2])
    if sheet.now > CERTAIN:
        return 0
    lost = sheet.now < IMPOSSIBLE  # at once, with every plan: then all is worth it
    margin = 0.0 if lost else NOT_WORTH_IT
    best, most = 0, chance_to_win(sheet.now) + margin
    single = table.dice_count == 1  # compared with the mean of all dice: its own worth is a difference
    base = view.odds_now
    if single:
        sheet.now += base
        most = chance_to_win(sheet.now) + margin
    offset = base if single else 0.0
    if table.cabin_mages != 0:
        first = find_reroll(table, rules, moves, count, 0)
        if first >= 0:
            for die in range(table.dice_count):
                then = mean_after_reroll(table, rules, sheet, sheet.strike, offset, die)
                if then > chance_to_win(sheet.now) and then > most - margin:
                    best, most = first + die, max(then, most)
    cost = rules.spell_cost_whirlwind
    spell = find_spell(table, moves, count, Move.WHIRLWIND, cost)
    if spell >= 0 and (cost > 0 or table.dice_count == ALL_DICE):
        less = with_less(table, rules, mind, view, cost)
        strike = struck(table, rules, mind, view, cost, less) if not single else sheet.strike
        then = mean_after_whirlwind(table, rules, sheet, strike, offset + less - base)
        if then > most:
            best, most = spell, then
    cost = rules.spell_cost_tide
    if table.reserve >= cost and find_kind(moves, count, Move.TIDE) >= 0:
        less = with_less(table, rules, mind, view, cost)
        strike = struck(table, rules, mind, view, cost, less) if not single else sheet.strike
        tide, then = best_tide(table, sheet, strike, moves, count)
        if tide >= 0:
            if then > CERTAIN:
                return tide
            then = chance_to_win(then + offset + less - base)
            if then > most:
                best, most = tide, then
    if rules.expanded != 0:
        if table.heroic_left > 0 and crew_size(table.crew) >= CREW_FOR_HEROISM:
            index, then = best_heroic(table, rules, mind, view, sheet, moves, count, base)
            if then > most:
                best, most = index, then
        if table.darkhouse_effect == FOR_SALE and find_kind(moves, count, Move.BUY) >= 0:
            index, gain = best_purchase(table, rules, mind, view, moves, count)
            then = chance_to_win(sheet.now + gain - base)
            if then > most:
                best, most = index, then
    cost = rules.spell_cost_translation
    spell = find_spell(table, moves, count, Move.TRANSLATION, cost)
    if spell >= 0 and lands_normally(table) and may_end_fetching(table, rules):
        then = best_translation(table, rules, mind, view, sheet)[0]
        then = chance_to_win(then + with_less(table, rules, mind, view, cost) - base)
        if then > most:
            best, most = spell, then
    return best


@separate_kernel
def mean_after_reroll(table, rules, sheet, strike, offset, die):
    """Return the mean chance over all faces that a die may show after a re-roll."""
    total = 0.0
    for f in range(rules.value_count):
        face = rules.values[f]
        a = face if die == 0 else table.dice[0]
        b = face if die == 1 else table.dice[1]
        c = face if die == 2 else table.dice[2]
        total += rules.value_weights[f] * chance_to_win(hand_value(table, sheet, strike, a, b, c) + offset)
    return total / rules.dice_faces.total


@separate_kernel
def mean_after_whirlwind(table, rules, sheet, strike, offset):
    """Return the mean chance over all throws of the dice in hand."""
    total, throws = 0.0, 0
    second, third = table.dice_count > 1, table.dice_count > 2
    for i in range(rules.value_count):
        for j in range(i + 1 if second else 1):
            for k in range(j + 1 if third else 1):
                ways = throw_ways(table, rules, i, j, k)
                a, b, c = rules.values[i], rules.values[j], rules.values[k]
                total += ways * chance_to_win(hand_value(table, sheet, strike, a, b, c) + offset)
                throws += ways
    return total / throws


@separate_kernel
def best_purchase(table, rules, mind, view, moves, count):
    """Return the index of the best purchase, and the odds after it."""
    best, most = 0, -1.0e12
    at = scratch(STANDING)
    for i in range(count):
        move = moves[i]
        if move.kind == Move.BUY:
            copy_standing(view.now, at)
            at.reserve -= rules.darkhouse_price[card_of_the_turn(table)]
            kind = int(move.number)
            if move.place == 0:
                into_cabin(at, kind)
            else:
                board(at, kind, int(move.place))
            worth = settle(table, rules, mind, view, at)
            if worth > most:
                best, most = i, worth
    return best, most


@separate_kernel
def best_translation(table, rules, mind, view, sheet):
    """Return the log odds after the best Translation, the place it fetches to, and the number."""
    fetchable = int(numbers_open(table, rules) & crew_on_path(table))
    best, target, fetched = -1.0e12, 0, 0
    dice = table.dice
    strike = sheet.strike
    cost = rules.spell_cost_translation
    if table.step == s.SPELL:
        strike = struck(table, rules, mind, view, cost, with_less(table, rules, mind, view, cost))
    for i in range(3):
        left, right = int(dice[(i + 1) % 3]), int(dice[(i + 2) % 3])
        n = int(dice[i])
        if n == 0 or left == 0 or right == 0:
            continue
        one = sheet.figures[left, n] - strike * sheet.strikes[right]
        other = sheet.figures[right, n] - strike * sheet.strikes[left]
        p, d = (left, right) if one >= other else (right, left)
        place = landing_place(table, view.now, p, n)
        if place > table.length or (view.now.to_come != 0 and place >= table.phantom):
            continue
        if table.first_place != 0 and place != table.first_place:
            continue
        numbers = scarcest(view, fetchable)
        while numbers != 0:
            number = lowest_number(numbers)
            numbers &= numbers - 1
            if number == table.path[place] or source_of(table, number, table.first_place) == place:
                continue
            turn = Turn(table.phantom_course, 0, number)
            worth = after(table, rules, mind, view, turn, p, n) - strike * sheet.strikes[d]
            if worth > best:
                best, target, fetched = worth, place, number
    return best, target, fetched


@kernel
def scarcest(view, numbers):
    """Return those of the numbers of which fewest copies lie ahead."""
    best, fewest = 0, 100
    while numbers != 0:
        number = lowest_number(numbers)
        numbers &= numbers - 1
        left = copies(view.now.ahead, number)
        if left < fewest:
            best, fewest = 0, left
        best |= bit(number) if left == fewest else 0
    return best
