"""Converts outcomes to their columns' types, and reports numbers that do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.base.columns import Column, columns_dtype
from simkit.engine.base.failure import GameFailure

Rows = npt.NDArray[np.void]

Record = Any
"""One NumPy record (``np.record``): a state, rules, a move, an outcome."""

Records = np.recarray[tuple[int], np.dtype[np.record]]
"""An array of records, whose fields are attributes."""


def zeros(count: int, dtype: np.dtype[np.void]) -> Any:
    """Return a record array of zeros, including the bytes between its fields."""
    array = np.recarray(count, dtype)
    if count:
        array.view(np.uint8)[:] = 0
    return array


@cache
def _is_of_a_field(dtype: np.dtype[Any]) -> npt.NDArray[np.bool_]:
    """Return which bytes of a value belong to a field, and don't stand between two."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        return np.tile(_is_of_a_field(inner), np.prod(shape, dtype=int))
    found = np.full(dtype.itemsize, dtype.fields is None)
    for inner, offset, *_ in (dtype.fields or {}).values():
        found[offset : offset + inner.itemsize] = _is_of_a_field(inner)
    return found


def contents(value: Any) -> bytes:
    """Return the bytes of a record, an array or a number, with zeros between fields."""
    raw = np.frombuffer(value.tobytes(), np.uint8).reshape(-1, value.dtype.itemsize)
    return (raw * _is_of_a_field(value.dtype)).tobytes()


def by_column(rows: Rows) -> dict[str, npt.NDArray[Any]]:
    """Return the columns of rows, by their names."""
    return {name: rows[name] for name in rows.dtype.names or ()}


def narrowed(columns: Sequence[Column], rows: Rows, first_game: int, rows_per_game: int = 1) -> Rows:
    """Return rows in their columns' own types, converted from the wider `roomy_dtype`.

    Raises GameFailure if a number doesn't fit its column, which would silently have been cut off; if a code
    has no label; or if a fraction is infinite or not a number.
    """
    narrow: Rows = zeros(len(rows), columns_dtype(columns))
    for column in columns:
        found, kept = rows[column.name], narrow[column.name]
        kept[:] = found
        if column.is_fraction:
            if not np.isfinite(kept).all():
                row = int(np.argmin(np.isfinite(kept)))
                game = first_game + row // rows_per_game
                raise GameFailure(
                    f"column '{column.name}' can't hold {found[row]} (game {game}): allowed are numbers that "
                    "are finite",
                    game,
                )
            continue
        if (kept != found).any():
            row = int(np.argmax(kept != found))
            game = first_game + row // rows_per_game
            allowed = np.iinfo(kept.dtype)
            raise GameFailure(
                f"column '{column.name}' can't hold {found[row]} (game {game}): its type {kept.dtype} goes "
                f"from {allowed.min} to {allowed.max}; give it a wider one",
                game,
            )
        if column.labels and len(kept) and not 0 <= kept.min() <= kept.max() < len(column.labels):
            row = int(np.argmax((kept < 0) | (kept >= len(column.labels))))
            game = first_game + row // rows_per_game
            raise GameFailure(
                f"column '{column.name}' can't hold {found[row]} (game {game}): it is a code, and its labels "
                f"are of 0 to {len(column.labels) - 1} ({', '.join(column.labels)})",
                game,
            )
    return narrow
