"""Distributions of many groups at once: what NumPy says of each group by itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.stats.distributions import Distributions
from simkit.stats.estimates import quantiles
from simkit.stats.tally import Tally

ROWS = st.lists(
    st.tuples(st.integers(3, 7), st.integers(-1000, 10**7) | st.integers(0, 3)), min_size=1, max_size=60
)


@given(ROWS)
def test_every_group_is_as_numpy_says(rows: list[tuple[int, int]]) -> None:
    groups, values = (np.array(column) for column in zip(*rows, strict=True))
    found = Distributions.of(values, groups)
    assert found.names.tolist() == sorted(set(groups.tolist()))
    for i, name in enumerate(found.names):
        own = values[groups == name]
        assert found.totals[i] == len(own)
        assert (found.lowest[i], found.highest[i]) == (own.min(), own.max())
        assert found.means[i] == pytest.approx(own.mean())
        assert found.counts_of(2)[i] == (own == 2).sum()
        if len(own) > 1:
            assert found.variances[i] == pytest.approx(own.var(ddof=1))
        for q in (0.05, 0.5, 0.95):
            assert quantiles(found, q).values[i] == np.quantile(own, q, method="inverted_cdf")


@given(ROWS)
def test_all_groups_together_are_one_tally(rows: list[tuple[int, int]]) -> None:
    groups, values = (np.array(column) for column in zip(*rows, strict=True))
    together, whole = Distributions.of(values, groups).together(), Tally.of(values)
    assert together.values.tolist() == whole.values.tolist()
    assert together.counts.tolist() == whole.counts.tolist()


def test_large_values_do_not_overflow() -> None:
    groups = np.array([0, 0, 0, 0, 1, 1, 1])
    values = np.array([-(2**62), 2**62, 2**62, 2**62, 2**45, 2**45, 2**45 + 3])
    found = Distributions.of(values, groups)
    assert found.means.tolist() == [2**61, 2**45 + 1]
    assert found.variances.tolist() == [float(2**124), 3.0]
