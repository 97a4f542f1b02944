"""Who is who: the castaway to play, the scout, the most injured, the hungry; the rank of objects."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.moves import find_move
from simkit.games.castaways import names as n
from simkit.games.castaways.decisions import CHOOSE_ABILITY
from simkit.games.castaways.order import is_at_hand, is_in_camp
from simkit.games.castaways.state import NOBODY

RANKED = (
    *(n.SPYGLASS, n.CAPTAINS_LOG, n.MIRROR, n.NATIVE_GUIDE, n.HERMITS_MAP, n.COMPASS, n.MAP, n.TORCH, n.AXE),
    *(n.NET, n.CANON, n.PISTOL, n.SABRE, n.DOG, n.MACHETE, n.SPEAR, n.KNIFE, n.GOAT, n.TINDERBOX, n.ROPE),
    *(n.SAIL, n.PIRATES_KEY, n.GOLD_AND_JEWELS, n.PIRATES_CHEST, n.OLD_DIARY, n.AMULET, n.BIBLE, n.PARROT),
    n.DRUM,
)
"""Objects, the most useful first."""

RANK_OF = np.array([RANKED.index(thing) for thing in range(len(RANKED))])
LAST_RANK = len(RANKED)


@kernel
def rank_of(thing):
    """Return the rank of an object, 0 for the best; what a designer has added ranks last."""
    return RANK_OF[thing] if thing < LAST_RANK else LAST_RANK + thing


@separate_kernel
def first_to_be_had(moves, count, wanted):
    """Return the move that chooses the first of some castaways whom nobody has yet."""
    for character in wanted:
        found = find_move(moves, count, CHOOSE_ABILITY, "character", character)
        if found >= 0:
            return found
    return 0


@kernel
def comes_further(table, seat, other):
    """Return True if a castaway is further on the exploration track; an orienteer before its equals."""
    if other == NOBODY:
        return True
    own, theirs = table.castaways[seat], table.castaways[other]
    if own.reached != theirs.reached:
        return own.reached > theirs.reached
    return own.character == n.ORIENTEER


@separate_kernel
def scout_of(table, rules):
    """Return the castaway not lost who has come furthest: ties for the orienteer, then the lowest seat."""
    scout = NOBODY
    for seat in range(rules.players):
        if is_at_hand(table, seat) and comes_further(table, seat, scout):
            scout = seat
    return scout


@separate_kernel
def furthest_out(table, rules):
    """Return the castaway out who has come furthest; ties as for the scout."""
    furthest = NOBODY
    for seat in range(rules.players):
        if table.castaways[seat].where == n.OUT and comes_further(table, seat, furthest):
            furthest = seat
    return furthest


@separate_kernel
def hungry_in_camp(table, rules):
    """Return a castaway in camp who has not eaten: the most injured, the lowest seat; or NOBODY."""
    found = NOBODY
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        if is_in_camp(table, seat) and castaway.ate == 0:
            worse = found == NOBODY or castaway.injuries > table.castaways[max(found, 0)].injuries
            found = seat if worse else found
    return found


@kernel
def somebody_is_hurt(table, rules):
    """Return True if anybody in camp has two or more injuries."""
    for seat in range(rules.players):
        if is_in_camp(table, seat) and table.castaways[seat].injuries >= 2:
            return True
    return False
