"""Compares players that met in pairs: ratings, ladders, cycles and dominated players."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from simkit.stats.estimates import CONFIDENCE, Estimate

ELO = 400 / np.log(10)
"""Elo points per unit of log odds; 400 points are odds of ten to one."""

STEPS = 200
"""The most steps for finding the ratings; a handful is usually enough."""

ENOUGH = 1e-10

HALF = 0.5
"""Wins added to both sides of each pair, so that a player who never loses has a finite rating."""


@dataclass(frozen=True)
class Met:
    """The games between two players: how many they played, and how many the first one won.

    A victory that both share counts half for each; so does a game that nobody wins.
    """

    first: str
    second: str
    won: float
    games: int


def elo_ratings(meetings: Sequence[Met]) -> dict[str, Estimate]:
    """Return the ratings of players on Elo's scale, their mean 0, with 95 % intervals, the strongest first.

    The ratings are those of Bradley and Terry under which the results are most likely, half a game added to
    both sides of each pair, each of which is in `meetings` once.  The intervals are Wald's, for the distance
    of a rating from the mean of all.

    References
    ----------
    Bradley and Terry, "Rank analysis of incomplete block designs: I. The method of paired comparisons",
    Biometrika 39, 1952.  Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics
    32, 2004.
    """
    names = list(dict.fromkeys(name for met in meetings for name in (met.first, met.second)))
    won = np.zeros((len(names), len(names)))
    for met in meetings:
        i, j = names.index(met.first), names.index(met.second)
        won[i, j] += met.won + HALF
        won[j, i] += met.games - met.won + HALF
    games = won + won.T
    skill = np.zeros(len(names))
    for _ in range(STEPS):
        expected = games * special.expit(skill[:, None] - skill[None, :])
        gradient = (won - expected).sum(axis=1)
        step = np.linalg.pinv(_information(games, skill)) @ gradient
        skill += step - (skill + step).mean()
        if np.abs(step).max() < ENOUGH:
            break
    errors = np.sqrt(np.diag(np.linalg.pinv(_information(games, skill))))
    half = float(special.ndtri((1 + CONFIDENCE) / 2)) * errors
    counts = np.where(games > 0, games - 2 * HALF, 0).sum(axis=1).round().astype(int)
    ratings = {}
    for name, value, reach, count in zip(names, ELO * skill, ELO * half, counts.tolist(), strict=True):
        low, high = float(value - reach), float(value + reach)
        ratings[name] = Estimate(float(value), low, high, count, "Bradley-Terry")
    return dict(sorted(ratings.items(), key=lambda pair: (-pair[1].value, pair[0])))


def _information(games: npt.NDArray[np.float64], skill: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    chance = special.expit(skill[:, None] - skill[None, :])
    weights = games * chance * (1 - chance)
    information: npt.NDArray[np.float64] = np.diag(weights.sum(axis=1)) - weights
    return information


Beats = Collection[tuple[str, str]]
"""Pairs of players in which the first wins significantly more often than the second."""


def shortest_cycle(beats: Beats) -> list[str]:
    """Return the shortest cycle of players in which each beats the next one; empty if there is none."""
    after: dict[str, list[str]] = {}
    for winner, loser in sorted(beats):
        after.setdefault(winner, []).append(loser)
    found = [cycle for start in sorted(after) if (cycle := _cycle_through(start, after))]
    return min(found, key=len) if found else []


def _cycle_through(start: str, after: Mapping[str, Sequence[str]]) -> list[str]:
    waiting = deque([[start]])
    seen = {start}
    while waiting:
        path = waiting.popleft()
        for name in after.get(path[-1], ()):
            if name == start:
                return path
            if name not in seen:
                seen.add(name)
                waiting.append([*path, name])
    return []


def dominated(shares: Mapping[tuple[str, str], float], beats: Beats) -> dict[str, str]:
    """Return the dominated players, each with a player who dominates them.

    One player dominates another if they beat them, and win at least as much against everybody else whom both
    have met.  If there are other players, both must have met one of them.

    Parameters
    ----------
    shares : mapping
        The share that a player wins against another: (player, other) -> share.
    beats : collection of pairs
        The pairs of players in which the first wins significantly more often.
    """
    names = list(dict.fromkeys(name for name, _ in shares))

    def is_above(high: str, low: str) -> bool:
        others = (name for name in names if name not in (high, low))
        both = [name for name in others if (high, name) in shares and (low, name) in shares]
        if (high, low) not in beats or (not both and len(names) > 2):
            return False
        return all(shares[high, name] >= shares[low, name] for name in both)

    found = {low: next((high for high in names if is_above(high, low)), "") for low in names}
    return {low: high for low, high in found.items() if high}


def is_ladder(ranked: Sequence[str], beats: Beats) -> bool:
    """Return True if each of some players, the strongest first, beats all players after them."""
    return all((high, low) in beats for i, high in enumerate(ranked) for low in ranked[i + 1 :])
