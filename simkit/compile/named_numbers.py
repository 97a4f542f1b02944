"""Classes whose attributes are whole numbers, which compiled code knows as constants.

``Move.HOLD`` is the number in plain Python; in compiled code it costs no more than the number written out, at
run time or when compiling.
"""

from __future__ import annotations

from typing import Any, ClassVar

from numba import types
from numba.core.imputils import lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, infer_getattr
from numba.extending import models, register_model, typeof_impl


class NamedNumbers(type):
    """The class of a class with named numbers: `numbers` holds them, by name."""

    numbers: dict[str, int]


class _NumbersType(types.Dummy):
    """The type of such a class in compiled code, where nothing is left of it but its numbers."""

    made: ClassVar[dict[NamedNumbers, _NumbersType]] = {}

    def __init__(self, own: NamedNumbers) -> None:
        self.own = own
        super().__init__(f"numbers of {own.__module__}.{own.__qualname__} at {id(own):x}")


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
        number = kind.own.numbers.get(name)
        return None if number is None else types.literal(number)


@lower_getattr_generic(_NumbersType)
def _number(context: Any, builder: Any, kind: Any, value: Any, name: str) -> Any:
    return context.get_constant(types.int64, kind.own.numbers[name])
