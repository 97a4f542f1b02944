"""Writes a run's tables for spreadsheets and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

import polars as pl

from simkit.content.workbook import written_workbook
from simkit.door.r_script import ENDING as FOR_R
from simkit.door.r_script import script_for_r
from simkit.errors import BadInput, unknown, writing
from simkit.language import value_in_words
from simkit.run.store.incomplete import MARKS

ROWS_OF_A_SHEET = 1_048_575
"""The most rows of a sheet in Excel, its heading left out."""


MARK = "incomplete"
"""The sheet, or the text file, that says what there is of an incomplete run."""


Decimal = Literal["point", "comma"]
"""The sign of fractions in CSV files; with a comma, values are separated by semicolons."""

POINT, COMMA = DECIMALS = get_args(Decimal)


def export(
    tables: Mapping[str, pl.LazyFrame], path: Path, mark: str = "", decimal: Decimal = POINT
) -> list[Path]:
    """Write tables, by name, to a workbook, a file or a folder; the first is the one for a single file.

    For R, a script that reads them, and a folder of its name beside it.

    A mark has a sheet of its own, before the others, or a text file beside the tables: ``incomplete.txt`` in
    a folder, ``summary.csv.incomplete.txt`` beside ``summary.csv``.

    Raises BadInput if the sign of fractions is another one, or is given for a workbook; if a table is too
    long for a sheet, the path has another ending, or it can't be written.
    """
    if decimal not in DECIMALS:
        raise BadInput(unknown("sign of fractions", str(decimal), DECIMALS))
    if decimal != POINT and path.suffix == ".xlsx":
        raise BadInput(f"{path}: a workbook shows fractions as the spreadsheet is set; leave out `{decimal}`")
    if decimal != POINT and path.suffix == FOR_R:
        raise BadInput(f"{path}: R reads fractions with a point; leave out `{decimal}`")
    tables = {name: _without_lists(rows) for name, rows in tables.items()}
    with writing(path):
        if path.suffix == ".xlsx":
            said = {MARK: pl.LazyFrame({MARK: [mark]})} if mark else {}
            _write_workbook({**said, **tables}, path)
            return [path]
        if path.suffix == ".csv":
            _write_csv(next(iter(tables.values())), path, decimal)
            return [path, *_write_mark(mark, path.with_name(f"{path.name}.{MARK}.txt"))]
        if path.suffix == FOR_R:
            written = _write_folder(tables, path.with_suffix(""), POINT, mark)
            path.write_text(script_for_r(tables, path.with_suffix(""), mark), encoding="utf-8")
            return [path, *written]
        if path.suffix:
            raise BadInput(f"{path}: allowed are a name ending in .xlsx, .csv or {FOR_R}, or a folder")
        return _write_folder(tables, path, decimal, mark)


def _write_folder(
    tables: Mapping[str, pl.LazyFrame], folder: Path, decimal: Decimal, mark: str
) -> list[Path]:
    """Write a CSV file for each table, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, rows in tables.items():
        written.append(folder / f"{name}.csv")
        _write_csv(rows, written[-1], decimal)
    return [*written, *_write_mark(mark, folder / f"{MARK}.txt")]


def _write_csv(rows: pl.LazyFrame, path: Path, decimal: Decimal) -> None:
    """Write a CSV file; one with commas for a spreadsheet, which knows by the mark that it is UTF-8."""
    if decimal == COMMA:
        rows.sink_csv(path, separator=";", decimal_comma=True, include_bom=True)
    else:
        rows.sink_csv(path)


def _without_lists(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return rows with the values of rules that are lists as YAML has them, in words."""
    names = [name for name, kind in rows.collect_schema().items() if isinstance(kind, pl.List)]
    if not names:
        return rows
    words = pl.col(names).map_elements(lambda values: value_in_words(list(values)), pl.String)
    return rows.collect().with_columns(words).lazy()


def _write_mark(mark: str, path: Path) -> list[Path]:
    """Write a mark and return its file; without one, remove that of an earlier export, and no other file."""
    if not mark:
        if path.is_file() and path.read_text(encoding="utf-8", errors="replace").startswith(MARKS):
            path.unlink()
        return []
    path.write_text(f"{mark}\n", encoding="utf-8")
    return [path]


def _write_workbook(tables: Mapping[str, pl.LazyFrame], path: Path) -> None:
    sheets = {name: rows.collect() for name, rows in tables.items()}
    for name, rows in sheets.items():
        if len(rows) > ROWS_OF_A_SHEET:
            most = f"a sheet holds {ROWS_OF_A_SHEET:,}; export to a folder"
            raise BadInput(f"{path}: {name} has {len(rows):,} rows, {most}")
    with written_workbook(path) as book:
        for name, rows in sheets.items():
            rows.write_excel(book, worksheet=name)
