"""The path: which place a figure reaches, counting only places that still hold a token (ruling R1)."""

from simkit.engine.kernel import inlined_kernel, kernel
from simkit.games.nautilion.state import ISLES


@inlined_kernel
def place_toward_abyss(table, place, steps):
    """Return the place reached from `place` in `steps` steps toward the Abyss, at most the Abyss."""
    abyss = table.length + 1
    while steps > 0:
        place += 1
        if place >= abyss:
            return abyss
        if table.path[place] != 0:
            steps -= 1
    return place


@inlined_kernel
def place_toward_isles(table, place, steps):
    """Return the place reached from `place` in `steps` steps toward the Isles, at least the Isles."""
    while steps > 0:
        place -= 1
        if place <= ISLES:
            return ISLES
        if table.path[place] != 0:
            steps -= 1
    return place


@kernel
def take_token(table, place):
    """Take the token off `place` and return its kind."""
    kind = table.path[place]
    table.path[place] = 0
    table.tokens_on_path -= 1
    return kind
