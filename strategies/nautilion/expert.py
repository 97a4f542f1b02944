"""The strongest player that comes with simkit."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import strategy
from simkit.games.nautilion.board import may_go_aboard
from simkit.games.nautilion.state import (
    CREW_NUMBERS,
    DISCARD,
    FULL_CREW,
    PLAN,
    SPELL,
    TIDE,
    TRANSLATION,
    TRANSLATION_FIRST,
    TRANSLATION_SECOND,
    WHIRLWIND,
    bit,
)
from strategies.nautilion.evaluation import (
    CREW,
    NAUTILION,
    NAUTILION_PLACE,
    PHANTOM,
    STRIKES,
    best_plan,
    best_plan_value,
    best_tide,
    boarding_worth,
    face_values,
    next_landings,
    reserve_spent,
    reserve_token_worth,
    strike_cost,
    tokens_between,
    weighted,
)
from strategies.nautilion.features import copies_ahead, find_kind, find_place, take_aboard
from strategies.nautilion.planner import discard

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
)


@strategy(game="nautilion", skill="expert", parameters=WEIGHTS)
def expert(table, seat, rules, moves, count, parameters, chance):
    """Weighs everything that `planner` weighs, with other weights, and uses all three spells.

    A Whirlwind is cast if the best plan after it is worth more on average, over all dice that may fall, than
    the best plan now and the token; a Tide or a Translation if the plan that they make possible is.  A
    Translation fetches a missing number, from behind the Nautilion if a copy was left there.  The weights
    were tuned on all six boards against games that no report is made of.
    """
    weights = parameters.values
    packed = copies_ahead(table)
    if table.step == SPELL:
        return _spell(table, rules, moves, count, weights, packed)
    if table.step == TRANSLATION_FIRST:
        values, window = face_values(table, rules, weights, packed)
        return find_place(moves, count, _best_translation(table, rules, weights, packed, values, window)[1])
    if table.step == TRANSLATION_SECOND:
        landed = tokens_between(table, table.nautilion, table.first_place) + 1
        window = face_values(table, rules, weights, packed)[1]
        number = _best_number(table, rules, weights, packed, window, landed, table.first_place)[0]
        return find_place(moves, count, _source_of(table, number, table.first_place))
    if table.step == PLAN:
        values, _ = face_values(table, rules, weights, packed)
        strike = strike_cost(table, rules, weights, packed, table.reserve)
        return best_plan(table, values, strike, moves, count)
    if table.step == DISCARD:
        return discard(table, rules, moves, count, weights, packed)
    return take_aboard(moves, count)


@kernel
def _spell(table, rules, moves, count, weights, packed):
    values, window = face_values(table, rules, weights, packed)
    dice = table.dice
    strike = strike_cost(table, rules, weights, packed, table.reserve)
    now = best_plan_value(values, strike, dice[0], dice[1], dice[2])
    best, most = 0, now + 0.05 * weights[CREW]
    whirlwind = find_kind(moves, count, WHIRLWIND)
    if whirlwind >= 0:
        cost = rules.spell_cost_whirlwind
        strike = strike_cost(table, rules, weights, packed, table.reserve - cost)
        then = _after_whirlwind(rules, values, strike) - reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = whirlwind, then
    if find_kind(moves, count, TIDE) >= 0:
        cost = rules.spell_cost_tide
        strike = strike_cost(table, rules, weights, packed, table.reserve - cost)
        tide, then = best_tide(table, values, strike, moves, count, TIDE)
        then -= reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = tide, then
    translation = find_kind(moves, count, TRANSLATION)
    if translation >= 0 and table.crew != FULL_CREW:
        cost = rules.spell_cost_translation
        then = _best_translation(table, rules, weights, packed, values, window)[0]
        then -= reserve_spent(weights, table.reserve, cost)
        if then > most:
            best, most = translation, then
    return best


@kernel
def _after_whirlwind(rules, values, strike):
    """Return the mean worth of the best plan over all throws of three dice."""
    total = 0.0
    for i in range(rules.value_count):
        for j in range(i + 1):
            for k in range(j + 1):
                ways = rules.value_faces[i] * rules.value_faces[j] * rules.value_faces[k] * _orders(i, j, k)
                a, b, c = rules.values[i], rules.values[j], rules.values[k]
                total += ways * best_plan_value(values, strike, a, b, c)
    return total / rules.face_count**3


@kernel
def _orders(i, j, k):
    """Return in how many orders three dice can show these values."""
    if i == j and j == k:
        return 1
    return 3 if i == j or j == k else 6


@kernel
def _best_translation(table, rules, weights, packed, values, window):
    """Return the worth of the best plan after the best Translation, and the place that it fetches to."""
    best, most = 0, -1.0e12
    strike = strike_cost(table, rules, weights, packed, table.reserve - rules.spell_cost_translation)
    dice = table.dice
    for i in range(3):
        die = dice[i]
        place = int(values[NAUTILION_PLACE, die])
        if place > table.length or may_go_aboard(table.crew, rules, table.path[place]):
            continue
        number, gain = _best_number(table, rules, weights, packed, window, die, place)
        if number == 0:
            continue
        left, right = dice[(i + 1) % 3], dice[(i + 2) % 3]
        worth = values[NAUTILION, die] + gain
        worth += max(
            values[PHANTOM, left] - strike * values[STRIKES, right],
            values[PHANTOM, right] - strike * values[STRIKES, left],
        )
        if worth > most:
            best, most = place, worth
    return most, best


@kernel
def _best_number(table, rules, weights, packed, window, landed, place):
    """Return the number that is best fetched to `place`, and what that is worth (0 and 0 if none)."""
    without = reserve_token_worth(weights, table.reserve)
    without += next_landings(rules, weights, window, landed, table.crew)
    best, most = 0, -1.0e12
    for number in range(1, CREW_NUMBERS + 1):
        if may_go_aboard(table.crew, rules, number) and _source_of(table, number, place) > 0:
            worth = boarding_worth(table, rules, weights, packed, number)
            worth += next_landings(rules, weights, window, landed, table.crew | bit(number))
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
