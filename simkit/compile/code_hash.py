"""Hashes what one compiled function is made of: its own code, that of all kernels it calls, and constants.

`simkit.compile.sources` hashes the whole files of all modules that can be reached.  That is safe, but it
changes with every edit of a sentence.  This hash changes only if the function's own code does.  It exists
only where everything that the code names can be hashed.
"""

from __future__ import annotations

import dis
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from simkit.compile.cache import NAME_LENGTH
from simkit.compile.recursion import KERNELS
from simkit.compile.sources import compiler_settings, file_hash, frozen, uses_numba

_FLOOR = Path(__file__).resolve().parent
_FLOOR_MODULE = __name__.rpartition(".")[0]


class _NotUnderstood(Exception):
    """Something that code names may hold more than can be hashed."""


def code_hash(function: FunctionType, *modules: str, checked: bool) -> str | None:
    """Return a hash of everything that a compiled function is made of; None where that can't be known.

    Parameters
    ----------
    function : function
        A plain function that is compiled as an entry.
    *modules : str
        The modules from which everything that it calls can be reached.
    checked : bool
        Whether it is compiled with checks.
    """
    if uses_numba(*modules):
        return None  # such a module may change what Numba does
    digest = hashlib.sha256(repr(compiler_settings(checked=checked)).encode())
    for path in sorted(_FLOOR.glob("*.py")):
        digest.update(file_hash(path))
    try:
        digest.update(_of_function(function, checked))
    except _NotUnderstood:
        return None
    return digest.hexdigest()[:NAME_LENGTH]


@cache
def _of_function(function: FunctionType, checked: bool) -> bytes:
    """Return the hash of a function with all kernels that it calls."""
    if function.__closure__ or function.__kwdefaults__:
        raise _NotUnderstood
    digest = hashlib.sha256(f"{function.__module__} {function.__name__}".encode())
    digest.update(_of_constant(function.__defaults__))
    digest.update(_of_code(function.__code__, checked))
    for path in sorted(set(_global_paths(function.__code__))):
        digest.update(repr(path).encode())
        digest.update(_of_value(_found(function, path), checked))
    return digest.digest()


def _of_code(code: CodeType, checked: bool) -> bytes:
    """Return the hash of code alone; its line numbers count only where exceptions may report them."""
    digest = hashlib.sha256(code.co_code + code.co_exceptiontable)
    digest.update(repr((code.co_filename, code.co_flags, code.co_argcount, code.co_names)).encode())
    digest.update(repr((code.co_varnames, code.co_freevars, code.co_cellvars)).encode())
    used: set[int] = set()  # a docstring is a constant that no instruction loads
    for instruction in dis.get_instructions(code):
        if instruction.opcode in dis.hasconst:
            used.add(instruction.arg or 0)
        if checked or instruction.opname == "RAISE_VARARGS":
            digest.update(repr((instruction.offset, instruction.positions)).encode())
    for place in sorted(used):
        constant = code.co_consts[place]
        inner = isinstance(constant, CodeType)
        digest.update(_of_code(constant, checked) if inner else _of_constant(constant))
    return digest.digest()


def _of_constant(value: Any) -> bytes:
    if isinstance(value, frozenset):
        return repr(sorted(map(repr, value))).encode()
    if (held := frozen(value)) is None:
        raise _NotUnderstood
    return held


def _global_paths(code: CodeType) -> Iterator[tuple[str, ...]]:
    """Yield the global names that code loads, each with all attributes that are looked up at once."""
    path: tuple[str, ...] = ()
    for instruction in dis.get_instructions(code):
        if path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path = (*path, instruction.argval)
            continue
        if path and instruction.opname not in ("CACHE", "PRECALL", "EXTENDED_ARG"):
            yield path
            path = ()
        if instruction.opname == "LOAD_GLOBAL":
            path = (instruction.argval,)
        elif instruction.opname in ("LOAD_NAME", "IMPORT_NAME"):
            raise _NotUnderstood
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _global_paths(constant)


def _found(function: FunctionType, path: tuple[str, ...]) -> Any:
    """Return what a name refers to: it is followed through modules up to the first other value."""
    builtins: Any = getattr(function, "__builtins__")  # noqa: B009 (unknown to type checkers)
    if path[0] not in function.__globals__ and path[0] not in builtins:
        raise _NotUnderstood
    value = function.__globals__.get(path[0], builtins.get(path[0]))
    for name in path[1:]:
        if not isinstance(value, ModuleType):
            break
        if not hasattr(value, name):
            raise _NotUnderstood
        value = getattr(value, name)
    return value


def _of_value(value: Any, checked: bool) -> bytes:
    if isinstance(value, FunctionType) and value in KERNELS:
        return KERNELS[value].name.encode() + _of_function(value, checked)
    if (held := frozen(value)) is not None:
        return held
    if isinstance(value, type) and value.__bases__ == (tuple,) and hasattr(value, "_field_defaults"):
        return _of_named_tuple(value)
    home = str(getattr(value, "__module__", None) or "")
    name = str(getattr(value, "__name__", ""))
    if isinstance(value, (FunctionType, BuiltinFunctionType, type, np.ufunc)):
        is_known = home.partition(".")[0] in ("builtins", "math", "numpy")
        is_numpys = isinstance(value, np.ufunc) and getattr(np, name, None) is value
        if is_known or is_numpys or home.startswith(f"{_FLOOR_MODULE}."):
            return f"{home} {name}".encode()
    raise _NotUnderstood


def _of_named_tuple(kind: Any) -> bytes:
    """Return the hash of a NamedTuple: of methods, which some have too, Numba knows nothing."""
    defaults = tuple(kind._field_defaults.items())
    return _of_constant((kind.__module__, kind.__qualname__, kind._fields, defaults))
