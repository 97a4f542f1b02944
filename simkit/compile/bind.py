"""Late binding: a function that is written once is given the functions that it calls."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from types import FunctionType
from typing import Any

from simkit.compile.kernel import separate_kernel


class _BoundLater:
    """What stands under a global name until `bind` fills it."""

    def __repr__(self) -> str:
        return "a name that `bind` fills"


BOUND_LATER: Any = _BoundLater()
"""What a module sets a name to that `bind` fills: ``setup = options = BOUND_LATER``."""


def bind(function: Callable[..., Any], *parts: Callable[..., Any], **names: Any) -> Any:
    """Return a copy of a function in which the global names that it left to be bound are filled.

    Numba takes what stands under global names as constants, and can inline functions.  This is the only
    place where they are set from outside.

    Parameters
    ----------
    function : function
        A plain function at the top of a module.
    *parts : function
        Functions of the same module that it calls, and in which names are left to be bound too; each after
        those that it calls itself.  Copies of them become separate kernels of the copy.
    **names
        What to find under each name: a kernel, or a number that is the same in every call.  In the
        function's module each of these names is BOUND_LATER, and no other name that the function uses is.

    Returns
    -------
    function
        The copy.  Its qualified name, under which compiled code is kept, says which these are: two games
        may stand in one file.

    Raises
    ------
    TypeError
        If a name is set already or not there, or one that the function uses is left over.
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
    """Return a function's place in its source; anything else as it is."""
    if not isinstance(value, FunctionType):
        return value
    return value.__module__, value.__qualname__, value.__code__.co_firstlineno
