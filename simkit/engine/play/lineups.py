"""Seats the players so that every arrangement is played equally often, and each player has each seat."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt


def lineups(players: int, distinct: tuple[Any, ...]) -> npt.NDArray[np.int64]:
    """Return every way to seat the players.

    Parameters
    ----------
    players : int
        The number of players.
    distinct : tuple
        What distinguishes a player from others (strategy and parameters), one entry per player.

    Returns
    -------
    int64 array, shape (arrangements, players)
        Row r holds the player at each seat.  Game g uses row ``g % arrangements``.  The rows come in rounds;
        each round has every arrangement once, where players with equal `distinct` count as the same.
    """
    alike: dict[tuple[Any, ...], list[tuple[int, ...]]] = {}
    for order in permutations(range(players)):
        alike.setdefault(tuple(distinct[player] for player in order), []).append(order)
    # Equal players change seats too, or a seat's advantage would appear in one player's win rate.
    orders = [order for once_each in zip(*alike.values(), strict=True) for order in once_each]
    return np.array(orders, dtype=np.int64)
