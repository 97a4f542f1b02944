"""Verdicts: whether an estimate meets a target, misses it, or is not yet certain enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite, nan
from typing import Literal

from scipy import special

from simkit.stats.estimates import CONFIDENCE, Estimate, wilson_ends

Outcome = Literal["met", "missed", "not yet known"]

MOST_GAMES = 10**9
"""If more games than this were needed, the estimate lies on the limit, and more games don't decide."""


@dataclass(frozen=True)
class Bounds:
    """The range that a target allows, `low` to `high`, both included; open ends are infinite."""

    low: float
    high: float

    def holds(self, low: float, high: float) -> bool:
        """Return True if a whole interval lies within the bounds."""
        return self.low <= low and high <= self.high

    def shuts_out(self, low: float, high: float) -> bool:
        """Return True if a whole interval lies outside the bounds."""
        return high < self.low or low > self.high

    def beyond(self, value: float) -> float:
        """Return how far a value lies above the bounds (negative below them); 0 within the bounds."""
        return max(value - self.high, 0.0) + min(value - self.low, 0.0)


@dataclass(frozen=True)
class Judgement:
    """A verdict on one estimate.

    Parameters
    ----------
    outcome : str
        "met" if the whole interval lies within the bounds, "missed" if it lies outside, else
        "not yet known".
    estimate : Estimate
        What was judged, with its interval widened for the number of comparisons.
    by : float
        How far the estimate lies above the bounds, negative below them; 0 within.
    more_games : int or None
        If it is not yet known: how many more games would decide, if the estimate stays the same.  None if it
        is known, or if no number of games would decide.
    """

    outcome: Outcome
    estimate: Estimate
    by: float
    more_games: int | None = None


@dataclass(frozen=True)
class Distance:
    """How far several shares lie from their targets, as a root mean square.

    Parameters
    ----------
    measured : float
        The deviation of the estimates from the middles of the allowed ranges; from 0 to 1.
    by_chance : float
        The same, expected from the numbers of games alone if each true share were the middle.
    """

    measured: float
    by_chance: float


def distance(pairs: Sequence[tuple[Estimate, Bounds]]) -> Distance:
    """Return how far shares lie from the middles of their bounds.

    Parameters
    ----------
    pairs : sequence of (Estimate, Bounds)
        At least one; the estimates are shares of their n, the bounds have two ends.
    """
    middles = [(bounds.low + bounds.high) / 2 for _, bounds in pairs]
    squares = [(found.value - middle) ** 2 for (found, _), middle in zip(pairs, middles, strict=True)]
    by_chance = [middle * (1 - middle) / found.n for (found, _), middle in zip(pairs, middles, strict=True)]
    return Distance((sum(squares) / len(pairs)) ** 0.5, (sum(by_chance) / len(pairs)) ** 0.5)


def judge(found: Estimate, bounds: Bounds, comparisons: int = 1) -> Judgement:
    """Return whether an estimate meets a target, allowing for several comparisons (Bonferroni).

    Parameters
    ----------
    found : Estimate
        A share with Wilson's interval, or any estimate whose interval shrinks with the root of n.
    bounds : Bounds
        The range that the target allows.
    comparisons : int
        How many estimates are judged together.
    """
    confidence = 1 - (1 - CONFIDENCE) / comparisons
    low, high = _ends(found, found.n, confidence)
    wide = Estimate(found.value, low, high, found.n, found.method)
    by = bounds.beyond(found.value)
    outcome = _outcome(bounds, low, high)
    more = _more_games(found, bounds, confidence) if outcome == "not yet known" else None
    return Judgement(outcome, wide, by, more)


def _outcome(bounds: Bounds, low: float, high: float) -> Outcome:
    if bounds.holds(low, high):
        return "met"
    return "missed" if bounds.shuts_out(low, high) else "not yet known"


def _ends(found: Estimate, n: int, confidence: float) -> tuple[float, float]:
    """Return the interval that an estimate would have after `n` games if its value stayed the same."""
    if found.method == "Wilson":
        return wilson_ends(found.value, n, confidence)
    if not (isfinite(found.low) and isfinite(found.high)) or found.n < 2:
        return nan, nan
    wide = float(special.stdtrit(n - 1, (1 + confidence) / 2))
    plain = float(special.stdtrit(found.n - 1, (1 + CONFIDENCE) / 2))
    scale = wide / plain * (found.n / n) ** 0.5
    return found.value - scale * (found.value - found.low), found.value + scale * (found.high - found.value)


def _more_games(found: Estimate, bounds: Bounds, confidence: float) -> int | None:
    """Return how many more games would decide, found by doubling and then halving the step."""

    def tells(n: int) -> bool:
        return _outcome(bounds, *_ends(found, n, confidence)) != "not yet known"

    if found.method != "Wilson" and not isfinite(found.low):
        return None
    least, most = found.n, max(2 * found.n, 2)
    while not tells(most):
        if most > MOST_GAMES:
            return None
        least, most = most, 2 * most
    while most - least > 1:
        middle = ceil((least + most) / 2)
        least, most = (least, middle) if tells(middle) else (middle, most)
    return most - found.n
