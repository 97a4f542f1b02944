"""Declares records: the type of each field and what it means, in one place.

A game's table, seats and nested records are made here.  The meanings travel with the layout, in its metadata,
which neither equality nor compiled code looks at: `simkit fields GAME` lists them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import DTypeLike

from simkit.engine.base.columns import Column
from simkit.engine.base.machine_state import MACHINE
from simkit.engine.base.weights import weights_dtype

Layout = np.dtype[np.void]

PILE, BAG, WEIGHTS = ("count", "cards"), ("total", "counts"), weights_dtype(1).names
"""Records of the engine (piles, bags ...), recognised by their fields, that count as one field."""

MEANINGS, NOTE, COLUMNS = "meanings", "note", "columns"
"""The keys of a layout's metadata: the meaning of each field, a note on the whole record, the columns."""


class FieldColumn(NamedTuple):
    """An outcome column that is a field of a record, or one of the numbers in a field."""

    column: Column
    field: str
    place: int | None = None
    """Which of the field's numbers it is; None if it is the field itself."""


class RecordField(NamedTuple):
    """A field of a record.  Made by `field`, or by `column`."""

    name: str
    means: str
    layout: DTypeLike
    shape: tuple[int, ...]
    columns: tuple[FieldColumn, ...] = ()


def field(
    name: str,
    means: str = "",
    layout: DTypeLike = np.int32,
    shape: int | tuple[int, ...] = (),
    columns: Column | Sequence[Column] = (),
) -> RecordField:
    """Declare a field of a record.

    Parameters
    ----------
    name : str
        Its name.
    means : str
        What it means, for authors of strategies.
    layout : dtype
        Its type: a whole number by default; another record, which brings its own meanings.
    shape : int or tuple of int
        How many there are; one by default.
    columns : Column or sequence of Column
        The outcome column that it is when the game is over, where `column` can't say it: a column of another
        name, or one with looks.  Of a field with several numbers, a column for each; the last may be none.
    """
    numbers = (shape,) if isinstance(shape, int) else shape
    of_field = (
        (FieldColumn(columns, name),)
        if isinstance(columns, Column)
        else tuple(FieldColumn(column, name, place) for place, column in enumerate(columns))
    )
    return RecordField(name, means, layout, numbers, of_field)


def column(  # noqa: PLR0913 (what an author may say by name)
    name: str,
    description: str,
    unit: str = "",
    layout: type[np.generic] = np.int32,
    shape: int | tuple[int, ...] = (),
    *,
    labels: Sequence[str] = (),
    short: str = "",
    part_of: str = "",
    stored: type[np.generic] | None = None,
) -> RecordField:
    """Declare a field of a record that is an outcome column, too: its value when the game is over.

    A field of a game's table (or of what is hidden) is a column of the game.  It is a column of the seats
    with one number for each seat, in the record of a seat, and in a record of which the table has one for
    each seat.

    Parameters
    ----------
    name, description, unit, labels, short, part_of
        As for `Column`; the description says what the field means, too.
    layout : type
        The type of the field and of the column: a whole number by default; ``np.bool_`` for yes or no,
        ``np.float64`` for fractions.
    shape : int
        The most seats of the game, for a field of the table with a number for each; by default one number.
    stored : type
        The type of the column, if it is narrower than the field's.
    """
    made = Column(name, stored or layout, description, unit, labels, short=short, part_of=part_of)
    return field(name, description, layout, shape, made)


def record(*fields: RecordField, note: str = "") -> Layout:
    """Return the layout of a record, with the meaning of its fields.

    Parameters
    ----------
    *fields : RecordField
        Its fields, made by `field` and `column`.
    note : str
        What one must know about the whole record, such as how numbers are packed.
    """
    meanings = {declared.name: declared.means for declared in fields if declared.means}
    columns = tuple(column for declared in fields for column in declared.columns)
    layout = [(declared.name, declared.layout, declared.shape) for declared in fields]
    return np.dtype(layout, align=True, metadata={MEANINGS: meanings, NOTE: note, COLUMNS: columns})


def named_fields(layout: Layout, before: str = "") -> Iterator[tuple[str, Layout]]:
    """Yield name and type of each field of a record; names of nested fields are joined by dots.

    A pile, a bag, weights and the machine of card texts count as one field each: the engine owns their
    insides.
    """
    for name in layout.names or ():
        own = layout[name]
        inner = own.base
        yield f"{before}{name}", own
        if inner.names and inner.names not in (PILE, BAG, WEIGHTS, MACHINE.names):
            yield from named_fields(inner, f"{before}{name}.")


def meanings_of(layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield each field of a record that has a meaning, and its meaning; nested names are joined by dots."""
    inside = {"": layout, **{f"{name}.": inner.base for name, inner in named_fields(layout)}}
    for before, inner in inside.items():
        for name, means in _kept_with(inner, MEANINGS, {}).items():
            yield f"{before}{name}", means


def columns_of(layout: Layout) -> tuple[FieldColumn, ...]:
    """Return the fields of a record that are outcome columns."""
    return cast(tuple[FieldColumn, ...], _kept_with(layout, COLUMNS, ()))


def note_on(layout: Layout) -> str:
    """Return the note on a whole record; an empty text if there is none."""
    return str(_kept_with(layout, NOTE, ""))


def _kept_with(layout: Layout, key: str, default: Any) -> Any:
    kept: Mapping[str, Any] = layout.metadata or {}
    return kept.get(key, default)
