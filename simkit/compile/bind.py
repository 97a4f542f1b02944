"""Late binding: fills the global names that a function leaves open, with a game's own functions for one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from simkit.compile.kernel import separate_kernel


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
    """Return the place in the source where a function stands; any other value unchanged."""
    if not isinstance(value, FunctionType):
        return value
    return value.__module__, value.__qualname__, value.__code__.co_firstlineno
