"""What is clearly the largest is named where it is ahead of all others; wrongly at most once in twenty."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

from simkit.stats.estimates import Estimate, paired_difference
from simkit.stats.extremes import clearly_most

TRIES = 400

GAMES = 200


def found_in(games: npt.NDArray[np.float64]) -> tuple[int, ...]:
    """Return which columns of some games, which share their chance, are clearly the largest."""
    return tuple(
        clearly_most(
            dict(enumerate(games.mean(axis=0))),
            lambda one, other: paired_difference(games[:, other], games[:, one]),
        )
    )


def tries(truth: list[float]) -> Counter[tuple[int, ...]]:
    """Return how often which are found, of quantities with some true values, in units of a standard error."""
    rng = np.random.default_rng(7)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(TRIES):
        noise = rng.normal(size=(GAMES, len(truth))) + rng.normal(size=(GAMES, 1))
        found[found_in(noise + np.array(truth) / GAMES**0.5)] += 1
    return found


@pytest.mark.parametrize("many", [2, 6, 24])
def test_where_all_are_equal_one_is_named_at_most_once_in_twenty_times(many: int) -> None:
    found = tries([0.0] * many)
    assert 1 - found[()] / TRIES <= 0.05 + 2 * (0.05 * 0.95 / TRIES) ** 0.5


def test_one_that_is_a_little_behind_is_seldom_named() -> None:
    found = tries([0.5, 0.0, 0.0, 0.0])
    wrong = sum(many for first, many in found.items() if first and first[0] != 0)
    assert wrong / TRIES <= 0.025 + 2 * (0.025 * 0.975 / TRIES) ** 0.5


def test_one_far_ahead_is_named_alone_and_two_far_ahead_together() -> None:
    assert tries([9.0, 0.0, 0.0, 0.0]).most_common(1)[0][0] == (0,)
    together = tries([9.0, 9.0, 0.0, 0.0])
    both = sum(many for first, many in together.items() if set(first) == {0, 1})
    assert both / TRIES > 0.9


def test_without_another_or_without_intervals_none_is_the_most() -> None:
    unknown = Estimate(1.0, float("nan"), float("nan"), 1, "")
    assert clearly_most({"one": 1.0}, lambda one, other: unknown) == []
    assert clearly_most({"one": 1.0, "other": 0.0}, lambda one, other: unknown) == []
