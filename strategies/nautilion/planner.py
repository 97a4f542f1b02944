"""Plans which tokens ahead complete the crew."""

from simkit.engine.kernel import kernel
from simkit.engine.strategy import strategy
from simkit.games.nautilion.state import (
    DISCARD,
    DISCARD_CREW,
    DISCARD_RESERVE,
    PLAN,
    SPELL,
    TIDE,
)
from strategies.nautilion.evaluation import (
    CREW,
    best_plan,
    best_plan_value,
    best_tide,
    cheapest_discard,
    face_values,
    reserve_spent,
    reserve_token_worth,
    strike_cost,
    weighted,
)
from strategies.nautilion.features import copies_ahead, find_kind, fits, take_aboard

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
)


@strategy(game="nautilion", skill="experienced", parameters=WEIGHTS)
def planner(table, seat, rules, moves, count, parameters, chance):
    """Keep count of the copies ahead, and plan the landing after the next one.

    Let the Phantom have what is plentiful, open ducts early, keep both races in sight.  Spend a Tide
    only if no die lands on a token that fits, and the plan that it makes possible is worth more than the
    tokens; no other spell is known.
    """
    weights = parameters.values
    if table.step == SPELL:
        return _spell(table, rules, moves, count, weights)
    packed = copies_ahead(table)
    if table.step == PLAN:
        values, _ = face_values(table, rules, weights, packed)
        strike = strike_cost(table, rules, weights, packed, table.reserve)
        return best_plan(table, values, strike, moves, count)
    if table.step == DISCARD:
        return discard(table, rules, moves, count, weights, packed)
    return take_aboard(moves, count)


@kernel
def _spell(table, rules, moves, count, weights):
    dice = table.dice
    for i in range(3):
        if fits(table, rules, dice[i]):
            return 0
    if find_kind(moves, count, TIDE) < 0:
        return 0
    packed = copies_ahead(table)
    values, _ = face_values(table, rules, weights, packed)
    strike = strike_cost(table, rules, weights, packed, table.reserve)
    now = best_plan_value(values, strike, dice[0], dice[1], dice[2])
    cost = rules.spell_cost_tide
    strike = strike_cost(table, rules, weights, packed, table.reserve - cost)
    tide, then = best_tide(table, values, strike, moves, count, TIDE)
    gain = then - now - reserve_spent(weights, table.reserve, cost)
    return tide if gain > 0.1 * weights[CREW] else 0


@kernel
def discard(table, rules, moves, count, weights, packed):
    """Return the index of the discard that costs least."""
    reserve = find_kind(moves, count, DISCARD_RESERVE)
    number, cost = cheapest_discard(table, rules, weights, packed)
    if reserve >= 0 and (number == 0 or reserve_token_worth(weights, table.reserve - 1) <= cost):
        return reserve
    for i in range(count):
        if moves[i].kind == DISCARD_CREW and moves[i].number == number:
            return i
    return 0
