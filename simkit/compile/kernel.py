"""Decorators that mark the functions which compiled code calls.

A kernel is compiled with its first caller, for the argument types of the call.  Called from Python it is
still the plain function: wrappers that let Python call each of some hundred helpers would take longer to
compile than the helpers themselves.

A kernel is compiled as its caller is: with checks (an index out of range and a division by zero are
exceptions, as in Python) or without.  The entry (`simkit.compile.entry.compile_entry`) decides that for
everything that it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import types
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import infer, infer_global, make_overload_template

from simkit.compile.mode import CHECKED_THROUGHOUT
from simkit.compile.pipeline import KernelCompiler, not_inlined, settled
from simkit.compile.recursion import KERNELS, refuse_direct_recursion


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
    return _mark(function, forceinline=True)


def separate_kernel(function: Callable[..., Any]) -> Any:
    """Mark a helper that is not inlined: for functions that are long, seldom run, or called from many places.

    Arguments, result and exceptions are those of `kernel`.
    """
    return _mark(function, forceinline=False)


def proven_kernel(function: Callable[..., Any]) -> Any:
    """Mark a kernel that needs no checks, because its indexes are in range for all arguments.

    Worth the trouble only for a function that is called so often that checks would measurably slow it down.
    Under SIMKIT_CHECKED=1 it is checked too.  Arguments, result and exceptions are those of `kernel`.
    """
    return _mark(function, forceinline=True, proven=True)


def _mark(function: Callable[..., Any], *, forceinline: bool, proven: bool = False) -> Any:
    if not isinstance(function, FunctionType):
        raise TypeError(f"a kernel is a function, found {function!r}")
    if function.__closure__:
        raise TypeError(
            f"'{function.__name__}' must be a function at the top of a module, found one inside another: "
            "compiled code would not notice that variables of the outer one have changed"
        )
    refuse_direct_recursion(function)
    KERNELS.add(function)
    # As Numba's `register_jitable`, except that the options are looked up when a caller is compiled.
    template = make_overload_template(function, lambda *_, **__: function, {}, strict=False, inline="never")
    template._jit_options = property(lambda _: _options(forceinline, proven))
    template._get_impl = _found_by_any_caller(template._get_impl)
    infer(template)
    infer_global(function, types.Function(template))
    return function


def _found_by_any_caller(find: Callable[..., Any]) -> Callable[..., Any]:
    """Return a template's lookup, made to share compiled code between inlined and separate callers.

    Numba stores compiled code under all options of the caller, so a function that is called both from an
    inlined and from a separate kernel would be compiled twice, to the same code.
    """

    def found(template: Any, args: Any, kws: Any) -> Any:
        caller = ConfigStack.top_or_none()
        if caller is None or not caller.forceinline:
            return find(template, args, kws)
        with ConfigStack().enter(not_inlined(settled(caller))):
            return find(template, args, kws)

    return found


def _options(forceinline: bool, proven: bool) -> dict[str, Any]:
    """Return a kernel's compiler options, which depend on the caller that is being compiled.

    Two options make up the checks.  Numba passes one of them from the caller to the functions that it calls
    (`error_model`), but not the other (`boundscheck`).
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
