"""Whole numbers where compiled code would take any number: what a function returns as an index."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import overload

NO_INDEX = "not a whole number"
"""What an error says, for `simkit.compile.errors` to find."""


def as_index(returned: Any) -> Any:
    """Return an index as it is; refuse what is no whole number, in compiled code or plain Python."""
    if not isinstance(returned, (int, np.integer, np.bool_)):
        raise TypeError(f"it returns {returned!r}, {NO_INDEX}")
    return int(returned)


@overload(as_index, strict=False)
def _compiled_as_index(returned: Any) -> Any:
    if isinstance(returned, types.Optional | types.NoneType):
        raise TypingError(f"on some path it returns nothing, {NO_INDEX}")
    if not isinstance(returned, types.Integer | types.Boolean):
        kind = str(returned).partition("(")[0]
        raise TypingError(f"it returns a {kind}, {NO_INDEX}")
    return lambda returned: returned
