"""The prospects of a crew: how likely each number still missing will be aboard before the Abyss.

Copies ahead are not enough: where ducts are few, a copy counts only if a space next to its own has been
filled by then.  So the path ahead is walked along once, in thought: at each token that is missing, the chance
that its space is open by then, times the chance that the Nautilion lands there, is the chance that it goes
aboard, and opens the spaces next to it for what follows.
"""

from math import log
from typing import NamedTuple

import numpy as np

from simkit.game import bit_count, kernel, lowest_bit, scratch, separate_kernel
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.rules.tokens import bit
from simkit.games.nautilion.state import CREW_NUMBERS, FULL_CREW, MOST_PLACES

LEAST = 0.02
"""Added to each chance, so that it still matters how small a small one is."""

MOST = 0.0199
"""A little more than the logarithm of the largest chance, 1 and `LEAST`."""

REMEMBERED = 32
"""How many walks of one decision are remembered: a power of two."""

WHEREABOUTS = np.dtype(
    (
        np.record,
        [
            ("places", np.int64, (CREW_NUMBERS,)),  # at which each number lies: bit `place` for each
            # The walks made: the places that counted, those near the Phantom, the spaces filled.
            ("counted", np.int64, (REMEMBERED,)),
            ("near", np.int64, (REMEMBERED,)),
            ("held", np.int64, (REMEMBERED,)),
            ("found", np.float64, (REMEMBERED,)),  # and their results
        ],
    ),
    align=True,
)
"""What every walk of a decision needs (`locate`), and the results of the walks."""

PROSPECTS = np.dtype(
    (
        np.record,
        [
            ("missing", np.float64, (CREW_NUMBERS,)),  # the chance that a number is not aboard by now
            ("closed", np.float64, (CREW_NUMBERS,)),  # that no space beside it is filled by now
        ],
    ),
    align=True,
)


class Walk(NamedTuple):
    """What is taken for granted of the way ahead."""

    reach: float  # the chance that the Nautilion lands on a token ahead
    spared: float  # the chance that the Phantom leaves a token that it comes to first


@kernel
def locate(table, whereabouts):
    """Note where each number lies, for `prospects`."""
    # The places at which the kind's number has a bit set: all places side by side, without a branch.
    ones, twos, fours, eights = 0, 0, 0, 0
    for place in range(MOST_PLACES + 2):
        kind = int(table.path[place])
        ones |= (kind & 1) << place
        twos |= ((kind >> 1) & 1) << place
        fours |= ((kind >> 2) & 1) << place
        eights |= ((kind >> 3) & 1) << place
    for i in range(REMEMBERED):
        whereabouts.held[i] = -1
    for i in range(CREW_NUMBERS):
        kind = i + 1
        places = ones if kind & 1 else ~ones
        places &= twos if kind & 2 else ~twos
        places &= fours if kind & 4 else ~fours
        whereabouts.places[i] = places & (eights if kind & 8 else ~eights)


@kernel
def hope(table, rules, weights, whereabouts, at, without=0):
    """Return the worth of the prospects at a place; 0 if their weight is 0.

    `at` is (place, held): where the Nautilion stands, and the spaces that are filled by then.  `without` are
    places whose tokens will be gone.
    """
    if weights.hope > 0.0:
        walk = Walk(weights.reach, weights.spared)
        return weights.hope * prospects(table, rules, walk, whereabouts, at, without)
    return 0.0


@kernel
def most_hope(weights, missing):
    """Return the highest worth of `hope` with `missing` numbers missing."""
    return weights.hope * missing * MOST


@kernel
def overtaken(weights, own_way, phantom_way):
    """Return roughly how likely the Phantom gets to the Isles before the Nautilion gets to the Abyss.

    Arguments are the tokens that each then has before it; `own_way` is negative at the Abyss.
    """
    if own_way < 0:
        return 0.0
    if phantom_way <= 0:  # with any die
        return 1.0
    margin = phantom_way + 1.0 - max(1.0, weights.pace * (own_way + 1.0))
    return 0.5 - 0.5 * margin / (1.0 + abs(margin))


@separate_kernel
def prospects(table, rules, walk, whereabouts, at, without):
    """Return the logarithm of the chance to find everything missing ahead of a place; see `hope`."""
    start, held = at
    ahead = table.occupied & beyond(start) & ~without
    # The Phantom now and then takes those that it comes to first.
    near = ahead & before(table.phantom)
    for _ in range(bit_count(near) // 2):
        near &= near - 1
    missing = 0
    for i in range(CREW_NUMBERS):
        missing |= whereabouts.places[i] if ((held >> i) & 1) == 0 else 0
    ahead &= missing
    near &= missing
    slot = _slot(ahead, near, held)
    known = (whereabouts.counted[slot] == ahead) & (whereabouts.near[slot] == near)
    if known & (whereabouts.held[slot] == held):
        return whereabouts.found[slot]
    found = log(_chance(table, rules, walk, (held, ahead, near)))
    whereabouts.counted[slot] = ahead
    whereabouts.near[slot] = near
    whereabouts.held[slot] = held
    whereabouts.found[slot] = found
    return found


@kernel
def _slot(ahead, near, held):
    """Return the slot in which a walk is remembered; several walks share it."""
    mixed = (ahead ^ (ahead >> 17) ^ near ^ (near >> 13)) + 7 * held
    return (mixed ^ (mixed >> 5) ^ (mixed >> 11)) & (REMEMBERED - 1)


@kernel
def _chance(table, rules, walk, seen):
    """Return the chance that everything missing will be aboard.

    `seen` is (held, ahead, near): the spaces that are filled, the places of everything missing, and those of
    them where the Phantom is near.
    """
    held, ahead, near = seen
    needed = FULL_CREW & ~held
    room = scratch(PROSPECTS)
    opened = int(rules.open_spaces[held])
    nothing = 1.0 if held == 0 else 0.0  # the chance that nobody is aboard: then every space is open
    for i in range(CREW_NUMBERS):
        room.missing[i] = 1.0
        room.closed[i] = 1.0 - ((opened >> i) & 1) * (1.0 - nothing)
    shut = needed & ~opened if held != 0 else needed  # the others stay open
    while ahead != 0:
        place = lowest_bit(ahead)
        ahead &= ahead - 1
        kind = int(table.path[place])
        i = np.uint64(kind - 1)
        aboard = walk.reach * (walk.spared if (near >> place) & 1 else 1.0)
        if shut & bit(kind):
            aboard *= max(1.0 - room.closed[i], nothing)
        if held == 0:
            nothing *= 1.0 - room.missing[i] * aboard
        beside = shut & rules.open_spaces[bit(kind)]
        while beside != 0:
            room.closed[lowest_bit(beside)] *= 1.0 - aboard
            beside &= beside - 1
        room.missing[i] *= 1.0 - aboard
    chance = 1.0
    for i in range(CREW_NUMBERS):
        chance *= 1.0 - room.missing[i] + LEAST if (needed >> i) & 1 else 1.0
    return chance
