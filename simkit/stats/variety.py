"""Says how different two games of many are: how often they are alike, how far they lie apart.

Both are means over all pairs of games (U-statistics).  A game is in many pairs, so that pairs are not
independent: the interval is that of the games' own means over their pairs.

References
----------
Hoeffding, "A class of statistics with asymptotically normal distribution", Annals of Mathematical Statistics
19, 1948.  Simpson, "Measurement of diversity", Nature 163, 1949 (the chance that two are alike).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from simkit.stats.estimates import NUMBER, SHARE, Estimate, Unit, mean_of

Floats = npt.NDArray[np.float64]

FEWEST = 3
"""The fewest games of which it is said: two make one pair, which says nothing of others."""


def chance_alike(games: Sequence[Hashable]) -> Estimate:
    """Return the chance that two different games are the same in what is given of each.

    Raises ValueError for fewer than three games.

    >>> print(f"{chance_alike('aabb'):alone}")
    33.3 %
    """
    counts = Counter(games)
    return _of_pairs(np.array([counts[game] - 1 for game in games], np.float64), SHARE, 1.0)


def mean_distance(values: npt.ArrayLike, unit: Unit = NUMBER) -> Estimate:
    """Return how far the numbers of two different games lie apart on average (Gini's mean difference).

    Raises ValueError for fewer than three games.

    >>> print(f"{mean_distance([1, 1, 4, 4]):alone}")
    2.00
    """
    found = np.asarray(values, np.float64)
    order = np.argsort(found, kind="stable")
    ranked = found[order]
    below = np.concatenate([[0.0], np.cumsum(ranked)])
    places = np.arange(len(ranked))
    apart = ranked * (2 * places - len(ranked)) + below[-1] - 2 * below[:-1]
    sums = np.empty_like(apart)
    sums[order] = apart
    return _of_pairs(np.maximum(sums, 0.0), unit, np.inf)


def _of_pairs(sums: Floats, unit: Unit, most: float) -> Estimate:
    """Return the mean over all pairs, given for each game the sum over its pairs."""
    games = len(sums)
    if games < FEWEST:
        raise ValueError(f"{FEWEST} games are needed, found {games}")
    own = sums / (games - 1)
    found = mean_of(2 * own - own.mean(), unit)
    return replace(found, low=max(found.low, 0.0), high=min(found.high, most), method="pairs of games")
