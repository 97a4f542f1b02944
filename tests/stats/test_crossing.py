"""Where a curve crosses a value: by lines between the levels, with the stretch in which the band holds it."""

from __future__ import annotations

from math import inf

import pytest

from simkit.stats.crossing import crossings
from simkit.stats.estimates import Estimate


def of(*values: float, half: float = 0.05) -> list[Estimate]:
    return [Estimate(value, value - half, value + half, 100, "") for value in values]


def test_a_line_crosses_once_and_the_band_around_it_as_far_as_it_is_wide() -> None:
    (found,) = crossings([1, 2, 3, 4], of(0.2, 0.4, 0.6, 0.8), 0.5)
    assert (found.at, found.low, found.high) == pytest.approx((2.5, 2.25, 2.75))
    assert found.is_rising


def test_the_band_goes_on_over_the_next_levels() -> None:
    (found,) = crossings([1, 2, 3, 4], of(0.3, 0.48, 0.56, 0.8, half=0.1), 0.5)
    assert found.at == pytest.approx(2.25)
    assert (found.low, found.high) == pytest.approx((1 + 0.1 / 0.18, 3 + 0.04 / 0.24))


def test_an_end_is_open_where_the_band_still_holds_the_value_at_the_last_level() -> None:
    (found,) = crossings([1, 2], of(0.45, 0.55, half=0.1), 0.5)
    assert (found.low, found.high) == (-inf, inf)


def test_falling_and_rising_again_it_crosses_twice() -> None:
    found = crossings([1, 2, 3], of(0.7, 0.3, 0.7), 0.5)
    assert [crossing.at for crossing in found] == pytest.approx([1.5, 2.5])
    assert [crossing.is_rising for crossing in found] == [False, True]


def test_a_value_at_a_level_is_crossed_there_and_only_once() -> None:
    (found,) = crossings([1, 2, 3], of(0.3, 0.5, 0.7), 0.5)
    assert found.at == pytest.approx(2)
    assert crossings([1, 2, 3], of(0.1, 0.2, 0.3), 0.5) == []
