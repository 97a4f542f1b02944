"""Writes a sheet for a table of people: a page of a PDF for each table, or a worksheet of a workbook."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from simkit.content.workbook import Rows, is_workbook, read_workbook, written_workbook
from simkit.engine.base.columns import STOPPED, Column
from simkit.errors import BadInput, writing
from simkit.extras import PDF
from simkit.language import opening
from simkit.table.columns import BEGAN, EVENING, GAME, SEAT, plain
from simkit.table.sheet import EXPERIMENT, NAME, PaperSheet
from simkit.table.spreadsheet import Sheet, SheetLine, sheet_of

Paper = Literal["a4", "letter"]

TYPST_PAPER = {"a4": "a4", "letter": "us-letter"}
EXCEL_PAPER = {"a4": 9, "letter": 1}

TEMPLATE = Path(__file__).with_name("sheet.typ")

KEPT = "simkit"
"""The hidden worksheet by which `simkit enter` knows game and rules."""

CODE_KEPT = "code"
"""What stands there first, and above the games."""

TABLE = "table"
"""The label at the top of each worksheet beside the evening."""

PRINTED = (GAME, SEAT, NAME)
"""The columns that are filled in before a game."""

MOST_TABLES = 50

SHORT_HINT = 12
"""Longer hints stand below the table, not in its head."""
ROOM = {("a4", False): 19.5, ("letter", False): 17.8, ("a4", True): 10.5, ("letter", True): 11}
"""The height for the lines of seats, in cm, on a page that stands or lies."""

SEAT_MEANS = "seat: as you sit round the table"
NAME_LEFT_EMPTY = "name: leave it empty where the same person sat there in the game before"
BEGAN_MEANS = "began: an x for the one who began"


def write_pdf(sheet: PaperSheet, path: Path, paper: Paper, tables: int, games: int) -> None:
    """Write a sheet as a PDF, a page for each table."""
    typst = PDF.load("typst")
    columns = [
        {
            "name": name,
            "hint": hint if len(hint := _hint(sheet, name)) <= SHORT_HINT else "",
            "is_word": bool(_columns(sheet).get(name) and _columns(sheet)[name].labels),
            "of": "game" if name == GAME or name in map(_heading, sheet.of_games) else "seat",
            "answer": name in sheet.answers,
        }
        for name in sheet.headings
    ]
    kept = sheet.source if sheet.source.endswith((".yaml", ".yml")) else f"the game {sheet.source}"
    data = {
        "title": sheet.title,
        "subtitle": sheet.subtitle,
        "code": sheet.code,
        "paper": TYPST_PAPER[paper],
        "wide": sheet.is_wide,
        "room": ROOM[paper, sheet.is_wide],
        "tables": tables,
        "games": games,
        "seats": sheet.seats,
        "lines": games * sheet.seats,
        "columns": columns,
        "legends": [
            *([name, hint] for name in sheet.headings if len(hint := _hint(sheet, name)) > SHORT_HINT),
            *zip(sheet.answers, sheet.questions, strict=True),
        ],
        "foot": [
            _hints(sheet),
            f"Afterwards type it in by: simkit enter --code {sheet.code} (made of {kept}); or fill in "
            f"{sheet.name}.xlsx, and: simkit enter {sheet.name}.xlsx",
        ],
    }
    with writing(path):
        path.write_bytes(typst.compile(TEMPLATE.read_bytes(), sys_inputs={"sheet": json.dumps(data)}))


def _hints(sheet: PaperSheet) -> str:
    means = [NAME_LEFT_EMPTY] if sheet.seats == 1 else [SEAT_MEANS, NAME_LEFT_EMPTY, BEGAN_MEANS]
    return opening(f"{'; '.join(means)}.")


def _columns(sheet: PaperSheet) -> dict[str, Column]:
    """Return the columns of results by their headings."""
    return {_heading(column): column for column in (*sheet.of_seats, *sheet.of_games)}


def _heading(column: Column) -> str:
    return plain(column.name)


def _hint(sheet: PaperSheet, name: str) -> str:
    columns = _columns(sheet)
    if name == BEGAN:
        return "x"
    if name not in columns:
        return ""
    hint = sheet.hint(columns[name])
    return "" if hint == name else hint


def write_workbook(sheet: PaperSheet, path: Path, paper: Paper, tables: int, games: int) -> None:
    """Write the same as a workbook, a worksheet for each table."""
    with writing(path), written_workbook(path) as book:
        for number in range(1, tables + 1):
            _write_table(book, sheet, paper, number, games)
        kept = book.add_worksheet(KEPT)
        kept.hide()
        for row, (key, value) in enumerate({CODE_KEPT: sheet.code, **sheet.kept()}.items()):
            kept.write_string(row, 0, key)
            kept.write_string(row, 1, value)


def _write_table(book: Any, sheet: PaperSheet, paper: Paper, number: int, games: int) -> None:
    page = book.add_worksheet(f"Table {number}")
    bold = book.add_format({"bold": True})
    title = book.add_format({"bold": True, "font_size": 15, "font_color": "#0b5d8a"})
    soft = book.add_format({"font_color": "#5b6774", "italic": True})
    head = book.add_format({"bold": True, "bg_color": "#e8eff4", "border": 1, "align": "center"})
    cell = book.add_format({"border": 1, "align": "center"})
    fixed = book.add_format({"border": 1, "align": "center", "bg_color": "#f3f5f8"})
    closed = book.add_format({"border": 1, "bg_color": "#dfe4ea"})
    to_fill = book.add_format({"bottom": 1, "bg_color": "#fff8e1"})

    page.write_string(0, 0, sheet.title, title)
    top = [(CODE_KEPT, sheet.code, bold), (EVENING, "", to_fill), (TABLE, str(number), to_fill)]
    for row, (key, value, form) in enumerate(top, start=1):
        page.write_string(row, 0, key, bold)
        if value:
            page.write_string(row, 1, value, form)
        else:
            page.write_blank(row, 1, None, form)
    page.write_string(2, 2, "the date, or what you call it", soft)
    page.write_string(4, 0, _hints(sheet), soft)
    row = 5
    for name, words in zip(sheet.answers, sheet.questions, strict=True):
        page.write_string(row, 0, name, bold)
        page.write_string(row, 1, words)
        row += 1
    headings = sheet.headings
    of_games = {plain(column.name) for column in sheet.of_games}
    for place, name in enumerate(headings):
        page.write_string(row, place, name, head)
        if hint := _hint(sheet, name):
            page.write_comment(row, place, hint)
    page.freeze_panes(row + 1, 0)
    for game in range(1, games + 1):
        for seat in range(1, sheet.seats + 1):
            row += 1
            for place, name in enumerate(headings):
                if name in (GAME, SEAT):
                    page.write_number(row, place, game if name == GAME else seat, fixed)
                else:
                    is_closed = name in of_games and seat > 1
                    page.write_blank(row, place, None, closed if is_closed else cell)
    first = row + 1 - games * sheet.seats
    for place, name in enumerate(headings):
        page.set_column(place, place, 22 if name == NAME else max(9, len(name) + 3))
        if choices := _choices(sheet, name):
            page.data_validation(first, place, row, place, {
                "validate": "list", "source": choices, "error_type": "warning",
                "error_title": name, "error_message": f"usual are: {', '.join(choices)}",
            })  # fmt: skip
    page.set_paper(EXCEL_PAPER[paper])
    page.fit_to_pages(1, 1)
    if sheet.is_wide:
        page.set_landscape()


def _choices(sheet: PaperSheet, name: str) -> list[str]:
    """Return what may stand in a column, if that is a short list."""
    columns = _columns(sheet)
    if name == BEGAN:
        return ["x"]
    column = columns.get(name)
    if column is None:
        return []
    words = ["x"] if column.is_yes_no else [label for label in column.labels if label != STOPPED]
    return words if sum(map(len, words)) < 200 else []


@dataclass(frozen=True)
class FilledIn:
    """A workbook of a sheet that people have filled in."""

    path: Path
    pages: Mapping[str, Rows]
    """The worksheets with games."""

    kept: Mapping[str, str]
    """What stands on the hidden worksheet."""

    def sheet(self) -> Sheet:
        """Return the games on all its worksheets as one sheet, without those that were not played."""
        names: list[str] = []
        lines: list[SheetLine] = []
        for title, rows in self.pages.items():
            found = self._of_page(title, rows)
            lines += found.lines
            names += [name for name in found.names if name not in names]
        if not lines:
            raise BadInput(f"{self.path}: no game is filled in")
        if not any(line.values[NAME] for line in lines):  # nobody has written down who played
            names.remove(NAME)
        full = [SheetLine(line.number, {name: line.values.get(name, "") for name in names}) for line in lines]
        return Sheet(names, full, 1, "\t", [])

    def _of_page(self, title: str, rows: Rows) -> Sheet:
        """Return the games on a worksheet, whose name stands before their numbers."""
        heads = (place for place, (_, cells) in enumerate(rows) if plain(cells[0]) == GAME and NAME in cells)
        at = next(heads, None)
        if at is None:
            lost = f"the line with the headings '{GAME}', '{NAME}' ... is not there any more"
            raise BadInput(f"{self.path}: '{title}': {lost}")
        said = {plain(cells[0]): cells[1] for _, cells in rows[:at] if len(cells) > 1}
        top = {label: " ".join(said.get(label, "").split()) for label in (EVENING, TABLE)}
        row, headings = rows[at]
        below = [(f"{title}:{number}", cells) for number, cells in rows[at + 1 :]]
        read = sheet_of(self.path, row, [GAME, *headings[1:]], below, [])
        games: dict[str, list[SheetLine]] = {}
        for line in read.lines:
            games.setdefault(line.values[GAME], []).append(line)
        lines: list[SheetLine] = []
        sat: dict[int, str] = {}
        for number, group in games.items():
            own = [{**one.values, GAME: f"{title}, game {number}", **top} for one in group]
            for seat, values in enumerate(own):  # a name that is not written down is that of before
                sat[seat] = values[NAME] = values[NAME] or sat.get(seat, "")
            if any(words for one in group for name, words in one.values.items() if name not in PRINTED):
                lines += [SheetLine(one.number, values) for one, values in zip(group, own, strict=True)]
        return Sheet([*read.names, *top], lines, row, "\t", [])


def read_filled_in(path: Path) -> FilledIn | None:
    """Return the workbook of a sheet; None if the file is anything else."""
    if not is_workbook(path):
        return None
    pages = read_workbook(path, "a file of results")
    if KEPT not in pages:
        return None
    kept = {cells[0]: cells[1] for _, cells in pages.pop(KEPT) if len(cells) > 1}
    if CODE_KEPT not in kept or EXPERIMENT not in kept:
        raise BadInput(f"{path}: damaged: its hidden worksheet '{KEPT}' lacks the code; print the sheet anew")
    return FilledIn(path, {title: rows for title, rows in pages.items() if rows}, kept)
