"""A strategy's parameters by their names: the numbers of its row, seen as a record that has fields."""

from __future__ import annotations

import keyword
from collections.abc import Sequence

import numpy as np

MOST_PARAMETERS = 48
"""The most parameters that a strategy can have."""

OVERLOOKS, NOISE = DIAL_NAMES = ("overlooks", "noise")
"""What a strategy can be given besides its own, so that it errs (`simkit.engine.dial`)."""

ERRING = "erring "
"""Before a strategy's name: the strategy with the skill dial."""

PARAMETERS = np.dtype([("values", np.float64, (MOST_PARAMETERS + len(DIAL_NAMES),))], align=True)
"""A strategy's parameters, in the order in which it declares them; it sees them by name (`by_name`).

A record and not an array: handing an array to a function counts a reference, which would cost more than
many a decision.
"""

_TAKEN = frozenset(dir(np.record))
"""Names by which plain Python finds something of NumPy's own in a record, and not a field."""


def parameter_layout(names: Sequence[str]) -> np.dtype[np.void]:
    """Return the layout in which each number of a row of `PARAMETERS` has a name.

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
    """Return the reason why ``parameters.<name>`` can't be written, or None if it can."""
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        return "a name is one word of letters, digits and _, a letter first, and no word of Python's own"
    if name in _TAKEN:
        return "NumPy's records have something of that name; choose another"
    return None
