"""Requires that a function which returns an index returns a whole number; Numba would accept any number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

NO_INDEX = "not a whole number"
"""The words of the error, by which `simkit.compile.errors` recognises it."""

RETURNS_NOTHING = "on some path it returns nothing"


def as_index(returned: Any) -> Any:
    """Return an index unchanged; raise an error if it is not a whole number, compiled or in plain Python."""
    if not isinstance(returned, (int, np.integer, np.bool_)):
        raise TypeError(f"it returns {returned!r}, {NO_INDEX}")
    return int(returned)


@overload(as_index, strict=False)
def _compiled_as_index(returned: Any) -> Any:
    if isinstance(returned, types.Optional | types.NoneType):
        raise TypingError(f"{RETURNS_NOTHING}, {NO_INDEX}")
    if not isinstance(returned, types.Integer | types.Boolean):
        kind = str(returned).partition("(")[0]
        raise TypingError(f"it returns a {kind}, {NO_INDEX}")
    return lambda returned: returned
