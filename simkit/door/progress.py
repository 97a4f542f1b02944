"""What is shown while an experiment is worked at: on a terminal, in a notebook, or nothing."""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from inspect import currentframe
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.compile.cache import cache_note
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.language import plural
from simkit.run.store.shards import PlayedShard
from simkit.run.work.compiling import Compiling, compile_side_by_side
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.listening import Listener
from simkit.run.work.shard import playouts_of
from simkit.run.work.trial import cost_of, duration_in_words
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, PLAYER, Whose

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.progress import Progress
    from rich.status import Status

    from simkit.run.work.listening import AtWork


PACKAGE = Path(__file__).parents[1]
"""Where simkit's own code lies."""

LONG = 60
"""Seconds from which it is said how long something takes."""

MOST_WORKERS = 12
"""The most workers of a cluster that have a line of their own."""

AS_OFTEN = 0.2
"""Seconds between two lines in a notebook, which are messages to a browser."""

COMPILING = "compiling the game and its strategies (once, until a source file changes) ..."
PREPARING = "preparing to play: loading compiled code, trying out each line-up ..."
JUDGING = "judging the results ..."


def warn(words: str) -> None:
    """Warn with the line of the caller of simkit, and not with one of simkit's own."""
    level, frame = 1, currentframe()
    while frame is not None and Path(frame.f_code.co_filename).is_relative_to(PACKAGE):
        level, frame = level + 1, frame.f_back
    warnings.warn(words, stacklevel=level)


class Silent(Listener):
    """Shows nothing of the work; notes are Python's warnings."""

    def told(self, words: str) -> None:
        """Warn."""
        warn(words)


class InALine(Silent):
    """Shows what is done in a line that changes."""

    def _show(self, words: str) -> None:
        """Show words in place of those shown before."""

    def _hide(self) -> None:
        """Show nothing more."""
        self._show("")

    @contextmanager
    def doing(self, what: str) -> Iterator[None]:
        """Show what is done, until it is done."""
        self._show(what)
        try:
            yield
        finally:
            self._hide()

    def trying(self, known: int, scenarios: int) -> None:
        """Show of how many scenarios it is known how many games count."""
        of = plural(scenarios, "scenario")
        self._show(f"trial games: known of {known:,} of {of} how many games count ...")

    def judging(self) -> None:
        """Show that the results are being judged."""
        self._show(JUDGING)


class OnTerminal(InALine):
    """Shows the work on a terminal: a status line, of a run a progress bar; with a line for each worker."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Status | None = None
        self._words = ""
        self._workers: list[str] = []
        self._pace: Pace | None = None
        self._is_compiling = False
        self._bar: Progress | None = None
        self._task: Any = None

    def _show(self, words: str) -> None:
        """Show words in the status line."""
        self._words = words
        if self._status is None:
            self._status = self._console.status(words)
            self._status.start()
        self._status.update("\n".join([words, *self._workers]))

    def _hide(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def told(self, words: str) -> None:
        """Print a note."""
        self._console.print(words, soft_wrap=True)

    def working(self, workers: Sequence[AtWork]) -> None:
        """Show below the status line, or the bar, what each worker of a cluster does."""
        self._workers = lines_of(workers)
        if self._status is not None:
            self._show(self._words)

    # Of a run.

    @contextmanager
    def playing(self, experiment: Experiment) -> Iterator[None]:
        """Show a progress bar: games played, how fast, time left, and the main result so far."""
        self._experiment, self.standing = experiment, Standing(experiment)
        self._bar, self._task = self._new_bar(), None
        try:
            with self.doing(PREPARING):
                yield
        finally:
            self._bar.stop()

    def _new_bar(self) -> Progress:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        roomy = self._console.width >= 80
        bar = Progress(
            *((TextColumn("{task.description}"), BarColumn(bar_width=24)) if roomy else ()),
            TextColumn("{task.completed:,}/{task.total:,} games"),
            *((TextColumn("{task.fields[speed]}"), TimeRemainingColumn()) if roomy else ()),
            TextColumn("{task.fields[rate]}"),
            console=self._console,
        )

        def bar_and_workers() -> Iterator[RenderableType]:
            yield bar.make_tasks_table(bar.tasks)
            yield from self._workers

        bar.get_renderables = bar_and_workers  # type: ignore[method-assign]
        return bar

    def compiling(self, compiling: Compiling) -> None:
        """Show what is being compiled: in the status line on a terminal, line by line elsewhere."""
        if not self._is_compiling:
            self._is_compiling = True
            if note := cache_note():
                self._console.print(f"note: {note}", soft_wrap=True)
            self._console.print(COMPILING)
        if self._console.is_terminal:
            self._show(compiling.in_words())
        else:
            self._console.print(compiling.in_words())

    def started(self, games: int) -> None:
        """Show the progress bar; anew if more games count after all."""
        assert self._bar is not None
        self._hide()
        if self.standing.thinks and self._task is None:
            self._tell_time(games)
        if self._task is not None:
            self._bar.remove_task(self._task)
            self.standing = Standing(self._experiment)
        self.standing.start(games)
        self._task = self._bar.add_task("playing", total=games, speed="", rate="")
        self._bar.start()

    def _tell_time(self, games: int) -> None:
        """Say how long the games take, if that is long: the first result may come only after hours."""
        with suppress(BadInput):  # reported where it is played
            cost = run_interruptibly(cost_of, self._experiment, games)
            if cost is not None and cost.seconds > LONG:
                self.told(cost.in_words())

    def shard_played(self, played: PlayedShard) -> None:
        """Advance the progress bar."""
        assert self._bar is not None
        if played.replaced:
            self._console.print(
                f"{played.files[0].path}: what was left was not whole, or of another run; played again"
            )
        self.standing.add(played)
        self._bar.advance(self._task, played.shard.all_games)
        self._bar.update(self._task, speed=self.standing.speed, rate=self.standing.so_far)

    def judging(self) -> None:
        """Show that the results are being judged."""
        assert self._bar is not None
        self._workers = []
        self._bar.stop()
        super().judging()

    # Of a question.

    def says(self, words: str) -> None:
        """Print a sentence."""
        self._console.print(words)

    def played(self, player: str, games: int, of: int) -> None:
        """Show in the status line how many games are played, and how long the others take."""
        if self._pace is None or self._pace.total != of:
            self._pace = Pace(of, self._console)
        left = self._pace.left(player, games)
        if self._status is not None:
            self._show(f"{player}: {games:,} of {of:,} games{left}")


def compile_and_show(experiment: Experiment, jobs: int, console: Console) -> None:
    """Compile what an experiment needs, in `jobs` processes, and show what is being compiled."""
    listener = OnTerminal(console)
    with listener.doing(PREPARING):
        run_interruptibly(compile_side_by_side, experiment, jobs, listener.compiling)


def lines_of(workers: Sequence[AtWork]) -> list[str]:
    """Return what each worker of a cluster does, a line each."""
    lines = [worker.in_words() for worker in workers[:MOST_WORKERS]]
    more = len(workers) - MOST_WORKERS
    return [*lines, f"and {more} more workers"] if more > 0 else lines


class Pace:
    """Says how long something still takes, in a line of its own once that is known to be long.

    `total`: how much there is to do for each thing.
    """

    def __init__(self, total: int, console: Console) -> None:
        self.total = total
        self._console = console
        self._name = ""
        self._begun = time.perf_counter()
        self._was_said = False

    def left(self, name: str, done: int) -> str:
        """Return how much longer a thing takes: ", about 9 days left"; nothing if it is short."""
        now = time.perf_counter()
        if name != self._name:
            self._name, self._begun = name, now
        seconds = now - self._begun
        left = seconds * (self.total - done) / max(done, 1)
        if seconds < 1 or left < LONG:
            return ""
        words = duration_in_words(left)
        if not self._was_said:
            self._console.print(f"{name} takes about {words}")
            self._was_said = True
        return f", about {words} left"


class InNotebook(InALine):
    """Shows the work in a line of a notebook's cell, shown anew whenever it changes."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._shown = ""
        self._last = self._workers = ""
        self._next = 0.0

    def _show(self, words: str) -> None:
        """Show words in place of those shown before."""
        if words == self._shown:
            return
        from IPython.display import display

        self._shown = words
        if self._handle is None:
            self._handle = display(_Words(words), display_id=True)  # type: ignore[no-untyped-call]
        else:
            self._handle.update(_Words(words))

    def working(self, workers: Sequence[AtWork]) -> None:
        """Say how many workers of a cluster play."""
        self._workers = f"on {plural(sum(bool(worker.plays) for worker in workers), 'worker')}"

    @contextmanager
    def playing(self, experiment: Experiment) -> Iterator[None]:
        """Show how far a run is; what is left in the line says what was played."""
        self._standing, self._last, self._workers = Standing(experiment), "", ""
        self._show(PREPARING)
        try:
            yield
        finally:
            self._show(self._last)

    def compiling(self, compiling: Compiling) -> None:
        """Show what is being compiled."""
        self._show(f"{COMPILING} {compiling.in_words()}")

    def started(self, games: int) -> None:
        """Show that playing begins."""
        self._standing.start(games)
        self._show(f"0/{games:,} games")

    def shard_played(self, played: PlayedShard) -> None:
        """Show how far it is."""
        own = self._standing
        own.add(played)
        parts = (f"{own.games:,}/{own.all_games:,} games", own.speed, own.left, own.so_far, self._workers)
        self._last = "  ".join(part for part in parts if part)
        now = time.monotonic()
        if now >= self._next:
            self._next = now + AS_OFTEN
            self._show(self._last)

    def says(self, words: str) -> None:
        """Show a sentence in the line."""
        self._show(words)

    def played(self, player: str, games: int, of: int) -> None:
        """Show in the line how many games are played."""
        self._show(f"{player}: {games:,} of {of:,} games")


class _Words:
    """Words that stand in a notebook without quotation marks."""

    def __init__(self, words: str) -> None:
        self._words = words

    def __repr__(self) -> str:
        return self._words


def watcher_for(progress: bool | None) -> Listener:
    """Return what shows the work to a caller from Python.

    `progress`: whether to show it; None shows it in a notebook alone.
    """
    if progress is not False and is_notebook():
        return InNotebook()
    if not progress:
        return Silent()
    from rich.console import Console

    return OnTerminal(Console(stderr=True, highlight=False, markup=False))


def is_notebook() -> bool:
    """Return True if this process is a Jupyter kernel."""
    if "IPython" not in sys.modules:
        return False
    from rich.console import Console

    return Console().is_jupyter


class Standing:
    """How far a run is: games played, how fast, the main result so far.

    Where players think, games are few and slow, so the speed is that of decisions.
    """

    def __init__(self, experiment: Experiment) -> None:
        game = experiment.game
        self._goal = game.headline
        self._whose = GAME if self._goal is None or self._goal.of == "game" else Whose(PLAYER, 0)
        self._who = "" if self._whose == GAME else f"{_first_player(experiment)} "
        self._is_share = self._goal is not None and game.column_of(self._goal).is_yes_no
        self._found: Tally | None = None
        self.thinks = any(playouts_of(scenario) for scenario in experiment.scenarios)
        self.games = self.all_games = 0
        self._played = self._decisions = 0
        self._begun = 0.0

    def start(self, games: int) -> None:
        """Begin to play this number of games."""
        self.all_games = games
        self._begun = time.perf_counter()

    def add(self, played: PlayedShard) -> None:
        """Count the games of a shard."""
        found = played.tallies.get((self._whose, self._goal.column)) if self._goal else None
        if found is not None:
            self._found = found if self._found is None else self._found + found
        self.games += played.shard.all_games
        self._played += 0 if played.reused else played.shard.all_games
        self._decisions += played.decisions

    @property
    def speed(self) -> str:
        """How fast it is: "51,200 games/s", "3,210 decisions, 95 per second"."""
        seconds = max(time.perf_counter() - self._begun, 1e-9)
        if self.thinks:
            return f"{self._decisions:,} decisions, {self._decisions / seconds:,.0f} per second"
        return f"{self._played / seconds:,.0f} games/s"

    @property
    def so_far(self) -> str:
        """The result of the games so far: "expert won 51.20%", "score 31.42"."""
        if self._goal is None or self._found is None:
            return ""
        mean = self._found.mean
        return f"{self._who}{self._goal.column} {f'{mean:.2%}' if self._is_share else f'{mean:.2f}'}"

    @property
    def left(self) -> str:
        """How long it still takes: "about 9 minutes left"; nothing if that is short or not known."""
        if not self._played:
            return ""
        seconds = (time.perf_counter() - self._begun) * (self.all_games - self.games) / self._played
        return f"about {duration_in_words(seconds)} left" if seconds >= 1 else ""


def _first_player(experiment: Experiment) -> str:
    """Return the name of the first player, if it is the same in all scenarios."""
    names = {scenario.players[0].name for scenario in experiment.scenarios}
    return names.pop() if len(names) == 1 else "player 1"
