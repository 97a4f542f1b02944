"""Compiles entries (functions called from Python or through a tuple) with all the kernels that they call.

Numba is loaded when the first one is compiled or looked up in the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from simkit.compile.mode import CHECKED_THROUGHOUT, INTERPRETED
from simkit.errors import BadInput

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Type:
    """The type of an argument of an entry: a record, an array of records, or a whole number."""

    layout: np.dtype[np.void] | None = None
    many: bool = False

    def numbas(self) -> Any:
        """Return the same type of Numba's."""
        from numba import from_dtype, types

        if self.layout is None:
            return types.int64
        one = from_dtype(self.layout)
        return types.Array(one, 1, "C") if self.many else one


INTEGER = Type()

Layouts = Sequence["np.dtype[np.void]"]


def record(dtype: np.dtype[np.void]) -> Type:
    """Return the type of one record with a given layout."""
    return Type(dtype)


def records(dtype: np.dtype[np.void]) -> Type:
    """Return the type of an array of records with a given layout, shape (n,)."""
    return Type(dtype, many=True)


@dataclass(frozen=True)
class Signature:
    """The types of an entry's arguments, and of what it returns (None if that is nothing)."""

    returned: Type | None
    arguments: tuple[Type, ...]

    def numbas(self) -> Any:
        """Return the same signature of Numba's."""
        from numba import types

        returned = self.returned.numbas() if self.returned else types.void
        return returned(*(argument.numbas() for argument in self.arguments))


def signature(returned: Type | None, *arguments: Type) -> Signature:
    """Return the signature of a function for `compile_entry`; `returned` is None if it returns nothing."""
    return Signature(returned, arguments)


def compile_entry(
    function: Callable[..., Any], signature: Signature | None = None, *, checked: bool, layouts: Layouts = ()
) -> Any:
    """Compile a module-level function with all kernels that it calls, or load it from the cache.

    A function that was typed in, or that calls one that was, is compiled for this process alone.

    * `function`: a plain function at the top of a module (not yet compiled).
    * `signature`: needed for functions that are passed in tuples (`signature`).  Without it the function is
      compiled for the types of its first call.
    * `checked`: whether an index out of range and a division by zero raise exceptions, as in Python, in the
      function and in everything that it calls.  Under SIMKIT_CHECKED=1 they always do.
    * `layouts` (sequence of dtype, optional): those of the records that it is called with, where there is no
      signature.

    Returns the compiled function; `function` itself under NUMBA_DISABLE_JIT=1.

    Raises BadInput if a function that it calls is recursive, or if the cache folder can't be written.
    """
    if INTERPRETED:
        return function
    from simkit.compile.cache import KeptCode
    from simkit.compile.compiler import dispatcher

    assert isinstance(function, FunctionType)
    key = _key_of(function, signature, checked, layouts)
    compiled = dispatcher(function, checked=checked or CHECKED_THROUGHOUT)
    if key is not None:
        compiled._cache = KeptCode(function, key)
    if signature is not None:
        compiled.compile(signature.numbas())
        compiled.disable_compile()
        _keep_address(compiled)
    return compiled


def is_cold(
    function: Callable[..., Any], signature: Signature | None = None, *, checked: bool, layouts: Layouts = ()
) -> bool:
    """Return True if `compile_entry` would compile the function, False if it would find it in the cache."""
    if INTERPRETED:
        return False
    from simkit.compile.cache import is_empty

    assert isinstance(function, FunctionType)
    try:
        key = _key_of(function, signature, checked, layouts)
    except BadInput:  # who compiles it reports it
        return True
    return key is None or is_empty(key)


def _key_of(
    function: FunctionType, signature: Signature | None, checked: bool, layouts: Layouts
) -> str | None:
    from simkit.compile.key import key_of

    return key_of(function, (signature, *layouts), checked=checked or CHECKED_THROUGHOUT)


def _keep_address(compiled: Any) -> None:
    """Keep the addresses of a function that is passed to others; Numba would look them up each time."""
    (found,) = compiled.overloads.values()
    found.library.get_pointer_to_function = cache(found.library.get_pointer_to_function)
    compiled.get_compile_result = lambda _signature: found


def with_known_types(compiled: Any) -> Any:
    """Return compiled code for a call with arguments of the same types as in all other calls.

    Numba works out the types of arguments at every call, and takes long for functions in a tuple.  Here it
    does so only when the code is called for the first time.
    """
    overloads = getattr(compiled, "overloads", {})  # plain Python has none
    if len(overloads) != 1:
        return compiled
    (found,) = dict.values(
        overloads
    )  # its own `values` would look up every key: types with long descriptions
    return found.entry_point
