"""The key of compiled code: a hash of its own code, that of all kernels it calls, and constants, by value.

An edit of a sentence, or of code that is not called, leaves it as it is.  Where a function names something
whose value can't be hashed, the files of all modules that it can reach count instead.
"""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

import numpy as np

from simkit.compile.reach import KERNELS, UNKNOWN, all_called_by, is_typed_in, named_in, steps_of
from simkit.compile.sources import constants_hash, file_hash, frozen, reachable_sources, uses_numba

LENGTH = 24
"""Characters of a key, which names a folder."""

_FLOOR = Path(__file__).resolve().parent
_FLOOR_MODULE = __name__.rpartition(".")[0]


class _NotUnderstood(Exception):
    """Something that code names may hold more than can be hashed."""


def key_of(function: FunctionType, made_for: object, *, checked: bool) -> str | None:
    """Return the key of a compiled function; None if it, or one that it calls, was typed in.

    What was typed in is compiled for this process alone: nothing would show later what it was made of.

    * `function`: a plain function that is compiled as an entry.
    * `made_for`: the types of its arguments, in any form with a full `repr`.
    * `checked`: whether it is compiled with checks.

    Raises BadInput if a function that it calls is recursive.
    """
    called = all_called_by(function)
    if any(map(is_typed_in, called)):
        return None
    digest = hashlib.sha256(repr((_settings(checked), made_for)).encode())
    for path in sorted(_FLOOR.glob("*.py")):
        digest.update(file_hash(path))
    homes = tuple(dict.fromkeys(callee.__module__ for callee in called))
    try:
        if uses_numba(*homes):
            raise _NotUnderstood  # such a module may change what Numba does
        digest.update(_of_function(function, checked))
    except _NotUnderstood:
        for callee in called:
            digest.update(f"{callee.__module__} {callee.__qualname__}".encode() + callee.__code__.co_code)
            digest.update(b"".join(frozen(value) or b"" for _, value in named_in(callee)))
        for path in sorted(reachable_sources(*homes)):
            digest.update(str(path).encode() + file_hash(path))
        digest.update(constants_hash(*homes))
    return digest.hexdigest()[:LENGTH]


def _settings(checked: bool) -> tuple[object, ...]:
    """Return what compiled code depends on besides sources: versions, and how it is compiled."""
    import llvmlite
    import numba

    from simkit.compile.numbas import numba_config

    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    return versions, checked, numba_config.BOUNDSCHECK, int(numba_config.OPT)


@cache
def _of_function(function: FunctionType, checked: bool) -> bytes:
    """Return the hash of a function with all kernels that it calls."""
    if function.__closure__ or function.__kwdefaults__:
        raise _NotUnderstood
    digest = hashlib.sha256(f"{function.__module__} {function.__name__}".encode())
    digest.update(_of_constant(function.__defaults__))
    digest.update(_of_code(function.__code__, checked))
    for path, value in named_in(function):
        digest.update(repr(path).encode() + _of_value(value, checked))
    return digest.digest()


def _of_code(code: CodeType, checked: bool) -> bytes:
    """Return the hash of code alone; its line numbers count only where exceptions may report them."""
    digest = hashlib.sha256(code.co_code + code.co_exceptiontable)
    digest.update(repr((code.co_filename, code.co_flags, code.co_argcount, code.co_names)).encode())
    digest.update(repr((code.co_varnames, code.co_freevars, code.co_cellvars)).encode())
    steps = steps_of(code)
    if checked or steps.raising:
        places = [*code.co_positions()]  # of instructions, which have two bytes each
        digest.update(repr(places if checked else [places[at // 2] for at in steps.raising]).encode())
    for place in steps.constants:  # a docstring is a constant that no instruction loads
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


def _of_value(value: Any, checked: bool) -> bytes:
    if value is UNKNOWN:
        raise _NotUnderstood
    if isinstance(value, FunctionType) and value in KERNELS:
        return b"%d" % KERNELS[value] + _of_function(value, checked)
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
