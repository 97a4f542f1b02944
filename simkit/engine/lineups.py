"""Who sits where: every arrangement of the players is played equally often, everybody sits everywhere."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt


def lineups(players: int, distinct: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    """Return every way to seat the players, each once.

    Parameters
    ----------
    players : int
        How many sit down.
    distinct : tuple
        What makes a player different from another (its strategy and parameters), one entry a player.

    Returns
    -------
    int64 array, shape (arrangements, players)
        Row r says which player sits at which seat.  Game g uses row ``g % arrangements``.  Ways that differ
        only in who of players that are alike sits where come one round of different ways after the other.
    """
    alike: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for order in permutations(range(players)):
        alike.setdefault(tuple(distinct[player] for player in order), []).append(order)
    # Even those who are alike change seats, or the seat's luck would stand in one player's win rate.
    orders = [order for a_round in zip(*alike.values(), strict=True) for order in a_round]
    return np.array(orders, dtype=np.int64)
