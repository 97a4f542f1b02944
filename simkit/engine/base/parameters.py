"""Gives a strategy its parameters by name: its row of numbers, viewed as a record with fields."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

import numpy as np

MOST_PARAMETERS = 48
"""The most parameters that a strategy can have."""

OVERLOOKS, NOISE = DIAL_NAMES = ("overlooks", "noise")
"""The parameters of the skill dial (`simkit.engine.contract.dial`), which any strategy can be given."""

ERRING = "erring "
"""Stands before the name of a strategy with the skill dial."""

PARAMETERS = np.dtype([("values", np.float64, (MOST_PARAMETERS + len(DIAL_NAMES),))], align=True)
"""A strategy's parameters in the order in which it declares them; it reads them by name (`by_name`).

A record and not an array: handing an array to a function counts a reference, which would cost more than
many a decision.
"""

_TAKEN = frozenset(dir(np.record))
"""Names of attributes that NumPy's records have themselves, so that no field can have them."""


def parameter_layout(names: Sequence[str]) -> np.dtype[np.void]:
    """Return the layout that gives each number in a row of `PARAMETERS` its name.

    Strategies whose parameters have the same names in the same order share one layout, and with it all
    compiled code that reads them.
    """
    size = np.dtype(np.float64).itemsize
    return np.dtype(
        {
            "names": list(names),
            "formats": [np.float64] * len(names),
            "offsets": [size * place for place in range(len(names))],
            "itemsize": PARAMETERS.itemsize,
        },
        align=True,
    )


def wrong_name(name: str) -> str | None:
    """Return the reason why a parameter can't have a name, or None if it can."""
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        return "a name is one word of letters, digits and _, a letter first, and no word of Python's own"
    if name in _TAKEN:
        return "NumPy's records have something of that name; choose another"
    return None
