"""Compares measures of people's games with those of simulated ones, and foretells what more games would show.

Shares are compared by Fisher's exact test.  Means are compared with those of as many games drawn from the
simulated ones, which needs no distribution.  What is compared together is judged together (Holm).  Games to
come are drawn from a Dirichlet process: of people's games so far, and of a few simulated ones that stand for
what was known before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
from scipy import special

from simkit.stats.distributions import Distributions
from simkit.stats.estimates import CONFIDENCE, Estimate, means, sum_of_independent, wilson
from simkit.stats.verdicts import Bounds, Outcome

Floats = npt.NDArray[np.float64]

Fit = Literal["fits", "does not fit", "too early to say"]

FITS: Fit = "fits"
DIFFERS: Fit = "does not fit"
TOO_EARLY: Fit = "too early to say"

DRAWS = 1_999
"""Samples from the simulated games with which the mean of people's games is compared."""

MARGIN_OF_SHARES, MARGIN = 0.10, 0.10
"""How far people may be from the simulation and still fit: in points of a share; as a part of a mean."""

FEWEST = 10
"""Games of people of which is said that they fit: fewer may be alike by chance, and their interval narrow."""

FEWEST_OTHER = 5
"""Games of people of which is said that they don't fit: one mistyped number is not to decide."""

BEFORE = 20.0
"""How many simulated games stand for what was known before people played; of 2, 5, 10 and 20 this foretold
best what games of simulated people then showed (docs/decisions/114)."""

ATOMS = 200
"""Simulated games that games to come may be like."""

FUTURES = 400
"""Courses of the evenings to come."""


@dataclass(frozen=True, eq=False)
class SharedMeasure:
    """A number of each game, of people and of the simulated."""

    words: str
    """What it is, in a sentence: "the length in turns"."""

    is_share: bool
    """Whether it is yes or no in each game."""

    seen: Floats
    simulated: Floats
    """The values, shapes (games of people,) and (simulated games,)."""

    @property
    def centre(self) -> float:
        """The mean of the simulated games."""
        return float(self.simulated.mean())

    @property
    def margin(self) -> float:
        """How far the mean may be from the simulated and still fit."""
        if self.is_share:
            return MARGIN_OF_SHARES
        return MARGIN * max(abs(self.centre), float(self.simulated.std()))

    def estimate(self, values: Floats) -> Estimate:
        """Return the share, or the mean, with its interval."""
        return share_or_mean(values, is_share=self.is_share)


def share_or_mean(values: Floats, *, is_share: bool) -> Estimate:
    """Return the share of yes, or the mean, with its interval."""
    if is_share:
        return wilson(int(values.sum()), len(values))
    return means(Distributions.of(values, np.zeros(len(values), np.int64)))[0]


@dataclass(frozen=True)
class ComparedMeasure:
    """How people's games compare with the simulated in one measure."""

    measure: SharedMeasure
    people: Estimate
    simulated: Estimate
    p: float
    """The chance of at least such a difference if there were none, for all that is judged together."""

    fit: Fit


def compare(
    measures: Sequence[SharedMeasure], others: Sequence[float] = (), seed: int = 1
) -> tuple[list[ComparedMeasure], list[float]]:
    """Return how people's games compare with simulated ones, measure by measure, and the p-values of others.

    `others`: the p-values of other tests that are judged together with these.
    """
    chance = np.random.default_rng(seed)
    every = [*(_p_of(measure, measure.seen, chance) for measure in measures), *others]
    together = adjusted(np.array([every]))[0].tolist()
    found = []
    for measure, p in zip(measures, together, strict=False):
        people, simulated = measure.estimate(measure.seen), measure.estimate(measure.simulated)
        difference = sum_of_independent([(people, 1.0), (simulated, -1.0)])
        fit = _fit(float(p), difference.low, difference.high, measure.margin, people.n)
        found.append(ComparedMeasure(measure, people, simulated, float(p), fit))
    return found, together[len(measures) :]


def _fit(p: float, low: float, high: float, margin: float, games: int) -> Fit:
    """Return the verdict on a difference with its interval (NaN without one)."""
    if games >= FEWEST and -margin <= low and high <= margin:
        return FITS
    return DIFFERS if games >= FEWEST_OTHER and p < 1 - CONFIDENCE else TOO_EARLY


def adjusted(every: Floats) -> Floats:
    """Return p-values for all of several tests together (Holm).

    `every` (float64 array, shape (n, tests)): each row is judged by itself.

    References
    ----------
    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
    1979.
    """
    order = np.argsort(every, axis=1)
    steps = np.take_along_axis(every, order, axis=1) * np.arange(every.shape[1], 0, -1)
    found = np.empty_like(every)
    np.put_along_axis(found, order, np.minimum(np.maximum.accumulate(steps, axis=1), 1.0), axis=1)
    return found


def _p_of(measure: SharedMeasure, values: Floats, chance: np.random.Generator) -> float:
    """Return the chance of a mean at least as far from the simulated, if people played as simulated."""
    if measure.is_share:
        return _fisher(int(values.sum()), len(values), int(measure.simulated.sum()), len(measure.simulated))
    off = abs(float(values.mean()) - measure.centre)
    usual = _usual_distances(measure, len(values), chance)
    return float(1 + np.count_nonzero(usual >= off * (1 - 1e-12))) / (1 + len(usual))


def _usual_distances(measure: SharedMeasure, games: int, chance: np.random.Generator) -> Floats:
    """Return how far the means of some games of the simulation are from it: of `DRAWS` samples."""
    from scipy import stats  # takes a second to load, which a run without people need not wait for

    wider = np.sqrt(1 + games / len(measure.simulated))  # the simulation's own mean is not known exactly
    tested = stats.monte_carlo_test(
        np.zeros(games),
        rvs=lambda size: wider * (chance.choice(measure.simulated, size) - measure.centre),
        statistic=lambda values, axis: np.abs(np.mean(values, axis=axis)),
        n_resamples=DRAWS,
        vectorized=True,
        alternative="greater",
    )
    return np.asarray(tested.null_distribution)


@lru_cache(maxsize=4096)
def _fisher(won: int, games: int, won_before: int, games_before: int) -> float:
    from scipy import stats

    table = [[won, games - won], [won_before, games_before - won_before]]
    return float(stats.fisher_exact(table).pvalue)


def p_of_equals(won: npt.NDArray[np.bool_], people: npt.NDArray[np.int64], seed: int = 1) -> float:
    """Return the chance of people's wins being at least as uneven, if all were equally strong.

    Within each game who has won is dealt anew.

    Parameters
    ----------
    won, people : arrays, shape (games, seats)
        Who has won, and the number of the person at each seat.
    """
    chance = np.random.default_rng(seed)
    games = np.bincount(people.ravel())
    expected = np.bincount(people.ravel(), np.repeat(won.mean(axis=1), won.shape[1]))

    def unevenness(winners: npt.NDArray[np.bool_]) -> float:
        off = np.bincount(people.ravel(), winners.ravel(), minlength=len(games)) - expected
        return float((off**2 / np.maximum(expected, 1e-9)).sum())

    seen = unevenness(won) * (1 - 1e-12)
    hits = sum(unevenness(chance.permuted(won, axis=1)) >= seen for _ in range(DRAWS))
    return float(1 + hits) / (1 + DRAWS)


@dataclass(frozen=True)
class WantedRange:
    """A range that the designer wants the mean of a measure to lie in."""

    measure: int
    """Its place among the measures."""

    bounds: Bounds
    words: str = ""
    """What is wanted, in words: "mean number of turns, 10 to 20"."""

    def outcome(self, low: float, high: float) -> Outcome:
        """Return the verdict on an interval (NaN without one)."""
        if self.bounds.holds(low, high):
            return "met"
        return "missed" if self.bounds.shuts_out(low, high) else "not yet known"


@dataclass(frozen=True, eq=False)
class Futures:
    """What may be known after some more games of the same people: courses that these may take."""

    more: int
    """How many games more."""

    fits: Mapping[int, Mapping[str, float]]
    """By measure: the share of the courses in which it then fits, does not fit, or is open."""

    outcomes: Mapping[int, Mapping[str, float]]
    """The same by goal, with its verdicts."""

    drawn: npt.NDArray[np.int64]
    """The games to come: places among people's games, and behind them among `atoms`; (courses, games)."""

    atoms: npt.NDArray[np.int64]
    """Which of the simulated games they may be like."""


def foretell(
    measures: Sequence[SharedMeasure],
    goals: Sequence[WantedRange],
    more: int,
    *,
    others: int = 0,
    seed: int = 2,
) -> Futures:
    """Return what some more games may decide, by the games so far.

    `others`: how many tests besides are judged together with these.

    References
    ----------
    Ferguson, "A Bayesian analysis of some nonparametric problems", Annals of Statistics 1, 1973.
    """
    chance = np.random.default_rng(seed)
    games, simulated = len(measures[0].seen), len(measures[0].simulated)
    atoms = np.sort(chance.choice(simulated, min(ATOMS, simulated), replace=False))
    weights = np.concatenate([np.ones(games), np.full(len(atoms), BEFORE / len(atoms))])
    drawn = np.stack([
        chance.choice(len(weights), more, p=chance.dirichlet(weights)) for _ in range(FUTURES)
    ])  # fmt: skip
    ps, lows, highs = [], [], []
    for measure in measures:
        every = np.concatenate([measure.seen, measure.simulated[atoms]])
        whole = np.concatenate([np.tile(measure.seen, (FUTURES, 1)), every[drawn]], axis=1)
        ps.append(_p_of_each(measure, whole, chance))
        low, high = _intervals(measure, whole)
        lows.append(low)
        highs.append(high)
    together = adjusted(np.stack([*ps, *[np.ones(FUTURES)] * others], axis=1))
    fits: dict[int, dict[str, float]] = {}
    for place, measure in enumerate(measures):
        off = measure.centre
        verdicts = [
            _fit(float(p), low - off, high - off, measure.margin, games + more)
            for p, low, high in zip(together[:, place], lows[place], highs[place], strict=True)
        ]
        fits[place] = {fit: verdicts.count(fit) / FUTURES for fit in get_args(Fit)}
    outcomes: dict[int, dict[str, float]] = {}
    for place, goal in enumerate(goals):
        ends = zip(lows[goal.measure], highs[goal.measure], strict=True)
        found = [goal.outcome(low, high) for low, high in ends]
        outcomes[place] = {outcome: found.count(outcome) / FUTURES for outcome in get_args(Outcome)}
    return Futures(more, fits, outcomes, drawn, atoms)


def _p_of_each(measure: SharedMeasure, whole: Floats, chance: np.random.Generator) -> Floats:
    """Return the p-value of each row of games."""
    games = whole.shape[1]
    if measure.is_share:
        won, every = int(measure.simulated.sum()), len(measure.simulated)
        return np.array([_fisher(int(row), games, won, every) for row in whole.sum(axis=1)])
    usual = np.sort(_usual_distances(measure, games, chance))
    off = np.abs(whole.mean(axis=1) - measure.centre) * (1 - 1e-12)
    return np.asarray((1 + len(usual) - np.searchsorted(usual, off)) / (1 + len(usual)))


def _intervals(measure: SharedMeasure, whole: Floats) -> tuple[Floats, Floats]:
    """Return the intervals of the means of each row of games."""
    if measure.is_share:
        ends = [measure.estimate(row) for row in whole]
        return np.array([found.low for found in ends]), np.array([found.high for found in ends])
    games, centre = whole.shape[1], whole.mean(axis=1)
    wide = float(special.stdtrit(games - 1, (1 + CONFIDENCE) / 2))
    half = wide * whole.std(axis=1, ddof=1) / np.sqrt(games)
    return centre - half, centre + half
