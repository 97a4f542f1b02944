"""The path: which place a figure reaches, counting only places that still hold a token (ruling R1).

Sets of places are masks, bit `place` for each; `table.occupied` are those that hold a token.
"""

import numpy as np

from simkit.game import highest_bit, kernel, lowest_bit
from simkit.games.nautilion.kinds import Move
from simkit.games.nautilion.state import ISLES


@kernel
def only(place):
    """Return the set of one place."""
    return np.int64(1) << place


@kernel
def beyond(place):
    """Return the set of the places from `place` to the Abyss, `place` itself not counted."""
    return np.int64(-2) << place


@kernel
def before(place):
    """Return the set of the places from the Isles to `place`, `place` itself not counted."""
    return ~(np.int64(-1) << place)


@kernel
def place_toward_abyss(table, place, steps):
    """Return the place reached from `place` in `steps` steps toward the Abyss, at most the Abyss."""
    if steps == 0:
        return place
    ahead = table.occupied & beyond(place)
    for _ in range(steps - 1):
        ahead &= ahead - 1
    return lowest_bit(ahead) if ahead != 0 else table.length + 1


@kernel
def place_toward_isles(table, place, steps):
    """Return the place reached from `place` in `steps` steps toward the Isles, at least the Isles."""
    behind = table.occupied & before(place)
    for _ in range(steps):
        if behind == 0:
            return ISLES
        place = highest_bit(behind)
        behind &= before(place)
    return place


@kernel
def put_token(table, place, kind):
    """Put a token on `place`."""
    table.path[place] = kind
    table.occupied |= only(place)


@kernel
def take_token(table, place):
    """Take the token off `place` and return its kind."""
    kind = table.path[place]
    table.path[place] = 0
    table.occupied &= ~only(place)
    return kind


@kernel
def place_options(moves, places):
    """List places to choose from, the one nearest to the Isles first; return how many there are."""
    count = 0
    while places != 0:
        moves[count].kind = Move.CHOOSE_PLACE
        moves[count].place = lowest_bit(places)
        count += 1
        places &= places - 1
    return count
