"""Leaves out what Numba works out again for every function, and nobody reads or it has worked out before.

This is Numba's own Python, which takes more than half of a cold start.  What it compiles stays the same.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import ffi
from numba import types
from numba.core import ir, postproc, transforms

_Function: Any = types.functions.BaseFunction
_call_type: Any = _Function.get_call_type
_Processor: Any = postproc.PostProcessor
_canonicalize: Any = transforms.canonicalize_cfg
_Lifetimes: Any = postproc.VariableLifetime
_Step: Any = ir.Inst
_process: Any = _Processor.run

_NUMBERS = (types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)


def _type_of_call(function: Any, context: Any, args: Any, kws: Any) -> Any:
    """Return the type of a call; that of an operator with numbers is worked out once.

    Numba tries NumPy's rules for every sum of two numbers.
    """
    key = function.key[0]
    if kws or getattr(key, "__module__", "") != "_operator" or not all(isinstance(a, _NUMBERS) for a in args):
        return _call_type(function, context, args, kws)
    known = vars(function).setdefault("known_calls", {})
    if args not in known:
        known[args] = _call_type(function, context, args, kws)
    return known[args]


def _canonical(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Bring a function's blocks into order, as Numba does after many steps.

    Which variables are alive in each block is worked out only by the step that deletes them, and for
    generators.
    """
    code = processor.func_ir
    if emit_dels or code.is_generator:
        _process(processor, emit_dels, extend_lifetimes)
        return
    code.blocks = _canonicalize(code.blocks)
    code.variable_lifetime = _Lifetimes(code.blocks)
    code.generator_info = None


def _variables_in(step: Any, value: Any) -> list[Any]:
    """Return the variables in a part of a step, as Numba does: without a call for each."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, _Step):
        found: list[Any] = value.list_vars()
        return found
    found = []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    for part in parts:
        if type(part) is ir.Var:
            found.append(part)
        elif isinstance(part, (list, tuple, dict, _Step)):
            found += _variables_in(step, part)
    return found


_Function.get_call_type = _type_of_call
_Step._rec_list_vars = _variables_in
_Processor.run = _canonical
ffi.lib._lock._cblist.clear()  # events of every call of LLVM, to which nobody listens
