"""Room on the stack: a record like any other, one to each who asks."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from simkit.compile.scratch import scratch

SHEET = np.dtype((np.record, [("total", np.float64), ("faces", np.int32, (3,))]), align=True)


def fill(n):  # type: ignore[no-untyped-def]
    one, other = scratch(SHEET), scratch(SHEET)
    for i in range(3):
        one.faces[i] = n + i
        other.faces[i] = -n
    one.total = one.faces[0] + one.faces[1] + one.faces[2]
    other.total = 0.5
    return one.total, other.total, other.faces[2]


@pytest.mark.parametrize("asked", [fill, numba.njit(fill)])
def test_each_scratch_is_a_record_of_its_own(asked) -> None:  # type: ignore[no-untyped-def]
    assert asked(4) == (15.0, 0.5, -4)
