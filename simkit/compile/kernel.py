"""Marking the functions that compiled code calls.

A kernel is compiled with its first caller, for the types that it is called with.  Called from Python it is
still the plain function: a bridge from Python into each of some hundred helpers would take longer to compile
than they do.

A kernel is compiled as its caller is: with checks (an index out of range and a division by zero are
exceptions, as in Python) or without.  Which of the two is said where compiling begins
(`simkit.compile.entry.compile_entry`), and holds for all that is called from there.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import types
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import infer, infer_global, make_overload_template

from simkit.compile.mode import CHECKED_THROUGHOUT
from simkit.compile.pipeline import KernelCompiler
from simkit.compile.recursion import KERNELS, refuse_direct_recursion


def kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that compiled code calls: it becomes part of its callers.

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
        If it is no function, or one made inside another.
    Complaint
        If it calls itself.
    """
    return _mark(function, forceinline=True)


def separate_kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that need not be copied into its callers: long, seldom run, called from many places.

    It takes, returns and raises what `kernel` does.
    """
    return _mark(function, forceinline=False)


def proven_kernel(function: Callable[..., Any]) -> Any:
    """Mark a kernel that does without checks: whatever it is handed, its indexes are in range.

    Only what is called so often that the checks can be measured is worth the proof.  Under SIMKIT_CHECKED=1
    it is checked too.  It takes, returns and raises what `kernel` does.
    """
    return _mark(function, forceinline=True, proven=True)


def _mark(function: Callable[..., Any], *, forceinline: bool, proven: bool = False) -> Any:
    if not isinstance(function, FunctionType):
        raise TypeError(f"a kernel is a function, found {function!r}")
    if function.__closure__:
        raise TypeError(
            f"'{function.__name__}' must be a function at the top of a module, found one inside another: "
            "what it holds of that one could change unseen"
        )
    refuse_direct_recursion(function)
    KERNELS.add(function)
    # What Numba's `register_jitable` does, but that the options are asked for when a caller is compiled.
    template = make_overload_template(function, lambda *_, **__: function, {}, strict=False, inline="never")
    template._jit_options = property(lambda _: _options(forceinline, proven))
    template._get_impl = _found_by_any_caller(template._get_impl)
    infer(template)
    infer_global(function, types.Function(template))
    return function


def _found_by_any_caller(find: Callable[..., Any]) -> Callable[..., Any]:
    """Return a template's search, made to find what was compiled for callers that are inlined or not.

    Numba keeps what is compiled under all options of the caller, so what is called both from a kernel and
    from a separate one would be compiled twice, to the same code.
    """

    def found(template: Any, args: Any, kws: Any) -> Any:
        caller = ConfigStack.top_or_none()
        if caller is None or not caller.forceinline:
            return find(template, args, kws)
        alike = caller.copy()
        alike.forceinline = False
        with ConfigStack().enter(alike):
            return find(template, args, kws)

    return found


def _options(forceinline: bool, proven: bool) -> dict[str, Any]:
    """Return the options of a kernel for the caller that is being compiled.

    Of the two that make up the checks, Numba hands one on from caller to called (`error_model`), but not the
    other.
    """
    caller = ConfigStack.top_or_none()
    caller_is_checked = caller is not None and bool(caller.boundscheck)
    return {
        "nopython": True,
        "nogil": True,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "pipeline_class": KernelCompiler,
        "forceinline": forceinline,
        "boundscheck": caller_is_checked and (CHECKED_THROUGHOUT or not proven),
    }
