"""Prints tables and texts on the terminal, mistakes in files too, which must not wait for polars."""

from __future__ import annotations

import errno
import os
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from simkit.document import blocks
from simkit.engine.contract.story import Drawn
from simkit.stats.estimates import Estimate

if TYPE_CHECKING:
    from simkit import Run

SCREEN = 40
"""The most lines that the results of a run should take on screen."""

FEWEST_ROWS = 3
"""The fewest rows of a table, however little room there is."""

MOST_LINES = 6
"""The most lines of a cell with which a table can still be read across."""

UNLIMITED = 100_000
"""A width that is larger than any table's."""


def unwrapped(text: str) -> str:
    """Return a text with each paragraph on one line, for the terminal to wrap.

    Lists, and what is indented, stay as they are.
    """
    paragraphs = text.split("\n\n")
    return "\n\n".join(p if _is_laid_out(p) else " ".join(p.split()) for p in paragraphs)


def _is_laid_out(paragraph: str) -> bool:
    return any(line[:1] in " -*>|" for line in paragraph.splitlines() if line)


HELD = "\x1f"
"""Stands for a blank at which no line ends."""

_HELD = re.compile(
    r"(?<=[\d\u221e]) (?=%|points?\b|to [+\u2212-]?[\d\u221e])|(?<=[\d%] to) (?=[+\u2212-]?[\d\u221e])"
    r"|(?<=\(\d) (?=[a-z]+\))|(?<=\d) (?=of \d)|(?<=\d of) (?=\d)"
    r"|(?<=[\d%s]) (?=\([+\u2212]?\d[\d.,]* to)|(?:(?<=\bplayer)|(?<=\bseat)) (?=\d)"
)
"""The blanks within a number with its unit, within an interval, and within "player 1"."""


def wrapped(text: str, width: int, hanging: str = "") -> list[str]:
    """Return lines that end between words: within no word, number or interval.

    A line that must be wrapped keeps its indentation, and goes on behind `hanging` besides; a point of a list
    behind its mark.
    """
    found: list[str] = []
    for line in text.splitlines():
        indented, hanging = " " * _indentation(line), "  " if line.lstrip(" ").startswith("- ") else hanging
        found += textwrap.wrap(
            _HELD.sub(HELD, line.strip(" ")),
            max(width, len(indented + hanging) + 1),
            initial_indent=indented,
            subsequent_indent=indented + hanging,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return [line.replace(HELD, " ") for line in found]


class Words:
    """Words for the screen, of any number of lines, wrapped as `wrapped` does."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in wrapped(self._text, options.max_width):
            yield Text(line, no_wrap=True)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        longest = [max(map(cell_len, lines), default=0) for lines in (
            wrapped(self._text, 1), self._text.splitlines()
        )]  # fmt: skip
        return Measurement(*longest)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def is_wrapped(screen: Console) -> bool:
    """Return whether long lines are wrapped: in a file or a pipe, a sentence is a line."""
    return screen.is_terminal or "COLUMNS" in os.environ


def fitted(text: str) -> str:
    """Return text as it is printed: wrapped if it is for a screen."""
    return "\n".join(wrapped(text, console.width)) if is_wrapped(console) else text


class _Terminal(Console):
    """A terminal whose group of commands decides how to end when the output is closed."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Print; words are wrapped between words: within no word, number or interval."""
        if len(objects) == 1 and isinstance(text := objects[0], str):
            objects, how["soft_wrap"] = (fitted(text),), True
        super().print(*objects, **how)

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError(errno.EPIPE, "nobody reads on")


console = _Terminal(highlight=False, markup=False)  # a title or a path may have [brackets]


def show_line(screen: Console, line: str) -> None:
    """Print a line, in colours if it is one of a drawing; on a terminal a long one is wrapped at words."""
    if isinstance(line, Drawn):
        screen.print(Text.assemble(*line.parts), soft_wrap=not screen.is_terminal)
    elif is_wrapped(screen) and line:
        screen.print(Words(line))
    else:
        screen.print(line, soft_wrap=True)


def show_command(command: str, words: str = "") -> None:
    """Print a command, after some words; where it is wrapped, a shell still takes it as one."""
    lines = (
        wrapped(f"{words}{command}", console.width - 2, "    ") if is_wrapped(console) else [words + command]
    )
    console.print(" \\\n".join(lines), soft_wrap=True)


def in_columns(found: blocks.Table) -> Table:
    """Return a table as the terminal draws it."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name, is_numeric in zip(found.columns, found.numeric(), strict=True):
        table.add_column(Words(name), justify="right" if is_numeric else "left")
    for row in found.cells():
        table.add_row(*map(Words, row))
    return table


def show_blocks(found: Iterable[blocks.Block]) -> None:
    """Print texts and tables, whole."""
    for block in found:
        if isinstance(block, blocks.Table) and block.height:
            show_block(block, block.height, most_lines=UNLIMITED)
        elif isinstance(block, blocks.Text):
            words = block.words
            show_line(console, words if isinstance(words, Drawn) else unwrapped(words))


def show_block(
    found: blocks.Table,
    most: int = UNLIMITED,
    *,
    room: int = UNLIMITED,
    rest: str = "all are in the report",
    most_lines: int = MOST_LINES,
) -> None:
    """Print a table as reports and lists have it: its caption, and its first rows.

    Parameters
    ----------
    most : int
        The most rows.
    room : int
        The lines that are left; `FEWEST_ROWS` rows are shown however few these are.
    rest : str
        Where the other rows are.
    most_lines : int
        The most lines of a cell with which a table can still be read across.
    """
    shown = found.head(min(most, found.height)).as_shown()
    if not fits(shown) and (whole := shown.units.keys() - shown.formats):
        caption = (
            f"{shown.caption.removesuffix('.')}. \N{PLUS-MINUS SIGN}: the longer side of the 95 % interval."
        )
        shown = replace(shown, formats={**shown.formats, **dict.fromkeys(whole, _short)}, caption=caption)
    while room < UNLIMITED and shown.height > FEWEST_ROWS:
        if height_of(partial(_show, in_columns(shown), most_lines)) <= room - 2:
            break
        shown = shown.head(shown.height - 1)
    console.print(f"\n{shown.caption}", style="bold")
    _show(in_columns(shown), most_lines)
    if shown.height < found.height:
        console.print(f"(the first {shown.height} of {found.height} rows; {rest})")


def _short(estimate: Estimate) -> str:
    """Return an estimate for a narrow column; the points of a change stand beside per cents."""
    return f"{estimate:side bare}" if estimate.unit.is_change else f"{estimate:side}"


def fits(found: blocks.Table) -> bool:
    """Return whether a table is no wider than the screen, with each word and each number whole."""
    return _narrowest(in_columns(found.as_shown())) <= console.width


def _show(table: Table, most_lines: int) -> None:
    """Print a table without cutting words or numbers; if it would be too wide or tall, row by row."""
    spare = console.width - _narrowest(table)
    if spare < 0:
        _show_row_by_row(table)
        return
    sizes = [(_size(column), column) for column in table.columns]
    sizes.sort(key=lambda pair: pair[0].span)
    for served, (size, column) in enumerate(sizes):  # an equal share of what is left, or what it needs
        more = min(size.span, spare // (len(sizes) - served))
        column.width = size.minimum + more
        spare -= more
    if any(size.maximum > most_lines * (column.width or 1) for size, column in sizes):
        _show_row_by_row(table)
    else:
        console.print(table)


def _narrowest(table: Table) -> int:
    """Return the width of a table whose columns are just as wide as their longest words."""
    return Measurement.get(console, console.options.update(width=UNLIMITED), table).minimum


def _size(column: Column) -> Measurement:
    """Return the widths of a column's longest word and of its longest cell."""
    options = console.options.update(width=UNLIMITED)
    cells = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    return Measurement(max(cell.minimum for cell in cells), max(cell.maximum for cell in cells))


def _show_row_by_row(table: Table) -> None:
    """Print a table's rows, an entry after the other; an entry that fits into a line is not broken."""
    headings = [str(column.header) for column in table.columns]
    for cells in zip(*(column.cells for column in table.columns), strict=True):
        entries = [f"{heading}: {cell}" for heading, cell in zip(headings, cells, strict=True) if str(cell)]
        whole = (
            entry.replace(" ", HELD) if len(entry) <= console.width else f"\n{entry}\n" for entry in entries
        )
        lines = (line.strip(" ") for line in "  ".join(whole).splitlines())
        console.print(Words("\n".join(filter(None, lines))))
        console.print()


def height_of(show: Callable[[], None]) -> int:
    """Return how many lines something would take on screen."""
    with console.capture() as captured:
        show()
    return captured.get().count("\n")


def show_mark(run: Run) -> None:
    """Print what must be known of a run, if anything must, before anything else is said of it."""
    for number, words in enumerate(run.mark):
        console.print(words, style="" if number else "bold yellow")
