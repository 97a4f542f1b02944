"""How many games make an interval as narrow as is asked for: found from trial games, which do not count.

An interval that is looked at again and again until it is narrow is narrow a little too often by luck.  Here
trial games say how many games count, which are others: how many they are does not depend on how they come
out.  All intervals that are made of them are therefore those of a fixed number of games: of every column, of
quantiles and of differences, and not only of what was to be narrow.

Trial games are doubled until more of them would save less than they cost.  The number is such that the
interval is narrow with `ENOUGH` probability; where it is not, some more games are added.  As this is rare, it
changes how often intervals hold the truth by less than `1 - ENOUGH`; `tests/stats/test_precision.py` measures
it.

References
----------
Stein, "A two-sample test for a linear hypothesis whose power is independent of the variance", Annals of
Mathematical Statistics 16, 1945, for deciding on the size of a sample by another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, exp, isfinite, log10, sqrt

import numpy as np
import numpy.typing as npt

from simkit.stats import special
from simkit.stats.control import ADDED
from simkit.stats.estimates import CONFIDENCE, wilson_ends
from simkit.stats.tally import Tally

FEWEST = 100
"""The fewest trial games, unless fewer may count.  At least as many games count as were tried."""

FEWEST_OF_MEAN = 3000
"""The fewest trial games of a mean.  However alike the first hundred are, something rare may decide the mean:
what comes once in a thousand games is among that many with 95 % probability."""

SEEN = 15
"""How many of the games that decide a mean must be seen: with fewer, Student's interval holds the truth less
often than it says."""

HARMLESS = 0.1
"""Fewer are enough if `SEEN` more of them would move the mean by less than this part of what is asked for."""

ENOUGH = 0.99
"""The probability that the number of games which trial games lead to is enough."""

ADDED_TO_SPARE = 1.05
"""By how much more games are added than are expected to be enough, where a number was not."""

_Z = float(special.ndtri((1 + CONFIDENCE) / 2))
_Z_ENOUGH = float(special.ndtri(ENOUGH))


@dataclass(frozen=True)
class GamesNeeded:
    """How many games an interval needs to be narrow."""

    expected: float
    """If the trial games show things as they are."""

    enough: float
    """With which it is narrow with `ENOUGH` probability; infinite if too few games were tried to tell."""

    to_see: float = 0.0
    """After how many games enough of those that decide a mean were seen."""


def need_of_share(successes: int, tried: int, half: float) -> GamesNeeded:
    """Return how many games Wilson's interval of a share needs.

    * `successes`, `tried`: what came out of the trial games; tried >= 1.
    * `half`: the half-width that is asked for, 0 < half < 0.5.
    """
    share = successes / tried
    expected = _games_for_share(share, half)
    enough = expected
    for _ in range(2):  # the games that count vary as well
        low, high = wilson_ends(share, _together(tried, enough), 2 * ENOUGH - 1)
        enough = _games_for_share(min(max(0.5, low), high), half)
    return GamesNeeded(expected, enough)


def need_of_mean(found: Tally, half: float) -> GamesNeeded:
    """Return how many games Student's interval of a mean needs; infinitely many where too few were tried.

    The squared deviations of two more games are added: a few games with the same result do not prove that the
    next one will have it.  A mean may hang on a few games that are far from all others: until enough of these
    were seen, the spread of the games says little about how well the mean is known.
    """
    if found.total < 2:
        return GamesNeeded(float("inf"), float("inf"))
    gaps = found.values - found.mean
    squares, fourths = (float((found.counts * gaps**power).sum()) for power in (2, 4))
    sizes = float((found.counts * np.abs(gaps)).sum())
    size = squares / sizes if sizes > 0 else 1.0
    variance = (squares + ADDED * size**2) / (found.total - 1)
    beyond = max((fourths + ADDED * size**4) / found.total / variance**2 - 1, 0.0)
    expected = enough = _games_for_mean(variance, half)
    # If one game in N deviates, all by as much, the kurtosis is their number.
    kurtosis = fourths * found.total / squares**2 if squares > 0 else 0.0
    harmless = SEEN * float(np.abs(gaps).max()) / (HARMLESS * half)
    to_see = min(SEEN * kurtosis, harmless)
    fewest = max(FEWEST_OF_MEAN, to_see)
    expected = max(expected, fewest)
    if found.total < fewest:
        return GamesNeeded(expected, float("inf"), to_see)
    for _ in range(2):
        error = sqrt(beyond / _together(found.total, enough))
        enough = _games_for_mean(variance * exp(min(_Z_ENOUGH * error, 50.0)), half)
    return GamesNeeded(expected, max(enough, expected), to_see)


def games_to_count(needs: Iterable[GamesNeeded], tried: int, most: int) -> int | None:
    """Return how many games count, after some trial games; None if more trial games are worth their price.

    * `needs`: one for each interval that is to be narrow, at least one.
    * `most`: the most games that may count.
    """
    every = list(needs)
    expected, enough = (
        min(max(counts), most) for counts in zip(*((n.expected, n.enough) for n in every), strict=True)
    )
    # Twice as many would cost `tried` games.  What is not known shrinks with their root: the sum of both is
    # least where twice the trial games are as many as what could be saved.
    if enough - expected > 2 * tried and tried < most:
        return None
    return min(rounded_up(max(enough, tried)), most)


def games_in_addition(games: int, widest: float, most: int) -> int:
    """Return how many games count in the end, where the number that was to be enough was not.

    * `games`: the games that count so far.
    * `widest`: the widest interval, as a multiple of what is asked for; NaN for an interval that needs more
      games.
    * `most`: the most games that may count.
    """
    factor = widest**2 * ADDED_TO_SPARE if isfinite(widest) else 2.0
    return min(rounded_up(max(games * factor, games + 1)), most)


def rounded_up(games: float) -> int:
    """Return a number of games rounded up to two digits, so that few scenarios differ by a few games."""
    if games < 100:
        return ceil(games)
    unit = 10 ** (int(log10(games)) - 1)
    return int(ceil(games / unit) * unit)


def _together(tried: int, counted: float) -> float:
    """Return how many games vary as much as the difference between trial games and those that count."""
    return 1 / (1 / tried + 1 / counted)


def _games_for_share(share: float, half: float) -> float:
    """Return after how many games Wilson's interval of a share has a half-width."""
    z2, spread, square = _Z**2, share * (1 - share), half**2
    return max(
        1.0, z2 / (2 * square) * (spread - 2 * square + sqrt(spread**2 - 4 * square * spread + square))
    )


def _games_for_mean(variance: float, half: float) -> float:
    """Return after how many games Student's interval of a mean has a half-width; at least two."""
    games = max(2.0, variance * (_Z / half) ** 2)
    for _ in range(4):
        quantile = float(special.stdtrit(max(games - 1, 1.0), (1 + CONFIDENCE) / 2))
        games = max(2.0, variance * (quantile / half) ** 2)
    return games


def as_if_equal(values: npt.NDArray[np.float64], ends: Sequence[int]) -> npt.NDArray[np.float64]:
    """Return the results of a scenario's games as numbers of all games that the longest scenario has.

    Scenarios of one run may have played different numbers of games with the same chance.  The means of the
    arrays returned are those of the scenarios, and so are the means of their sums and differences; what the
    games say about the error of all these is in the spread of the arrays, as it is for scenarios of as many
    games: game by game, with common chance where both were played.

    * `values` (float64 array, shape (n,)): the results of games 0 to n - 1.
    * `ends`: the different numbers of games of all scenarios, in ascending order; n is one of them.

    Games are weighted by the inverse of their number, and those that were not played count as 0.  Between two
    ends all games are alike: there the deviations from their mean are what is kept, around the mean of the
    scenario.
    """
    longest, mean = ends[-1], float(values.mean())
    if len(values) == longest and len(ends) == 1:
        return values
    found = np.full(longest, mean)
    for first, end in zip((0, *ends), ends, strict=False):
        if end > len(values):
            break
        own, count = values[first:end], end - first
        spare = sqrt(count / (count - 1)) if count > 1 else 1.0
        found[first:end] += (own - own.mean()) * (longest / len(values)) * spare
    return found
