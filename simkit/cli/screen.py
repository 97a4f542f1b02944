"""What the terminal shows: progress while games are played, and a summary afterwards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.status import Status
from rich.table import Column, Table
from rich.text import Text

from simkit.cli.console import console
from simkit.compile.cache import cache_note
from simkit.engine.story import Drawn
from simkit.errors import Complaint
from simkit.experiment.scenarios import Experiment
from simkit.run.compiling import Compiling
from simkit.run.cost import cost_of
from simkit.run.directory import RunDirectory
from simkit.run.events import dropped_in_words
from simkit.run.interrupt import run_interruptibly
from simkit.run.shard import Played, playouts_of
from simkit.run.stopped import STOPPED, stopped_games
from simkit.run.trial import duration_in_words
from simkit.stats.tally import Tally

SCREEN = 40
"""The most lines that the results of a run should take on screen."""

LONG = 60
"""Seconds from which it is said how long something takes."""

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


class Pace:
    """Says how long something still takes, in a line of its own once that is known to be long.

    Parameters
    ----------
    total : int
        How much there is to do for each thing.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._name = ""
        self._begun = time.perf_counter()
        self._was_said = False

    def left(self, name: str, done: int) -> str:
        """Return how long what has that name still takes: ", about 9 days left"; nothing if it is short."""
        now = time.perf_counter()
        if name != self._name:
            self._name, self._begun = name, now
        seconds = now - self._begun
        left = seconds * (self._total - done) / max(done, 1)
        if seconds < 1 or left < LONG:
            return ""
        words = duration_in_words(left)
        if not self._was_said:
            console.print(f"{name} takes about {words}")
            self._was_said = True
        return f", about {words} left"


class CompilingScreen:
    """Shows what is being compiled: in a status line on a terminal, line by line elsewhere."""

    def __init__(self) -> None:
        self._status: Status | None = None

    def show(self, compiling: Compiling) -> None:
        """Show what is being compiled now."""
        words = compiling.in_words()
        if self._status is None:
            if note := cache_note():
                console.print(f"note: {note}", soft_wrap=True)
            console.print("compiling the game and its strategies (once, until a source file changes) ...")
            self._status = console.status(words)
            self._status.start()
        if console.is_terminal:
            self._status.update(words)
        else:
            console.print(words)

    def close(self) -> None:
        """Remove the status line."""
        if self._status is not None:
            self._status.stop()


class ProgressScreen:
    """Shows games played, games per second, time left, and the experiment's main result so far.

    Where players think, games are few and slow, so it shows decisions instead of games.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        game = experiment.game
        self._goal = game.headline
        self._whose = "game" if self._goal is None or self._goal.of == "game" else "player 0"
        self._who = "" if self._whose == "game" else f"{_first_player(experiment)} "
        self._is_share = self._goal is not None and game.column_of(self._goal).is_yes_no
        roomy = console.width >= 80
        self._progress = Progress(
            *((TextColumn("{task.description}"), BarColumn(bar_width=24)) if roomy else ()),
            TextColumn("{task.completed:,}/{task.total:,} games"),
            *((TextColumn("{task.fields[speed]}"), TimeRemainingColumn()) if roomy else ()),
            TextColumn("{task.fields[rate]}"),
            console=console,
        )
        self._compiling = CompilingScreen()
        self._preparing = console.status(
            "preparing to play: loading compiled code, trying out each line-up ..."
        )
        self._judging = console.status("judging the results ...")
        self._task: Any = None
        self._found: Tally | None = None
        self._thinks = any(playouts_of(scenario) for scenario in experiment.scenarios)
        self._played = self._decisions = 0
        self._begun = 0.0

    @property
    def was_started(self) -> bool:
        """True if any game was played."""
        return self._task is not None

    def preparing(self) -> None:
        """Show that compiled code is loaded and tried out, until something is compiled or played."""
        self._preparing.start()

    def compiling(self, compiling: Compiling) -> None:
        """Show what is being compiled."""
        self._preparing.stop()
        self._compiling.show(compiling)

    def started(self, games: int) -> None:
        """Show the progress bar."""
        self._preparing.stop()
        self._compiling.close()
        if self._thinks:
            self._tell_time()
        self._begun = time.perf_counter()
        self._task = self._progress.add_task("playing", total=games, speed="", rate="")
        self._progress.start()

    def _tell_time(self) -> None:
        """Say how long the games take, if it is long: the first may be finished only after hours."""
        with suppress(Complaint):  # it is told where it is played
            cost = run_interruptibly(cost_of, self._experiment)
            if cost is not None and cost.seconds > LONG:
                console.print(cost.in_words(), soft_wrap=True)

    def played(self, played: Played) -> None:
        """Advance the progress bar."""
        if played.replaced:
            console.print(
                f"{played.files[0].path}: what was left was not whole, or of another run; played again"
            )
        found = played.tallies.get((self._whose, self._goal.column)) if self._goal else None
        if found is not None:
            self._found = found if self._found is None else self._found + found
        self._progress.advance(self._task, played.shard.all_games)
        self._played += 0 if played.reused else played.shard.all_games
        self._decisions += played.decisions
        self._progress.update(self._task, speed=self._speed(), rate=self._so_far())

    def _speed(self) -> str:
        """Return how fast it is: "51,200 games/s", "3,210 decisions, 95 per second"."""
        seconds = max(time.perf_counter() - self._begun, 1e-9)
        if self._thinks:
            return f"{self._decisions:,} decisions, {self._decisions / seconds:,.0f} per second"
        return f"{self._played / seconds:,.0f} games/s"

    def _so_far(self) -> str:
        """Return the result of the games so far: "expert won 51.20%", "score 31.42"."""
        if self._goal is None or self._found is None:
            return ""
        mean = self._found.mean
        return f"{self._who}{self._goal.column} {f'{mean:.2%}' if self._is_share else f'{mean:.2f}'}"

    def judging(self) -> None:
        """Show that the results are being judged."""
        self._preparing.stop()
        self._progress.stop()
        self._judging.start()

    def close(self) -> None:
        """Stop updating the progress bar."""
        self._preparing.stop()
        self._compiling.close()
        self._progress.stop()
        self._judging.stop()


def _first_player(experiment: Experiment) -> str:
    """Return the name of the first player, if it is the same in all scenarios."""
    names = {scenario.players[0].name for scenario in experiment.scenarios}
    return names.pop() if len(names) == 1 else "player 1"


def height_of(show: Callable[[], None]) -> int:
    """Return how many lines something would take on screen."""
    with console.capture() as captured:
        show()
    return captured.get().count("\n")


def show_stopped(run: RunDirectory) -> None:
    """Warn about games that were stopped at the decision cap: how they would have ended is not known."""
    share, largest = stopped_games(run)
    if share:
        most = f" (up to {largest:.1%} of a scenario's)" if largest > share else ""
        stopped = f"{share:.1%} of the games{most} were stopped at {STOPPED}"
        console.print(f"note: {stopped}, unfinished; they count as they stood", style="bold")


def show_dropped_events(run: RunDirectory) -> None:
    """Warn about events that were lost because the log was full."""
    if run.events_dropped:
        console.print(f"note: {dropped_in_words(run.events_dropped)}", style="bold")
