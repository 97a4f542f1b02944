"""Tells Numba of kernels: what a call of one is in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.targetconfig import ConfigStack
from numba.core.typing.templates import infer, infer_global, make_overload_template

from simkit.compile.pipeline import KernelCompiler, not_inlined, settled
from simkit.compile.reach import KERNELS

_known: dict[FunctionType, bool] = {}


def know_kernels() -> None:
    """Tell Numba of the kernels that were marked since this was called last."""
    with global_compiler_lock:
        for function, is_inlined in list(KERNELS.items()):  # another thread may load a game
            if _known.get(function) is not is_inlined:
                _tell_of(function, is_inlined)
                _known[function] = is_inlined


def _tell_of(function: FunctionType, is_inlined: bool) -> None:
    # As Numba's `register_jitable`, except that the options are looked up when a caller is compiled.
    template = make_overload_template(function, lambda *_, **__: function, {}, strict=False, inline="never")
    template._jit_options = property(lambda _: _options(is_inlined))
    template._get_impl = _found_by_any_caller(template._get_impl)
    infer(template)
    infer_global(function, types.Function(template))


def _found_by_any_caller(find: Callable[..., Any]) -> Callable[..., Any]:
    """Return a template's lookup, made to share compiled code between inlined and separate callers.

    Numba stores compiled code under all options of the caller, so a function that is called both from an
    inlined and from a separate kernel would be compiled twice, to the same code.  It would also compile one
    for each width of the whole numbers that are passed to it.
    """

    def found(template: Any, args: Any, kws: Any) -> Any:
        args, kws = tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()}
        caller = ConfigStack.top_or_none()
        if caller is None or not caller.forceinline:
            return find(template, args, kws)
        with ConfigStack().enter(not_inlined(settled(caller))):
            return find(template, args, kws)

    return found


_WIDEST = 64
_parts_of: Any = tuple


def widened(kind: Any) -> Any:
    """Return the type as which a kernel takes an argument: a short whole number as a long one."""
    if isinstance(kind, types.Integer):
        return types.int64 if kind.bitwidth < _WIDEST else kind  # type: ignore[attr-defined]
    if isinstance(kind, types.BaseTuple):
        parts = tuple(widened(part) for part in _parts_of(kind))
        return types.BaseTuple.from_types(parts, getattr(kind, "instance_class", None))
    return kind


def _options(is_inlined: bool) -> dict[str, Any]:
    """Return a kernel's compiler options, which depend on the caller that is being compiled.

    Two options make up the checks.  Numba passes one of them from the caller to the functions that it calls
    (`error_model`), but not the other (`boundscheck`).
    """
    caller = ConfigStack.top_or_none()
    return {
        "nopython": True,
        "nogil": True,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "pipeline_class": KernelCompiler,
        "forceinline": is_inlined,
        "boundscheck": caller is not None and bool(caller.boundscheck),
    }
