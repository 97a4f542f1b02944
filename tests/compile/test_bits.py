"""Bits of masks: the processor's instructions against Python's own arithmetic."""

from __future__ import annotations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.compile.bits import bit_count, highest_bit, lowest_bit


def ask(mask):  # type: ignore[no-untyped-def]
    return bit_count(mask), lowest_bit(mask), highest_bit(mask)


compiled = numba.njit(ask)


@pytest.mark.parametrize("asked", [ask, compiled])
@given(st.integers(1, 2**63 - 1))
def test_bits_are_counted_and_found(asked, mask: int) -> None:  # type: ignore[no-untyped-def]
    digits = f"{mask:b}"
    expected = (digits.count("1"), len(digits) - 1 - digits.rindex("1"), len(digits) - 1)
    assert asked(np.int64(mask)) == expected


@pytest.mark.parametrize("asked", [ask, compiled])
def test_narrow_masks_too(asked) -> None:  # type: ignore[no-untyped-def]
    assert asked(np.int32(0b0110_1000)) == (3, 3, 6)
