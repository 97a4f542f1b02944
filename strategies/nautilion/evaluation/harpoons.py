"""What strategies know of the collision to come: whom the Phantom arms, and who would win."""

from simkit.compile.kernel import kernel
from simkit.games.nautilion.rules.mercenaries import (
    goes_on_phantom_board,
    nautilion_harpoons,
    phantom_harpoons,
)
from simkit.games.nautilion.rules.path import place_toward_isles
from simkit.games.nautilion.rules.state import MERCENARY, TOWARD_ISLES
from simkit.strategies.nautilion.evaluation.reach import largest_in_hand, places_staying, places_toward_isles


@kernel
def harpoons_of(rules, kind):
    """Return the harpoons of a token that the Phantom's board takes."""
    return rules.mercenary_harpoons if kind == MERCENARY else 1


@kernel
def balance(table, rules):
    """Return the Nautilion's harpoons less the Phantom's."""
    return nautilion_harpoons(table, rules) - phantom_harpoons(table, rules)


@kernel
def phantom_place(table, die):
    """Return the place that the Phantom would reach with a die; its own if it goes the other way."""
    if table.phantom_course != TOWARD_ISLES:
        return int(table.phantom)
    return place_toward_isles(table, table.phantom, die)


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
