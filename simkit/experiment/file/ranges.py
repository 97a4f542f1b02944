"""Ranges as levels: `1..6` stands for 1, 2, 3, 4, 5, 6, and `0..20 by 5` for 0, 5, 10, 15, 20."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

_NUMBER = r"-?\d+(?:\.\d+)?"
RANGE = rf"^ *({_NUMBER}) *\.\. *({_NUMBER})(?: +by +(\d+(?:\.\d+)?))? *$"
"""A regular expression that matches a range."""

_MEANT = re.compile(r"^ *[-+]?[\d.]*\d? *(?:\.\.|…)")
"""Matches text that begins like a range."""

MOST_LEVELS = 1000
"""The most levels of one range."""

ALLOWED = "allowed is first..last, such as 1..6, or 0..20 by 5"


def is_meant_as_range(value: Any) -> bool:
    """Return True if a text begins like a range.

    >>> is_meant_as_range("1..6"), is_meant_as_range("A1")
    (True, False)
    """
    return isinstance(value, str) and bool(_MEANT.match(value))


def in_range(text: str) -> list[int | float]:
    """Return the numbers that a range stands for, the last one included.

    >>> in_range("1..4"), in_range("0.5..1.5 by 0.5"), in_range("3..1")
    ([1, 2, 3, 4], [0.5, 1.0, 1.5], [3, 2, 1])

    Raises
    ------
    ValueError
        In words, if it is no range or has too many numbers.
    """
    found = re.match(RANGE, text)
    if found is None:
        raise ValueError(f"found '{text[:40]}', {ALLOWED}")
    first, last, by = Decimal(found[1]), Decimal(found[2]), Decimal(found[3] or 1)
    if by == 0:
        raise ValueError(f"found '{text[:40]}': steps of 0 lead nowhere; {ALLOWED}")
    if abs(last - first) / by >= MOST_LEVELS:
        raise ValueError(f"'{text[:40]}' stands for more than {MOST_LEVELS:,} levels")
    return list(_counted(first, last, by))


def _counted(first: Decimal, last: Decimal, by: Decimal) -> Iterator[int | float]:
    is_whole = all(number == number.to_integral_value() for number in (first, by))
    up = last >= first
    number = first
    while number <= last if up else number >= last:
        yield int(number) if is_whole else float(number)
        number += by if up else -by
