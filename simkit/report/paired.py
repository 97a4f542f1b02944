"""The games of a run side by side: game n of every scenario has the same chance, so that luck cancels out.

A scenario, or the average of several, is one share a game; effects are differences of such shares, with
intervals over the games (`simkit.stats`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate, average_share, mean_change, paired_difference

Floats = npt.NDArray[np.float64]


class SideBySide:
    """One outcome column of every scenario, game by game.

    Parameters
    ----------
    values : array, shape (scenarios, games)
        Entry (s, n) is of game n of scenario s: yes or no for averages and effects.
    """

    def __init__(self, values: npt.NDArray[Any]) -> None:
        self.values = values

    @classmethod
    def read(cls, run: RunDirectory, column: str = "won") -> SideBySide:
        """Return a column of a run."""
        games = run.games().select("scenario", "game", column).collect().sort("scenario", "game")
        return cls(games[column].to_numpy().reshape(games["scenario"].n_unique(), -1))

    def per_game(self, scenarios: Sequence[int]) -> Floats:
        """Return the average of some scenarios in every game, shape (games,)."""
        return np.asarray(self.values[list(scenarios)].mean(axis=0, dtype=np.float64))

    def average(self, scenarios: Sequence[int]) -> Estimate:
        """Return the mean over games of the average of some scenarios."""
        return average_share(self.per_game(scenarios), len(scenarios))

    def effect(self, before: Sequence[int], after: Sequence[int]) -> Estimate:
        """Return by how much the scenarios `after` are above the scenarios `before`, on average."""
        return _within(1, paired_difference(self.per_game(before), self.per_game(after)))

    def interaction(
        self, neither: Sequence[int], one: Sequence[int], other: Sequence[int], both: Sequence[int]
    ) -> Estimate:
        """Return by how much two changes together do more than the sum of what each does alone."""
        base, first, second, joint = (self.per_game(group) for group in (neither, one, other, both))
        return _within(2, paired_difference((first - base) + (second - base), joint - base))

    def proportion(
        self, neither: Sequence[int], one: Sequence[int], other: Sequence[int], both: Sequence[int]
    ) -> Estimate | None:
        """Return how many times as large `both` is as if each change took its share of what there is.

        ``(both / neither) / ((one / neither) * (other / neither))``, its interval by the delta method on
        the logarithm; None if one of the four is 0.
        """
        games = [self.per_game(group) for group in (neither, one, other, both)]
        means = [float(own.mean()) for own in games]
        if min(means) <= 0:
            return None
        signs = (1, -1, -1, 1)
        parts = [sign * (np.log(m) + own / m - 1) for sign, own, m in zip(signs, games, means, strict=True)]
        log = mean_of(np.sum(parts, axis=0))
        value, low, high = (float(np.exp(end)) for end in (log.value, log.low, log.high))
        return Estimate(value, low, high, log.n, "paired Student t, delta method")

    def effect_where(
        self, before: Sequence[int], after: Sequence[int], counted: npt.NDArray[Any]
    ) -> Estimate:
        """Return the mean difference of only those pairs of games that count.

        Parameters
        ----------
        before, after : sequence of int
            Scenarios, paired in order.
        counted : bool array, shape (pairs of scenarios, games)
            Which pairs of games count; games of the same number belong together when the interval is made.

        Returns
        -------
        Estimate
            NaN with n = 0 if nothing counts.
        """
        seen = counted.astype(np.float64)
        gaps = self.values[list(after)].astype(np.float64) - self.values[list(before)].astype(np.float64)
        return _within(1, mean_change((gaps * seen).sum(axis=0), seen.sum(axis=0)))


def _within(most: float, estimate: Estimate) -> Estimate:
    """Return a difference of shares with an interval that ends where there is no more; NaN stays NaN."""
    low, high = np.clip([estimate.low, estimate.high], -most, most)
    return replace(estimate, low=float(low), high=float(high))


def mean_of(per_game: Floats) -> Estimate:
    """Return the mean of one number a game."""
    return paired_difference(np.zeros(len(per_game)), per_game)


def sure(estimate: Estimate) -> bool:
    """Return True if an effect is told apart from none."""
    return bool(np.isfinite(estimate.low)) and estimate.excludes(0)
