"""What strategies know of the collision to come: whom the Phantom arms, and who would win."""

from simkit.engine.kernel import kernel
from simkit.games.nautilion.mercenaries import (
    goes_on_phantom_board,
    nautilion_harpoons,
    phantom_harpoons,
)
from simkit.games.nautilion.nautilion import place_reached
from simkit.games.nautilion.path import place_toward_isles
from simkit.games.nautilion.state import ISLES, TOWARD_ISLES
from simkit.games.nautilion.tokens import MERCENARY


@kernel
def harpoons_of(rules, kind):
    """Return the harpoons of a token that the Phantom's board takes."""
    return rules.mercenary_harpoons if kind == MERCENARY else 1


@kernel
def balance(table, rules):
    """Return the Nautilion's harpoons less the Phantom's."""
    return nautilion_harpoons(table, rules) - phantom_harpoons(table, rules)


@kernel
def phantom_arms(table, rules, die):
    """Return how many harpoons the Phantom gains with a die."""
    if table.phantom_course != TOWARD_ISLES or die == 0:
        return 0
    place = place_toward_isles(table, table.phantom, die)
    if place <= table.nautilion or place == ISLES:
        return 0
    kind = table.path[place]
    return harpoons_of(rules, kind) if goes_on_phantom_board(table, rules, kind) else 0


@kernel
def meets_a_stronger_phantom(table, rules, phantom_die, nautilion_die):
    """Return True if with these dice the figures meet, and the Phantom has more harpoons."""
    if phantom_die == 0 or table.phantom_course != TOWARD_ISLES:
        place = table.phantom
    else:
        place = place_toward_isles(table, table.phantom, phantom_die)
    met = place <= table.nautilion
    if not met and nautilion_die != 0:
        reached = place_reached(table, nautilion_die)
        met = reached > table.nautilion and reached >= place
    return met and balance(table, rules) < phantom_arms(table, rules, phantom_die)
