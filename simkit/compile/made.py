"""Makes functions that Numba can compile: with open names filled in, or from tables.

Numba compiles what stands in a function.  It can't look up a function in a table, or a field by a name that
it reads from a table.  The functions made here are those that one would otherwise write by hand.
"""

from __future__ import annotations

import hashlib
import linecache
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from simkit.compile.kernel import kernel, separate_kernel


class _BoundLater:
    """Placeholder for a global name that `bind` has not filled yet."""

    def __repr__(self) -> str:
        return "a name that `bind` fills"


BOUND_LATER: Any = _BoundLater()
"""Placeholder for the names that `bind` fills: ``setup = options = BOUND_LATER``."""


def bind(function: Callable[..., Any], *parts: Callable[..., Any], **names: Any) -> Any:
    """Return a copy of a function in which its open global names are filled.

    Numba treats the values of global names as constants, and can inline functions found there.  This is the
    only place where global names are set from outside their module.

    Parameters
    ----------
    function : function
        A plain function at the top of a module.
    *parts : function
        Functions of the same module that `function` calls and that have open names too, each listed after
        the parts that it calls itself.  Copies of them are bound as separate kernels.
    **names
        The value of each name: a kernel, or a number that is the same in every call.  In the function's
        module each of these names must be BOUND_LATER, and no other name that the function uses may be.

    Returns
    -------
    function
        The copy.  Its qualified name, under which compiled code is cached, depends on the values bound, so
        that two games in one file do not share compiled code.

    Raises
    ------
    TypeError
        If a name is already set or does not exist, or if a name that the function uses stays open.
    """
    assert isinstance(function, FunctionType)
    for name in names:
        if function.__globals__.get(name) is not BOUND_LATER:
            raise TypeError(f"'{name}' can't be bound in {function.__module__}: it is not BOUND_LATER there")
    for part in parts:
        names[part.__name__] = separate_kernel(_copy(part, names))
    return _copy(function, names)


def _copy(function: Callable[..., Any], names: dict[str, Any]) -> FunctionType:
    assert isinstance(function, FunctionType)
    for name in function.__code__.co_names:
        if name not in names and function.__globals__.get(name) is BOUND_LATER:
            raise TypeError(f"'{function.__name__}' needs '{name}', which is not bound")
    copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    bound = repr([_place(value) for value in names.values()])
    copy.__qualname__ = f"{function.__qualname__}:{hashlib.sha256(bound.encode()).hexdigest()[:12]}"
    return copy


def _place(value: Any) -> Any:
    """Return the place of a function in the source; any other value unchanged."""
    if not isinstance(value, FunctionType):
        return value
    return value.__module__, value.__qualname__, value.__code__.co_firstlineno


MOST_INSIDE = 12
"""Of more functions than this the later ones are called from kernels of their own: in one kernel, all of them
slow down the call of each."""


def by_number(name: str, arguments: str, functions: Mapping[int, Callable[..., Any]]) -> Any:
    """Make a kernel that calls the function of a number.

    Parameters
    ----------
    name : str
        What the kernel is called.
    arguments : str
        The arguments of all the functions: "state, rules, log".  The kernel takes a number before them.
    functions : mapping of int to kernel
        The function of each number, compared in this order; the last one is called for any other number.

    Returns
    -------
    function
        The kernel; it returns what the function returns.
    """
    numbers: dict[Callable[..., Any], list[int]] = {}
    for number, function in functions.items():
        numbers.setdefault(function, []).append(number)
    used = {function.__name__: function for function in numbers}
    assert len(used) == len(numbers), f"two of the functions of {name} have the same name"
    *others, last = numbers
    rest = last
    while len(others) > MOST_INSIDE:
        cut = (len(others) - 1) // MOST_INSIDE * MOST_INSIDE
        rest = separate_kernel(_one_of(f"{name}_from_{cut}", arguments, others[cut:], rest, numbers))
        others = others[:cut]
    return kernel(_one_of(name, arguments, others, rest, numbers))


def _one_of(
    name: str,
    arguments: str,
    functions: Sequence[Callable[..., Any]],
    rest: Callable[..., Any],
    numbers: Mapping[Callable[..., Any], Sequence[int]],
) -> Any:
    """Return a function that calls one of several, and `rest` for all other numbers."""
    lines = [
        f"    if {' or '.join(f'number == {number}' for number in numbers[function])}:\n"
        f"        return {function.__name__}({arguments})"
        for function in functions
    ]
    passed_on = arguments if rest in numbers else f"number, {arguments}"
    lines.append(f"    return {rest.__name__}({passed_on})")
    return _made(
        name, f"number, {arguments}", lines, {function.__name__: function for function in (*functions, rest)}
    )


def written_out(name: str, parameters: str, lines: Sequence[str], **used: Any) -> Any:
    """Make a kernel of some lines of code, in which the names in `used` are known."""
    return kernel(_made(name, parameters, [f"    {line}" for line in lines], used))


def _made(name: str, parameters: str, lines: list[str], used: Mapping[str, Any] | None = None) -> Any:
    text = "\n".join([f"def {name}({parameters}):", *lines]) + "\n"
    which = hashlib.sha256(text.encode()).hexdigest()[:8]  # two games make functions of the same name
    file = f"<{name}, made from {len(lines)} lines of a table, {which}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file  # for tracebacks
    names: dict[str, Any] = {"__name__": __name__, **(used or {})}
    exec(compile(text, file, "exec"), names)
    names[name].__qualname__ = f"{name}:{which}"  # compiled code is cached under it
    return names[name]
