"""Estimates the mean of slow games from few of them, with the help of many quick games on the same chance.

The slow games are the first of the quick ones' numbers, so that every slow game has a quick partner.  A
linear estimate of the slow result x from the quick result y is made on the pairs; what the mean of y is known
to be from all quick games then corrects the mean of x (double sampling: Cochran, "Sampling Techniques", 3rd
edition, chapter 12)::

    estimate = mean(x on the pairs) + slope * (mean(y on all) - mean(y on the pairs))

With any fixed slope this is unbiased, for both means of y have the same expectation.  The slope is the least
squares one: it leaves residuals that have no covariance with y on the pairs, so that the variances of the two
parts, which share games, add up.  Fixed at 1 (the mean of y on all games plus the mean paired difference) the
variance would be larger wherever the two results have a covariance below half the variance of y.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simkit.stats import special
from simkit.stats.estimates import NUMBER, ROUNDING, Estimate, Unit, wilson_ends

STOPPING = 0.96
"""The confidence of intervals that are looked at again and again until they are narrow: they then cover the
truth in 95 % of cases, as tests/stats/test_control.py finds by simulation."""

FIRST, GROWTH = 100, 1.25
"""The games before the first look at the interval, and by how much their number grows until the next one."""

ADDED = 2.0
"""Squared deviations of two more games, as in `simkit.stats.estimates.mean_change`: a few games with the same
result do not prove that the next one will have it."""

Floats = npt.NDArray[np.float64]

Ends = tuple[float, float, float]
"""A value, and the ends of its interval."""


@dataclass(frozen=True)
class Controlled:
    """The mean of slow games, and by how much it differs from that of the quick ones."""

    mean: Estimate
    """Its n is the number of slow games."""

    gain: Estimate
    """The mean of the slow games minus that of the quick ones."""


def controlled(
    slow: Floats, quick: Floats, *, unit: Unit = NUMBER, confidence: float = STOPPING
) -> Controlled:
    """Return the mean of slow games with the help of quick ones.

    * `slow` (float64 array, shape (m,)): the results of the first m games; m >= 1 (no intervals, NaN, for
      fewer than three).
    * `quick` (float64 array, shape (n,)): the results of n >= m games, of which the first m have the same
      chance.
    * `unit`: what results are counted in.  Of shares, all are 0 or 1: the interval is then Wilson's for the
      effective number of games, and stays within 0 and 1.
    """
    pairs, every = len(slow), len(quick)
    partner, rest = quick[:pairs], float(quick.mean())
    x, y = slow - slow.mean(), partner - partner.mean()
    spread = float((y**2).sum())
    slope = float((x * y).sum()) / spread if spread > 0 else 0.0
    value = float(slow.mean()) + slope * (rest - float(partner.mean()))
    gain = value - rest
    nan = float("nan")
    if pairs < 3:
        return _controlled((value, nan, nan), (gain, nan, nan), pairs, unit)
    residuals = x - slope * y
    squares = float((residuals**2).sum())
    size = 1.0 if unit.is_share else _usual_size(residuals) or _usual_size(x) or 1.0
    of_pairs = (squares + ADDED * size**2) / (pairs - 2) / pairs
    of_quick = float(quick.var(ddof=1)) / every
    tail = (1 + confidence) / 2
    t = float(special.stdtrit(pairs - 2, tail))
    half = t * (of_pairs + (slope - 1) ** 2 * of_quick) ** 0.5
    low, high = gain - half, gain + half
    if unit.is_share:
        value = min(max(value, 0.0), 1.0)
        low, high = max(low, -1.0), min(high, 1.0)
    variance = of_pairs + slope**2 * of_quick
    if not unit.is_share:
        half = t * variance**0.5
        return _controlled((value, value - half, value + half), (gain, low, high), pairs, unit)
    spread = value * (1 - value)
    # As many games as would tell as much; near 0 and 1 the games added count for too much.
    alike = min(max(spread / variance, pairs / 2), every) if spread > 0 else pairs
    fewer = (float(special.ndtri(tail)) / t) ** 2
    ends = wilson_ends(value, max(alike * fewer, 1.0), confidence)
    return _controlled((value, *ends), (gain, low, high), pairs, unit)


def _usual_size(residuals: Floats) -> float:
    """Return by how much a game deviates where it does at all; 0 where none does."""
    sizes = np.where(np.abs(residuals) < ROUNDING, 0.0, np.abs(residuals))
    total = float(sizes.sum())
    return float((sizes**2).sum()) / total if total > 0 else 0.0


def _controlled(mean: Ends, gain: Ends, n: int, unit: Unit) -> Controlled:
    own = ((mean, unit), (gain, unit.of_changes))
    return Controlled(*(Estimate(*ends, n, "double sampling", counted) for ends, counted in own))


def looks(most: int) -> Iterator[int]:
    """Yield the numbers of games after which it is looked whether an interval is narrow, up to `most`."""
    games = FIRST
    while games < most:
        yield games
        games = round(games * GROWTH / 10) * 10
    yield most


def is_narrow(estimate: Estimate, half: float) -> bool:
    """Return True if an interval is at most `half` to either side: of 1 for a share, else of its value."""
    scale = 1.0 if estimate.unit.is_share else abs(estimate.value)
    return (estimate.high - estimate.low) / 2 <= half * scale
