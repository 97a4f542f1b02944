"""Prints tables and texts on the terminal, mistakes in files too, which must not wait for polars."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NoReturn

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from simkit.document import blocks
from simkit.engine.base.columns import STOPPED
from simkit.engine.contract.story import Drawn

if TYPE_CHECKING:
    from simkit.run.store.directory import RunDirectory

SCREEN = 40
"""The most lines that the results of a run should take on screen."""

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


class IndentedText:
    """Text for a cell of a table; a line that must be wrapped keeps its indentation.

    Parameters
    ----------
    text : str
        The text; lines may begin with spaces.
    """

    def __init__(self, text: str) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in self._text.splitlines():
            yield Padding(Text(line.lstrip()), (0, 0, 0, _indentation(line)))

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        lines = self._text.splitlines() or [""]
        words = (_indentation(line) + max(map(cell_len, line.split()), default=0) for line in lines)
        return Measurement(max(words), max(map(cell_len, lines)))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def show_line(screen: Console, line: str) -> None:
    """Print a line, in colours if it is one of a drawing; on a terminal a long one is wrapped at words."""
    if isinstance(line, Drawn):
        screen.print(Text.assemble(*line.parts), soft_wrap=not screen.is_terminal)
    elif screen.is_terminal and line:
        screen.print(IndentedText(line))
    else:
        screen.print(line, soft_wrap=True)


def new_table(*headings: str, numbers: Iterable[str] = ()) -> Table:
    """Return an empty table with some columns for words and then some for numbers."""
    table = Table(*headings, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for name in numbers:
        table.add_column(name, justify="right")
    return table


def show_blocks(found: Iterable[blocks.Block]) -> None:
    """Print texts and tables, whole."""
    for block in found:
        if isinstance(block, blocks.Table) and block.height:
            show_block(block, block.height, most_lines=UNLIMITED)
        elif isinstance(block, blocks.Text):
            words = block.words
            show_line(console, words if isinstance(words, Drawn) else unwrapped(words))


def show_block(found: blocks.Table, most: int, *, most_lines: int = MOST_LINES) -> None:
    """Print a table as reports and lists have it: its caption, and its first rows."""
    shown = found.head(most).as_shown()
    console.print(f"\n{shown.caption}", style="bold")
    table = new_table()
    for name, is_numeric in zip(shown.columns, shown.numeric(), strict=True):
        table.add_column(name, justify="right" if is_numeric else "left")
    for row in shown.cells():
        table.add_row(*(IndentedText(cell) if "\n" in cell else cell for cell in row))
    show_table(table, most_lines)
    if found.height > most:
        console.print(f"(the first {most} of {found.height} rows; all are in the report)")


def show_table(table: Table, most_lines: int = MOST_LINES) -> None:
    """Print a table without cutting words or numbers; if it would be too wide or tall, row by row."""
    spare = console.width - narrowest(table)
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


def narrowest(table: Table) -> int:
    """Return the width of a table whose columns are just as wide as their longest words."""
    return Measurement.get(console, console.options.update(width=UNLIMITED), table).minimum


def _size(column: Column) -> Measurement:
    """Return the widths of a column's longest word and of its longest cell."""
    options = console.options.update(width=UNLIMITED)
    cells = [Measurement.get(console, options, cell) for cell in (column.header, *column.cells)]
    return Measurement(max(cell.minimum for cell in cells), max(cell.maximum for cell in cells))


def _show_row_by_row(table: Table) -> None:
    headings = [str(column.header) for column in table.columns]
    rows = zip(*(column.cells for column in table.columns), strict=True)
    for row, cells in zip(table.rows, rows, strict=True):
        entries = (f"{heading}: {cell}" for heading, cell in zip(headings, cells, strict=True) if cell)
        for line in _packed(entries):
            console.print(line, style=row.style)
        console.print()


def _packed(entries: Iterable[str]) -> list[str]:
    """Return entries in as few lines as possible; one that is longer than a line has its own."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + 2 + len(entry) <= console.width:
            lines[-1] += f"  {entry}"
        else:
            lines.append(entry)
    return lines


def height_of(show: Callable[[], None]) -> int:
    """Return how many lines something would take on screen."""
    with console.capture() as captured:
        show()
    return captured.get().count("\n")


def show_mark(run: RunDirectory) -> None:
    """Print what must be known of a run, if anything must, before anything else is said of it."""
    for number, words in enumerate(run.mark):
        console.print(words, style="" if number else "bold yellow", soft_wrap=True)


def show_stopped(run: RunDirectory) -> None:
    """Warn about games that were stopped at the decision cap: how they would have ended is not known."""
    from simkit.run.findings.noticed import stopped_games

    share, largest = stopped_games(run)
    if share:
        most = f" (up to {largest:.1%} of a scenario's)" if largest > share else ""
        stopped = f"{share:.1%} of the games{most} were stopped at {STOPPED}"
        console.print(f"note: {stopped}, unfinished; they count as they stood", style="bold")


def show_precision(run: RunDirectory, said: str) -> None:
    """Print how many games there are of each scenario, where that depends on precision, if it is not said."""
    from simkit.run.findings.precision import precision_lines

    for line in precision_lines(run):
        if line not in said:
            console.print(f"note: {line}")


def show_dropped_events(run: RunDirectory) -> None:
    """Warn about events that were lost because the log was full."""
    from simkit.run.store.events import dropped_in_words

    if run.events_dropped:
        console.print(f"note: {dropped_in_words(run.events_dropped)}", style="bold")


class _Terminal(Console):
    """A terminal whose group of commands decides how to end when the output is closed."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError(errno.EPIPE, "nobody reads on")


console = _Terminal(highlight=False, markup=False)  # a title or a path may have [brackets]
