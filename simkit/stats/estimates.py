"""Quantities: estimates with confidence intervals, which know what they are counted in and write themselves.

Distributions come from `scipy.special`, which is fast to import; the tests hold every interval against
`scipy.stats`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor, inf, isfinite, log10
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.stats import special
from simkit.stats.distributions import Distributions, Floats, Ints
from simkit.stats.tally import Tally

Range = tuple[float, float]
"""The smallest and the largest of several estimates."""

CONFIDENCE = 0.95

ROUNDING = 1e-12
"""Smaller changes of a share count as zero; they come from rounding in sums that should cancel out."""


NO_BREAK = "\N{NO-BREAK SPACE}"
"""A space that keeps a number and its unit on one line."""

PLUS_MINUS, MINUS = "\N{PLUS-MINUS SIGN}", "\N{MINUS SIGN}"

NO_INTERVAL = 2
"""The decimals of a mean that has no interval."""

WILSON = "Wilson"
"""How the interval of a share is made where nothing else is said."""


@dataclass(frozen=True)
class Unit:
    """What a quantity is counted in."""

    words: str = ""
    """What is written after its numbers."""

    scale: float = 1.0
    """What its values are multiplied by where they are written: 100 for shares."""

    is_change: bool = False
    """Whether numbers above zero have a plus."""

    @property
    def is_share(self) -> bool:
        """Whether values are shares of 1, or differences of such shares."""
        return self.scale > 1

    @property
    def most(self) -> float:
        """The largest possible value: 1 for shares."""
        return 1.0 if self.is_share else inf

    @property
    def of_changes(self) -> Unit:
        """What differences are counted in: points, where values are shares."""
        return POINTS if self.is_share else replace(self, is_change=True)

    def decimals(self, half: float) -> int:
        """Return how many decimals a number with an interval has.

        Means have enough to show two digits of half the interval's width: 0.0025, 1.3.  Shares in per cent
        have one, and more only if the ends would look the same otherwise.

        `half`: half the width of the interval; NaN or 0 if there is none.
        """
        written = self.scale * half
        if not isfinite(written) or written < ROUNDING:
            return 1 if self.is_share else NO_INTERVAL
        if self.is_share:
            return max(1, ceil(-log10(2 * written)))
        return max(0, 1 - floor(log10(written)))


NUMBER = Unit()
SHARE = Unit(f"{NO_BREAK}%", 100.0)
POINTS = Unit(" points", 100.0, is_change=True)
"""Points of share: what the differences of shares are counted in."""


def unit_of(is_share: bool) -> Unit:
    """Return the unit of a column's estimates: shares of what is yes or no, else plain numbers."""
    return SHARE if is_share else NUMBER


@dataclass(frozen=True)
class Estimate:
    """An estimate with its confidence interval, which writes itself.

    ``f"{share}"`` is "81.3 % (81.1 to 81.5)".  A format is one or several of these words: ``alone``, without
    the interval; ``bare``, without the unit; ``side``, with the longer side of the interval, "50.2±1.1";
    ``ends``, the interval alone, "81.1 to 81.5 %"; ``plain``, a change without a plus.
    """

    value: float
    low: float
    """The ends of the interval: NaN without one; `low` is `high` where every game had the same value."""

    high: float
    n: int
    """The number of observations."""

    method: str
    """How the interval was made."""

    unit: Unit = NUMBER

    def excludes(self, value: float) -> bool:
        """Return True if `value` lies outside the interval; False if there is no interval (NaN)."""
        return value < self.low or value > self.high

    def __neg__(self) -> Estimate:
        """Return the estimate of the opposite: of a loss, where this is one of a gain."""
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def __abs__(self) -> Estimate:
        """Return the estimate of the size of a change, where its direction is said in words."""
        size = self if self.value >= 0 else -self
        return replace(size, unit=replace(self.unit, is_change=False))

    def counted(self, words: str) -> Estimate:
        """Return the same with other words for its unit: " points more"."""
        return replace(self, unit=replace(self.unit, words=words))

    def beside(self, value: float) -> str:
        """Return a number that stands beside it, of what it is a change of perhaps, with as many decimals."""
        return number(self.unit.scale * value, self.unit.decimals((self.high - self.low) / 2))

    @property
    def decimals(self) -> int:
        """How many decimals it is written with; a number that every game had has none if it is whole."""
        if self.low == self.high:
            return 0 if float(self.value).is_integer() else NO_INTERVAL
        return self.unit.decimals((self.high - self.low) / 2)

    def __format__(self, words: str) -> str:
        """Return it as it is written; see the class."""
        asked = set(words.split())
        if wrong := asked - {"alone", "bare", "side", "ends", "plain"}:
            raise ValueError(f"no format of an estimate: {min(wrong)}")
        if not isfinite(self.value):
            return ""
        scale, digits = self.unit.scale, self.decimals
        is_signed = self.unit.is_change and "plain" not in asked
        value = number(scale * self.value, digits, signed=is_signed)
        unit = "" if "bare" in asked else self.unit.words
        has_interval = self.low != self.high and isfinite(self.high - self.low)
        if "side" in asked and has_interval:
            side = max(self.high - self.value, self.value - self.low)
            return f"{value}{PLUS_MINUS}{number(scale * side, digits)}{unit}"
        if not has_interval or asked & {"alone", "side"}:
            return "" if "ends" in asked else f"{value}{unit}"
        low, high = (number(scale * end, digits, signed=is_signed) for end in (self.low, self.high))
        return f"{low} to {high}{unit}" if "ends" in asked else f"{value}{unit} ({low} to {high})"

    def __str__(self) -> str:
        return format(self)


def number(value: float, digits: int, *, signed: bool = False) -> str:
    """Return a number with some decimals and a minus sign, no hyphen; zero has no sign."""
    words = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
    return words.lstrip("+-") if not float(words.replace(",", "")) else words.replace("-", MINUS)


def percent(share: float) -> str:
    """Return a share that has no interval in per cent: "81.3 %"."""
    return f"{number(SHARE.scale * share, 1)}{SHARE.words}"


UNKNOWN = Estimate(float("nan"), float("nan"), float("nan"), 0, "")
"""The estimate of what was not played."""


@dataclass(frozen=True)
class Estimates:
    """Estimates of one kind for several groups, as arrays of shape (groups,); NaN for missing ends."""

    values: Floats
    low: Floats
    high: Floats
    n: Ints
    method: str
    unit: Unit = NUMBER

    def __getitem__(self, group: int) -> Estimate:
        """Return the estimate of one group."""
        value, low, high = (float(each[group]) for each in (self.values, self.low, self.high))
        return Estimate(value, low, high, int(self.n[group]), self.method, self.unit)

    def split(self, ends: Ints) -> Iterator[Estimates]:
        """Yield the estimates in parts, which end before some groups; the last part has all that is left."""
        parts = (np.split(numbers, ends) for numbers in (self.values, self.low, self.high, self.n))
        for values, low, high, n in zip(*parts, strict=True):
            yield Estimates(values, low, high, n, self.method, self.unit)


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
    share = successes / n
    return Estimate(share, *wilson_ends(share, n, confidence), n, WILSON, SHARE)


def wilson_ends(share: float, n: float, confidence: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval for a share of `n`, which may be an effective sample size."""
    low, high = ends_of_shares(np.array([share]), np.array([n], dtype=np.float64), confidence)
    return float(low[0]), float(high[0])


def ends_of_shares(shares: Floats, n: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Return the ends of Wilson's intervals for several shares, each of its `n`; see `wilson_ends`."""
    z = float(special.ndtri((1 + confidence) / 2))
    centre = (shares + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(shares * (1 - shares) / n + z * z / (4 * n * n))
    low = np.where(shares == 0, 0.0, np.maximum(0.0, centre - half))
    high = np.where(shares == 1, 1.0, np.minimum(1.0, centre + half))
    return low, high


def shares(successes: Ints, n: Ints, confidence: float = CONFIDENCE) -> Estimates:
    """Return several proportions with their Wilson score intervals; see `wilson`."""
    values = successes / n
    return Estimates(values, *ends_of_shares(values, n.astype(np.float64), confidence), n, WILSON, SHARE)


def average_share(
    shares: npt.NDArray[np.float64],
    each: int,
    confidence: float = CONFIDENCE,
    *,
    games: npt.NDArray[Any] | None = None,
) -> Estimate:
    """Return the mean of one share per game, all of the same number of plays, with a Wilson interval.

    Plays of the same game share their luck, so they say less than as many games.  The interval is Wilson's
    for the effective number of plays, which is at most the number of plays.  It is wider than necessary where
    plays differ much in their chances and share little luck.  For one play per game it is Wilson's own;
    shares that are all 0 or all 1 count as one play per game.

    Parameters
    ----------
    shares : float64 array, shape (n,)
        Between 0 and 1; n >= 1 (no interval, NaN, for a single game).
    each : int
        The number of plays in each share.
    confidence : float
        Between 0 and 1.
    games : int array, shape (n,), optional
        Of how many games each is the share; of one by default.

    References
    ----------
    Korn and Graubard, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", Survey Methodology 24, 1998; with Wilson's interval: Dean and Pagano,
    "Evaluating confidence interval methods for binomial proportions in clustered surveys", Journal of Survey
    Statistics and Methodology 3, 2015.
    """
    return share_over_games(shares * each, np.full(len(shares), each), confidence, games=games)


def share_over_games(
    won: npt.NDArray[np.float64],
    plays: npt.NDArray[Any],
    confidence: float = CONFIDENCE,
    *,
    games: npt.NDArray[Any] | None = None,
) -> Estimate:
    """Return the share of plays that are won, where plays of games of the same number have a common chance.

    What is pooled over scenarios that play the same chance, or over the seats of a game, says less than as
    many games of their own: the interval is Wilson's for the effective number of plays, as in
    `average_share`, with the error of a ratio over the numbers of games.

    Parameters
    ----------
    won, plays : arrays, shape (n,)
        For each number of a game how many of its plays are won, and how many there are; those without plays
        don't count.
    confidence : float
        Between 0 and 1.
    games : int array, shape (n,), optional
        Of how many games each entry is; of one by default.

    Returns
    -------
    Estimate
        Its n is the number of games that count; no interval (NaN) for a single one.

    References
    ----------
    Those of `average_share`; for the error of a ratio, Cochran, "Sampling Techniques", 3rd edition, 1977,
    section 6.3.
    """
    each = (plays > 0).astype(np.int64) * (1 if games is None else games)
    n, every = int(each.sum()), float((plays * each).sum())
    share, method = float((won * each).sum()) / every, "Wilson, effective plays"
    if n < 2:
        return Estimate(share, float("nan"), float("nan"), n, method, SHARE)
    spread = share * (1 - share) / (every - 1)
    error = float(((won - share * plays) ** 2 * each).sum()) * n / (n - 1) / every**2
    design = max(1.0, error / spread) if spread > 0 else every / n
    tail = (1 + confidence) / 2
    fewer = float(special.stdtrit(every - 1, tail) / special.stdtrit(n - 1, tail)) ** 2
    return Estimate(share, *wilson_ends(share, every / design * fewer, confidence), n, method, SHARE)


def means(groups: Distributions, confidence: float = CONFIDENCE) -> Estimates:
    """Return each group's mean with Student's t interval, which is NaN for fewer than two values."""
    different, which = groups.sizes
    with np.errstate(invalid="ignore"):
        wide = special.stdtrit(different - 1, (1 + confidence) / 2)[which]
        half = wide * np.sqrt(groups.variances / groups.totals)
    return Estimates(groups.means, groups.means - half, groups.means + half, groups.totals, "Student t")


def quantiles(groups: Distributions, q: float, confidence: float = CONFIDENCE) -> Estimates:
    """Return a quantile of each group with the interval between two order statistics.

    The quantile is the smallest value that at least a share `q` of all values does not exceed.  The interval
    assumes no distribution; an end is NaN where there are too few values: for 5 % and 95 %, fewer than about
    72.

    Parameters
    ----------
    q : float
        0 < q < 1.
    confidence : float
        The interval covers at least this much.

    References
    ----------
    David and Nagaraja, "Order Statistics", 3rd edition, section 7.1.
    """
    tail = (1 - confidence) / 2
    return Estimates(
        groups.at_ranks(lambda n: max(1, int(np.ceil(q * n - 1e-9)))),
        groups.at_ranks(lambda n: _binomial_quantile(n, q, tail)),
        groups.at_ranks(lambda n: _binomial_quantile(n, q, 1 - tail) + 1),
        groups.totals,
        "order statistics",
    )


@lru_cache
def _binomial_quantile(n: int, p: float, probability: float) -> int:
    """Return the smallest k with P(Binomial(n, p) <= k) >= probability."""
    k = int(np.ceil(special.bdtrik(probability, n, p))) if special.bdtr(0, n, p) < probability else 0
    while k > 0 and special.bdtr(k - 1, n, p) >= probability:
        k -= 1
    return k


def paired_difference(
    before: npt.NDArray[np.float64],
    after: npt.NDArray[np.float64],
    confidence: float = CONFIDENCE,
    *,
    unit: Unit = NUMBER,
    games: npt.NDArray[Any] | None = None,
) -> Estimate:
    """Return the mean of ``after - before``, game by game, with Student's t interval as in `mean_change`.

    For two runs of the same games (common random numbers): the luck that both share cancels out.

    * `before`, `after` (float64 arrays, shape (n,)): n >= 1 (no interval, NaN, for a single game); entry i of
      both belongs to the same game.
    * `unit`: what the difference is counted in; the interval ends at the largest possible one: 1 for points.
    * `games` (int array, shape (n,), optional): of how many games each entry is; of one by default.
    """
    return mean_change(after - before, np.ones(len(before)), confidence, unit=unit, games=games)


def mean_of(
    values: npt.NDArray[np.float64], unit: Unit = NUMBER, *, games: npt.NDArray[Any] | None = None
) -> Estimate:
    """Return the mean of one number per game, shape (n,), as `paired_difference` has it."""
    return paired_difference(np.zeros(len(values)), values, unit=unit, games=games)


def mean_change(
    changes: npt.NDArray[np.float64],
    counts: npt.NDArray[np.float64],
    confidence: float = CONFIDENCE,
    *,
    unit: Unit = NUMBER,
    most: float = 0.0,
    games: npt.NDArray[Any] | None = None,
) -> Estimate:
    """Return the sum of `changes` over the sum of `counts`, with Student's t interval over the games.

    The squared deviations of two more games are added, one changed upwards and one downwards by as much as
    games change here (where nothing changed, by 1, or by `most` if that is less): a few games with the same
    result do not prove that the next one will have it.

    Parameters
    ----------
    changes, counts : float64 arrays, shape (n,)
        How much a game changed, summed over the pairs of plays that count in it, and their number.
    unit : Unit
        What the change is counted in.
    most : float
        The largest possible change, at which the interval ends, if it is not the unit's.
    games : int array, shape (n,), optional
        Of how many games each entry is; of one by default.

    Returns
    -------
    Estimate
        Its n is the number of pairs that count.  NaN if there are none; no interval (NaN) if all are of one
        game.

    References
    ----------
    For the two more games: Bonett and Price, "Adjusted Wald confidence interval for a difference of binomial
    proportions based on paired data", Journal of Educational and Behavioral Statistics 37, 2012.
    """
    method, nan, most = "paired Student t", float("nan"), most or unit.most
    each = 1.0 if games is None else games.astype(np.float64)
    n, total = int(((counts != 0) * each).sum()), float((counts * each).sum())
    if not n:
        return Estimate(nan, nan, nan, 0, method, unit)
    changes = np.where(np.abs(changes) < ROUNDING * counts.max(), 0.0, changes)
    centre = float((changes * each).sum()) / total
    if n < 2:
        return Estimate(centre, nan, nan, int(total), method, unit)
    sizes = changes if changes.any() else min(most, 1.0) * counts
    size = float((sizes**2 * each).sum() / (np.abs(sizes) * each).sum())
    squares = float(((changes - centre * counts) ** 2 * each).sum()) + 2 * size**2
    half = float(special.stdtrit(n - 1, (1 + confidence) / 2)) * (squares * n / (n - 1)) ** 0.5 / total
    least = 0.0 if unit == SHARE else -most
    return Estimate(centre, max(centre - half, least), min(centre + half, most), round(total), method, unit)


def widened(effect: Estimate, comparisons: int) -> Estimate:
    """Return an effect with its interval widened for the number of comparisons.

    * `effect`: with Student's t interval.
    * `comparisons`: from how many effects this one was picked because it is the largest: chance alone puts
      the true value of any of them outside of its interval in 5 % of reports (Bonferroni).
    """
    tails = (1 - CONFIDENCE) / 2 / np.array([1, comparisons])
    plain, wide = -special.stdtrit(max(effect.n - 1, 1), tails)
    low, high = (effect.value + wide / plain * (end - effect.value) for end in (effect.low, effect.high))
    return replace(effect, low=float(low), high=float(high))


def widened_share(found: Estimate, picked_from: int) -> Estimate:
    """Return a share that was picked out of several, as the highest perhaps, with an interval for all.

    All of them together lie within such intervals in 95 % of reports, so the one that is picked does, too.
    """
    wide = widened(found, picked_from)
    return replace(wide, low=max(0.0, wide.low), high=min(1.0, wide.high))


def is_significant(effect: Estimate, comparisons: int = 1) -> bool:
    """Return True if an effect differs significantly from 0, allowing for `comparisons` (see `widened`)."""
    wide = widened(effect, comparisons)
    return bool(np.isfinite(effect.low) and (wide.low > 0 or wide.high < 0))


def difference_of_shares(before: Estimate, after: Estimate) -> Estimate:
    """Return the difference of two shares with Newcombe's interval (`unpaired_difference`)."""
    centre = after.value - before.value
    down = float(np.hypot(after.value - after.low, before.high - before.value))
    up = float(np.hypot(after.high - after.value, before.value - before.low))
    return Estimate(centre, centre - down, centre + up, before.n + after.n, "Newcombe", POINTS)


def sum_of_independent(parts: Sequence[tuple[Estimate, float]], constant: float = 0.0) -> Estimate:
    """Return the sum of independent estimates, each times a number, and of a constant.

    The interval is made of the sides of theirs that face its ends, as `difference_of_shares` has it.

    References
    ----------
    Zou and Donner, "Construction of confidence limits about effect measures: a general approach", Statistics
    in Medicine 27, 2008.
    """
    down, up = [], []
    for estimate, times in parts:
        sides = estimate.value - estimate.low, estimate.high - estimate.value
        below, above = sides if times > 0 else reversed(sides)
        down.append(times * below)
        up.append(times * above)
    value = constant + sum(times * rate.value for rate, times in parts)
    low, high = value - float(np.linalg.norm(down)), value + float(np.linalg.norm(up))
    return Estimate(value, low, high, min(rate.n for rate, _ in parts), "independent estimates")


def unpaired_difference(
    before: Tally, after: Tally, confidence: float = CONFIDENCE, *, shares: bool = False
) -> Estimate:
    """Return the difference of two means, ``after - before``.

    With Newcombe's hybrid score interval for shares, else with Welch's t interval.  No interval (NaN) for
    fewer than two observations on either side, or if all observations are equal and not shares.

    Parameters
    ----------
    before, after : Tally
        The observations of two runs that share no luck.
    confidence : float
        Between 0 and 1.
    shares : bool
        True if every observation is 0 or 1.

    References
    ----------
    Newcombe, "Interval estimation for the difference between independent proportions: comparison of eleven
    methods", Statistics in Medicine 17, 1998, method 10.
    """
    centre, n = after.mean - before.mean, before.total + after.total
    nothing = Estimate(centre, float("nan"), float("nan"), n, "Welch t", unit_of(shares).of_changes)
    if min(before.total, after.total) < 2:
        return nothing
    if shares:
        first, second = (wilson(tally.count_of(1), tally.total, confidence) for tally in (before, after))
        return difference_of_shares(first, second)
    parts = before.variance / before.total, after.variance / after.total
    error = sum(parts)
    if not error:
        return nothing
    freedom = error**2 / (parts[0] ** 2 / (before.total - 1) + parts[1] ** 2 / (after.total - 1))
    half = special.stdtrit(freedom, (1 + confidence) / 2) * np.sqrt(error)
    return replace(nothing, low=float(centre - half), high=float(centre + half))
