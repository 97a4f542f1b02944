"""Splits what results vary by: into chance, players and seats; chance into its kinds.

Every player plays the same games from the same seats (a crossed design): game n has the same deal and dice
for all players.  What all players have in common in a game is chance; by how much they differ on average is
the players; the rest is chance and choices together: another choice meets other dice.

What a kind of chance decides is found by playing each game again with this kind drawn anew ("pick and
freeze").

References
----------
Searle, Casella and McCulloch, "Variance Components", Wiley 1992, chapter 4 (two-way crossed classification
without replication).

Janon, Klein, Lagnoux, Nodet and Prieur, "Asymptotic normality and efficiency of two Sobol index estimators",
ESAIM: Probability and Statistics 18, 2014.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simkit.stats import special
from simkit.stats.estimates import CONFIDENCE, SHARE, Estimate

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

PARTS = ("chance", "player", "choice", "seat")
"""Chance alone; the players on average; chance and choices together; the place at the table."""

RESAMPLES = 400

METHOD = "bootstrap over games"

MOST_GAMES = 5_001
"""The most games that are looked at to tell players apart."""


@dataclass(frozen=True)
class Split:
    """What part of the variance each source makes up."""

    shares: dict[str, Estimate]
    """Part (`PARTS`) -> its share."""


def split(results: Floats, seats: Ints, seed: int = 1) -> Split:
    """Return what part of the variance of results chance, players, choices and seats make up.

    Parameters
    ----------
    results : float64 array, shape (games, players)
        Each player's result in each game; all play it from the same seat.
    seats : int64 array, shape (games,)
        The seat in each game.
    seed : int
        Of the bootstrap.

    Raises
    ------
    ValueError
        For fewer than two players or ten games, or results that are all the same.
    """
    games, players = results.shape
    if players < 2 or games < 10 or np.ptp(results) == 0:
        raise ValueError("two players, ten games and results that differ are needed")
    found = _shares(results, seats)
    rng = np.random.default_rng(seed)
    drawn = np.array(
        [
            _shares(results[sample], seats[sample])
            for sample in (rng.integers(games, size=games) for _ in range(RESAMPLES))
        ]
    )
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(drawn, (tail, 100 - tail), axis=0)
    return Split(
        {
            part: Estimate(
                float(found[i]),
                float(min(low[i], found[i])),
                float(max(high[i], found[i])),
                games,
                METHOD,
                SHARE,
            )
            for i, part in enumerate(PARTS)
        }
    )


def _shares(results: Floats, seats: Ints) -> Floats:
    """Return the shares of the parts, in their order."""
    games, players = results.shape
    whole = results.mean()
    of_players = results.mean(axis=0) - whole
    _, number = np.unique(seats, return_inverse=True)
    counts = np.bincount(number)
    of_seats = np.bincount(number, results.mean(axis=1)) / counts - whole
    rest = results - whole - of_players - of_seats[number][:, None]
    in_common = rest.mean(axis=1)
    apart = rest - in_common[:, None]
    choice = float((apart**2).sum()) / max((games - 1) * (players - 1), 1)
    common = float((in_common**2).sum()) / max(games - len(counts), 1)
    chance = max(common - choice / players, 0.0)
    player = max(float((of_players**2).mean()) - choice * (players - 1) / players / games, 0.0)
    seat = max(float((counts * of_seats**2).sum()) / games - common * (len(counts) - 1) / games, 0.0)
    parts = np.array([chance, player, choice, seat])
    return np.asarray(parts / parts.sum()) if parts.sum() > 0 else np.zeros(len(parts))


@dataclass(frozen=True)
class ChancesByKind:
    """What kinds of chance make of a result's variance."""

    alone: Sequence[Estimate]
    """By kind: the share of the variance that it explains by itself."""

    in_all: Sequence[Estimate]
    """By kind: the share in which it takes part, by itself or together with other kinds; what would remain if
    all but it were known."""

    together: Estimate
    """The share that no kind explains by itself."""


def split_chance(
    own: Floats, other: Floats, anew: Floats, groups: Ints | None = None, seed: int = 1
) -> ChancesByKind:
    """Return what share of a result's variance is due to each kind of chance.

    * `own`, `other` (float64 array, shape (games,)): the results of some games, and of as many others that
      have no chance in common with them.
    * `anew` (float64 array, shape (kinds, games)): the results of the first games with one kind of chance
      taken from the others.
    * `groups` (int64 array, shape (games,), optional): a number for each game, such as its seat; only what
      results vary by within a group is split.

    Raises ValueError if there are fewer than ten games, or all results are the same.
    """
    games = len(own)
    results = np.vstack([own, other, anew])
    if groups is not None:
        _, number = np.unique(groups, return_inverse=True)
        counts = np.bincount(number)
        means = (np.bincount(number, own) + np.bincount(number, other)) / 2 / counts
        results = results - means[number]
    if games < 10 or np.ptp(results) == 0:
        raise ValueError("ten games and results that differ are needed")
    rng = np.random.default_rng(seed)
    weights = np.vstack([np.ones(games), rng.multinomial(games, [1 / games] * games, RESAMPLES)]) / games
    alone = np.array([_agreement(results[1], one, weights) for one in results[2:]])
    shared = np.array([_agreement(results[0], one, weights) for one in results[2:]])
    return ChancesByKind(
        [_share(part, games, _ends_of_agreement(part[0], games)) for part in alone],
        [_share(1 - part, games, [1 - end for end in _ends_of_agreement(part[0], games)]) for part in shared],
        _share(1 - alone.sum(axis=0), games),
    )


def _agreement(one: Floats, other: Floats, weights: Floats) -> Floats:
    """Return how far two results of the same games agree: of all games (row 0), and of resampled ones.

    It is their covariance over their variance, both of one and the same distribution.
    """
    mean = weights @ (one + other) / 2
    variance = weights @ (one**2 + other**2) / 2 - mean**2
    covariance = weights @ (one * other) - mean**2
    return np.divide(covariance, variance, out=np.ones_like(variance), where=variance > 1e-12)


def _ends_of_agreement(value: float, games: int) -> list[float]:
    """Return Fisher's interval of a correlation.

    It is needed where results seldom differ: resampled games hold nothing that did not happen in any game.
    """
    most = 1 - 3 / games  # the rule of three
    ends = np.arctanh(np.clip(value, -most, most)) + np.array([-1, 1]) * special.ndtri(
        (1 + CONFIDENCE) / 2
    ) / np.sqrt(games - 3)
    return [float(end) for end in np.tanh(ends)]


def _share(values: Floats, games: int, ends: Sequence[float] = ()) -> Estimate:
    """Return a share with an interval from its resampled values, which follow it; `ends` lie within it."""
    tail = 50 * (1 - CONFIDENCE)
    low, high = np.percentile(values[1:], (tail, 100 - tail))
    low, high = min(low, values[0], *ends), max(high, values[0], *ends)
    shown = np.clip([values[0], low, high], 0.0, 1.0)
    return Estimate(float(shown[0]), float(shown[1]), float(shown[2]), games, METHOD, SHARE)


def chance_to_lead(ahead: float, behind: float, games: int) -> float:
    """Return the chance to have been ahead in more of some games than behind.

    `ahead`, `behind`: the chances to be ahead and behind after one game; the rest are ties.
    """
    # The distribution of the difference after n games, by repeated squaring of the one of a single game.
    single = np.array([behind, 1 - ahead - behind, ahead])
    result, power, left = np.ones(1), single, games
    while left:
        if left & 1:
            result = np.convolve(result, power)
        left >>= 1
        if left:
            power = np.convolve(power, power)
    return float(result[games + 1 :].sum())


def games_to_lead(ahead: float, behind: float, confidence: float = 0.95) -> int | None:
    """Return the fewest games after which a player leads with some confidence; None if too many are needed.

    It leads if it was ahead in more games than behind.
    """
    if ahead <= behind:
        return None
    low, high = 0, 1
    while chance_to_lead(ahead, behind, high) < confidence:
        low, high = high, 2 * high + 1
        if high > MOST_GAMES:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if chance_to_lead(ahead, behind, middle) < confidence:
            low = middle
        else:
            high = middle
    return high
