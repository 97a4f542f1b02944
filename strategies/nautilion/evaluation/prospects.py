"""The prospects of a crew: how likely each number still missing will be aboard before the Abyss.

Copies ahead are not enough: where ducts are few, a copy counts only if a space beside it has been filled by
then.  So the path ahead is walked along once, in thought: at each token that is missing, the chance that its
space is open by now, times the chance that the Nautilion lands there, is the chance that it goes aboard here,
and opens the spaces beside it for what follows.
"""

from math import log

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.numbers import bit_count, lowest_bit
from simkit.compile.records import scratch
from simkit.games.nautilion.rules.path import before, beyond
from simkit.games.nautilion.state import CREW_NUMBERS, FULL_CREW, MOST_PLACES

LEAST = 0.02
"""Added to each chance: what is almost lost still counts by how much."""

MOST = 0.0199
"""A little more than the logarithm of the largest chance, 1 and `LEAST`."""

REMEMBERED = 32
"""Walks of one decision of which the result is remembered: a power of two."""

WHEREABOUTS = np.dtype(
    (
        np.record,
        [
            ("places", np.int64, (CREW_NUMBERS,)),  # at which each number lies: bit `place` for each
            ("beside", np.float64, (CREW_NUMBERS, CREW_NUMBERS)),  # 1 where a duct joins two spaces
            # The walks that were made: which places counted, at which the Phantom is near, the spaces filled.
            ("counted", np.int64, (REMEMBERED,)),
            ("near", np.int64, (REMEMBERED,)),
            ("held", np.int64, (REMEMBERED,)),
            ("found", np.float64, (REMEMBERED,)),  # and what was found
        ],
    ),
    align=True,
)
"""What every walk of a decision needs (`locate`), and what the walks have found."""

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


@kernel
def locate(table, rules, weights, whereabouts):
    """Note where each number lies, and which spaces are joined, for `hope`; nothing without that weight."""
    if weights.hope == 0.0:
        return
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
        for j in range(CREW_NUMBERS):
            whereabouts.beside[i, j] = (rules.open_spaces[1 << i] >> j) & 1


@kernel
def hope(table, rules, weights, whereabouts, at, without=0):
    """Return the worth of the prospects at a place; 0 without that weight.

    `at` is (place, held): where the Nautilion stands, and the spaces that are filled by then.  `without` are
    places of which the tokens will be gone.
    """
    if weights.hope > 0.0:
        place, held = at
        at = np.int64(place), np.int64(held)  # or it would be compiled once for each width
        return weights.hope * prospects(table, rules, weights, whereabouts, at, without)
    return 0.0


@kernel
def most_hope(weights, missing):
    """Return what `hope` comes to at most where so many numbers are missing."""
    return weights.hope * missing * MOST


@kernel
def overtaken(weights, own_way, phantom_way):
    """Return about how likely the Phantom gets to the Isles before the Nautilion gets to the Abyss.

    By the tokens that each then has before it; negative where the Nautilion is at the Abyss.
    """
    if own_way < 0:
        return 0.0
    if phantom_way <= 0:  # with any die
        return 1.0
    margin = phantom_way + 1.0 - max(1.0, weights.pace * (own_way + 1.0))
    return 0.5 - 0.5 * margin / (1.0 + abs(margin))


@separate_kernel
def prospects(table, rules, weights, whereabouts, at, without):
    """Return the logarithm of the chance to find all that is missing ahead of a place; see `hope`."""
    start, held = at
    ahead = table.occupied & beyond(start) & ~without
    # Those that the Phantom comes to first are taken by it now and then.
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
    found = log(_chance(table, rules, weights, whereabouts, (held, ahead, near)))
    whereabouts.counted[slot] = ahead
    whereabouts.near[slot] = near
    whereabouts.held[slot] = held
    whereabouts.found[slot] = found
    return found


@kernel
def _slot(ahead, near, held):
    """Return where a walk is remembered; others may be remembered there, too."""
    mixed = (ahead ^ (ahead >> 17) ^ near ^ (near >> 13)) + 7 * held
    return (mixed ^ (mixed >> 5) ^ (mixed >> 11)) & (REMEMBERED - 1)


@kernel
def _chance(table, rules, weights, whereabouts, walk):
    """Return the chance that all that is missing will be aboard.

    `walk` is (held, ahead, near): the spaces that are filled, the places of all that is missing, and those of
    them where the Phantom is near.
    """
    held, ahead, near = walk
    needed = FULL_CREW & ~held
    room = scratch(PROSPECTS)
    opened = int(rules.open_spaces[held])
    nothing = 1.0 if held == 0 else 0.0  # the chance that nobody is aboard: then every space is open
    for i in range(CREW_NUMBERS):
        room.missing[i] = 1.0
        room.closed[i] = 1.0 - ((opened >> i) & 1) * (1.0 - nothing)
    may_open = held == 0 or (needed & ~opened) != 0
    while ahead != 0:
        place = lowest_bit(ahead)
        ahead &= ahead - 1
        i = np.uint64(int(table.path[place]) - 1)
        aboard = weights.reach * (weights.spared if (near >> place) & 1 else 1.0)
        if may_open:
            aboard *= max(1.0 - room.closed[i], nothing)
            nothing *= 1.0 - room.missing[i] * aboard
            for j in range(CREW_NUMBERS):  # all of them, side by side: which are beside it can't be foreseen
                room.closed[j] *= 1.0 - aboard * whereabouts.beside[i, j]
        room.missing[i] *= 1.0 - aboard
    chance = 1.0
    for i in range(CREW_NUMBERS):
        chance *= 1.0 - room.missing[i] + LEAST if (needed >> i) & 1 else 1.0
    return chance
