"""The types of a compiled function's arguments and result, given as NumPy dtypes."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

INTEGER: Any = types.int64


def record(dtype: np.dtype[np.void]) -> Any:
    """Return the type of one record with a given layout."""
    return numba.from_dtype(dtype)


def records(dtype: np.dtype[np.void]) -> Any:
    """Return the type of an array of records with a given layout, shape (n,)."""
    return types.Array(record(dtype), 1, "C")


def signature(returned: Any, *arguments: Any) -> Any:
    """Return the signature of a function for `compile_entry`; `returned` is None if it returns nothing."""
    return (types.void if returned is None else returned)(*arguments)
