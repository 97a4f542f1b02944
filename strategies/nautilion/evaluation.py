"""How `planner` and `expert` value a position, and what each die would change about it.

The worth of a position is a sum: crew aboard, copies still ahead of each missing number (steeply falling as
they run out), missing numbers that the ducts have opened, the reserve (each further token worth less), and
the two races to the ends of the path.  A plan's worth is then, but for rare meetings of the figures, what its
Darkhouse die changes plus what its Phantom die changes plus what its Nautilion die changes: three numbers a
face, worked out once a decision (`face_values`), after which every plan, Tide and re-roll is a sum.
"""

import numpy as np

from simkit.engine.kernel import kernel
from simkit.engine.strategy import Parameter
from simkit.games.nautilion.board import may_go_aboard, may_leave
from simkit.games.nautilion.path import place_toward_isles
from simkit.games.nautilion.rules import HIGHEST_FACE
from simkit.games.nautilion.state import CREW_NUMBERS, FULL_CREW, ISLES, bit, crew_size
from strategies.nautilion.features import COPIES_BITS, copies, costs_a_token, one_copy

_WEIGHTS = {
    "crew": (0, 60, "worth of a number aboard"),
    "last_copy": (0, 150, "what it costs when the last copy ahead of a missing number goes"),
    "second_copy": (0, 60, "likewise the last copy but one"),
    "third_copy": (0, 40, "likewise the last but two"),
    "opened": (0, 20, "worth of a missing number that the ducts have opened"),
    "reserve": (0, 40, "worth of the first reserve token"),
    "reserve_decay": (0.3, 1, "worth of each further one, as a share of the one before"),
    "phantom_step": (0, 20, "what a step of the Phantom costs"),
    "phantom_near": (0, 20, "how much more it costs as the Isles come near"),
    "own_step": (-5, 20, "what a step of the Nautilion costs while numbers are missing"),
    "race": (0, 5, "worth of a step when the Nautilion is behind in the race"),
    "next_landing": (0, 20, "worth of a fitting token one landing ahead"),
    "crew_lost": (0, 40, "what it costs to discard from the board, besides the number itself"),
}


def weighted(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights as a strategy's parameters, each with the default given."""
    return tuple(Parameter(name, defaults[name], *rest) for name, rest in _WEIGHTS.items())


CREW, LAST_COPY, SECOND_COPY, THIRD_COPY, OPENED, RESERVE, DECAY = range(7)
PHANTOM_STEP, PHANTOM_NEAR, OWN_STEP, RACE, NEXT_LANDING, CREW_LOST = range(7, 13)

DECIDED = 1000.0
"""Worth of a won game; a lost one is worth as much less than nothing."""

NEAR_THE_ISLES = 14.0
"""Steps from the Isles at which the Phantom begins to be near."""

AHEAD = 4
"""Tokens after a landing that are looked at for the next one."""

AHEAD_SHARE = 0.7
"""What each of them counts, as a share of the one before it."""

STRIKES, PHANTOM, NAUTILION, PHANTOM_PLACE, NAUTILION_PLACE, PAIRS = range(6)
FACE_VALUES = PAIRS + HIGHEST_FACE + 1
"""Rows of the table that `face_values` makes, one column a face; from PAIRS on a row for each other face:
the worth of giving these two to the Phantom and the Nautilion, in the better order."""


@kernel
def copy_worth(weights, left):
    """Return what it costs when `left` copies ahead of a missing number become one fewer."""
    if left == 1:
        return weights[LAST_COPY]
    if left == 2:
        return weights[SECOND_COPY]
    if left == 3:
        return weights[THIRD_COPY]
    return 0.0


@kernel
def missing_worth(weights, left):
    """Return what a missing number with `left` copies ahead lacks to one with plenty."""
    worth = weights[THIRD_COPY] if left < 3 else 0.0
    if left < 2:
        worth += weights[SECOND_COPY]
    if left < 1:
        worth += weights[LAST_COPY]
    return worth


@kernel
def opened_numbers(crew, rules):
    """Return how many missing numbers could be placed (all, while nobody is aboard)."""
    return crew_size(rules.open_spaces[crew])


@kernel
def reserve_token_worth(weights, have):
    """Return the worth of one more reserve token to somebody who has `have`."""
    worth = weights[RESERVE]
    for _ in range(have):
        worth *= weights[DECAY]
    return worth


@kernel
def reserve_spent(weights, have, cost):
    """Return what `cost` tokens are worth to somebody who has `have`."""
    worth = 0.0
    for i in range(cost):
        worth += reserve_token_worth(weights, have - 1 - i)
    return worth


@kernel
def discard_costs(table, rules, weights, packed, number):
    """Return what it costs to discard `number` from the board."""
    opened = opened_numbers(table.crew & ~bit(number), rules) - opened_numbers(table.crew, rules)
    return (
        weights[CREW]
        + weights[CREW_LOST]
        + missing_worth(weights, copies(packed, number))
        - weights[OPENED] * opened
    )


@kernel
def cheapest_discard(table, rules, weights, packed):
    """Return the number that is cheapest to discard from the board, and its cost (0 and 0 without crew)."""
    best, least = 0, 0.0
    for number in range(1, CREW_NUMBERS + 1):
        if may_leave(table.crew, rules, number):
            cost = discard_costs(table, rules, weights, packed, number)
            if best == 0 or cost < least:
                best, least = number, cost
    return best, least


@kernel
def strike_cost(table, rules, weights, packed, reserve):
    """Return what it costs if the Darkhouse strikes while `reserve` tokens are left."""
    if reserve == 0:
        return cheapest_discard(table, rules, weights, packed)[1]
    return reserve_token_worth(weights, reserve - 1)


@kernel
def boarding_worth(table, rules, weights, packed, number):
    """Return the worth of taking `number` aboard."""
    worth = weights[CREW] + missing_worth(weights, copies(packed, number))
    if table.crew != 0:
        opened = opened_numbers(table.crew | bit(number), rules) - opened_numbers(table.crew, rules)
        worth += weights[OPENED] * opened
    return worth


@kernel
def look_ahead(table, reach, values):
    """Return the kinds of the next ``reach + AHEAD`` tokens, packed as copies are; note the first places.

    Row NAUTILION_PLACE of `values` receives the place of the n-th token ahead in column n, the Abyss where
    there is none.
    """
    window, seen = 0, 0
    for place in range(table.nautilion + 1, table.length + 1):
        kind = int(table.path[place])  # wide enough to be packed
        if kind != 0:
            seen += 1
            if seen > reach + AHEAD:
                break
            window |= kind << (COPIES_BITS * seen)
            if seen <= reach:
                values[NAUTILION_PLACE, seen] = place
    for n in range(seen + 1, reach + 1):
        values[NAUTILION_PLACE, n] = table.length + 1
    return window


@kernel
def next_landings(rules, weights, window, landed, crew):
    """Return the worth of the fitting tokens after the `landed`-th one ahead, the nearer the more."""
    open_kinds = rules.open_spaces[crew] << 1
    worth, share = 0.0, 1.0
    for n in range(landed + 1, landed + 1 + AHEAD):
        worth += share * ((open_kinds >> copies(window, n)) & 1)
        share *= AHEAD_SHARE
    return worth * weights[NEXT_LANDING]


@kernel
def tokens_between(table, low, high):
    """Return how many places with tokens lie between two places, both not counted."""
    count = 0
    for place in range(low + 1, high):
        count += 1 if table.path[place] != 0 else 0
    return count


@kernel
def face_values(table, rules, weights, packed):
    """Return what each face and each pair of faces changes, shape (FACE_VALUES, faces), and the window."""
    values = np.empty((FACE_VALUES, HIGHEST_FACE + 1))
    own = tokens_between(table, table.nautilion, table.length + 1)
    distance = tokens_between(table, ISLES, table.phantom) + 1
    step = weights[RACE] * max(0, own - distance)
    for f in range(rules.value_count):
        face = rules.values[f]
        values[STRIKES, face] = 1.0 if costs_a_token(rules, face) else 0.0
        phantom_value(table, weights, packed, face, distance, step, values)
    window = look_ahead(table, rules.values[rules.value_count - 1], values)
    nautilion_values(table, rules, weights, packed, step, window, values)
    pair_values(table, rules, values)
    return values, window


@kernel
def pair_values(table, rules, values):
    """Fill in the rows from PAIRS on."""
    for f in range(rules.value_count):
        a = rules.values[f]
        for g in range(f + 1):
            b = rules.values[g]
            worth = max(figures_value(table, values, a, b), figures_value(table, values, b, a))
            values[PAIRS + a, b] = worth
            values[PAIRS + b, a] = worth


@kernel
def figures_value(table, values, phantom, nautilion):
    """Return what giving two faces to the Phantom and the Nautilion changes."""
    worth = values[PHANTOM, phantom] + values[NAUTILION, nautilion]
    met = values[PHANTOM_PLACE, phantom]
    if met == values[NAUTILION_PLACE, nautilion] and met > table.nautilion:
        # The Phantom takes this very token first: the Nautilion goes one further, to who knows what.
        worth -= 0.5 * max(0.0, values[NAUTILION, nautilion])
    return worth


@kernel
def phantom_value(table, weights, packed, face, distance, step, values):
    """Fill in what the Phantom does with a face."""
    place = place_toward_isles(table, table.phantom, face)
    values[PHANTOM_PLACE, face] = place
    if place == ISLES:
        values[PHANTOM, face] = -DECIDED
        return
    kind = table.path[place]
    worth = -face * (weights[PHANTOM_STEP] + step)
    worth -= weights[PHANTOM_NEAR] * max(0.0, NEAR_THE_ISLES - (distance - face))
    if place > table.nautilion and not (table.crew & bit(kind)):
        worth -= copy_worth(weights, copies(packed, kind))
    values[PHANTOM, face] = worth


@kernel
def nautilion_values(table, rules, weights, packed, step, window, values):
    """Fill in what the Nautilion does with each face, walking along the tokens ahead once."""
    crew = table.crew
    into_reserve = reserve_token_worth(weights, table.reserve)
    passed = 0.0
    for n in range(1, rules.values[rules.value_count - 1] + 1):
        kind = copies(window, n)
        if kind == 0:
            values[NAUTILION, n] = DECIDED if crew == FULL_CREW else -DECIDED
        elif crew == FULL_CREW:
            values[NAUTILION, n] = n * (weights[PHANTOM_STEP] + step)
        else:
            lost = 0.0 if crew & bit(kind) else copy_worth(weights, copies(packed, kind))
            if may_go_aboard(crew, rules, kind):
                worth = boarding_worth(table, rules, weights, packed, kind)
                worth += next_landings(rules, weights, window, n, crew | bit(kind))
            else:
                worth = into_reserve - lost + next_landings(rules, weights, window, n, crew)
            values[NAUTILION, n] = worth - passed + n * (step - weights[OWN_STEP])
            passed += lost
            packed -= one_copy(kind)


@kernel
def best_plan_value(values, strike, a, b, c):
    """Return the worth of the best giving of three dice; `strike` is what the Darkhouse's costs."""
    return max(
        values[PAIRS + b, c] - strike * values[STRIKES, a],
        values[PAIRS + a, c] - strike * values[STRIKES, b],
        values[PAIRS + a, b] - strike * values[STRIKES, c],
    )


@kernel
def best_plan(table, values, strike, moves, count):
    """Return the index of the best plan."""
    best, most = 0, -1.0e12
    for i in range(count):
        move = moves[i]
        worth = figures_value(table, values, move.phantom, move.nautilion)
        worth -= strike * values[STRIKES, move.darkhouse]
        if worth > most:
            best, most = i, worth
    return best


@kernel
def best_tide(table, values, strike, moves, count, kind):
    """Return the index of the best Tide listed (-1 if there is none) and the worth of the plan after it."""
    dice = table.dice
    best, most = -1, -1.0e12
    for i in range(count):
        move = moves[i]
        if move.kind == kind:
            a = move.value if move.die == 0 else dice[0]
            b = move.value if move.die == 1 else dice[1]
            c = move.value if move.die == 2 else dice[2]
            worth = best_plan_value(values, strike, a, b, c)
            if worth > most:
                best, most = i, worth
    return best, most
