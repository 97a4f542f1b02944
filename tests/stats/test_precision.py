"""Trial games find how many games make intervals narrow, and intervals hold the truth as often as they say.

The truth is known here: results are drawn with given chances, and games are added as a run adds them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from simkit.stats.distributions import Distributions
from simkit.stats.estimates import CONFIDENCE, POINTS, Estimate, means, paired_difference, wilson, wilson_ends
from simkit.stats.precision import (
    FEWEST,
    GamesNeeded,
    as_if_equal,
    games_in_addition,
    games_to_count,
    need_of_mean,
    need_of_share,
    rounded_up,
)
from simkit.stats.tally import Tally

MOST = 1_000_000

Draw = Callable[[np.random.Generator, int], npt.NDArray[Any]]


def interval_of(found: Tally, *, is_share: bool) -> Estimate:
    if is_share:
        return wilson(found.count_of(1), found.total)
    own = means(Distributions.of_one(0, found))
    return Estimate(float(own.values[0]), float(own.low[0]), float(own.high[0]), found.total, own.method)


def played(
    draw: Draw, half: float, generator: np.random.Generator, *, is_share: bool
) -> tuple[Estimate, int]:
    """Return the interval at the end, and after how many trial games the number of games was known."""
    trial, more, games = Tally.of(draw(generator, FEWEST)), FEWEST, None
    while True:
        need = need_of_share(trial.count_of(1), trial.total, half) if is_share else need_of_mean(trial, half)
        games = games_to_count([need], trial.total, MOST)
        if games is not None:
            break
        more = trial.total
        trial += Tally.of(draw(generator, more))
    counted = Tally.of(draw(generator, games))
    while True:
        found = interval_of(counted, is_share=is_share)
        widest = (found.high - found.low) / 2 / half
        if widest <= 1:
            return found, trial.total
        more = games_in_addition(counted.total, widest, MOST) - counted.total
        counted += Tally.of(draw(generator, more))


def share(truth: float) -> Draw:
    """Return draws of yes and no; only how many of each there are matters."""

    def draw(generator: np.random.Generator, games: int) -> npt.NDArray[Any]:
        yes = int(generator.binomial(games, truth))
        return np.repeat([1, 0], [yes, games - yes])

    return draw


def held(draw: Draw, half: float, truth: float, times: int, *, is_share: bool) -> float:
    generator = np.random.default_rng(81)
    ends = [played(draw, half, generator, is_share=is_share)[0] for _ in range(times)]
    assert all((end.high - end.low) / 2 <= half for end in ends)
    return float(np.mean([end.low <= truth <= end.high for end in ends]))


def least(times: int) -> float:
    """Return the lowest share of intervals that hold the truth which chance leaves likely."""
    return CONFIDENCE - 3 * float(np.sqrt(CONFIDENCE * (1 - CONFIDENCE) / times))


SHARES = [(0.003, 0.003), (0.03, 0.01), (0.3, 0.02), (0.5, 0.02), (0.97, 0.01), (0.995, 0.004)]


def jackpot(chance: float, core: Draw, points: int) -> Draw:
    """Return draws of which a few are worth many points."""

    def draw(generator: np.random.Generator, games: int) -> npt.NDArray[Any]:
        few = int(generator.binomial(games, chance))
        return np.concatenate([core(generator, games - few), np.full(few, points)])

    return draw


def usual(generator: np.random.Generator, games: int) -> npt.NDArray[Any]:
    return np.rint(generator.normal(10, 3, games)).astype(np.int64)


def coin(generator: np.random.Generator, games: int) -> npt.NDArray[Any]:
    return generator.integers(0, 2, games)


def lognormal(generator: np.random.Generator, games: int) -> npt.NDArray[Any]:
    points: npt.NDArray[np.int64] = np.rint(20 * np.exp(generator.normal(0, 1, games))).astype(np.int64)
    return points


RARE: dict[str, tuple[Draw, float, tuple[float, ...]]] = {
    "geometric": (lambda generator, games: generator.geometric(0.1, games), 10, (0.5, 0.3, 0.15)),
    "lognormal": (lognormal, 20 * float(np.exp(0.5)), (4, 2, 1)),
    "1 % of 100 points": (jackpot(0.01, usual, 100), 10.9, (1, 0.5, 0.3)),
    "0.5 % of 100 points": (jackpot(0.005, usual, 100), 10.45, (1, 0.5, 0.3, 0.2)),
    "0.1 % of 100 points": (jackpot(0.001, usual, 100), 10.09, (1, 0.5, 0.3, 0.2, 0.1)),
    "0.1 % of 1000 points": (jackpot(0.001, coin, 1000), 1.4995, (3, 1, 0.5)),
}
"""Means that hang on few games: their truth, and half-widths to ask for."""

CASES = [pytest.param(name, half, id=f"{name}, {half}") for name in RARE for half in RARE[name][2]]

MEANS: dict[str, tuple[Draw, float, float]] = {
    "turns": (lambda generator, games: generator.poisson(12, games), 12, 0.2),
    "skewed": (lambda generator, games: generator.geometric(0.1, games), 10, 0.5),
    "seldom": (lambda generator, games: 50 * (generator.random(games) < 0.01), 0.5, 0.2),
    "often": (lambda generator, games: 50 * (generator.random(games) < 0.98), 49, 0.2),
}


@pytest.mark.parametrize(("truth", "half"), SHARES)
def test_intervals_of_shares_hold(truth: float, half: float) -> None:
    assert held(share(truth), half, truth, 800, is_share=True) > least(800)


@pytest.mark.parametrize("name", MEANS)
def test_intervals_of_means_hold(name: str) -> None:
    draw, truth, half = MEANS[name]
    assert held(draw, half, truth, 400, is_share=False) > least(400)


@pytest.mark.parametrize(
    ("name", "half"),
    [("0.5 % of 100 points", 0.5), ("0.1 % of 100 points", 0.2), ("0.1 % of 1000 points", 3)],
)
def test_intervals_of_means_hold_where_few_games_decide_them(name: str, half: float) -> None:
    draw, truth, _ = RARE[name]
    assert held(draw, half, truth, 400, is_share=False) > least(400)


@pytest.mark.long
@pytest.mark.parametrize(("name", "half"), CASES)
def test_intervals_of_means_hold_where_few_games_decide_them_often(name: str, half: float) -> None:
    draw, truth, _ = RARE[name]
    assert 0.93 - 0.005 < held(draw, half, truth, 3000, is_share=False) < 0.97


@pytest.mark.long
@pytest.mark.parametrize(("truth", "half"), SHARES)
def test_intervals_of_shares_hold_often(truth: float, half: float) -> None:
    assert held(share(truth), half, truth, 20_000, is_share=True) > 0.944


@pytest.mark.long
@pytest.mark.parametrize("name", MEANS)
def test_intervals_of_means_hold_often(name: str) -> None:
    draw, truth, half = MEANS[name]
    assert held(draw, half, truth, 8000, is_share=False) > 0.94


def test_looking_at_the_games_that_count_would_not_do() -> None:
    """Where a mean hangs on what is seldom, it is narrow as long as that has not been seen."""
    draw, truth, half = MEANS["seldom"]
    generator = np.random.default_rng(5)
    found = []
    for _ in range(400):
        counted = Tally.of(draw(generator, 50))
        while (own := interval_of(counted, is_share=False)).high - own.low > 2 * half:
            counted += Tally.of(draw(generator, 50))
        found.append(own.low <= truth <= own.high)
    assert float(np.mean(found)) < 0.9


def test_the_games_of_a_share_are_those_of_its_interval() -> None:
    for tried, won, half in ((1000, 500, 0.01), (1000, 20, 0.01), (1000, 1000, 0.001), (200, 0, 0.002)):
        games = need_of_share(won, tried, half).expected
        low, high = wilson_ends(won / tried, games, CONFIDENCE)
        assert (high - low) / 2 == pytest.approx(half, rel=1e-9)


def test_the_games_of_a_mean_are_those_of_its_interval() -> None:
    found = Tally(np.arange(10), np.full(10, 1000))
    games = need_of_mean(found, 0.05).expected
    own = interval_of(Tally(np.arange(10), np.full(10, round(games / 10))), is_share=False)
    assert (own.high - own.low) / 2 == pytest.approx(0.05, rel=2e-3)


def test_more_trial_games_are_played_only_where_they_save_some() -> None:
    half = need_of_share(50, 100, 0.01)  # near one half the number of games is known at once
    assert half.enough - half.expected < 100
    assert games_to_count([half], 100, MOST) == rounded_up(half.enough)
    seldom = need_of_share(3, 100, 0.01)
    assert games_to_count([seldom], 100, MOST) is None
    assert games_to_count([seldom], 300, 300) == 300
    assert (
        games_to_count([GamesNeeded(5000, 9000)], 100, 5000) == 5000
    )  # as many as are allowed, whatever is saved


def test_the_widest_interval_decides() -> None:
    assert games_to_count([GamesNeeded(100, 120), GamesNeeded(1000, 1010)], 100, MOST) == 1100


def test_at_least_as_many_games_count_as_were_tried() -> None:
    assert games_to_count([GamesNeeded(2, 3)], 1600, MOST) == 1600


def test_a_mean_of_games_that_agree_is_not_believed_at_once() -> None:
    agreeing = need_of_mean(Tally.of(np.full(100, 7)), 0.1)
    assert games_to_count([agreeing], 100, MOST) is None
    assert games_to_count([need_of_mean(Tally.of(np.full(3200, 7)), 0.1)], 3200, MOST) == 3200
    assert games_to_count([need_of_mean(Tally.of(np.array([7])), 0.1)], 1, 1) == 1


def test_a_mean_that_hangs_on_few_games_waits_until_enough_of_them_were_seen() -> None:
    def need(few: int, tried: int, half: float = 1.0) -> GamesNeeded:
        return need_of_mean(
            Tally(np.array([10, 11, 1000]), np.array([tried // 2, tried // 2 - few, few])), half
        )

    assert need(3, 3200).to_see > 10_000
    assert games_to_count([need(3, 3200)], 3200, MOST) is None
    assert games_to_count([need(3, 3200)], 3200, 5000) == 5000  # and the run says that these are too few
    assert need(20, 20_000).to_see < 20_000
    assert games_to_count([need(20, 20_000)], 20_000, MOST) == 20_000
    assert need(3, 3200, half=100).to_see < 3200  # they are far from moving the mean by so much


def test_where_few_games_may_count_not_all_are_tried() -> None:
    assert games_to_count([need_of_mean(Tally.of(np.arange(100)), 10)], 100, 300) == 300


def test_numbers_of_games_are_rounded_up_to_two_digits() -> None:
    assert [rounded_up(games) for games in (7.2, 100, 101, 38_411, 999)] == [8, 100, 110, 39_000, 1000]


def test_games_are_added_until_the_most_allowed() -> None:
    assert games_in_addition(1000, 1.1, MOST) == 1300
    assert games_in_addition(1000, 1.1, 1200) == 1200
    assert games_in_addition(2, float("nan"), MOST) == 4


def two(generator: np.random.Generator, games: tuple[int, int]) -> list[npt.NDArray[np.float64]]:
    """Return the results of two scenarios that share most of their chance."""
    luck = generator.random(max(games))
    own = [np.where(generator.random(len(luck)) < 0.2, generator.random(len(luck)), luck) for _ in games]
    return [(own[i][: games[i]] < (0.3, 0.6)[i]).astype(np.float64) for i in range(2)]


def test_differences_of_scenarios_with_other_numbers_of_games_hold() -> None:
    games, ends, times = (300, 2000), (300, 800, 2000), 2000
    generator = np.random.default_rng(3)
    found, common = [], []
    for _ in range(times):
        before, after = two(generator, games)
        effect = paired_difference(as_if_equal(before, ends), as_if_equal(after, ends), unit=POINTS)
        assert effect.value == pytest.approx(after.mean() - before.mean())
        found.append(effect)
        common.append(paired_difference(before, after[:300], unit=POINTS))
    inside = float(np.mean([effect.low <= 0.3 <= effect.high for effect in found]))
    assert least(times) < inside < 2 * CONFIDENCE - least(times)
    spread = np.std([effect.value for effect in found])
    half = np.mean([effect.high - effect.low for effect in found]) / 2
    assert half == pytest.approx(1.96 * spread, rel=0.05)


def test_as_many_games_are_left_as_they_are() -> None:
    values = np.arange(5.0)
    assert as_if_equal(values, (5,)) is values
    own = as_if_equal(values, (2, 5))
    assert own.mean() == pytest.approx(2.0)
    assert len(as_if_equal(values[:2], (2, 5))) == 5
