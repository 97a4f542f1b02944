"""Pig against its exact answer: a Markov chain solved here, a million games played there.

`simkit new game` does not copy this file: it is about Pig's own rules and no others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from simkit.testing import Match, find_game, strategies_of, wilson

PIG = find_game("pig")
STRATEGIES = strategies_of("pig")
TARGET = 100


def hold_at(first: int, second: int, seed: int = 1, **knobs: int) -> Match:
    players = ({"n": first}, {"n": second})
    return Match(PIG, PIG.knobs(**knobs), (STRATEGIES["hold_at"],) * 2, players, seed)


def turn_gains(score: int, n: int) -> npt.NDArray[np.float64]:
    """Return the chances of what a turn adds to `score`, holding at n or as soon as that wins."""
    stop = min(n, TARGET - score)
    reached = np.zeros(stop + 6)
    reached[0] = 1.0
    gains = np.zeros(stop + 6)
    for total in range(stop):
        gains[0] += reached[total] / 6
        for face in range(2, 7):
            reached[total + face] += reached[total] / 6
    gains[stop:] += reached[stop:]
    return gains


def chance_of_first(first: int, second: int) -> float:
    """Return the exact chance that the player who begins wins, holding at `first` against `second`."""
    mine = [turn_gains(score, first) for score in range(TARGET)]
    yours = [turn_gains(score, second) for score in range(TARGET)]
    wins = np.zeros((TARGET + 1, TARGET + 1))  # [own score, other's score], at the beginning of my turn
    for total in range(2 * (TARGET - 1), -1, -1):
        for a in range(max(0, total - TARGET + 1), min(TARGET - 1, total) + 1):
            b = total - a
            wins[a, b] = _solve(a, b, mine[a], yours[b], wins)
    return float(wins[0, 0])


def _solve(
    a: int,
    b: int,
    mine: npt.NDArray[np.float64],
    yours: npt.NDArray[np.float64],
    wins: npt.NDArray[np.float64],
) -> float:
    """Solve x = ... + (both gain nothing) x for the beginning of a round at scores a and b."""
    fixed, loop = 0.0, 0.0
    for gain in np.flatnonzero(mine):
        if a + gain >= TARGET:
            fixed += mine[gain]
            continue
        for reply in np.flatnonzero(yours):
            if b + reply >= TARGET:
                continue
            if gain == reply == 0:
                loop += mine[0] * yours[0]
            else:
                fixed += mine[gain] * yours[reply] * wins[a + gain, b + reply]
    return float(fixed / (1 - loop))


@pytest.fixture(scope="module")
def exact() -> dict[str, float]:
    """Chances that hold-at-20 wins against hold-at-25, beginning or not."""
    return {"first": chance_of_first(20, 25), "second": 1 - chance_of_first(25, 20)}


def test_the_chain_agrees_with_published_figures() -> None:
    """Neller and Presser (2004): hold at 20 against itself, the player who begins wins 53.5 % or so."""
    assert chance_of_first(20, 20) == pytest.approx(0.537, abs=0.005)


def test_a_million_games_contain_the_exact_answer(exact: dict[str, float]) -> None:
    match = hold_at(20, 25)
    assert match.lineups.tolist() == [[0, 1], [1, 0]]
    _, seats = match.play(0, 1_000_000)
    won = np.asarray(seats["won"]).reshape(-1, 2)
    begins, follows = won[0::2, 0], won[1::2, 1]  # player 0 sits first in even games, second in odd ones
    for wins, truth in ((begins, exact["first"]), (follows, exact["second"])):
        assert not wilson(int(wins.sum()), len(wins), 0.999).excludes(truth)


def covered(seeds: int, games: int, truth: float) -> int:
    count = 0
    for seed in range(seeds):
        _, rows = hold_at(20, 25, seed).play(0, games)
        wins = np.asarray(rows["won"]).reshape(-1, 2)[0::2, 0]
        count += not wilson(int(wins.sum()), len(wins)).excludes(truth)
    return count


def test_the_wilson_interval_is_calibrated(exact: dict[str, float]) -> None:
    low, high = stats.binom.interval(0.9999, 400, 0.95)
    assert low <= covered(400, 600, exact["first"]) <= high


@pytest.mark.long
def test_the_wilson_interval_is_calibrated_over_many_seeds(exact: dict[str, float]) -> None:
    low, high = stats.binom.interval(0.9999, 10_000, 0.95)
    assert low <= covered(10_000, 2000, exact["first"]) <= high


def test_scores_ranks_and_winners() -> None:
    rows, seats = hold_at(20, 25).play(0, 2000)
    scores = np.asarray(seats["score"]).reshape(-1, 2)
    won = np.asarray(seats["won"]).reshape(-1, 2)
    assert (won.sum(axis=1) == 1).all()
    assert (won == (scores >= TARGET)).all()
    assert (np.asarray(seats["rank"]).reshape(-1, 2)[won] == 1).all()
    assert (rows["rolls"] >= rows["turns"]).all()


@pytest.mark.parametrize(
    ("total", "score", "holds"), [(19, 0, False), (20, 0, True), (5, 95, True), (5, 94, False)]
)
def test_hold_at_makes_exactly_this_move(total: int, score: int, holds: bool) -> None:
    match = hold_at(20, 20)
    state: Any = next(iter(match.walk(0))).state
    state.table.total, state.table.score[0] = total, score
    room = np.recarray(1, PIG.room)[0]
    parameters: Any = match.parameter_rows[0]
    chosen = STRATEGIES["hold_at"].compile(PIG)(
        state.table, state.seats[0], match.rules, room, 2, parameters, state.chance
    )
    assert bool(chosen) == holds
