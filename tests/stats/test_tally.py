"""Tallies: exact, and the same in any order of adding them up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats.tally import Tally

COLUMNS = st.lists(st.integers(-1000, 10**7), min_size=1, max_size=60)


@given(COLUMNS)
def test_a_tally_says_what_numpy_says(column: list[int]) -> None:
    tally, numbers = Tally.of(np.array(column)), np.array(column)
    assert tally.total == len(column)
    assert tally.mean == pytest.approx(numbers.mean())
    if len(column) > 1:
        assert tally.variance == pytest.approx(numbers.var(ddof=1))


@given(COLUMNS, COLUMNS, COLUMNS)
def test_tallies_add_up_in_any_order(a: list[int], b: list[int], c: list[int]) -> None:
    x, y, z = (Tally.of(np.array(column)) for column in (a, b, c))
    whole = Tally.of(np.array(a + b + c))
    for total in ((x + y) + z, x + (y + z), z + x + y):
        assert total.values.tolist() == whole.values.tolist()
        assert total.counts.tolist() == whole.counts.tolist()


def test_large_values_do_not_overflow() -> None:
    assert Tally.of(np.full(2**20, 2**45)).mean == 2**45
    assert Tally.of(np.array([-(2**62), 2**62, 2**62, 2**62])).mean == 2**61


def test_yes_no_columns_and_nothing_at_all() -> None:
    tally = Tally.of(np.array([True, False, True]))
    assert (tally.count_of(1), tally.count_of(0), tally.count_of(2)) == (2, 1, 0)
    empty = Tally.of(np.array([], dtype=np.int8))
    assert empty.total == 0
    assert np.isnan(empty.mean)
