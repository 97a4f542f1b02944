"""Verdicts: whether an estimate meets a target, misses it, or is not yet certain enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from simkit.stats import special
from simkit.stats.distributions import Floats, Ints
from simkit.stats.estimates import CONFIDENCE, Estimate, ends_of_shares

Outcome = Literal["met", "missed", "not yet known"]

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

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
    """A verdict on one estimate."""

    outcome: Outcome
    """It is "met" if the whole interval lies within the bounds, "missed" if it lies outside."""

    estimate: Estimate
    """What was judged, with its interval widened for the number of comparisons."""

    by: float
    """How far the estimate lies above the bounds, negative below them; 0 within."""

    more_games: int | None = None
    """If it is not yet known: how many more games would decide, if the estimate stays the same.  None if it
    is known, or if no number of games would decide."""


@dataclass(frozen=True)
class Distance:
    """How far several shares lie from their targets, as a root mean square."""

    measured: float
    """The deviation of the estimates from the middles of the allowed ranges; from 0 to 1."""

    by_chance: float
    """The same, expected from the numbers of games alone if each true share were the middle."""


def distance(pairs: Sequence[tuple[Estimate, Bounds]]) -> Distance:
    """Return how far shares lie from the middles of their bounds.

    `pairs` (sequence of (Estimate, Bounds)): at least one; the estimates are shares of their n, the bounds
    have two ends.
    """
    middles = [(bounds.low + bounds.high) / 2 for _, bounds in pairs]
    squares = [(found.value - middle) ** 2 for (found, _), middle in zip(pairs, middles, strict=True)]
    by_chance = [middle * (1 - middle) / found.n for (found, _), middle in zip(pairs, middles, strict=True)]
    return Distance((sum(squares) / len(pairs)) ** 0.5, (sum(by_chance) / len(pairs)) ** 0.5)


def judge(found: Estimate, bounds: Bounds, comparisons: int = 1) -> Judgement:
    """Return whether an estimate meets a target, allowing for several comparisons; see `judge_all`."""
    (judgement,) = judge_all([(found, bounds)], comparisons)
    return judgement


def judge_all(pairs: Sequence[tuple[Estimate, Bounds]], comparisons: int) -> list[Judgement]:
    """Return whether each of several estimates meets a target, allowing for the comparisons (Bonferroni).

    * `pairs` (sequence of (Estimate, Bounds)): shares with Wilson's intervals, or any estimates whose
      intervals shrink with the root of n; each with the range that the target allows.
    * `comparisons`: how many estimates are judged together.
    """
    every = _Pairs.of(pairs)
    confidence = 1 - (1 - CONFIDENCE) / comparisons
    low, high = every.ends(every.n, confidence)
    outcomes = every.outcomes(low, high)
    more = _more_games(every, np.flatnonzero(outcomes == OUTCOMES.index("not yet known")), confidence)
    judged = zip(pairs, outcomes.tolist(), low.tolist(), high.tolist(), more.tolist(), strict=True)
    return [
        Judgement(
            OUTCOMES[outcome],
            replace(found, low=own_low, high=own_high),
            bounds.beyond(found.value),
            games or None,
        )
        for (found, bounds), outcome, own_low, own_high, games in judged
    ]


@dataclass(frozen=True)
class _Pairs:
    """Estimates, each with the range that a target allows, as arrays."""

    values: Floats
    low: Floats
    high: Floats
    n: Floats
    are_wilson: Floats
    least: Floats
    most: Floats

    @classmethod
    def of(cls, pairs: Sequence[tuple[Estimate, Bounds]]) -> _Pairs:
        rows = [
            (
                estimate.value,
                estimate.low,
                estimate.high,
                estimate.n,
                estimate.method == "Wilson",
                bounds.low,
                bounds.high,
            )
            for estimate, bounds in pairs
        ]
        return cls(*np.array(rows, dtype=np.float64).reshape(len(rows), 7).T)

    def at(self, places: Ints) -> _Pairs:
        """Return those at some places."""
        return _Pairs(*(getattr(self, field.name)[places] for field in fields(self)))

    def ends(self, n: Floats, confidence: float) -> tuple[Floats, Floats]:
        """Return the intervals that they would have after `n` games if their values stayed the same."""
        with np.errstate(invalid="ignore", divide="ignore"):
            of_shares = ends_of_shares(self.values, n, confidence)
            wide = special.stdtrit(n - 1, (1 + confidence) / 2)
            plain = special.stdtrit(self.n - 1, (1 + CONFIDENCE) / 2)
            scale = wide / plain * np.sqrt(self.n / n)
            scale[~np.isfinite(self.low + self.high) | (self.n < 2)] = np.nan  # an end is open
            below, above = self.values - self.low, self.high - self.values
        others = self.values - scale * below, self.values + scale * above
        low, high = (np.where(self.are_wilson, *pair) for pair in zip(of_shares, others, strict=True))
        return low, high

    def outcomes(self, low: Floats, high: Floats) -> Ints:
        """Return what intervals come to, as places in `OUTCOMES`."""
        holds = (self.least <= low) & (high <= self.most)
        shuts_out = (high < self.least) | (low > self.most)
        return np.where(holds, 0, np.where(shuts_out, 1, 2))


def _more_games(every: _Pairs, places: Ints, confidence: float) -> Ints:
    """Return how many more games would decide, 0 where none are needed or no number would.

    They are found by doubling and then halving the step.
    """
    least = every.n.astype(np.int64)
    most = np.maximum(2 * least, 2)

    def are_told(own: Ints, n: Ints) -> npt.NDArray[np.bool_]:
        pairs = every.at(own)
        outcomes = pairs.outcomes(*pairs.ends(n.astype(np.float64), confidence))
        told: npt.NDArray[np.bool_] = outcomes != OUTCOMES.index("not yet known")
        return told

    left = places[(every.are_wilson[places] != 0) | np.isfinite(every.low[places])]
    undecided = left
    while len(undecided):
        undecided = undecided[~are_told(undecided, most[undecided])]
        left = np.setdiff1d(left, undecided[most[undecided] > MOST_GAMES])
        undecided = undecided[most[undecided] <= MOST_GAMES]
        least[undecided], most[undecided] = most[undecided], 2 * most[undecided]
    is_known = np.zeros(len(least), dtype=bool)
    is_known[left] = True
    while len(left := left[most[left] - least[left] > 1]):
        middle = (least[left] + most[left] + 1) // 2
        told = are_told(left, middle)
        most[left] = np.where(told, middle, most[left])
        least[left] = np.where(told, least[left], middle)
    return np.where(is_known, most - every.n.astype(np.int64), 0)
