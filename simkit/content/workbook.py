"""Workbooks (.xlsx): read as lines of text, as if each worksheet had been saved as CSV, and written."""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, ZipFile

from simkit.content.source import read_contents
from simkit.errors import BadInput
from simkit.extras import WORKBOOKS

SAVE_AS_CSV = "save the sheet as 'CSV UTF-8' (in LibreOffice: 'Text CSV') and name that file"

MOST_UNPACKED = 50_000_000
"""The most bytes of all that is packed in a workbook; one of a hundred thousand lines has a tenth of it."""

MOST_ROWS, MOST_CELLS = 100_000, 300
"""The most rows of a worksheet, and cells of a row, that are read."""

BROKEN = (
    BadZipFile, ParseError, zlib.error, KeyError, ValueError, TypeError, AttributeError, IndexError, EOFError,
    NotImplementedError, OSError, RecursionError,
)  # fmt: skip
"""What openpyxl raises for files that are no workbooks, or damaged ones."""

Rows = list[tuple[int, list[str]]]
"""The rows of a worksheet that hold anything, each with its number."""


def is_workbook(path: Path) -> bool:
    """Return True for a file that holds a workbook as Excel writes them today."""
    try:
        with ZipFile(path) as packed:
            return "[Content_Types].xml" in packed.namelist()
    except BROKEN:
        return False


def read_workbook(path: Path, called: str) -> dict[str, Rows]:
    """Return the rows of each worksheet, hidden ones too, by its name.

    Of a formula the value counts that the spreadsheet has worked out.

    Raises BadInput if it can't be read, or nothing is installed that reads it.
    """
    openpyxl = WORKBOOKS.load("openpyxl")
    contents = read_contents(path, called)
    try:
        with ZipFile(BytesIO(contents)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise BadInput(f"{path}: is too large; {SAVE_AS_CSV}")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of colours and lists of choices that openpyxl does not know
            book = openpyxl.load_workbook(BytesIO(contents), read_only=True, data_only=True)
            found = {sheet.title: list(_rows(path, sheet)) for sheet in book.worksheets}
            book.close()
    except BROKEN as error:
        reason = str(error).splitlines()[0][:80] if str(error) else type(error).__name__
        raise BadInput(f"{path}: is a workbook that can't be read ({reason}); {SAVE_AS_CSV}") from None
    return found


@contextmanager
def written_workbook(path: Path) -> Iterator[Any]:
    """Give a workbook of xlsxwriter, which is written at the end; text stays text, whatever it looks like.

    Raises OSError if the file can't be written.
    """
    xlsxwriter = WORKBOOKS.load("xlsxwriter")
    try:
        with xlsxwriter.Workbook(path, {"strings_to_formulas": False, "strings_to_urls": False}) as book:
            yield book
    except xlsxwriter.exceptions.FileCreateError as problem:
        # It wraps the system's error, without being an OSError.
        raise problem.args[0] from None


def _rows(path: Path, sheet: Any) -> Iterator[tuple[int, list[str]]]:
    sheet.reset_dimensions()  # what a file says of its own size may be wrong
    for number, row in enumerate(sheet.iter_rows(values_only=True), start=1):
        if number > MOST_ROWS or len(row) > MOST_CELLS:
            raise BadInput(f"{path}: '{sheet.title}' is too large: at most {MOST_ROWS:,} rows are read")
        cells = [_text(value) for value in row]
        if any(cells):
            yield number, cells


def _text(value: object) -> str:
    """Return what a cell says, as a CSV file would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ", "minutes")
    if isinstance(value, date):
        return value.isoformat()
    return str(value).replace("\ufeff", "").strip()
