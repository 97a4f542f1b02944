"""Reads a sheet of values as spreadsheets, pandas and R write it: a workbook, or any usual dialect of CSV."""

from __future__ import annotations

import csv
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.content.source import read_contents, require_text
from simkit.content.workbook import SAVE_AS_CSV, is_workbook, read_workbook
from simkit.errors import BadInput
from simkit.language import listed, plural, shortened

SEPARATORS = (";", "\t", ",", "|")
"""What separates values; R's `write.table` takes a space, and puts names between quotes."""

NO_TEXT = {
    b"PK\x03\x04": "a workbook of another kind (.ods), or a damaged one",
    b"\xd0\xcf\x11\xe0": "an old workbook (.xls), or one with a password",
    b"PAR1": "a Parquet file",
    b"%PDF": "a PDF",
}
"""The first bytes of files that are no text, with what they are."""

OF_WINDOWS = "cp1252"
"""The encoding in which Excel for Windows writes 'CSV', without the word UTF-8."""

_SAYS_SEPARATOR = re.compile(r"\"?sep=(.)\"?[,;\s]*", re.IGNORECASE)
"""A line that Excel puts before the names of the columns."""


@dataclass(frozen=True)
class SheetLine:
    """A line of a sheet: its number in the file, and its values by the names of the columns."""

    number: int | str
    """Of a workbook with several worksheets also which of them: "Table 1:7"."""

    values: dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """A sheet of values."""

    names: list[str]
    """The names of the columns, as the first line has them; those without a name are left out."""

    lines: list[SheetLine]
    """The lines that follow; empty ones are left out."""

    row: int
    """The number of the line with the names."""

    separator: str
    notes: list[str]
    """What should be known about how it was read."""


def read_sheet(path: Path, called: str) -> Sheet:
    """Return the sheet in a file, which messages call `called`; of a workbook the first that has anything."""
    if is_workbook(path):
        return _of_workbook(path, called)
    text, notes = _text(path, called)
    lines = text.splitlines()
    skipped = 0
    said = _SAYS_SEPARATOR.fullmatch(lines[0]) if lines else None
    if said:
        lines, skipped = lines[1:], 1
    first = next((line for line in lines if line.strip()), "")
    separator = said[1] if said else _separator(first)
    rows = csv.reader(lines, delimiter=separator, skipinitialspace=separator != "\t")
    names: list[str] = []
    filled: list[tuple[int, list[str]]] = []
    row = 0
    for cells in _rows(path, rows, skipped):
        stripped = [cell.strip(" \t\xa0\ufeff") for cell in cells]
        if not any(stripped):
            continue
        if not names:
            names, row = stripped, rows.line_num + skipped
        else:
            filled.append((rows.line_num + skipped, stripped))
    if not names:
        raise BadInput(f"{path}: no columns; the first line names them, such as: won,score,turns")
    if _has_row_names(first, names, [cells for _, cells in filled]):
        names = ["", *names]
    found = [SheetLine(number, _values(path, number, cells, names, separator)) for number, cells in filled]
    return Sheet([name for name in names if name], found, row, separator, notes)


def _of_workbook(path: Path, called: str) -> Sheet:
    """Return the first worksheet of a workbook that holds anything, with a note on others that do."""
    filled = {name: rows for name, rows in read_workbook(path, called).items() if rows}
    if not filled:
        raise BadInput(f"{path}: no columns; the first line names them, such as: won,score,turns")
    (name, [(row, names), *rows]), *others = filled.items()
    left_out = [f"'{other}'" for other, _ in others]
    notes = [f"{path}: '{name}' is read; {listed(left_out)} left out"] if others else []
    return sheet_of(path, row, names, rows, notes)


def sheet_of(
    path: Path, row: int, names: list[str], rows: Sequence[tuple[int | str, list[str]]], notes: list[str]
) -> Sheet:
    """Return the sheet of a workbook's cells: the row with the names of the columns, and those below it."""
    names = [" ".join(name.split()) for name in names]
    full = [
        [" ".join(cell.split()) for cell in cells] + [""] * (len(names) - len(cells)) for _, cells in rows
    ]
    found = [
        SheetLine(number, _values(path, number, cells, names, "\t"))
        for (number, _), cells in zip(rows, full, strict=True)
    ]
    return Sheet([name for name in names if name], found, row, "\t", notes)


def _text(path: Path, called: str) -> tuple[str, list[str]]:
    r"""Return what a file says, its lines ended by "\n", and notes."""
    start = _start_of(path)
    if kind := next((words for mark, words in NO_TEXT.items() if start.startswith(mark)), ""):
        raise BadInput(f"{path}: is {kind}, not text; {SAVE_AS_CSV}")
    contents = read_contents(path, called)
    notes: list[str] = []
    encoding = "utf-16" if contents[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else "utf-8-sig"
    try:
        text = contents.decode(encoding)
    except UnicodeDecodeError as error:
        line = contents.count(b"\n", 0, error.start) + 1
        if encoding == "utf-16" or contents.startswith(BOM_UTF8) or b"\0" in contents:
            raise BadInput(f"{path}:{line}: not text; {SAVE_AS_CSV}") from None
        try:
            text = contents.decode(OF_WINDOWS)
        except UnicodeDecodeError as other:
            line = contents.count(b"\n", 0, other.start) + 1
            raise BadInput(f"{path}:{line}: neither UTF-8 nor Windows text; {SAVE_AS_CSV}") from None
        shown = text.splitlines()[line - 1].strip()[:60]
        notes.append(f"{path} is not UTF-8; read as Windows text, line {line} is: {shown}")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    require_text(path, text)
    return text, notes


def _start_of(path: Path) -> bytes:
    """Return the first bytes of a file, however large it is; none if it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(8)
    except OSError:  # `read_contents` says why
        return b""


def _separator(first: str) -> str:
    """Return what separates the values, by the line with the names."""
    found = max(SEPARATORS, key=first.count)
    if found in first:
        return found
    return " " if '"' in first else ","


def _has_row_names(first: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Return True if the names of the rows stand before the values, as R has them, and nothing names them."""
    if not rows or any(len(cells) != len(names) + 1 for cells in rows):
        return False
    first_cells = [cells[0] for cells in rows]
    is_counted = first_cells == [str(number) for number in range(1, len(rows) + 1)]
    return is_counted or (first.startswith('"') and len(set(first_cells)) == len(first_cells))


def _rows(path: Path, rows: Any, skipped: int) -> Iterator[list[str]]:
    """Yield the lines that a reader of CSV files finds; complain where it can't go on."""
    try:
        yield from rows
    except csv.Error as error:
        raise BadInput(f"{path}:{rows.line_num + skipped}: can't be read: {error}") from None


def _values(
    path: Path, number: int | str, cells: Sequence[str], names: Sequence[str], separator: str
) -> dict[str, str]:
    """Return the values of a line by the names of the columns."""
    while len(cells) > len(names) and not cells[-1]:
        cells = cells[:-1]
    if len(cells) > len(names):
        hint = "; a number or a name with a comma stands between quotes" if separator == "," else ""
        raise BadInput(f"{path}:{number}: {len(cells)} values, the first line names {len(names)}{hint}")
    if len(cells) < len(names):
        missing = listed([shortened(name) or "a column without a name" for name in names[len(cells) :]])
        raise BadInput(
            f"{path}:{number}: {plural(len(cells), 'value')}, the first line names {len(names)}: no {missing}"
        )
    return {name: cell for name, cell in zip(names, cells, strict=True) if name}
