"""Compiles entries (functions called from Python or through a tuple) with all the kernels that they call."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types

from simkit.compile.cache import KeptCode, is_empty
from simkit.compile.code_hash import code_hash
from simkit.compile.mode import CHECKED_THROUGHOUT, INTERPRETED
from simkit.compile.pipeline import EntryCompiler
from simkit.compile.recursion import refuse_recursion
from simkit.compile.sources import is_typed_in, sources_hash

_njit: Any = numba.njit

_FAST = {"nogil": True, "error_model": "numpy", "boundscheck": False}
_CHECKED = {"nogil": True, "error_model": "python", "boundscheck": True}

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


def compile_entry(
    function: Callable[..., Any], signature: Any = None, *, checked: bool, home: tuple[str, ...] = ()
) -> Any:
    """Compile a module-level function with all kernels that it calls, or load it from the cache.

    A function that was typed in, or to which one is bound that was, is compiled for this process alone: no
    file would show later that it has changed.

    Parameters
    ----------
    function : callable
        A plain function at the top of a module (not yet compiled).
    signature : signature, optional
        Needed for functions that are passed in tuples (`signature`).  Without it the function
        is compiled for the types of its first call.
    checked : bool
        Whether an index out of range and a division by zero raise exceptions, as in Python, in the function
        and in everything that it calls.  Under SIMKIT_CHECKED=1 they always do.
    home : tuple of str, optional
        The modules from which everything that the function calls can be reached; its own by default.

    Returns
    -------
    callable
        The compiled function; `function` itself under NUMBA_DISABLE_JIT=1.

    Raises
    ------
    BadInput
        If a function that it calls is recursive, or if the cache folder can't be written.
    """
    if INTERPRETED:
        return function
    assert isinstance(function, FunctionType)
    refuse_recursion(function)
    checked = checked or CHECKED_THROUGHOUT
    compiled = _njit(function, pipeline_class=EntryCompiler, **(_CHECKED if checked else _FAST))
    if not any(map(is_typed_in, (function, *function.__globals__.values()))):
        modules = home or (function.__module__,)
        by_code = code_hash(function, *modules, checked=checked)
        compiled._cache = KeptCode(function, sources_hash(*modules, checked=checked), by_code)
    if signature is not None:
        compiled.compile(signature)
        compiled.disable_compile()
    return compiled


def is_cold(name: str, *home: str, checked: bool) -> bool:
    """Return True if no function of this name is cached for the sources that these modules reach."""
    return not INTERPRETED and is_empty(sources_hash(*home, checked=checked or CHECKED_THROUGHOUT), name)
