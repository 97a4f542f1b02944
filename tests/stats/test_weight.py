"""The weight of a game: a formula that is written down, with the interval of its parts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simkit.stats.estimates import Estimate
from simkit.stats.weight import product_of, weight_of


def counted(number: float) -> Estimate:
    return Estimate(number, number, number, 1, "counted")


def test_it_is_the_mean_of_the_doublings_of_one_more_than_each_part() -> None:
    assert weight_of([counted(3), counted(7), counted(15), counted(31)]).value == pytest.approx(3.5)
    assert weight_of([counted(0)] * 4).value == 0


def test_a_doubling_of_one_of_four_parts_adds_a_quarter() -> None:
    before = weight_of([counted(7), counted(7), counted(7), counted(7)])
    assert weight_of([counted(15), counted(7), counted(7), counted(7)]).value - before.value == pytest.approx(
        0.25
    )


def test_what_is_counted_has_no_interval_and_what_is_measured_has() -> None:
    assert weight_of([counted(3)] * 4).low == weight_of([counted(3)] * 4).high
    measured = replace(counted(3), low=1.0, high=7.0)
    found = weight_of([measured, counted(3)])
    assert (found.low, found.high) == pytest.approx((1.5, 2.5))


def test_a_product_holds_the_truth_about_as_often_as_it_says() -> None:
    rng, tries, held = np.random.default_rng(2), 2000, 0
    for _ in range(tries):
        one, other = rng.normal(10, 0.5), rng.normal(0.5, 0.03)
        found = product_of(
            Estimate(one, one - 0.98, one + 0.98, 9, ""),
            Estimate(other, other - 0.0588, other + 0.0588, 9, ""),
        )
        held += not found.excludes(5.0)
    assert 0.93 < held / tries < 0.97


def test_nothing_times_something_is_nothing() -> None:
    found = product_of(counted(9), Estimate(0.0, 0.0, 0.1, 50, ""))
    assert (found.value, found.low) == (0.0, 0.0) and found.high == pytest.approx(0.9)
