"""What `simkit.compile.numbers` is in compiled code."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numba import types
from numba.core.cgutils import unpack_tuple
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.cpython.unsafe.numbers import leading_zeros, trailing_zeros
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

from simkit.compile.numbers import (
    NO_INDEX,
    RETURNS_NOTHING,
    NamedNumbers,
    as_index,
    bit_count,
    highest_bit,
    lowest_bit,
)


@overload(as_index, strict=False)
def _compiled_as_index(returned: Any) -> Any:
    if isinstance(returned, types.Optional | types.NoneType):
        raise TypingError(f"{RETURNS_NOTHING}, {NO_INDEX}")
    if not isinstance(returned, types.Integer | types.Boolean):
        kind = str(returned).partition("(")[0]
        raise TypingError(f"it returns a {kind}, {NO_INDEX}")
    return lambda returned: returned


class _NumbersType(types.Dummy):
    """The type of such a class in compiled code, which knows only its numbers."""

    made: ClassVar[dict[NamedNumbers, _NumbersType]] = {}

    def __init__(self, named: NamedNumbers) -> None:
        self.named = named
        super().__init__(f"numbers of {named.__module__}.{named.__qualname__} at {id(named):x}")


@typeof_impl.register(NamedNumbers)
def _type_of(value: Any, context: Any) -> Any:
    if value not in _NumbersType.made:
        _NumbersType.made[value] = _NumbersType(value)
    return _NumbersType.made[value]


register_model(_NumbersType)(models.OpaqueModel)


@infer_getattr
class _TypeOfNumber(AttributeTemplate):
    key = _NumbersType

    def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
        number = kind.named.numbers.get(name)
        return None if number is None else types.literal(number)


@lower_getattr_generic(_NumbersType)
def _number(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, kind.named.numbers[name])


@lower_cast(types.BaseNamedTuple, types.BaseNamedTuple)
def _widened(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """Widen the whole numbers in a NamedTuple; Numba does so for other tuples."""
    parts = unpack_tuple(builder, value, len(kind))
    wide = [context.cast(builder, *part) for part in zip(parts, kind, wanted, strict=True)]
    return context.make_tuple(builder, wanted, wide)


WIDTH = 64


@intrinsic
def _population(typing_context, mask):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return mask(mask), generate


@overload(bit_count)
def _compiled_bit_count(mask):
    return lambda mask: np.int64(_population(np.int64(mask)))


@overload(lowest_bit)
def _compiled_lowest_bit(mask):
    return lambda mask: np.int64(trailing_zeros(np.int64(mask)))


@overload(highest_bit)
def _compiled_highest_bit(mask):
    return lambda mask: WIDTH - 1 - np.int64(leading_zeros(np.int64(mask)))
