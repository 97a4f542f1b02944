"""The prospects of a crew: how likely each number still missing will be aboard before the Abyss.

Copies ahead are not enough: where ducts are few, a copy counts only if a space beside it has been filled by
then.  So the path ahead is walked along once, in thought: at each token that is missing, the chance that its
space is open by now, times the chance that the Nautilion lands there, is the chance that it goes aboard here,
and opens the spaces beside it for what follows.
"""

from math import log

import numpy as np

from simkit.compile.bits import bit_count, lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.scratch import scratch
from simkit.games.nautilion.path import before, beyond
from simkit.games.nautilion.tokens import CREW_NUMBERS, FULL_CREW

LEAST = 0.02
"""Added to each chance: what is almost lost still counts by how much."""

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
def hope(table, rules, weights, start, held, without=0):
    """Return the worth of the prospects at a place with the spaces `held` filled; 0 without that weight."""
    return (
        weights.hope * prospects(table, rules, weights, start, held, without) if weights.hope > 0.0 else 0.0
    )


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
def prospects(table, rules, weights, start, held, without):
    """Return the logarithm of the chance to find all that is missing ahead of a place.

    `held` are the spaces that are filled when the Nautilion stands there; `without` are places of which the
    tokens will be gone.
    """
    room = scratch(PROSPECTS)
    opened, needed = rules.open_spaces[held], FULL_CREW & ~held
    shut = needed & ~opened if held != 0 else needed  # what others may open
    nothing = 1.0 if held == 0 else 0.0  # the chance that nobody is aboard: then every space is open
    for i in range(CREW_NUMBERS):
        room.missing[i] = 1.0
        room.closed[i] = 1.0 - ((opened >> i) & 1) * (1.0 - nothing)
    ahead = table.occupied & beyond(start) & ~without
    # Those that the Phantom comes to first are taken by it now and then.
    threatened = bit_count(ahead & before(table.phantom)) // 2
    while ahead != 0:
        place = lowest_bit(ahead)
        ahead &= ahead - 1
        i = int(table.path[place]) - 1
        threatened -= 1
        if (needed >> i) & 1:
            left = room.missing[i]
            gain = left * weights.reach * max(1.0 - room.closed[i], nothing)
            gain *= weights.spared if threatened < 0 and place < table.phantom else 1.0
            if gain > 0.0:
                room.missing[i] = left - gain
                nothing *= 1.0 - gain
                beside = int(rules.open_spaces[1 << i]) & shut
                while beside != 0:
                    room.closed[lowest_bit(beside)] *= 1.0 - gain / left
                    beside &= beside - 1
    chance = 1.0
    for i in range(CREW_NUMBERS):
        if (needed >> i) & 1:
            chance *= 1.0 - room.missing[i] + LEAST
    return log(chance)
