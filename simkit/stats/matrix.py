"""Compares players that met in pairs: ratings and cycles."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simkit.stats import special
from simkit.stats.estimates import CONFIDENCE, NUMBER, Estimate

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

ELO = 400 / np.log(10)
"""Elo points per unit of log odds; 400 points are odds of ten to one."""

STEPS = 200
"""The most steps for finding the ratings; a handful is usually enough."""

ENOUGH = 1e-10

HALF = 0.5
"""Wins added for each player of a table, so that a player who never loses has a finite rating."""


@dataclass(frozen=True)
class Met:
    """The games of two or more players at one table: how many each of them won.

    A victory that some share counts in equal parts for each; so does a game that nobody wins.
    """

    names: tuple[str, ...]
    won: tuple[float, ...]


def elo_ratings(meetings: Sequence[Met]) -> dict[str, Estimate]:
    """Return the ratings of players on Elo's scale, their mean 0, with 95 % intervals, the strongest first.

    The ratings are those of Bradley and Terry, at tables of three or more those of Plackett and Luce, under
    which the winners are most likely, half a game added for each player of each table, each of which is in
    `meetings` once.  The intervals are Wald's, for the distance of a rating from the mean of all.

    References
    ----------
    Bradley and Terry, "Rank analysis of incomplete block designs: I. The method of paired comparisons",
    Biometrika 39, 1952.  Luce, "Individual Choice Behavior", 1959.  Hunter, "MM algorithms for generalized
    Bradley-Terry models", Annals of Statistics 32, 2004.
    """
    names = list(dict.fromkeys(name for met in meetings for name in met.names))
    place = {name: i for i, name in enumerate(names)}
    by_seats: dict[int, list[Met]] = {}
    for met in meetings:
        by_seats.setdefault(len(met.names), []).append(met)
    tables = [
        (
            np.array([[place[name] for name in met.names] for met in seat]),
            np.array([m.won for m in seat]) + HALF,
        )
        for seat in by_seats.values()
    ]
    skill = np.zeros(len(names))
    for _ in range(STEPS):
        gradient, information = _slopes(tables, skill)
        step = np.linalg.pinv(information) @ gradient
        skill += step - (skill + step).mean()
        if np.abs(step).max() < ENOUGH:
            break
    variances = np.diag(np.linalg.pinv(_slopes(tables, skill)[1]))
    errors = np.sqrt(np.maximum(variances, 0.0))  # rounding may put a variance of none below 0
    half = float(special.ndtri((1 + CONFIDENCE) / 2)) * errors
    counts = dict.fromkeys(names, 0.0)
    for met in meetings:
        for name in met.names:
            counts[name] += sum(met.won)
    method = "Bradley-Terry" if all(len(met.names) == 2 for met in meetings) else "Plackett-Luce"
    ratings = {}
    for name, value, reach in zip(names, ELO * skill, ELO * half, strict=True):
        low, high = float(value - reach), float(value + reach)
        ratings[name] = Estimate(float(value), low, high, round(counts[name]), method, NUMBER.of_changes)
    return dict(sorted(ratings.items(), key=lambda pair: (-pair[1].value, pair[0])))


def _slopes(tables: Sequence[tuple[Ints, Floats]], skill: Floats) -> tuple[Floats, Floats]:
    """Return the slope of the log-likelihood, and its information, at some skills.

    * `tables` (sequence of (int array, float array), each of shape (tables, seats)): for each number of
      seats, who sat at the tables, and how much each of them won.
    * `skill` (float array, shape (players,)): the skills.
    """
    from scipy.special import softmax  # takes as long to load as all else of this module

    gradient, information = np.zeros(len(skill)), np.zeros((len(skill), len(skill)))
    for players, won in tables:
        chance, games = softmax(skill[players], axis=1), won.sum(axis=1, keepdims=True)
        np.add.at(gradient, players, won - games * chance)
        column, row = chance[:, :, None], chance[:, None, :]
        spread = column * np.eye(players.shape[1]) - column * row
        np.add.at(information, (players[:, :, None], players[:, None, :]), games[:, :, None] * spread)
    return gradient, information


Beats = Collection[tuple[str, str]]
"""Pairs of players in which the first wins significantly more often than the second."""


def shortest_cycle(beats: Beats) -> list[str]:
    """Return the shortest cycle of players in which each beats the next one; empty if there is none."""
    after: dict[str, list[str]] = {}
    for winner, loser in sorted(beats):
        after.setdefault(winner, []).append(loser)
    found = [cycle for start in sorted(after) if (cycle := _cycle_through(start, after))]
    return min(found, key=len) if found else []


def may_be_a_cycle(names: Sequence[str], beats: Beats) -> bool:
    """Return True if some players may beat each other in a cycle: if it is open who beats whom among them.

    Where every two have met, there is no cycle at all if there is none of three.
    """
    may = ~np.eye(len(names), dtype=np.bool_)
    place = {name: i for i, name in enumerate(names)}
    for winner, loser in beats:
        may[place[loser], place[winner]] = False
    steps = may.astype(np.int64)
    return bool(np.trace(steps @ steps @ steps))


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
