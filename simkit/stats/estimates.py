"""Estimates with intervals.

Distributions come from `scipy.special`, which is fast to import; the tests hold every interval against
`scipy.stats`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from simkit.stats.tally import Tally

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """An estimate, its confidence interval, the number of observations, and how it was made."""

    value: float
    low: float
    high: float
    n: int
    method: str

    def excludes(self, value: float) -> bool:
        """Return True if `value` lies outside of the interval; nothing does if there is none (NaN)."""
        return value < self.low or value > self.high


def wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Estimate:
    """Return a proportion with its Wilson score interval.

    Parameters
    ----------
    successes, n : int
        0 <= successes <= n, n >= 1.
    confidence : float
        Between 0 and 1.

    References
    ----------
    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22, 1927.
    """
    z = float(special.ndtri((1 + confidence) / 2))
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Estimate(share, float(low), float(high), n, "Wilson")


def mean(tally: Tally, confidence: float = CONFIDENCE) -> Estimate:
    """Return a mean with Student's t interval (no interval, NaN, for fewer than two observations)."""
    n = tally.total
    if n < 2:
        return Estimate(tally.mean, float("nan"), float("nan"), n, "Student t")
    half = special.stdtrit(n - 1, (1 + confidence) / 2) * np.sqrt(tally.variance / n)
    return Estimate(tally.mean, float(tally.mean - half), float(tally.mean + half), n, "Student t")


def quantile(tally: Tally, q: float, confidence: float = CONFIDENCE) -> Estimate:
    """Return a quantile with the interval between two order statistics, free of any distribution.

    An end is NaN where there are too few observations for it: for 5 % and 95 %, fewer than 72 or so.

    Parameters
    ----------
    tally : Tally
        At least one observation.
    q : float
        0 < q < 1.
    confidence : float
        The interval covers at least this much.

    References
    ----------
    David and Nagaraja, "Order Statistics", 3rd edition, section 7.1.
    """
    n = tally.total
    tail = (1 - confidence) / 2
    low = _binomial_quantile(n, q, tail)
    high = _binomial_quantile(n, q, 1 - tail) + 1
    return Estimate(
        tally.quantile(q),
        tally.at_rank(low) if low >= 1 else float("nan"),
        tally.at_rank(high) if high <= n else float("nan"),
        n,
        "order statistics",
    )


def _binomial_quantile(n: int, p: float, probability: float) -> int:
    """Return the smallest k with P(Binomial(n, p) <= k) >= probability."""
    k = int(np.ceil(special.bdtrik(probability, n, p))) if special.bdtr(0, n, p) < probability else 0
    while k > 0 and special.bdtr(k - 1, n, p) >= probability:
        k -= 1
    return k


def paired_difference(
    before: npt.NDArray[np.float64], after: npt.NDArray[np.float64], confidence: float = CONFIDENCE
) -> Estimate:
    """Return the mean of ``after - before``, game by game, with Student's t interval.

    For two runs of the same games (common random numbers): what both share of luck cancels out.

    Parameters
    ----------
    before, after : float64 arrays, shape (n,)
        n >= 1 (no interval, NaN, for a single game); entry i of both belongs to the same game.
    """
    differences = after - before
    n = len(differences)
    centre = float(differences.mean())
    if n < 2:
        return Estimate(centre, float("nan"), float("nan"), n, "paired Student t")
    half = special.stdtrit(n - 1, (1 + confidence) / 2) * differences.std(ddof=1) / np.sqrt(n)
    return Estimate(centre, float(centre - half), float(centre + half), n, "paired Student t")


def unpaired_difference(before: Tally, after: Tally, confidence: float = CONFIDENCE) -> Estimate:
    """Return the difference of two means, ``after - before``, with Welch's t interval.

    No interval, NaN, for fewer than two observations on either side.
    """
    centre, n = after.mean - before.mean, before.total + after.total
    if min(before.total, after.total) < 2:
        return Estimate(centre, float("nan"), float("nan"), n, "Welch t")
    parts = before.variance / before.total, after.variance / after.total
    error = sum(parts)
    freedom = (
        error**2 / (parts[0] ** 2 / (before.total - 1) + parts[1] ** 2 / (after.total - 1)) if error else 1
    )
    half = special.stdtrit(freedom, (1 + confidence) / 2) * np.sqrt(error)
    return Estimate(centre, float(centre - half), float(centre + half), n, "Welch t")
