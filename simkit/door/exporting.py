"""Writes a run's tables for spreadsheets and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from simkit.errors import BadInput, writing
from simkit.run.store.incomplete import MARKS
from simkit.words import value_in_words

ROWS_OF_A_SHEET = 1_048_575
"""The most rows of a sheet in Excel, its heading left out."""


MARK = "incomplete"
"""The sheet, or the text file, that says what there is of an incomplete run."""


def export(tables: Mapping[str, pl.LazyFrame], path: Path, mark: str = "") -> list[Path]:
    """Write tables, by name, to a workbook, a file or a folder; the first is the one for a single file.

    A mark has a sheet of its own, before the others, or a text file beside the tables: ``incomplete.txt`` in
    a folder, ``summary.csv.incomplete.txt`` beside ``summary.csv``.

    Raises
    ------
    BadInput
        If a table is too long for a sheet, the path has another ending, or it can't be written.
    """
    tables = {name: _without_lists(rows) for name, rows in tables.items()}
    with writing(path):
        if path.suffix == ".xlsx":
            said = {MARK: pl.LazyFrame({MARK: [mark]})} if mark else {}
            _write_workbook({**said, **tables}, path)
            return [path]
        if path.suffix == ".csv":
            next(iter(tables.values())).sink_csv(path)
            return [path, *_write_mark(mark, path.with_name(f"{path.name}.{MARK}.txt"))]
        if path.suffix:
            raise BadInput(f"{path}: allowed are a name ending in .xlsx or .csv, or a folder")
        path.mkdir(parents=True, exist_ok=True)
        written = []
        for name, rows in tables.items():
            written.append(path / f"{name}.csv")
            rows.sink_csv(written[-1])
        return [*written, *_write_mark(mark, path / f"{MARK}.txt")]


def _without_lists(rows: pl.LazyFrame) -> pl.LazyFrame:
    """Return rows with the values of rules that are lists as YAML has them, in words."""
    names = [name for name, kind in rows.collect_schema().items() if isinstance(kind, pl.List)]
    if not names:
        return rows
    words = pl.col(names).map_elements(lambda own: value_in_words(list(own)), pl.String)
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
    import xlsxwriter
    from xlsxwriter.exceptions import FileCreateError

    sheets = {name: rows.collect() for name, rows in tables.items()}
    for name, rows in sheets.items():
        if len(rows) > ROWS_OF_A_SHEET:
            most = f"a sheet holds {ROWS_OF_A_SHEET:,}; export to a folder"
            raise BadInput(f"{path}: {name} has {len(rows):,} rows, {most}")
    try:
        with xlsxwriter.Workbook(path, {"strings_to_formulas": False}) as book:
            for name, rows in sheets.items():
                rows.write_excel(book, worksheet=name)
    except FileCreateError as problem:  # it wraps the system's error, without being an OSError
        raise problem.args[0] from None
