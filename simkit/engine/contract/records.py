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

Layout = np.dtype[np.void]

PILE, BAG = ("count", "cards"), ("total", "counts")
"""Records of the engine (piles, bags ...), recognised by their fields, that count as one field."""

MEANINGS, NOTE, COLUMNS = "meanings", "note", "columns"
"""The keys of a layout's metadata: the meaning of each field, a note on the whole record, the columns."""


class RecordField(NamedTuple):
    """A field of a record.  Made by `field`, or by `column` if it is an outcome column, too."""

    name: str
    means: str
    layout: DTypeLike
    shape: tuple[int, ...]
    column: Column | None = None


def field(
    name: str, means: str = "", layout: DTypeLike = np.int32, shape: int | tuple[int, ...] = ()
) -> RecordField:
    """Declare a field of a record that is no outcome column.

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
    """
    return RecordField(name, means, layout, (shape,) if isinstance(shape, int) else shape)


def column(
    name: str,
    description: str,
    unit: str = "",
    layout: type[np.generic] = np.int32,
    shape: int | tuple[int, ...] = (),
    *,
    labels: Sequence[str] = (),
    short: str = "",
    part_of: str = "",
) -> RecordField:
    """Declare a field of a record that is an outcome column, too: its value when the game is over.

    A field of a game's table (or of what is hidden) is a column of the game; with one number for each seat,
    and in the record of a seat, it is a column of the seats.

    Parameters
    ----------
    name, description, unit, labels, short, part_of
        As for `Column`; the description says what the field means, too.
    layout : type
        The type of the field and of the column: a whole number by default; ``np.bool_`` for yes or no,
        ``np.float64`` for fractions.
    shape : int
        The most seats of the game, for a field of the table with a number for each; by default one number.
    """
    own = Column(name, layout, description, unit, labels, short=short, part_of=part_of)
    return RecordField(name, description, layout, (shape,) if isinstance(shape, int) else shape, own)


def record(*fields: RecordField, note: str = "") -> Layout:
    """Return the layout of a record, with the meaning of its fields.

    Parameters
    ----------
    *fields : RecordField
        Its fields, made by `field` and `column`.
    note : str
        What one must know about the whole record, such as how numbers are packed.
    """
    meanings = {own.name: own.means for own in fields if own.means}
    columns = tuple(own.column for own in fields if own.column is not None)
    layout = [(own.name, own.layout, own.shape) for own in fields]
    return np.dtype(layout, align=True, metadata={MEANINGS: meanings, NOTE: note, COLUMNS: columns})


def named_fields(layout: Layout, before: str = "") -> Iterator[tuple[str, Layout]]:
    """Yield name and type of each field of a record; names of nested fields are joined by dots.

    A pile, a bag and the machine of card texts count as one field each: the engine owns their insides.
    """
    for name in layout.names or ():
        own = layout[name]
        inner = own.base
        yield f"{before}{name}", own
        if inner.names and inner.names not in (PILE, BAG, MACHINE.names):
            yield from named_fields(inner, f"{before}{name}.")


def meanings_of(layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield each field of a record that has a meaning, and its meaning; nested names are joined by dots."""
    inside = {"": layout, **{f"{name}.": own.base for name, own in named_fields(layout)}}
    for before, own in inside.items():
        for name, means in _kept_with(own, MEANINGS, {}).items():
            yield f"{before}{name}", means


def columns_of(layout: Layout) -> tuple[Column, ...]:
    """Return the fields of a record that are outcome columns."""
    return cast(tuple[Column, ...], _kept_with(layout, COLUMNS, ()))


def note_on(layout: Layout) -> str:
    """Return the note on a whole record; an empty text if there is none."""
    return str(_kept_with(layout, NOTE, ""))


def _kept_with(layout: Layout, key: str, default: Any) -> Any:
    kept: Mapping[str, Any] = layout.metadata or {}
    return kept.get(key, default)
