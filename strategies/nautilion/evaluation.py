"""What each die would change about a position, as `planner` and `expert` see it.

A plan's worth is, but for meetings of the figures, what its Darkhouse die changes plus what its Phantom die
changes plus what its Nautilion die changes: three numbers a face, worked out once a decision (`face_values`),
after which every plan, Tide and re-roll is a sum.
"""

import numpy as np

from simkit.engine.kernel import inlined_kernel, kernel
from simkit.games.nautilion.board import numbers_open, spaces_held
from simkit.games.nautilion.cabin import cabin_open
from simkit.games.nautilion.darkhouse import discard_faces
from simkit.games.nautilion.darkhouse_cards import BACKWARDS
from simkit.games.nautilion.mercenaries import collision_to_come, goes_on_phantom_board
from simkit.games.nautilion.nautilion import end_at_abyss
from simkit.games.nautilion.path import place_toward_isles
from simkit.games.nautilion.state import ALL_FIGURES, ISLES, STAYS, TOWARD_ISLES, WON
from simkit.games.nautilion.tokens import ALL_MAGES, MAGE_A, MERCENARY, bit
from strategies.nautilion.face_table import (
    DECIDED,
    FACE_VALUES,
    FACES,
    FIGURES,
    MEANS,
    NAUTILION,
    NAUTILION_PLACE,
    PAIRS,
    PHANTOM,
    PHANTOM_PLACE,
    STRIKES,
)
from strategies.nautilion.features import (
    COPIES_BITS,
    copies,
    needed_kinds,
    nothing_is_missing,
    one_copy,
)
from strategies.nautilion.harpoons import harpoons_of
from strategies.nautilion.meetings import collision_value, corrected, faces_in_question, prepare_meetings
from strategies.nautilion.worths import (
    NEXT_LANDING,
    OWN_STEP,
    PHANTOM_NEAR,
    PHANTOM_STEP,
    RACE,
    STUCK,
    boarding_worth,
    cabin_worth,
    copy_worth,
    kept_worth,
    mercenary_landing_worth,
    reserve_token_worth,
)

NEAR_THE_ISLES = 14.0
"""Steps from the Isles at which the Phantom begins to be near."""

AHEAD = 4
"""Tokens after a landing that are looked at for the next one."""

AHEAD_SHARE = 0.7
"""What each of them counts, as a share of the one before it."""


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


@inlined_kernel
def welcome_kinds(table, rules, held):
    """Return the kinds that could be placed next if the spaces `held` were: bit `kind` for each."""
    welcome = rules.open_spaces[held] << 1
    if rules.expanded != 0:
        if rules.players == 2:  # the next landing is the other player's
            welcome &= (table.admirals[0] if table.may_place == table.admirals[1] else table.admirals[1]) << 1
        if rules.mages != 0:
            welcome |= (ALL_MAGES & ~table.cabin_mages) << MAGE_A
        if collision_to_come(table, rules):
            welcome |= 1 << MERCENARY
    return welcome


@inlined_kernel
def next_landings(weights, window, landed, welcome):
    """Return the worth of the welcome tokens after the `landed`-th one ahead, the nearer the more."""
    worth, share = 0.0, 1.0
    for n in range(landed + 1, landed + 1 + AHEAD):
        worth += share * ((welcome >> copies(window, n)) & 1)
        share *= AHEAD_SHARE
    return worth * weights.values[NEXT_LANDING]


@kernel
def face_values(table, rules, weights, packed, armed, ways):
    """Return what each face in question changes, shape (FACE_VALUES, FACES), and the tokens ahead.

    The rows from FIGURES on are left to `pair_values` or `plan_values`.
    """
    values = np.empty((FACE_VALUES, FACES))
    own, distance = ways[0], ways[1] + 1
    step = weights.values[RACE] * max(0, own - distance)
    needed, costly = needed_kinds(table, rules), discard_faces(table, rules)
    faces = faces_in_question(table, rules)
    for f in range(rules.value_count):
        face = rules.values[f]
        values[STRIKES, face] = 1.0 if (costly >> face) & 1 else 0.0
        if (faces >> face) & 1:
            phantom_value(table, rules, weights, packed, armed, needed, face, distance, step, values)
    window = look_ahead(table, rules.values[rules.value_count - 1], values)
    if table.darkhouse_effect == BACKWARDS:
        backward_values(table, rules, weights, packed, armed, values)
    else:
        nautilion_values(table, rules, weights, packed, armed, step, window, faces, values)
    return values, window


@kernel
def pair_values(table, rules, weights, packed, armed, ways, values):
    """Fill in the rows from FIGURES on: what is needed to compare all dice that could be in hand."""
    meeting = prepare_meetings(table, rules, weights, packed, armed, ways, values)
    for f in range(rules.value_count):
        a = rules.values[f]
        for g in range(f + 1):
            b = rules.values[g]
            one = figures_value(table, values, a, b)
            other = figures_value(table, values, b, a)
            if meeting:
                one = corrected(table, rules, values, a, b, one)
                other = corrected(table, rules, values, b, a, other)
            values[FIGURES + a, b] = one
            values[FIGURES + b, a] = other
            values[PAIRS + a, b] = values[PAIRS + b, a] = max(one, other)
    if table.receiving != ALL_FIGURES or table.dice_count != 3:
        values[STRIKES, 0] = values[FIGURES, 0] = 0.0
        for f in range(rules.value_count):
            face = rules.values[f]
            values[FIGURES, face] = values[NAUTILION, face]
            values[FIGURES + face, 0] = values[PHANTOM, face]
        mean_values(rules, values)


@kernel
def mean_values(rules, values):
    """Fill in the mean over a die of what it changes for each figure alone."""
    for row in (STRIKES, PHANTOM, NAUTILION):
        total = 0.0
        for f in range(rules.value_count):
            total += rules.value_faces[f] * values[row, rules.values[f]]
        values[MEANS, row] = total / rules.face_count


@kernel
def plan_values(table, rules, weights, packed, armed, ways, values, moves, count):
    """Fill in, of the rows from FIGURES on, what the plans listed need."""
    meeting = prepare_meetings(table, rules, weights, packed, armed, ways, values)
    for i in range(count):
        a, b = moves[i].phantom, moves[i].nautilion
        if a == 0:
            worth = values[NAUTILION, b] if b != 0 else 0.0
        elif b == 0:
            worth = values[PHANTOM, a]
        else:
            worth = figures_value(table, values, a, b)
            if meeting:
                worth = corrected(table, rules, values, a, b, worth)
        values[FIGURES + a, b] = worth
    values[STRIKES, 0] = 0.0
    if table.dice_count == 1:
        mean_values(rules, values)


@inlined_kernel
def figures_value(table, values, phantom, nautilion):
    """Return what giving two faces to the Phantom and the Nautilion changes."""
    worth = values[PHANTOM, phantom] + values[NAUTILION, nautilion]
    met = values[PHANTOM_PLACE, phantom]
    if met == values[NAUTILION_PLACE, nautilion] and met > table.nautilion:
        # The Phantom takes this very token first: the Nautilion goes one further, to who knows what.
        worth -= 0.5 * max(0.0, values[NAUTILION, nautilion])
    return worth


@inlined_kernel
def phantom_value(table, rules, weights, packed, armed, needed, face, distance, step, values):
    """Fill in what the Phantom does with a face."""
    place = place_toward_isles(table, table.phantom, face)
    if rules.expanded != 0:
        if table.phantom_course != TOWARD_ISLES:
            values[PHANTOM_PLACE, face] = table.phantom
            away = 0 if table.phantom_course == STAYS else face
            values[PHANTOM, face] = away * (weights.values[PHANTOM_STEP] + step)
            return
        if collision_to_come(table, rules) and place <= table.nautilion:
            values[PHANTOM_PLACE, face] = table.nautilion
            values[PHANTOM, face] = collision_value(table, rules, weights, table.nautilion)
            return
    values[PHANTOM_PLACE, face] = place
    if place == ISLES:
        values[PHANTOM, face] = -DECIDED
        return
    kind = table.path[place]
    worth = -face * (weights.values[PHANTOM_STEP] + step)
    worth -= weights.values[PHANTOM_NEAR] * max(0.0, NEAR_THE_ISLES - (distance - face))
    if place > table.nautilion and (needed >> kind) & 1:
        worth -= copy_worth(weights, copies(packed, kind))
    if rules.mercenaries != 0:
        worth -= phantom_arms_cost(table, rules, weights, armed, kind)
    values[PHANTOM, face] = worth


@kernel
def phantom_arms_cost(table, rules, weights, armed, kind):
    """Return what it costs that the Phantom arms itself, or after the collision, meets a mercenary."""
    if goes_on_phantom_board(table, rules, kind):
        return harpoons_of(rules, kind) * armed
    if kind == MERCENARY and not collision_to_come(table, rules):
        return reserve_token_worth(weights, max(0, table.reserve - 1))
    return 0.0


@kernel
def nautilion_values(table, rules, weights, packed, armed, step, window, faces, values):
    """Fill in what the Nautilion does with each face in question, walking along the tokens ahead once."""
    held, needed = spaces_held(table), needed_kinds(table, rules)
    placeable, welcome_now = numbers_open(table, rules) << 1, welcome_kinds(table, rules, held)
    for_cabin, complete = cabin_open(table, rules), nothing_is_missing(table, rules) and table.heroic_left == 0
    into_reserve = reserve_token_worth(weights, table.reserve)
    beside_reef = beside_helped = passed = mercenary = 0.0
    mercenary_weighed = False
    if rules.reef_spacing > 0:
        beside_reef, beside_helped = reef_worths(rules, weights, into_reserve)
    for n in range(1, rules.values[rules.value_count - 1] + 1):
        kind = copies(window, n)
        if kind == 0:
            values[NAUTILION, n] = DECIDED if end_at_abyss(table, rules) == WON else -DECIDED
        elif complete:
            values[NAUTILION, n] = n * (weights.values[PHANTOM_STEP] + step)
        else:
            lost = copy_worth(weights, copies(packed, kind)) if (needed >> kind) & 1 else 0.0
            if (faces >> n) & 1:
                if (placeable >> kind) & 1:
                    worth = boarding_worth(table, rules, weights, packed, armed, kind)
                    welcome = welcome_kinds(table, rules, held | bit(kind))
                    worth += next_landings(weights, window, n, welcome)
                else:
                    worth = into_reserve - lost
                    if kind == MERCENARY:
                        if not mercenary_weighed:
                            mercenary = mercenary_landing_worth(
                                table, rules, weights, packed, armed, into_reserve
                            )
                            mercenary_weighed = True
                        worth = mercenary
                    elif (for_cabin >> kind) & 1:
                        worth = max(worth, cabin_worth(weights, packed, kind))
                    worth += next_landings(weights, window, n, welcome_now)
                values[NAUTILION, n] = worth - passed + n * (step - weights.values[OWN_STEP])
                if rules.reef_spacing > 0:
                    number = table.reefs[int(values[NAUTILION_PLACE, n])]
                    if number != 0:
                        values[NAUTILION, n] += beside_helped if table.crew & bit(number) else beside_reef
            passed += lost
            packed -= one_copy(kind)


@kernel
def reef_worths(rules, weights, into_reserve):
    """Return the worth of landing beside a reef without help and with: a token, perhaps a turn lost."""
    holding, holding_still = 0, 0
    for f in range(rules.value_count):
        holding += rules.value_faces[f] * (rules.values[f] < rules.reef_escape)
        holding_still += rules.value_faces[f] * (rules.values[f] < rules.reef_escape - 1)
    return (
        into_reserve - weights.values[STUCK] * holding / rules.face_count,
        into_reserve - weights.values[STUCK] * holding_still / rules.face_count,
    )


@kernel
def backward_values(table, rules, weights, packed, armed, values):
    """Fill in what the Nautilion does with each face in a turn in which it moves backwards."""
    for f in range(rules.value_count):
        face = rules.values[f]
        place = place_toward_isles(table, table.nautilion, face)
        values[NAUTILION_PLACE, face] = -1.0  # it meets nobody on its way back
        worth = -face * weights.values[OWN_STEP]
        if place != ISLES:
            worth += kept_worth(table, rules, weights, packed, armed, table.path[place])
        values[NAUTILION, face] = worth
