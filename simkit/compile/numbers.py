"""Whole numbers in compiled code: indexes, names for numbers, and bits.

Called from Python, all of these are plain Python; compiled code uses constants and processor instructions
(`simkit.compile.compiled_numbers`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

NO_INDEX = "not a whole number"
"""The words by which `simkit.compile.errors` recognises this error."""

RETURNS_NOTHING = "on some path it returns nothing"


def as_index(returned: Any) -> Any:
    """Return an index unchanged; raise an error if it is not a whole number, compiled or in plain Python."""
    if not isinstance(returned, (int, np.integer, np.bool_)):
        raise TypeError(f"it returns {returned!r}, {NO_INDEX}")
    return int(returned)


class NamedNumbers(type):
    """The metaclass of classes with named numbers; `numbers` holds them by name."""

    numbers: dict[str, int]


def bit_count(mask):
    """Return the number of bits set in a mask (0 <= mask)."""
    return int(mask).bit_count()


def lowest_bit(mask):
    """Return the index of the lowest bit that is set (0 < mask)."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest_bit(mask):
    """Return the index of the highest bit that is set (0 < mask)."""
    return int(mask).bit_length() - 1
