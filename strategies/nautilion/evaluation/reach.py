"""Where the figures get to with each die, and which of them would win a collision."""

from simkit.game import highest_bit, kernel, lowest_bit
from simkit.games.nautilion.card_effects import BACKWARDS, PLAY_TWICE
from simkit.games.nautilion.rules.mercenaries import (
    collision_to_come,
    goes_on_phantom_board,
    nautilion_harpoons,
    phantom_harpoons,
)
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.state import ISLES, MERCENARY, TOWARD_ISLES
from simkit.strategies.nautilion.evaluation.copies import tokens_between

PLACE_BITS = 6
PLACE_MASK = 63
NO_DIE = 1000


@kernel
def will_move(table):
    """Return True unless a reef holds the Nautilion for all of this turn."""
    return table.stuck_at == 0 or table.darkhouse_effect == PLAY_TWICE


@kernel
def places_reached(table):
    """Return the places, packed, to which each face up to the largest die at hand brings the Nautilion."""
    most = max(table.nautilion_die, largest_in_hand(table))
    if table.darkhouse_effect == BACKWARDS:
        return places_toward_isles(table, table.nautilion, most)
    return places_toward_abyss(table, table.nautilion, most)


@kernel
def largest_in_hand(table):
    """Return the largest of the dice in hand, 0 without any."""
    dice = table.dice  # dice that are not in hand show nothing
    return max(dice[0], dice[1], dice[2])


@kernel
def places_toward_abyss(table, start, most):
    """Return the places 0 to `most` steps from `start` toward the Abyss, packed six bits per step."""
    packed = int(start)
    abyss = int(table.length) + 1
    ahead = table.occupied & beyond(start)
    for steps in range(1, most + 1):
        place = lowest_bit(ahead) if ahead != 0 else abyss
        packed |= place << (PLACE_BITS * steps)
        ahead &= ahead - 1
    return packed


@kernel
def places_toward_isles(table, start, most):
    """Return the places 0 to `most` steps from `start` toward the Isles, packed six bits per step."""
    packed = int(start)
    behind = table.occupied & before(start)
    for steps in range(1, most + 1):
        if behind == 0:
            break  # at the Isles, place 0
        place = highest_bit(behind)
        packed |= place << (PLACE_BITS * steps)
        behind &= before(place)
    return packed


@kernel
def places_staying(start, most):
    """Return the places 0 to `most` steps of a figure that stays, packed in the same way."""
    packed = int(start)
    for steps in range(1, most + 1):
        packed |= int(start) << (PLACE_BITS * steps)
    return packed


@kernel
def place_of(packed, die):
    """Return the place that a die leads to, of those that are packed six bits per step."""
    return (packed >> (PLACE_BITS * int(die))) & PLACE_MASK


@kernel
def least_die_lost(table, rules):
    """Return the smallest die that would bring the Phantom to the Isles (NO_DIE if none would)."""
    if table.phantom_course != TOWARD_ISLES or collision_to_come(table, rules):
        return NO_DIE  # it does not go there, or meets the Nautilion first
    return tokens_between(table, ISLES, table.phantom) + 1


@kernel
def harpoons_of(rules, kind):
    """Return the harpoons that the Phantom gains with a token."""
    return rules.mercenary_harpoons if kind == MERCENARY else 1


@kernel
def balance(table, rules):
    """Return the Nautilion's harpoons less the Phantom's."""
    return nautilion_harpoons(table, rules) - phantom_harpoons(table, rules)


@kernel
def harpoons_taken(table, rules, place):
    """Return the number of harpoons that the Phantom would gain at a place."""
    kind = table.path[place]  # none where it stands, and at the Isles
    taken = goes_on_phantom_board(table, rules, kind) & (place > table.nautilion)
    return harpoons_of(rules, kind) * taken


@kernel
def phantom_places(table):
    """Return the places, packed, to which each face up to the largest die at hand brings the Phantom."""
    most = max(table.phantom_die, largest_in_hand(table))
    if table.phantom_course != TOWARD_ISLES:
        return places_staying(table.phantom, most)
    return places_toward_isles(table, table.phantom, most)


@kernel
def figures_meet(table, phantom_place, nautilion_place):
    """Return True if the figures would meet on their ways to these places."""
    arrives = (nautilion_place > table.nautilion) & (nautilion_place >= phantom_place)
    return (phantom_place <= table.nautilion) | arrives
