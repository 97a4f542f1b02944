"""No mean is taken over effects that differ in sign or by more than their intervals."""

from __future__ import annotations

import pytest

from simkit.report.stats import POINTS, Estimate, may_be_averaged
from simkit.results.averaging import are_far_apart


def effect(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, 1000, "paired Student t", POINTS)


@pytest.mark.parametrize(
    ("effects", "may"),
    [
        ([(0.03, 0.01), (0.04, 0.01)], True),
        ([(0.03, 0.01), (-0.03, 0.01)], False),  # one gains, the other loses
        ([(0.005, 0.01), (-0.005, 0.01)], True),  # neither differs from 0
        ([(0.02, 0.005), (0.12, 0.005)], False),  # both gain, but not the same
        ([(0.08, 0.005), (0.0, 0.005)], False),  # only one uses it
        ([(0.03, 0.01)], True),
        ([], True),
        ([(0.03, float("nan")), (-0.9, float("nan"))], True),  # single games say nothing
    ],
)
def test_which_effects_may_be_averaged(effects: list[tuple[float, float]], may: bool) -> None:
    assert may_be_averaged(dict(enumerate(effect(*one) for one in effects))) is may


def test_results_far_apart_have_no_mean_that_describes_them() -> None:
    assert are_far_apart([1.0, 1.0, 0.0], is_share=True)
    assert not are_far_apart([0.74, 0.99], is_share=True)
    assert are_far_apart([40.0, 120.0], is_share=False)
    assert not are_far_apart([0.0], is_share=False)
