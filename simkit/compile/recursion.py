"""Refuses recursive functions: endless recursion in compiled code kills the process without a message."""

from __future__ import annotations

import dis
from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from simkit.errors import BadInput

_INSTEAD = "endless recursion in compiled code kills the process without a message: write it as a loop"


class Kind(Enum):
    """How a kernel is compiled (`simkit.compile.kernel`)."""

    INLINED, SEPARATE, PROVEN = range(3)


KERNELS: dict[FunctionType, Kind] = {}
"""All functions marked as kernels, and how."""


def refuse_direct_recursion(function: FunctionType) -> None:
    """Refuse a function that calls itself directly.

    Raises
    ------
    BadInput
        With the function's name, file and line.
    """
    name = function.__name__
    is_this = function.__globals__.get(name, function) is function  # not there yet while it is decorated
    if is_this and name in function.__code__.co_names and (name,) in _paths(function.__code__):
        raise BadInput(_message((function,)))


def refuse_recursion(entry: FunctionType) -> None:
    """Refuse an entry if it calls a recursive function: one that calls itself, directly or through others.

    Raises
    ------
    BadInput
        With the functions' names, files and lines.
    """
    _follow(entry, (), set())


def _follow(function: FunctionType, callers: tuple[FunctionType, ...], finished: set[FunctionType]) -> None:
    if function in callers:
        raise BadInput(_message(callers[callers.index(function) :]))
    if function not in finished:
        for called in _called(function):
            _follow(called, (*callers, function), finished)
        finished.add(function)


def _message(circle: tuple[FunctionType, ...]) -> str:
    first, *others = circle
    way = " and ".join(f"'{function.__name__}' ({_place(function)})" for function in others)
    by_way = f", by way of {way}" if way else ""
    return f"{_place(first)}: '{first.__name__}' calls itself{by_way}; {_INSTEAD}"


def _place(function: FunctionType) -> str:
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"


def _called(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the kernels and compiled functions that a function's code refers to."""
    for first, *attributes in _paths(function.__code__):
        value: Any = function.__globals__.get(first)
        for attribute in attributes:
            value = getattr(value, attribute, None) if isinstance(value, ModuleType) else None
        compiled = getattr(value, "py_func", None)  # by one of Numba's own decorators
        if isinstance(compiled, FunctionType):
            yield compiled
        elif isinstance(value, FunctionType) and (value in KERNELS or value is function):
            yield value


@cache
def _paths(code: CodeType) -> frozenset[tuple[str, ...]]:
    """Return the global names that code loads, each with the attributes that it looks up."""
    found: set[tuple[str, ...]] = set()
    path: tuple[str, ...] = ()
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            path = (instruction.argval,)
            found.add(path)
        elif path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path = (*path, instruction.argval)
            found.add(path)
        elif instruction.opname not in ("CACHE", "PRECALL"):
            path = ()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _paths(constant)
    return frozenset(found)
