"""Who sits where: every arrangement of the players is played equally often."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt


def lineups(players: int, distinct: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    """Return every different way to seat the players, each once.

    Parameters
    ----------
    players : int
        How many sit down.
    distinct : tuple
        What makes a player different from another (its strategy and parameters), one entry a player.

    Returns
    -------
    int64 array, shape (arrangements, players)
        Row r says which player sits at which seat.  Players that are alike are not exchanged for each
        other.  Game g uses row ``g % arrangements``, so every arrangement is played equally often.
    """
    seen: dict[tuple[Any, ...], tuple[int, ...]] = {}
    for order in permutations(range(players)):
        seen.setdefault(tuple(distinct[player] for player in order), order)
    return np.array(list(seen.values()), dtype=np.int64)
