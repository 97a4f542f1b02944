"""The strongest player that comes with simkit."""

from simkit.engine.kernel import kernel, separate_kernel
from simkit.engine.scratch import scratch
from simkit.engine.strategy import strategy
from simkit.games.nautilion.board import may_go_aboard, numbers_open, spaces_held
from simkit.games.nautilion.cabin import partners_ready
from simkit.games.nautilion.darkhouse_cards import BACKWARDS, EXCHANGE, FOR_SALE, card_of_the_turn
from simkit.games.nautilion.heroic_actions import crew_on_path
from simkit.games.nautilion.mercenaries import collision_to_come
from simkit.games.nautilion.state import (
    ALL_FIGURES,
    BUY,
    DARKHOUSE_FIGURE,
    DISCARD,
    PLAN,
    PLAY_HEROIC,
    SET_DICE,
    SPELL,
    TAKE,
    TRANSLATION,
    TRANSLATION_FIRST,
    TRANSLATION_SECOND,
    WHIRLWIND,
)
from simkit.games.nautilion.tokens import CREW_NUMBERS, FULL_CREW, MERCENARY, bit, crew_size, is_crew
from strategies.nautilion.choices import card_decision, discard, set_dice, take
from strategies.nautilion.evaluation import (
    face_values,
    hand_values,
    next_landings,
    plan_values,
    welcome_kinds,
)
from strategies.nautilion.face_table import DECIDED, FACE_TABLE
from strategies.nautilion.features import (
    copies_ahead,
    find_card,
    find_kind,
    find_place,
    find_spell,
    some_die_fits,
    some_die_spares,
    tokens_between,
    ways_left,
)
from strategies.nautilion.harpoons import figures_meet
from strategies.nautilion.heroism import best_heroic_card
from strategies.nautilion.plans import after_whirlwind, best_plan, best_reroll, best_tide, hand_value
from strategies.nautilion.worths import (
    CREW,
    boarding_worth,
    cabin_worth,
    harpoon_worth,
    kept_worth,
    mercenary_worth,
    reserve_spent,
    strike_cost,
    strike_cost_after,
    weighted,
)

WEIGHTS = weighted(
    crew=12.3,
    last_copy=22.2,
    second_copy=2.65,
    third_copy=1.14,
    opened=1.65,
    reserve=6.19,
    reserve_decay=0.859,
    phantom_step=1.07,
    phantom_near=2.49,
    own_step=0.681,
    race=0.288,
    next_landing=2.91,
    crew_lost=4.36,
    partner=8.12,
    harpoon=7.22,
    harpoon_decay=0.754,
    phantom_grows=0.0217,
    prize=6.55,
    stuck=7.79,
    heroic=10.2,
    heroic_near=0.892,
    shield=0.969,
)

CREW_FOR_HEROISM = 6

SMALL_RESERVE = 3
"""Tokens of which none is spent, with expansions, on dice that will do as they are."""


@strategy(game="nautilion", skill="expert", parameters=WEIGHTS)
def expert(table, seat, rules, moves, count, parameters, chance):
    """Weighs everything that `planner` weighs, with other weights, and uses all three spells.

    A Whirlwind is cast if the best plan after it is worth more on average, over all dice that may fall, than
    the best plan now and the token; a Tide or a Translation if the plan that they make possible is.  A
    Translation fetches a missing number, from behind the Nautilion if a copy was left there.  Mages re-roll
    while the mean after it is better; Heroic cards, once six crew are aboard, and purchases are weighed like
    spells, against what is paid.  With expansions, dice that will do are kept while the reserve is small.
    The weights were tuned against games that no report is made of.
    """
    weights = parameters
    if table.step == TAKE:
        return take(table, rules, moves, count, weights)
    if table.step == SPELL and _nothing_to_weigh(table, rules, moves, count):
        return 0
    if table.step not in (DISCARD, SPELL, PLAN, SET_DICE, TRANSLATION_FIRST, TRANSLATION_SECOND):
        return card_decision(table, rules, moves, count, weights)
    packed, ways = copies_ahead(table), ways_left(table)
    armed = harpoon_worth(table, rules, weights, ways)
    if table.step == DISCARD:
        return discard(table, rules, moves, count, weights, packed, armed)
    return _give_or_change(table, rules, moves, count, weights, packed, armed, ways)


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
def _give_or_change(table, rules, moves, count, weights, packed, armed, ways):
    """Return the index of the best plan, or of the best way to other dice or to another landing."""
    sheet = scratch(FACE_TABLE)
    window = face_values(table, rules, weights, packed, armed, ways, sheet)
    strike = strike_cost(table, rules, weights, packed, armed, table.reserve)
    if table.step == PLAN:
        plan_values(table, rules, weights, packed, armed, ways, sheet, moves, count)
        return best_plan(table, sheet, strike, moves, count)
    hand_values(table, rules, weights, packed, armed, ways, sheet)
    if table.step == SPELL:
        return _currents(table, rules, moves, count, weights, packed, armed, sheet, window, strike)
    if table.step == TRANSLATION_FIRST:
        place = _best_translation(table, rules, weights, packed, armed, sheet, window)[1]
        return find_place(moves, count, place)
    if table.step == TRANSLATION_SECOND:
        landed = tokens_between(table, table.nautilion, table.first_place) + 1
        numbers = numbers_open(table, rules) & crew_on_path(table)
        kind = table.path[table.first_place]
        number = _best_number(table, rules, weights, packed, armed, window, landed, kind, numbers)[0]
        return find_place(moves, count, _source_of(table, number, table.first_place))
    return set_dice(table, rules, moves, count, sheet, strike)


@kernel
def _currents(table, rules, moves, count, weights, packed, armed, sheet, window, strike):
    dice = table.dice
    now = hand_value(table, sheet, strike, dice[0], dice[1], dice[2])
    best, most = 0, now + 0.05 * weights.values[CREW]
    if rules.expanded != 0:
        best, most = _expansions_choice(
            table, rules, weights, packed, armed, sheet, strike, now, moves, count
        )
    cost = rules.spell_cost_whirlwind
    whirlwind = find_spell(table, moves, count, WHIRLWIND, cost)
    if whirlwind >= 0:
        then_struck = strike_cost_after(table, rules, weights, packed, armed, strike, cost)
        then = after_whirlwind(table, rules, sheet, then_struck)
        then -= reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = whirlwind, then
    cost = rules.spell_cost_tide
    if table.reserve >= cost:
        then_struck = strike_cost_after(table, rules, weights, packed, armed, strike, cost)
        tide, then = best_tide(table, sheet, then_struck, moves, count)
        then -= reserve_spent(weights, table.reserve, cost)
        if tide >= 0 and then > most:
            best, most = tide, then
    cost = rules.spell_cost_translation
    translation = find_spell(table, moves, count, TRANSLATION, cost)
    if translation >= 0 and table.crew != FULL_CREW and _lands_normally(table):
        then = _best_translation(table, rules, weights, packed, armed, sheet, window)[0]
        then -= reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = translation, then
    return best


@kernel
def _lands_normally(table):
    """Return True if three dice lie in hand, one of them for a Nautilion that keeps what it finds ahead."""
    if table.darkhouse_effect in (BACKWARDS, EXCHANGE) or table.three_tokens != 0:
        return False
    return table.receiving == ALL_FIGURES and table.dice_count == 3


@kernel
def _expansions_choice(table, rules, weights, packed, armed, sheet, strike, now, moves, count):
    """Return the best of re-roll, Heroic card, purchase and stop, and the worth of the plan after it."""
    best, most = 0, now + 0.05 * weights.values[CREW]
    reroll, then = best_reroll(table, rules, sheet, strike, moves, count)
    if reroll >= 0 and then > now:
        best, most = reroll, max(then, most)
    if table.heroic_left > 0 and crew_size(table.crew) >= CREW_FOR_HEROISM:
        card, paid, gain = best_heroic_card(table, rules, weights, packed, armed, sheet, strike, now)
        if now + gain > most:
            best, most = find_card(moves, count, card, paid), now + gain
    if table.darkhouse_effect == FOR_SALE and find_kind(moves, count, BUY) >= 0:
        purchase, gain = _best_purchase(table, rules, weights, packed, armed, moves, count)
        if now + gain > most:
            best, most = purchase, now + gain
    return best, most


@kernel
def _best_purchase(table, rules, weights, packed, armed, moves, count):
    """Return the index of the best purchase, and what it gains."""
    best, most = -1, -1.0e12
    for i in range(count):
        move = moves[i]
        if move.kind == BUY:
            if move.place == 0:
                worth = cabin_worth(weights, packed, move.number)
            elif move.number == MERCENARY:
                worth = mercenary_worth(table, rules, weights, packed, armed, move.place)
            else:
                worth = boarding_worth(table, rules, weights, packed, armed, move.number)
            if worth > most:
                best, most = i, worth
    return best, most - reserve_spent(weights, table.reserve, rules.darkhouse_price[card_of_the_turn(table)])


@kernel
def _best_translation(table, rules, weights, packed, armed, sheet, window):
    """Return the worth of the best plan after the best Translation, and the place that it fetches to."""
    best, most = 0, -1.0e12
    strike = strike_cost(table, rules, weights, packed, armed, table.reserve - rules.spell_cost_translation)
    numbers = numbers_open(table, rules) & crew_on_path(table)
    dice = table.dice
    for i in range(3):
        die = dice[i]
        place = sheet.nautilion_place[die]
        kind = table.path[place]
        if place > table.length or (is_crew(kind) and may_go_aboard(table, rules, kind)):
            continue
        number, gain = _best_number(table, rules, weights, packed, armed, window, die, kind, numbers)
        if number == 0:
            continue
        left, right = dice[(i + 1) % 3], dice[(i + 2) % 3]
        one = sheet.phantom[left] - strike * sheet.strikes[right]
        other = sheet.phantom[right] - strike * sheet.strikes[left]
        if collision_to_come(table, rules):  # where the figures meet, the token is not reached
            one = -DECIDED if figures_meet(table, sheet.phantom_place[left], place) else one
            other = -DECIDED if figures_meet(table, sheet.phantom_place[right], place) else other
        worth = sheet.nautilion[die] + gain + max(one, other)
        if worth > most:
            best, most = place, worth
    return most, best


@kernel
def _best_number(table, rules, weights, packed, armed, window, landed, kind, numbers):
    """Return the number that is best fetched to a landing on `kind`, and what is gained (0 and 0 if none).

    `numbers` are those that may go aboard and lie on the path.
    """
    held = spaces_held(table)
    without = kept_worth(table, rules, weights, packed, armed, kind)
    without += next_landings(weights, window, landed, welcome_kinds(table, rules, held))
    best, most = 0, -1.0e12
    for number in range(1, CREW_NUMBERS + 1):
        if numbers & bit(number):
            worth = boarding_worth(table, rules, weights, packed, armed, number)
            welcome = welcome_kinds(table, rules, held | bit(number))
            worth += next_landings(weights, window, landed, welcome)
            if worth > most:
                best, most = number, worth
    return best, most - without if best > 0 else 0.0


@kernel
def _source_of(table, number, place):
    """Return where a copy of `number` is best fetched from, 0 if there is none.

    From behind the Nautilion, for that takes none away from ahead; else from as far ahead as there is one.
    """
    source = 0
    for candidate in range(1, table.length + 1):
        if table.path[candidate] == number and candidate != place:
            if candidate < table.nautilion:
                return candidate
            source = candidate
    return source
