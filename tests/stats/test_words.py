"""Decimals follow the interval."""

from __future__ import annotations

from math import nan

import pytest

from simkit.stats.estimates import Estimate
from simkit.stats.words import MINUS, decimals, plus_minus, with_interval


@pytest.mark.parametrize(
    ("value", "half", "words", "short"),
    [
        (-0.0539, 0.0025, f"{MINUS}0.0539 ({MINUS}0.0564 to {MINUS}0.0514)", f"{MINUS}0.0539±0.0025"),
        (219.2341, 1.31, "219.2 (217.9 to 220.5)", "219.2±1.3"),
        (1219.2, 31.0, "1,219 (1,188 to 1,250)", "1,219±31"),
        (-0.00004, 0.031, f"0.000 ({MINUS}0.031 to 0.031)", "0.000±0.031"),
        (12.5, nan, "12.50", "12.50"),
        (3.0, 0.0, "3", "3"),
    ],
)
def test_a_mean_shows_two_digits_of_its_interval(value: float, half: float, words: str, short: str) -> None:
    estimate = Estimate(value, value - half, value + half, 100, "")
    assert with_interval(estimate) == words
    assert plus_minus(estimate) == short


def test_a_share_has_one_decimal_and_more_only_where_its_interval_is_narrower() -> None:
    assert [decimals(half, is_share=True) for half in (nan, 0.0, 12.0, 0.5, 0.1, 0.04, 0.0007)] == [
        1, 1, 1, 1, 1, 2, 3,
    ]  # fmt: skip
    narrow = Estimate(-0.000051, -0.000076, -0.000026, 10**8, "")
    assert with_interval(narrow, is_share=True, signed=True) == f"{MINUS}0.005 ({MINUS}0.008 to {MINUS}0.003)"
    assert plus_minus(narrow, is_share=True) == f"{MINUS}0.005±0.003"
