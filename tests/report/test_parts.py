"""Numbers in words."""

import numpy as np
import pytest

from simkit.report.sections.worth_of_components import unrelated
from simkit.report.words import change_with_interval
from simkit.stats.estimates import Estimate
from simkit.words import NOBODY

MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-0.04, -0.022, f"{MINUS}3.1 ({MINUS}4.0 to {MINUS}2.2)"),
        (0.00044, 0.00063, "+0.05 (+0.04 to +0.06)"),
        (-0.0823, -0.0821, f"{MINUS}8.22 ({MINUS}8.23 to {MINUS}8.21)"),
        (float("nan"), float("nan"), "+1.0"),
    ],
)
def test_the_ends_of_an_interval_do_not_meet(low: float, high: float, words: str) -> None:
    middle = 0.01 if low != low else (low + high) / 2
    assert change_with_interval(Estimate(middle, low, high, 100, "")) == words


def test_unrelated_games_have_the_same_winner_as_often_as_chance_has_it() -> None:
    generator = np.random.default_rng(1)
    one = generator.choice(4, 200_000, p=[0.4, 0.3, 0.2, 0.1])
    other = generator.choice([0, 1, 2, 3, NOBODY], 200_000, p=[0.1, 0.2, 0.2, 0.3, 0.2])
    assert unrelated(one, other) == pytest.approx((one != other).mean(), abs=0.005)
