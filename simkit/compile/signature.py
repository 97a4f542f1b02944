"""The types of what a compiled function takes and returns, said in NumPy's words."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

INTEGER: Any = types.int64


def record(dtype: np.dtype[np.void]) -> Any:
    """Return the type of one record of a layout."""
    return numba.from_dtype(dtype)


def records(dtype: np.dtype[np.void]) -> Any:
    """Return the type of an array of records of a layout, shape (n,)."""
    return types.Array(record(dtype), 1, "C")


def signature(returned: Any, *arguments: Any) -> Any:
    """Return the signature of a function, as `compile_entry` takes it; `returned` is None for nothing."""
    return (types.void if returned is None else returned)(*arguments)
