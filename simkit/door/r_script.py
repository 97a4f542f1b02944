"""Writes the script with which R reads the tables of a run: each column with its type, words as factors.

It needs R alone, no package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

ENDING = ".R"

LARGEST_INTEGER = 2**31 - 1
"""The largest whole number that R's integers hold; its numbers hold all up to 2^53."""

_HEAD = """\
# The tables of a run of simkit, each a data frame: {tables}.
# Run it by: source("{script}", chdir = TRUE)
# Whole numbers, yes and no have their types; words are factors, their levels in the order of the experiment.
"""


def script_for_r(tables: Mapping[str, pl.LazyFrame], folder: Path, mark: str) -> str:
    """Return the script that reads tables, by name, from CSV files in a folder beside it.

    `mark` says what there is of an incomplete run; the script says it, too.
    """
    head = _HEAD.format(tables=", ".join(tables), script=f"{folder.name}{ENDING}")
    said = [f"message({_quoted(mark)})\n"] if mark else []
    return "\n".join([head, *said, *(_reading(table, rows, folder) for table, rows in tables.items())])


def _reading(table: str, rows: pl.LazyFrame, folder: Path) -> str:
    """Return the lines that read a table."""
    types = {name: _type(rows, name, kind) for name, kind in rows.collect_schema().items()}
    columns = ",\n    ".join(f"{_quoted(name)} = {_quoted(kind)}" for name, kind in types.items())
    read = (
        f"{table} <- read.csv(\n  file.path({_quoted(folder.name)}, {_quoted(f'{table}.csv')}), "
        'check.names = FALSE, na.strings = "",\n  encoding = "UTF-8", colClasses = c(\n    '
        f"{columns}\n  )\n)"
    )
    return "\n".join([read, *_factors(table, rows), ""])


def _type(rows: pl.LazyFrame, name: str, kind: pl.DataType) -> str:
    """Return what R calls the type of a column, before words become factors."""
    if kind == pl.Boolean:
        return "logical"
    if kind.is_integer():
        most = rows.select(pl.col(name).cast(pl.Int64).abs().max()).collect().item()
        return "integer" if (most or 0) <= LARGEST_INTEGER else "numeric"
    return "numeric" if kind.is_numeric() else "character"


def _factors(table: str, rows: pl.LazyFrame) -> Iterator[str]:
    """Yield the lines that make factors of columns of words: a code has all its words, others those there."""
    for name, kind in rows.collect_schema().items():
        if isinstance(kind, pl.Enum):
            levels = kind.categories.to_list()
        elif kind == pl.String or kind == pl.Categorical:
            words = pl.col(name).cast(pl.String)
            levels = rows.select(words.unique(maintain_order=True).drop_nulls()).collect()[name].to_list()
        else:
            continue
        named = f"{table}[[{_quoted(name)}]]"
        listed = ", ".join(_quoted(level) for level in levels if level)  # an empty cell is NA
        yield f"{named} <- factor({named}, levels = c({listed}))"


def _quoted(text: str) -> str:
    """Return a text as R writes it; its escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False)
