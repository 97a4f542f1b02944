"""What a function names, found by one walk through its code.

From it follow the refusal of recursion, the key of compiled code (`simkit.compile.key`), and what typed-in
functions are made of.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from simkit.errors import BadInput

_INSTEAD = "endless recursion in compiled code kills the process without a message: write it as a loop"

KERNELS: dict[FunctionType, bool] = {}
"""All functions marked as kernels, and whether they are inlined."""

UNKNOWN: Any = object()
"""Stands for the value of a name that does not exist, or is looked up in a way that is not followed."""


class Named(NamedTuple):
    """A name in a function's code: "KIND", or one with attributes, "numbers.KIND"."""

    path: tuple[str, ...]
    """It ends with the first name whose value is no module."""

    value: Any


def named_in(function: FunctionType) -> Iterator[Named]:
    """Yield what a function's code names, the functions inside it included."""
    builtins: Any = getattr(function, "__builtins__")  # noqa: B009 (unknown to type checkers)
    for path in steps_of(function.__code__).paths:
        value = function.__globals__.get(path[0], builtins.get(path[0], UNKNOWN))
        length = 1
        while length < len(path) and isinstance(value, ModuleType):
            value = getattr(value, path[length], UNKNOWN)
            length += 1
        yield Named(path[:length], value)


class Steps(NamedTuple):
    """What is needed of a code's instructions; to take them apart takes most of the time of a key."""

    paths: tuple[tuple[str, ...], ...]
    """The global names that it loads, each with all attributes that are looked up at once."""

    constants: tuple[int, ...]
    """The places of the constants that it loads, in order."""

    raising: tuple[int, ...]
    """The places in the code, in bytes, of its instructions that raise an exception."""


@cache
def steps_of(code: CodeType) -> Steps:
    """Return what a walk through code finds; of the functions inside it only what they name."""
    found: set[tuple[str, ...]] = set()
    constants: set[int] = set()
    raising: list[int] = []
    path: tuple[str, ...] = ()
    for instruction in dis.get_instructions(code):
        if instruction.opcode in dis.hasconst:
            constants.add(instruction.arg or 0)
        elif instruction.opname == "RAISE_VARARGS":
            raising.append(instruction.offset)
        if path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path = (*path, instruction.argval)
        elif instruction.opname not in ("CACHE", "PRECALL", "EXTENDED_ARG"):
            if path:
                found.add(path)
            path = (instruction.argval,) if instruction.opname == "LOAD_GLOBAL" else ()
            if instruction.opname in ("LOAD_NAME", "IMPORT_NAME"):
                found.add((f"{instruction.opname} {instruction.argval}",))  # the name of nothing
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found.update(steps_of(constant).paths)
    return Steps(tuple(sorted(found)), tuple(sorted(constants)), tuple(raising))


def called_by(function: FunctionType) -> Iterator[FunctionType]:
    """Yield the kernels, and the functions compiled by Numba's own decorators, that a function names."""
    for _, value in named_in(function):
        compiled = getattr(value, "py_func", None)
        if isinstance(compiled, FunctionType):
            yield compiled
        elif isinstance(value, FunctionType) and (value in KERNELS or value is function):
            yield value


def stored_by(function: FunctionType) -> set[str]:
    """Return the names of the fields that a function's code sets."""
    return {step.argval for step in dis.get_instructions(function.__code__) if step.opname == "STORE_ATTR"}


def all_called_by(entry: FunctionType) -> tuple[FunctionType, ...]:
    """Return an entry and all functions that it calls, directly or through others.

    Raises BadInput if one of them calls itself, with the functions' names, files and lines.
    """
    finished: dict[FunctionType, None] = {}
    _follow(entry, (), finished)
    return tuple(finished)


def _follow(
    function: FunctionType, callers: tuple[FunctionType, ...], finished: dict[FunctionType, None]
) -> None:
    if function in callers:
        raise BadInput(_message(callers[callers.index(function) :]))
    if function not in finished:
        for called in called_by(function):
            _follow(called, (*callers, function), finished)
        finished[function] = None


def refuse_direct_recursion(function: FunctionType) -> None:
    """Refuse a function that calls itself directly.

    Raises
    ------
    BadInput
        With the function's name, file and line.
    """
    name = function.__name__
    is_this = function.__globals__.get(name, function) is function  # not there yet while it is decorated
    if is_this and name in function.__code__.co_names and (name,) in steps_of(function.__code__).paths:
        raise BadInput(_message((function,)))


def _message(circle: tuple[FunctionType, ...]) -> str:
    first, *others = circle
    way = " and ".join(f"'{function.__name__}' ({_place(function)})" for function in others)
    by_way = f", by way of {way}" if way else ""
    return f"{_place(first)}: '{first.__name__}' calls itself{by_way}; {_INSTEAD}"


def _place(function: FunctionType) -> str:
    return f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"


def is_typed_in(value: object) -> bool:
    """Return True for a function that is in no file: typed into a notebook or at a prompt.

    What `made` makes from a table is in no file either, but its table is.
    """
    if not isinstance(value, FunctionType) or value.__module__ == f"{__package__}.made":
        return False
    return not _is_file(value.__code__.co_filename)


@cache
def _is_file(path: str) -> bool:
    return Path(path).is_file()
