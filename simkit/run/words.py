"""The words in a run's tables: anybody may have written them, and they are shown on a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator

import polars as pl

from simkit.content.characters import REFUSED, refused_in

_JSON = ("knobs", "players")
"""Columns of the scenarios, in which a character may stand as JSON's escape for it."""


def refused_words(table: pl.DataFrame) -> Iterator[str]:
    """Yield, by its name, a character that no page can show for each text with one.

    Raises
    ------
    ValueError
        If a column that is JSON is not.
    """
    for column in table.iter_columns():
        if column.dtype == pl.String:
            words = column.filter(column.str.contains(REFUSED))
            hidden = column.filter(column.str.contains("\\u", literal=True) & (column.name in _JSON))
            said = [column.name, *words, *map(json.loads, hidden)]
            yield from (character for _, character in refused_in(said))
