"""Words that games, reports and messages share: lists, plurals, and the number that stands for nobody."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

NOBODY = -1
"""The number that stands for no seat: nobody has won, owns it, is asked."""


IN_UNITS = r"^\d[\d_]*(?:\.\d+)?[kKmM]$"
"""A regular expression that matches numbers of thousands and millions: 20k, 1.5m."""

MOST_DIGITS = 40
"""More digits than any number of games has; Python refuses to read thousands of them."""


def in_units(value: Any) -> Any:
    """Return the whole number that a text stands for, in thousands or millions; anything else as it is.

    >>> in_units("20k"), in_units("1.5m"), in_units("1.0001k"), in_units("all")
    (20000, 1500000, '1.0001k', 'all')
    """
    if not isinstance(value, str) or len(value) > MOST_DIGITS or not re.match(IN_UNITS, value):
        return value
    number = Decimal(value[:-1]) * (1_000 if value[-1] in "kK" else 1_000_000)
    return int(number) if number == int(number) else value


def listed(things: Iterable[object], last: str = "and") -> str:
    """Return things as a list within a sentence: "one, another and a third"."""
    *first, end = map(str, things)
    return f"{', '.join(first)} {last} {end}" if first else end


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number of things: "1 coin", "2 coins"; `many` is a plural that does not end in s."""
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


class Said(str):
    """A word or a number in words; in a sentence it may count a noun, as in ``{n:coin}``.

    A noun whose plural is irregular gives both forms: ``{n:injury/injuries}``.
    """

    def __format__(self, noun: str) -> str:
        """Return it in words, followed by the counted noun if there is one."""
        one, _, several = noun.partition("/")
        return f"{self} {one if self == '1' else several or f'{one}s'}" if noun else str(self)


def value_in_words(value: Any) -> str:
    """Return a value of a rule or parameter as YAML: 4, [1, 2], null."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (set, frozenset)):
        return value_in_words(sorted(value)) if value else "none"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(value_in_words(item) for item in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {value_in_words(item)}' for key, item in value.items())}}}"
    return str(value)
