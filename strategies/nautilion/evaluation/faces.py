"""What each die would change about a position, as `planner` and `expert` see it.

Unless figures meet, a plan's worth is what its Darkhouse die changes plus what its Phantom die changes plus
what its Nautilion die changes: three numbers per face, worked out once per decision (`face_values`), after
which every plan, Tide and re-roll is a sum.  Where figures meet or exchange tokens, two dice are worth
something else than their sum.
"""

from simkit.game import bit_count, highest_bit, kernel, lowest_bit, scratch
from simkit.games.nautilion import state as s
from simkit.games.nautilion.card_effects import BACKWARDS, EXCHANGE, REROLL_A_TWO
from simkit.games.nautilion.rules.board import numbers_open, spaces_held
from simkit.games.nautilion.rules.darkhouse import THE_TWO, discard_faces
from simkit.games.nautilion.rules.mages import cabin_open
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.rules.nautilion import end_at_abyss
from simkit.games.nautilion.rules.path import before, beyond, only, place_toward_isles
from simkit.games.nautilion.rules.tokens import bit
from simkit.games.nautilion.state import ISLES, PLAN
from simkit.strategies.nautilion.evaluation.copies import (
    COPIES_BITS,
    between_figures,
    copies,
    nothing_is_missing,
    one_copy,
)
from simkit.strategies.nautilion.evaluation.prospects import hope, overtaken
from simkit.strategies.nautilion.evaluation.reach import (
    balance,
    harpoons_taken,
    place_of,
    places_toward_isles,
    will_move,
)
from simkit.strategies.nautilion.evaluation.sheet import DECIDED, FACES, SIGHT, copy_sight
from simkit.strategies.nautilion.evaluation.worths import (
    boarding_worth,
    cabin_worth,
    copy_lost,
    copy_worths,
    kept_worth,
    mercenary_landing_worth,
    reserve_gained,
    reserve_token_worth,
)

NEAR_THE_ISLES = 14.0
"""From this many steps before the Isles the Phantom counts as near."""

AHEAD = 4
"""How many tokens after a landing are looked at for the next one."""

AHEAD_SHARE = 0.7
"""Weight of each of them, as a share of the one before it."""


@kernel
def look_ahead(table, reach, sheet):
    """Return the kinds of the next ``reach + AHEAD`` tokens, packed as copies are; note where faces lead.

    Face n leads the Nautilion to the n-th token, or to the Abyss where there is none.
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
    """Return the kinds that could be placed next if the spaces `held` were filled: bit `kind` for each."""
    welcome = rules.open_spaces[held] << 1
    if rules.expanded != 0:
        if rules.players == 2:  # the next landing is the other player's
            welcome &= (table.admirals[0] if table.may_place == table.admirals[1] else table.admirals[1]) << 1
        if rules.mages != 0:
            welcome |= (s.ALL_MAGES & ~table.cabin_mages) << s.MAGE_A
        if collision_to_come(table, rules):
            welcome |= 1 << s.MERCENARY
    return welcome


@kernel
def next_landings(weights, window, landed, welcome):
    """Return the worth of the welcome tokens after the `landed`-th one ahead; nearer ones count more."""
    worth, share = 0.0, 1.0
    for n in range(landed + 1, landed + 1 + AHEAD):
        worth += share * ((welcome >> copies(window, n)) & 1)
        share *= AHEAD_SHARE
    return worth * weights.next_landing


@kernel
def face_values(table, rules, weights, sheet):
    """Fill in what each face in question changes; the sheet's sight is filled in already.

    What two faces change together is filled in by `hand_values` or `plan_values`.
    """
    copy_worths(weights, sheet)
    strike_values(table, rules, sheet)
    faces = faces_in_question(table, rules)
    phantom_values(table, rules, weights, sheet, faces)
    one_further = 1 if weights.hope > 0.0 else 0  # since the Phantom may take a token on the way
    sheet.window = look_ahead(table, highest_bit(faces) + one_further, sheet)
    if not nautilion_matters(table):
        return
    if table.darkhouse_effect == BACKWARDS:
        backward_values(table, rules, weights, sheet, faces)
    else:
        nautilion_values(table, rules, weights, sheet, faces | further(table, weights, faces))


@kernel
def further(table, weights, faces):
    """Return the faces in question, each one larger, if the figures may pass each other."""
    between = bit_count(table.occupied & beyond(table.nautilion) & before(table.phantom))
    near = table.phantom > table.nautilion and between < 2 * highest_bit(faces)
    return faces << 1 if near and weights.hope > 0.0 else 0


@kernel
def strike_values(table, rules, sheet):
    """Fill in, for each face, how likely the Darkhouse strikes."""
    costly = discard_faces(table, rules)
    for face in range(FACES):  # all of them, side by side
        sheet.strikes[face] = (costly >> face) & 1
    if table.darkhouse_effect == REROLL_A_TWO and costly != 0:
        sheet.strikes[THE_TWO] = mean_strike(rules, costly)


@kernel
def mean_strike(rules, costly):
    """Return the probability that a die shows a face that costs a token."""
    ways = 0
    for i in range(rules.value_count):
        ways += rules.value_weights[i] * ((costly >> rules.values[i]) & 1)
    return ways / rules.dice_faces.total


@kernel
def nautilion_matters(table):
    """Return True if the Nautilion may receive dice in hand, or has one that affects the others."""
    return (table.receiving & s.NAUTILION_FIGURE) != 0 or (table.nautilion_die != 0 and table.dice_count > 1)


@kernel
def hand_values(table, rules, weights, sheet):
    """Fill in what is needed to compare all dice that could be in hand, besides `face_values`."""
    if table.dice_count > 1 and will_move(table):  # else no two dice go to Phantom and Nautilion
        pair_values(table, rules, weights, sheet)
    if table.dice_count == 1:
        mean_values(rules, sheet)
    elif table.receiving != s.ALL_FIGURES:
        sheet.figures[0, 0] = 0.0
        for face in range(1, FACES):
            sheet.figures[0, face] = sheet.nautilion[face]
            sheet.figures[face, 0] = sheet.phantom[face]


@kernel
def pair_values(table, rules, weights, sheet):
    """Fill in what any two faces change, given to the Phantom and the Nautilion."""
    faces = faces_in_question(table, rules)
    meeting = prepare_meetings(table, rules, weights, sheet, faces)
    left = faces
    while left != 0:
        a = lowest_bit(left)
        left &= left - 1
        others = faces
        while others != 0:
            b = lowest_bit(others)
            others &= others - 1
            sheet.figures[a, b] = pair_worth(table, rules, weights, sheet, (a, b), meeting)
    order_pairs(sheet, faces)


@kernel
def order_pairs(sheet, faces):
    """Fill in what any two faces change in the better order."""
    left = faces
    while left != 0:
        a = highest_bit(left)
        others = left
        left ^= 1 << a
        while others != 0:
            b = lowest_bit(others)
            others &= others - 1
            sheet.pairs[a, b] = sheet.pairs[b, a] = max(sheet.figures[a, b], sheet.figures[b, a])


@kernel
def mean_values(rules, sheet):
    """Fill in the mean over a die of what it changes for each figure alone."""
    strikes = phantom = nautilion = 0.0
    for f in range(rules.value_count):
        face, ways = rules.values[f], rules.value_weights[f]
        strikes += ways * sheet.strikes[face]
        phantom += ways * sheet.phantom[face]
        nautilion += ways * sheet.nautilion[face]
    sheet.mean_strikes = strikes / rules.dice_faces.total
    sheet.mean_phantom = phantom / rules.dice_faces.total
    sheet.mean_nautilion = nautilion / rules.dice_faces.total


@kernel
def plan_values(table, rules, weights, sheet, moves, count):
    """Fill in, besides `face_values`, what the plans listed need."""
    if table.dice_count == 1:
        mean_values(rules, sheet)  # which a single die is compared with
        return
    faces = faces_in_question(table, rules)
    meeting = prepare_meetings(table, rules, weights, sheet, faces)
    for i in range(count):
        a, b = moves[i].phantom, moves[i].nautilion
        if a == 0:
            worth = sheet.nautilion[b] if b != 0 else 0.0
        elif b == 0:
            worth = sheet.phantom[a]
        else:
            worth = pair_worth(table, rules, weights, sheet, (a, b), meeting)
        sheet.figures[a, b] = worth


@kernel
def pair_worth(table, rules, weights, sheet, pair, meeting):
    """Return the worth of giving two faces to the Phantom and the Nautilion, which may be `meeting`."""
    a, b = pair
    worth = figures_value(table, rules, weights, sheet, a, b)
    return corrected(table, rules, sheet, a, b, worth) if meeting else worth


@kernel
def figures_value(table, rules, weights, sheet, phantom, nautilion):
    """Return the worth of giving two faces to the Phantom and the Nautilion."""
    worth = sheet.phantom[phantom] + sheet.nautilion[nautilion]
    met = sheet.phantom_place[phantom]
    if weights.hope > 0.0:
        landed = nautilion
        if table.nautilion < met <= sheet.nautilion_place[nautilion]:
            # The Phantom takes a token on the way first: the Nautilion goes one further, and misses nothing.
            landed = nautilion + 1
            worth = sheet.phantom[phantom] + sheet.taken[phantom] + sheet.nautilion[landed]
        if collision_to_come(table, rules):
            return worth  # they meet before either arrives
        sight = sheet.sight
        return worth - weights.late * overtaken(weights, sight.own_way - landed, sight.phantom_way - phantom)
    if met == sheet.nautilion_place[nautilion] and met > table.nautilion:
        # The Phantom takes this very token first: the Nautilion goes one further, to an unknown token.
        worth -= 0.5 * max(0.0, sheet.nautilion[nautilion])
    return worth


@kernel
def phantom_values(table, rules, weights, sheet, faces):
    """Fill in what the Phantom does with each face in question."""
    places = places_toward_isles(table, table.phantom, highest_bit(faces))
    held = spaces_held(table)
    now, whereabouts = sheet.sight.hope, sheet.sight.whereabouts
    while faces != 0:
        face = lowest_bit(faces)
        faces &= faces - 1
        place, worth = phantom_value(table, rules, weights, sheet, face, place_of(places, face))
        sheet.phantom_place[face] = place
        sheet.taken[face] = 0.0
        if place > table.nautilion:
            lost = copy_lost(sheet, sheet.sight.ahead, table.path[place])
            then = hope(table, rules, weights, whereabouts, (table.nautilion, held), only(place))
            sheet.taken[face] = lost + now - then
            worth -= now - then
        sheet.phantom[face] = worth


@kernel
def phantom_value(table, rules, weights, sheet, face, place):
    """Return the place that the Phantom gets to with a face, and what that is worth."""
    sight = sheet.sight
    if rules.expanded != 0:
        if table.phantom_course != s.TOWARD_ISLES:
            away = 0 if table.phantom_course == s.STAYS else face
            return int(table.phantom), away * (weights.phantom_step + sight.race)
        if collision_to_come(table, rules) and place <= table.nautilion:
            return int(table.nautilion), collision_value(table, rules, weights, table.nautilion)
    if place == s.ISLES:
        return place, -DECIDED
    kind = table.path[place]
    worth = -face * (weights.phantom_step + sight.race)
    worth -= weights.phantom_near * max(0.0, NEAR_THE_ISLES - (sight.phantom_way + 1 - face))
    worth -= (place > table.nautilion) * copy_lost(sheet, sight.ahead, kind)
    if rules.mercenaries != 0:
        worth -= ((sight.costly_kinds >> kind) & 1) * (
            sight.cost_of_mercenary if kind == s.MERCENARY else sight.cost_of_crew
        )
    return place, worth


@kernel
def nautilion_values(table, rules, weights, sheet, faces):
    """Fill in what the Nautilion does with each face in question, walking along the tokens ahead once."""
    held, window, whereabouts = spaces_held(table), sheet.window, sheet.sight.whereabouts
    sight = scratch(SIGHT)  # what is in sight once the tokens before a landing are passed
    copy_sight(sheet.sight, sight)
    placeable, welcome_now = numbers_open(table, rules) << 1, welcome_kinds(table, rules, held)
    complete = nothing_is_missing(table, rules) and table.heroic_left == 0
    for_cabin = cabin_open(table, rules)
    into_reserve = reserve_token_worth(weights, table.reserve)
    mercenary = mercenary_landing_worth(table, rules, weights, sight, into_reserve)
    reef = into_reserve - weights.stuck * rules.reef_risk[0]  # a token, perhaps a turn lost
    reef_if_helped = into_reserve - weights.stuck * rules.reef_risk[1]
    passed = 0.0
    for n in range(1, highest_bit(faces) + 1):
        kind = copies(window, n)
        if kind == 0:
            sheet.nautilion[n] = DECIDED if end_at_abyss(table, rules) == s.WON else -DECIDED
        elif complete:
            sheet.nautilion[n] = n * (weights.phantom_step + sight.race)
        else:
            lost = copy_lost(sheet, sight.ahead, kind)
            if (faces >> n) & 1:
                there = sheet.nautilion_place[n]
                if table.three_tokens != 0:  # this one and its neighbours, all into the reserve
                    worth = reserve_gained(weights, table.reserve, 3) - lost
                    worth -= copy_lost(sheet, sight.ahead, copies(window, n + 1))
                    worth += next_landings(weights, window, n + 1, welcome_now)
                    sees = weights.hope > 0.0 and n < FACES  # no die shows more
                    gone = only(sheet.nautilion_place[n + 1]) if sees else 0
                    worth += hope(table, rules, weights, whereabouts, (there, held), gone) - sight.hope
                elif (placeable >> kind) & 1:
                    worth = boarding_worth(table, rules, weights, sight, kind)
                    welcome = welcome_kinds(table, rules, held | bit(kind))
                    worth += next_landings(weights, window, n, welcome)
                    worth += hope(table, rules, weights, whereabouts, (there, held | bit(kind))) - sight.hope
                else:
                    worth = into_reserve - lost
                    if kind == s.MERCENARY:
                        worth = mercenary
                    elif (for_cabin >> kind) & 1:
                        worth = max(worth, cabin_worth(weights, sight, kind))
                    worth += next_landings(weights, window, n, welcome_now)
                    worth += hope(table, rules, weights, whereabouts, (there, held)) - sight.hope
                sheet.nautilion[n] = worth - passed + n * (sight.race - weights.own_step)
                if rules.reef_spacing > 0:
                    number = table.reefs[sheet.nautilion_place[n]]
                    helped = ((table.crew << 1) >> number) & 1
                    sheet.nautilion[n] += (number != 0) * (reef_if_helped if helped != 0 else reef)
            passed += lost
            sight.ahead -= one_copy(kind)


@kernel
def backward_values(table, rules, weights, sheet, faces):
    """Fill in what the Nautilion does with each face in a turn in which it moves backwards."""
    while faces != 0:
        face = lowest_bit(faces)
        faces &= faces - 1
        place = place_toward_isles(table, table.nautilion, face)
        sheet.nautilion_place[face] = -1  # it meets nobody on its way back
        worth = -face * weights.own_step
        if place != s.ISLES:
            worth += kept_worth(table, rules, weights, sheet.sight, table.path[place])
        sheet.nautilion[face] = worth


@kernel
def faces_in_question(table, rules):
    """Return the faces that the decision at hand may give to figures, bit `face` for each.

    These are the faces that the dice show, which may be none of the die's own (Darkhouse, card 9), and all
    those that a die may be turned to, over which the mean for a single die is taken.
    """
    faces = faces_shown(table)
    if table.step != PLAN or table.dice_count == 1:
        faces |= rules.value_mask & ~1
    return faces


@kernel
def faces_shown(table):
    """Return the faces that the dice show, given or in hand: bit `face` for each."""
    faces = 1 << int(table.phantom_die) | 1 << int(table.nautilion_die)
    for i in range(3):  # dice that are not in hand show nothing
        faces |= 1 << int(table.dice[i])
    return faces & ~1


@kernel
def may_meet(table, rules, sheet, faces):
    """Return True if the largest face in question, given to both figures, would lead to a collision."""
    largest, ways = highest_bit(faces), (sheet.sight.own_way, sheet.sight.phantom_way)
    if not collision_to_come(table, rules) or between_figures(table, ways) >= 2 * largest:
        return False
    return max(table.nautilion, sheet.nautilion_place[largest]) >= sheet.phantom_place[largest]


@kernel
def prepare_meetings(table, rules, weights, sheet, faces):
    """Return True if some dice may lead to a collision, or if tokens are exchanged; work out their worth."""
    collision, exchange = may_meet(table, rules, sheet, faces), table.darkhouse_effect == EXCHANGE
    if not collision and not exchange:
        return False
    while faces != 0:
        face = lowest_bit(faces)
        faces &= faces - 1
        met, place = sheet.phantom_place[face], sheet.nautilion_place[face]
        if collision:
            sheet.collision[face] = collision_value(table, rules, weights, met)
        if exchange:
            sheet.phantom_token[face] = token_worth(table, rules, weights, sheet, met)
            sheet.nautilion_token[face] = token_worth(table, rules, weights, sheet, place)
    return True


@kernel
def corrected(table, rules, sheet, phantom, nautilion, worth):
    """Return `worth`, corrected for a collision or an exchange of tokens."""
    met = sheet.phantom_place[phantom]
    if collision_to_come(table, rules):
        if met <= table.nautilion:
            return sheet.phantom[phantom]  # they have met: the Nautilion's own move is lost
        if sheet.nautilion_place[nautilion] >= met:
            return sheet.phantom[phantom] + sheet.collision[phantom]
    if table.darkhouse_effect != EXCHANGE or met <= ISLES:
        return worth
    if sheet.nautilion_place[nautilion] > table.length:
        return worth
    return worth + sheet.phantom_token[phantom] - sheet.nautilion_token[nautilion]


@kernel
def collision_value(table, rules, weights, phantom_place):
    """Return the worth of meeting the Phantom after it has moved to a place and taken its token."""
    ahead = balance(table, rules) - harpoons_taken(table, rules, phantom_place)
    if ahead < 0:
        return -DECIDED
    return weights.prize if ahead > 0 else 0.5 * weights.prize


@kernel
def token_worth(table, rules, weights, sheet, place):
    """Return the worth of getting the token of a place, instead of the Phantom."""
    if not ISLES < place <= table.length:
        return 0.0
    kind = table.path[place]
    return kept_worth(table, rules, weights, sheet.sight, kind) + copy_lost(sheet, sheet.sight.ahead, kind)
