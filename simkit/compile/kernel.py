"""Decorators that mark the functions which compiled code calls.

A kernel is compiled with its first caller, for the argument types of the call.  Called from Python it is
still the plain function: wrappers that let Python call each of some hundred helpers would take longer to
compile than the helpers themselves.

A kernel is compiled as its caller is: with checks (an index out of range and a division by zero are
exceptions, as in Python) or without.  The entry (`simkit.compile.entry.compile_entry`) decides that for
everything that it calls.

A mark is a note in `KERNELS`, which the compiler reads when it is needed (`simkit.compile.entry`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from simkit.compile.reach import KERNELS, refuse_direct_recursion


def kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that compiled code calls and that is inlined into its callers.

    Parameters
    ----------
    function : function
        A plain function at the top of a module.

    Returns
    -------
    function
        The same function.

    Raises
    ------
    TypeError
        If it is not a function, or if it is defined inside another function.
    BadInput
        If it calls itself.
    """
    return _mark(function, is_inlined=True)


def separate_kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that is not inlined: for functions that are long, seldom run, or called from many places.

    Arguments, result and exceptions are those of `kernel`.
    """
    return _mark(function, is_inlined=False)


def _mark(function: Callable[..., Any], *, is_inlined: bool) -> Any:
    if not isinstance(function, FunctionType):
        raise TypeError(f"a kernel is a function, found {function!r}")
    if function.__closure__:
        raise TypeError(
            f"'{function.__name__}' must be a function at the top of a module, found one inside another: "
            "compiled code would not notice that variables of the outer one have changed"
        )
    refuse_direct_recursion(function)
    KERNELS[function] = is_inlined
    return function
