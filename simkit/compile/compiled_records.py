"""What `simkit.compile.records` is in compiled code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import debuginfo
from numba.core.datamodel.models import ArrayModel, NestedArrayModel, RecordModel
from numba.core.errors import TypingError
from numba.core.imputils import lower_cast, lower_setattr_generic
from numba.core.typeconv.castgraph import Conversion
from numba.extending import lower_builtin, register_model, type_callable

from simkit.compile.records import WRITES, by_name, read_only, scratch


class ReadOnlyRecord(types.Record):
    """The type of a record that can't be written to, and whose nested records and arrays can't be either."""

    mutable = False

    def __init__(self, record: Any) -> None:
        fields: Any = [
            (
                name,
                {
                    "type": read_only_type(field.type),
                    "offset": field.offset,
                    "alignment": field.alignment,
                    "title": field.title,
                },
            )
            for name, field in record.fields.items()
        ]
        super().__init__(fields, record.size, record.aligned)
        self.name = f"read-only {self.name}"
        self.writable = record

    def can_convert_to(self, typing_context: Any, other: Any) -> Any:
        """Allow copies into a record of the same layout."""
        return Conversion.safe if other == self.writable else None

    def unify(self, typing_context: Any, other: Any) -> Any:
        """Return the type of a variable that holds this one or a writable one: read-only."""
        return self if other == self.writable else None


class ReadOnlyNestedArray(types.NestedArray):
    """The type of an array in a read-only record."""

    mutable = False

    def __init__(self, array: Any) -> None:
        super().__init__(read_only_type(array.dtype), array.shape)
        self.name = f"read-only {self.name}"
        self.writable = array

    @property
    def key(self) -> Any:
        """All that distinguishes it from other types."""
        return self.dtype, self.shape, "read-only"

    def copy(
        self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: bool | None = None
    ) -> Any:
        """Return the type of an array made from it: a view stays read-only, a copy is writable."""
        return _derived(self, dtype, ndim, layout, readonly)

    def unify(self, typing_context: Any, other: Any) -> Any:
        """Return the type of a variable that holds this one or a writable one: read-only."""
        return self if other == self.writable else super().unify(typing_context, other)


class ReadOnlyRecords(types.Array):
    """The type of a view of read-only records."""

    def copy(
        self, dtype: Any = None, ndim: Any = None, layout: Any = None, readonly: bool | None = None
    ) -> Any:
        """Return the type of an array made from it: a view stays read-only, a copy is writable."""
        return _derived(self, dtype, ndim, layout, readonly)


def _derived(array: Any, dtype: Any, ndim: Any, layout: Any, readonly: bool | None) -> Any:
    dtype = array.dtype if dtype is None else dtype
    ndim = array.ndim if ndim is None else ndim
    layout = array.layout if layout is None else layout
    if readonly is False:
        return types.Array(getattr(dtype, "writable", dtype), ndim, layout, aligned=array.aligned)
    kind = ReadOnlyRecords if isinstance(dtype, ReadOnlyRecord) else types.Array
    return kind(dtype, ndim, layout, readonly=True, aligned=array.aligned)


def read_only_type(kind: Any) -> Any:
    """Return the read-only type of a record or of an array in one; any other type as it is."""
    if isinstance(kind, ReadOnlyRecord | ReadOnlyNestedArray):
        return kind
    if isinstance(kind, types.NestedArray):
        return ReadOnlyNestedArray(kind)
    if isinstance(kind, types.Record):
        return ReadOnlyRecord(kind)
    return kind


register_model(ReadOnlyRecord)(RecordModel)
register_model(ReadOnlyNestedArray)(NestedArrayModel)
register_model(ReadOnlyRecords)(ArrayModel)


@lower_setattr_generic(ReadOnlyRecord)
def _refuse(context: Any, builder: Any, signature: Any, arguments: Any, field: str) -> None:
    raise TypingError(f"{WRITES}: the field '{field}'")


@lower_cast(ReadOnlyRecord, types.Record)
@lower_cast(types.Record, ReadOnlyRecord)
@lower_cast(types.NestedArray, ReadOnlyNestedArray)
def _same_address(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    return value


@type_callable(read_only)
def _type_of_read_only(context: Any) -> Any:
    return read_only_type


@lower_builtin(read_only, types.Record)
def _compiled_read_only(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return arguments[0]


WORD = 64
"""Alignment of the record, in bits."""


@type_callable(scratch)
def _type_of_scratch(context):
    def type_of(dtype):
        return dtype.dtype if isinstance(dtype, types.DType) else None

    return type_of


@lower_builtin(scratch, types.DType)
def _compiled_scratch(context, builder, signature, arguments):
    record = signature.return_type
    words = ir.ArrayType(ir.IntType(WORD), -(-record.size * 8 // WORD))
    # Not by Numba's `alloca_once`, which fills what it allots with zeros, at every call.
    with debuginfo.suspend_emission(builder), builder.goto_entry_block():
        room = builder.alloca(words)
    return builder.bitcast(room, context.get_value_type(record))


@type_callable(by_name)
def _type_of_by_name(context: Any) -> Any:
    def type_of(record: Any, layout: Any) -> Any:
        return layout.dtype if isinstance(layout, types.DType) else None

    return type_of


@lower_builtin(by_name, types.Record, types.DType)
def _compiled_by_name(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.bitcast(arguments[0], context.get_value_type(signature.return_type))
