"""Where the figures meet or exchange tokens, two dice are worth something else than their sum."""

from simkit.compile.kernel import kernel
from simkit.compile.numbers import highest_bit, lowest_bit
from simkit.games.nautilion.card_effects import EXCHANGE
from simkit.games.nautilion.rules.mercenaries import collision_to_come
from simkit.games.nautilion.state import ISLES, PLAN
from simkit.strategies.nautilion.evaluation.copies import between_figures
from simkit.strategies.nautilion.evaluation.reach import balance, harpoons_taken
from simkit.strategies.nautilion.evaluation.sheet import DECIDED
from simkit.strategies.nautilion.evaluation.worths import copy_lost, kept_worth


@kernel
def faces_in_question(table, rules):
    """Return the faces that the decision at hand may give to figures, bit `face` for each.

    Besides those that the dice show, which may be none of the die's own (Darkhouse, card 9), all those that a
    die may be turned to; they also make up the mean with which a single die is compared.
    """
    faces = 1 << int(table.phantom_die) | 1 << int(table.nautilion_die)
    for i in range(3):  # those that are not in hand show nothing
        faces |= 1 << int(table.dice[i])
    if table.step != PLAN or table.dice_count == 1:
        faces |= rules.value_mask
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
