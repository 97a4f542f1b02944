"""How different two games of many are: exact means over all pairs, with intervals that hold."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats.variety import chance_alike, mean_distance

NUMBERS = st.lists(st.integers(-50, 50), min_size=3, max_size=40)


@given(NUMBERS)
def test_both_are_means_over_all_pairs(values: list[int]) -> None:
    pairs = list(combinations(values, 2))
    assert chance_alike(values).value == pytest.approx(np.mean([one == other for one, other in pairs]))
    apart = np.mean([abs(one - other) for one, other in pairs])
    assert mean_distance(values).value == pytest.approx(apart)


@given(NUMBERS)
def test_a_value_lies_in_its_interval_which_ends_where_values_do(values: list[int]) -> None:
    alike, apart = chance_alike(values), mean_distance(values)
    assert 0 <= alike.low <= alike.value <= alike.high <= 1
    assert 0 <= apart.low <= apart.value <= apart.high


def test_games_that_are_all_the_same_are_alike_and_lie_nowhere_apart() -> None:
    assert chance_alike(["a"] * 100).value == 1
    assert mean_distance([7] * 100).value == 0
    assert chance_alike(range(100)).value == 0


def test_a_few_games_that_agree_do_not_prove_that_the_next_one_will() -> None:
    assert chance_alike(["a"] * 10).low < 0.95
    assert mean_distance([7] * 10).high > 0


@pytest.mark.parametrize("games", [40, 150])
def test_intervals_hold_the_truth_about_as_often_as_they_say(games: int) -> None:
    rng, tries = np.random.default_rng(5), 400
    alike, apart = 1 / 6, np.mean([abs(one - other) for one in range(6) for other in range(6)])
    drawn = rng.integers(0, 6, (tries, games))
    held = [not mean_distance(row).excludes(float(apart)) for row in drawn]
    assert np.mean(held) > 0.92
    held = [not chance_alike(row.tolist()).excludes(alike) for row in drawn]
    assert np.mean(held) > 0.92


def test_two_games_are_too_few() -> None:
    with pytest.raises(ValueError, match="3 games are needed, found 2"):
        mean_distance([1, 2])
