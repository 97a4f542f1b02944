"""What each die would change about a position, as `planner` and `expert` see it.

A plan's worth is, but for meetings of the figures, what its Darkhouse die changes plus what its Phantom die
changes plus what its Nautilion die changes: three numbers a face, worked out once a decision (`face_values`),
after which every plan, Tide and re-roll is a sum.
"""

from simkit.engine.bits import highest_bit, lowest_bit
from simkit.engine.kernel import kernel
from simkit.games.nautilion.board import numbers_open, spaces_held
from simkit.games.nautilion.cabin import cabin_open
from simkit.games.nautilion.darkhouse import THE_TWO, discard_faces
from simkit.games.nautilion.darkhouse_cards import BACKWARDS, REROLL_A_TWO
from simkit.games.nautilion.mercenaries import collision_to_come, kinds_for_phantom_board
from simkit.games.nautilion.nautilion import end_at_abyss
from simkit.games.nautilion.path import beyond, place_toward_isles
from simkit.games.nautilion.state import ALL_FIGURES, ISLES, NAUTILION_FIGURE, STAYS, TOWARD_ISLES, WON
from simkit.games.nautilion.tokens import ALL_MAGES, MAGE_A, MERCENARY, bit
from strategies.nautilion.face_table import DECIDED, FACES
from strategies.nautilion.features import (
    COPIES_BITS,
    copies,
    needed_kinds,
    nothing_is_missing,
    one_copy,
    place_of,
    places_toward_isles,
    will_move,
)
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
    reserve_gained,
    reserve_token_worth,
)

NEAR_THE_ISLES = 14.0
"""Steps from the Isles at which the Phantom begins to be near."""

AHEAD = 4
"""Tokens after a landing that are looked at for the next one."""

AHEAD_SHARE = 0.7
"""What each of them counts, as a share of the one before it."""


@kernel
def look_ahead(table, reach, sheet):
    """Return the kinds of the next ``reach + AHEAD`` tokens, packed as copies are; note the first places.

    The n-th token's is the Nautilion's place with face n, the Abyss where there is none.
    """
    window, ahead = 0, table.occupied & beyond(table.nautilion)
    for n in range(1, reach + AHEAD + 1):
        place = lowest_bit(ahead) if ahead != 0 else int(table.length) + 1
        ahead &= ahead - 1
        window |= int(table.path[place]) << (COPIES_BITS * n)
        if n <= reach:
            sheet.nautilion_place[n] = place
    return window


@kernel
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


@kernel
def next_landings(weights, window, landed, welcome):
    """Return the worth of the welcome tokens after the `landed`-th one ahead, the nearer the more."""
    worth, share = 0.0, 1.0
    for n in range(landed + 1, landed + 1 + AHEAD):
        worth += share * ((welcome >> copies(window, n)) & 1)
        share *= AHEAD_SHARE
    return worth * weights.values[NEXT_LANDING]


@kernel
def face_values(table, rules, weights, packed, armed, ways, sheet):
    """Fill in what each face in question changes, and return the tokens ahead.

    What two faces change is left to `hand_values` or `plan_values`.
    """
    own, distance = ways[0], ways[1] + 1
    step = weights.values[RACE] * max(0, own - distance)
    needed, costly = needed_kinds(table, rules), discard_faces(table, rules)
    for face in range(FACES):  # all of them, side by side
        sheet.strikes[face] = (costly >> face) & 1
    if table.darkhouse_effect == REROLL_A_TWO and costly != 0:
        sheet.strikes[THE_TWO] = mean_strike(rules, costly)
    faces = faces_in_question(table, rules)
    reach = highest_bit(faces)
    places, left = places_toward_isles(table, table.phantom, reach), faces
    arms = phantom_arms(table, rules, weights, armed)
    while left != 0:
        face = lowest_bit(left)
        left &= left - 1
        sheet.phantom_place[face] = place_of(places, face)
        phantom_value(table, rules, weights, packed, arms, needed, face, distance, step, sheet)
    window = look_ahead(table, reach, sheet)
    if not nautilion_matters(table):
        return window
    if table.darkhouse_effect == BACKWARDS:
        backward_values(table, rules, weights, packed, armed, faces, sheet)
    else:
        nautilion_values(table, rules, weights, packed, armed, step, window, faces, sheet)
    return window


@kernel
def mean_strike(rules, costly):
    """Return how likely a die is to show a face that costs a token."""
    ways = 0
    for i in range(rules.value_count):
        ways += rules.value_faces[i] * ((costly >> rules.values[i]) & 1)
    return ways / rules.face_count


@kernel
def nautilion_matters(table):
    """Return True if the Nautilion may be given dice in hand, or has one that bears on giving the others."""
    return (table.receiving & NAUTILION_FIGURE) != 0 or (table.nautilion_die != 0 and table.dice_count > 1)


@kernel
def hand_values(table, rules, weights, packed, armed, ways, sheet):
    """Fill in what is needed to compare all dice that could be in hand, besides `face_values`."""
    if table.dice_count > 1 and will_move(table):  # else no two dice go to Phantom and Nautilion
        pair_values(table, rules, weights, packed, armed, ways, sheet)
    if table.dice_count == 1:
        mean_values(rules, sheet)
    elif table.receiving != ALL_FIGURES:
        sheet.figures[0, 0] = 0.0
        for face in range(1, FACES):
            sheet.figures[0, face] = sheet.nautilion[face]
            sheet.figures[face, 0] = sheet.phantom[face]


@kernel
def pair_values(table, rules, weights, packed, armed, ways, sheet):
    """Fill in what any two faces change, given to the Phantom and the Nautilion."""
    faces = faces_in_question(table, rules)
    meeting = prepare_meetings(table, rules, weights, packed, armed, ways, faces, sheet)
    left = faces
    while left != 0:
        a = highest_bit(left)
        others = left
        left ^= 1 << a
        while others != 0:
            b = lowest_bit(others)
            others &= others - 1
            one = figures_value(table, sheet, a, b)
            other = figures_value(table, sheet, b, a)
            if meeting:
                one = corrected(table, rules, sheet, a, b, one)
                other = corrected(table, rules, sheet, b, a, other)
            sheet.figures[a, b] = one
            sheet.figures[b, a] = other
            sheet.pairs[a, b] = sheet.pairs[b, a] = max(one, other)


@kernel
def mean_values(rules, sheet):
    """Fill in the mean over a die of what it changes for each figure alone."""
    strikes = phantom = nautilion = 0.0
    for f in range(rules.value_count):
        face, ways = rules.values[f], rules.value_faces[f]
        strikes += ways * sheet.strikes[face]
        phantom += ways * sheet.phantom[face]
        nautilion += ways * sheet.nautilion[face]
    sheet.mean_strikes = strikes / rules.face_count
    sheet.mean_phantom = phantom / rules.face_count
    sheet.mean_nautilion = nautilion / rules.face_count


@kernel
def plan_values(table, rules, weights, packed, armed, ways, sheet, moves, count):
    """Fill in, besides `face_values`, what the plans listed need."""
    if table.dice_count == 1:
        mean_values(rules, sheet)  # which a single die is compared with
        return
    faces = faces_in_question(table, rules)
    meeting = prepare_meetings(table, rules, weights, packed, armed, ways, faces, sheet)
    for i in range(count):
        a, b = moves[i].phantom, moves[i].nautilion
        if a == 0:
            worth = sheet.nautilion[b] if b != 0 else 0.0
        elif b == 0:
            worth = sheet.phantom[a]
        else:
            worth = figures_value(table, sheet, a, b)
            if meeting:
                worth = corrected(table, rules, sheet, a, b, worth)
        sheet.figures[a, b] = worth


@kernel
def figures_value(table, sheet, phantom, nautilion):
    """Return what giving two faces to the Phantom and the Nautilion changes."""
    worth = sheet.phantom[phantom] + sheet.nautilion[nautilion]
    met = sheet.phantom_place[phantom]
    if met == sheet.nautilion_place[nautilion] and met > table.nautilion:
        # The Phantom takes this very token first: the Nautilion goes one further, to who knows what.
        worth -= 0.5 * max(0.0, sheet.nautilion[nautilion])
    return worth


@kernel
def phantom_value(table, rules, weights, packed, arms, needed, face, distance, step, sheet):
    """Fill in what the Phantom does with a face."""
    place = sheet.phantom_place[face]
    if rules.expanded != 0:
        if table.phantom_course != TOWARD_ISLES:
            sheet.phantom_place[face] = table.phantom
            away = 0 if table.phantom_course == STAYS else face
            sheet.phantom[face] = away * (weights.values[PHANTOM_STEP] + step)
            return
        if collision_to_come(table, rules) and place <= table.nautilion:
            sheet.phantom_place[face] = table.nautilion
            sheet.phantom[face] = collision_value(table, rules, weights, table.nautilion)
            return
    if place == ISLES:
        sheet.phantom[face] = -DECIDED
        return
    kind = table.path[place]
    worth = -face * (weights.values[PHANTOM_STEP] + step)
    worth -= weights.values[PHANTOM_NEAR] * max(0.0, NEAR_THE_ISLES - (distance - face))
    worth -= (place > table.nautilion) * copy_lost(weights, packed, needed, kind)
    if rules.mercenaries != 0:
        armed_with, mercenary, crew = arms
        worth -= ((armed_with >> kind) & 1) * (mercenary if kind == MERCENARY else crew)
    sheet.phantom[face] = worth


@kernel
def phantom_arms(table, rules, weights, armed):
    """Return the kinds that it costs something to let the Phantom have, and what: a mercenary, crew.

    Once the figures have met it takes no more arms, but whoever meets a mercenary loses a token.
    """
    if not collision_to_come(table, rules):
        return 1 << MERCENARY, reserve_token_worth(weights, max(0, table.reserve - 1)), 0.0
    return kinds_for_phantom_board(table, rules), rules.mercenary_harpoons * armed, armed


@kernel
def nautilion_values(table, rules, weights, packed, armed, step, window, faces, sheet):
    """Fill in what the Nautilion does with each face in question, walking along the tokens ahead once."""
    held, needed = spaces_held(table), needed_kinds(table, rules)
    placeable, welcome_now = numbers_open(table, rules) << 1, welcome_kinds(table, rules, held)
    complete = nothing_is_missing(table, rules) and table.heroic_left == 0
    for_cabin = cabin_open(table, rules)
    into_reserve = reserve_token_worth(weights, table.reserve)
    mercenary = mercenary_landing_worth(table, rules, weights, armed, into_reserve)
    reef = into_reserve - weights.values[STUCK] * rules.reef_risk[0]  # a token, perhaps a turn lost
    reef_if_helped = into_reserve - weights.values[STUCK] * rules.reef_risk[1]
    passed = 0.0
    for n in range(1, highest_bit(faces) + 1):
        kind = copies(window, n)
        if kind == 0:
            sheet.nautilion[n] = DECIDED if end_at_abyss(table, rules) == WON else -DECIDED
        elif complete:
            sheet.nautilion[n] = n * (weights.values[PHANTOM_STEP] + step)
        else:
            lost = copy_lost(weights, packed, needed, kind)
            if (faces >> n) & 1:
                if table.three_tokens != 0:  # this one and its neighbours, all into the reserve
                    worth = reserve_gained(weights, table.reserve, 3) - lost
                    worth -= copy_lost(weights, packed, needed, copies(window, n + 1))
                    worth += next_landings(weights, window, n + 1, welcome_now)
                elif (placeable >> kind) & 1:
                    worth = boarding_worth(table, rules, weights, packed, armed, kind)
                    welcome = welcome_kinds(table, rules, held | bit(kind))
                    worth += next_landings(weights, window, n, welcome)
                else:
                    worth = into_reserve - lost
                    if kind == MERCENARY:
                        worth = mercenary
                    elif (for_cabin >> kind) & 1:
                        worth = max(worth, cabin_worth(weights, packed, kind))
                    worth += next_landings(weights, window, n, welcome_now)
                sheet.nautilion[n] = worth - passed + n * (step - weights.values[OWN_STEP])
                if rules.reef_spacing > 0:
                    number = table.reefs[sheet.nautilion_place[n]]
                    helped = ((table.crew << 1) >> number) & 1
                    sheet.nautilion[n] += (number != 0) * (reef_if_helped if helped != 0 else reef)
            passed += lost
            packed -= one_copy(kind)


@kernel
def copy_lost(weights, packed, needed, kind):
    """Return what it costs that a token of this kind no longer lies ahead."""
    return ((needed >> kind) & 1) * copy_worth(weights, copies(packed, kind))


@kernel
def backward_values(table, rules, weights, packed, armed, faces, sheet):
    """Fill in what the Nautilion does with each face in a turn in which it moves backwards."""
    while faces != 0:
        face = lowest_bit(faces)
        faces &= faces - 1
        place = place_toward_isles(table, table.nautilion, face)
        sheet.nautilion_place[face] = -1  # it meets nobody on its way back
        worth = -face * weights.values[OWN_STEP]
        if place != ISLES:
            worth += kept_worth(table, rules, weights, packed, armed, table.path[place])
        sheet.nautilion[face] = worth
