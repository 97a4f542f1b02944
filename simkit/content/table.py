"""Reads tables of a spreadsheet: a workbook, or CSV with commas, semicolons or tabs between the cells.

A place in such a table is the number of its row, counted as the spreadsheet does, and that of its column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.content.characters import path_in
from simkit.content.source import KEY, Source, read_text, read_value
from simkit.content.workbook import read_workbook
from simkit.errors import BadInput, nearest, unknown

ENDING, WORKBOOK = ENDINGS = (".csv", ".xlsx")
"""How the names of tables' files end."""

SPREADSHEETS = (".xls", ".ods", ".numbers")
"""How the names of files end that a spreadsheet must first save as one of these."""

SEPARATORS = (";", "\t", ",")

ID = "id"
"""The column with the names of the items; without it, the first column has them."""

_VALUE = re.compile(
    r"""[\[{].*|'.*'|".*"|[Tt]rue|TRUE|[Ff]alse|FALSE|null|[-+]?[\d_]*\.?\d+([eE][-+]?\d+)?""", re.DOTALL
)
"""Matches a cell that is read as YAML: a list, a mapping, a number, true or false, a text in quotes."""


@dataclass(frozen=True)
class Cells:
    """The cells of a table, as text without spaces around it."""

    names: list[str]
    """The names of the columns; of some there may be none."""

    rows: list[tuple[int, list[str]]]
    """Each row that is not empty, with its number."""


def read_cells(path: Path, called: str, wanted: str) -> Cells:
    """Read a table.

    * `called`: what messages call such a file.
    * `wanted`: what its first line holds, for messages: "rules, such as target,sides".

    Raises BadInput if it can't be read, has no columns, or two of one name.
    """
    if path.suffix.lower() in SPREADSHEETS:
        raise BadInput(f"{path}: {called} is read from .xlsx or CSV; save the sheet so, and name that file")
    rows = list(_of_workbook(path, called) if path.suffix.lower() == WORKBOOK else _of_text(path, called))
    filled = [(number, cells) for number, cells in rows if any(cells) or number == 1]
    first, names = filled[0] if filled else (1, [])
    if not any(names):
        raise BadInput(f"{path}:1: no columns; the first line names {wanted}")
    for name in filter(None, names):
        if names.count(name) > 1:
            raise BadInput(f"{path}:{first}: two columns are called '{name}'")
    return Cells(names, filled[1:])


def _of_workbook(path: Path, called: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of the first worksheet that holds anything, without empty cells at their ends."""
    for rows in filter(None, read_workbook(path, called).values()):
        for number, cells in rows:
            width = max(at for at, cell in enumerate(cells, start=1) if cell)
            yield number, cells[:width]
        return


def _of_text(path: Path, called: str) -> Iterator[tuple[int, list[str]]]:
    text = read_text(path, called)
    first = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(SEPARATORS, key=first.count))
    number = 0
    try:
        for number, cells in enumerate(reader, start=1):
            yield number, [cell.strip() for cell in cells]
    except csv.Error as error:
        raise BadInput(f"{path}:{number + 1}: can't be read: {error}") from None


def with_items_of_tables(source: Source, folder: Path) -> Source:
    """Return content whose sections may name tables, with the items that these hold, a row each.

    A section names one by its file, ``cards: cards.csv`` or ``cards.xlsx``, or with the columns that count
    and what they are called here: ``cards: {file: cards.csv, columns: {Name: id, Text: do}}``.
    """
    for section, held in list(source.data.items()):
        named = {"file": held} if isinstance(held, str) and held.endswith((*ENDINGS, *SPREADSHEETS)) else held
        if isinstance(named, dict) and isinstance(named.get("file"), str):
            _require_keys(source, section, named)
            path = path_in(folder, named["file"])
            if not path.is_file():
                meant = nearest(
                    path.name, sorted(file.name for file in path.parent.iterdir() if file.suffix in ENDINGS)
                )
                hint = f"; did you mean {meant}?" if meant else ""
                raise BadInput(source.said((section, "file"), f"{section}: there is no file {path}{hint}"))
            add_items(source, section, path, named.get("columns"))
    return source


def _require_keys(source: Source, section: str, named: Mapping[str, Any]) -> None:
    """Refuse a section that names a table and holds anything but its columns."""
    for key in named:
        if key not in ("file", "columns"):
            said = unknown("key of a table", key, ("file", "columns"))
            raise BadInput(source.said((section, key, KEY), f"{section}: {said}"))
    columns = named.get("columns", {})
    if not isinstance(columns, dict) or not all(isinstance(key, str) for key in columns.values()):
        example = "allowed is what each column is called here: {Name: id, Number: copies}"
        raise BadInput(source.said((section, "columns"), f"{section}.columns: {example}"))


def add_items(source: Source, section: str, path: Path, columns: Mapping[str, str] | None = None) -> None:
    """Add the items of a table to a section, with the place of each cell; an empty cell says nothing.

    Raises BadInput if a column is not there, or a row has no name, that of another row, or too many cells.
    """
    cells = read_cells(path, "a table of items", "the keys of an item, such as id,copies")
    for name in columns or ():
        if name not in cells.names:
            said = unknown("column", name, filter(None, cells.names))
            raise BadInput(source.said((section, "columns", name, KEY), f"{path.name}: {said}"))
    keys = [columns.get(name, "") if columns else name for name in cells.names]
    if ID not in keys:
        keys[0] = ID
    items: dict[str, Any] = {}
    for row, values in cells.rows:
        if len(values) > len(keys):
            raise BadInput(f"{path}:{row}:{len(keys) + 1}: a cell in a column without a name")
        by_key = {
            key: (value, at) for at, (key, value) in enumerate(zip(keys, values, strict=False), 1) if key
        }
        id_, at = by_key.pop(ID, ("", 1))
        if not id_:
            raise BadInput(f"{path}:{row}:{keys.index(ID) + 1}: the name of this item is missing")
        if id_ in items:
            raise BadInput(f"{path}:{row}:{at}: '{id_}' is there twice")
        items[id_] = dict(_filled(by_key, path, row))
        for place in ((section, id_), (section, id_, KEY)):
            source.positions[place] = (row, at)
        for key, (_, column) in by_key.items():
            source.positions[section, id_, key] = source.positions[section, id_, key, KEY] = (row, column)
    if not items:
        raise BadInput(f"{path}: no items; each is a row, below the names of the columns")
    source.data[section] = items
    source.tables[section] = path


def _filled(cells: Mapping[str, tuple[str, int]], path: Path, row: int) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of the cells that are not empty."""
    for key, (text, column) in cells.items():
        if text:
            try:
                yield key, read_value(text, "cell") if _VALUE.fullmatch(text) else text
            except BadInput as problem:
                raise BadInput(f"{path}:{row}:{column}: {str(problem).partition(': ')[2]}") from None
