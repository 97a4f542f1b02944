"""Watches the files of an experiment, and has it played in a process of its own when one is saved.

A process for each answer: modules that were edited are really loaded anew, and a file that ends the process
or never comes to an end takes nothing with it.  The next process is started early and waits, with all that
no game brings loaded; so an answer takes a second less.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import SequenceMatcher
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import simkit
from simkit.errors import LIBRARY_FOLDERS
from simkit.run.work.child import Child, received

POLLING = 0.1
"""Seconds between two looks at the files."""

SETTLED = 0.15
"""Seconds without a change after which a save is over: some editors write a file in two steps."""

SECONDS = 2.0
"""What the games of an answer may take, about."""

TRIED, FEW = 4, 20
"""The scenarios that are timed to find how many games that is, and the games of each."""

STOPPING = 2.0
"""Seconds in which a process must end when it is told to."""

LARGEST = 1 << 20
"""Bytes; the lines of a larger file are not compared."""

SIMKIT = Path(simkit.__file__).resolve().parent

Stamp = tuple[int, int] | None


@dataclass(frozen=True)
class Edited:
    """Neighbouring lines of a file that were changed: from which line on, as they were and as they are."""

    line: int
    before: Sequence[str]
    after: Sequence[str]


class Files:
    """The files that an answer depends on, as they were when it was asked for."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._files = {*files}
        self._stamps: dict[Path, Stamp] = {}
        self._texts: dict[Path, list[str]] = {}
        self._began = time.time_ns()
        self.begin()

    def __len__(self) -> int:
        return len(self._files)

    def begin(self) -> None:
        """Take the files as they are now for those of the answer that is asked for next."""
        self._began = time.time_ns()
        self._stamps = {file: _stamp(file) for file in self._files}

    def add(self, files: Iterable[Path]) -> None:
        """Watch more files, of which it became known that the answer depends on them."""
        for file in {*files} - self._files:
            stamp = _stamp(file)
            self._files.add(file)
            self._stamps[file] = None if stamp and stamp[0] > self._began else stamp

    def keep(self) -> None:
        """Keep the text of all files: what `edited` compares with."""
        self._texts = {file: _lines(file) for file in self._files if not _is_simkits_own(file)}

    def changed(self) -> list[Path]:
        """Return the files that were saved since `begin`, once nothing more is written to them."""
        found = self._changed()
        while found:
            time.sleep(SETTLED)
            again = self._changed()
            if again == found:
                return sorted(found)
            found = again
        return []

    def edited(self) -> dict[Path, list[Edited]]:
        """Return the lines that differ from those that were kept, by file."""
        found = {}
        for file, before in sorted(self._texts.items()):
            after = _lines(file)
            if after != before:
                found[file] = _edits(before, after)
        return found

    def _changed(self) -> dict[Path, Stamp]:
        now = {file: _stamp(file) for file in self._files}
        return {file: stamp for file, stamp in now.items() if stamp != self._stamps[file]}


def _stamp(file: Path) -> Stamp:
    """Return what changes when a file is saved; None if there is no such file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _lines(file: Path) -> list[str]:
    with suppress(OSError, UnicodeDecodeError):
        if file.stat().st_size <= LARGEST:
            return file.read_text(encoding="utf-8").splitlines()
    return []


def _edits(before: Sequence[str], after: Sequence[str]) -> list[Edited]:
    found = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [Edited(j + 1, before[i:ii], after[j:jj]) for tag, i, ii, j, jj in found if tag != "equal"]


def _is_simkits_own(file: Path) -> bool:
    return file.is_relative_to(SIMKIT)


def need_a_new_process(changed: Iterable[Path]) -> bool:
    """Return True if a waiting process may have loaded one of these files: those of simkit itself."""
    return any(map(_is_simkits_own, changed))


def files_in_use() -> set[Path]:
    """Return the files that this process has read or loaded, libraries left out.

    Of a plug-in that could not be loaded, and of a folder with a user's file, all files count: the one with
    the mistake is among them.
    """
    from simkit.content.source import FILES_READ

    loaded = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    modules = (Path(name) for name in loaded if name and name.endswith(".py"))
    found = {file.absolute() for file in modules if not _is_library(file)}
    found |= {file for path in FILES_READ if path.suffix == ".py" for file in path.parent.glob("*.py")}
    return found | FILES_READ | {file for folder in _plugins_folders() for file in folder.rglob("*.py")}


def _plugins_folders() -> set[Path]:
    """Return the folders of the plug-ins that are not installed as libraries are: those that one works at."""
    modules = {
        point.module.partition(".")[0]
        for group in ("simkit.games", "simkit.strategies")
        for point in entry_points(group=group)
    }
    folders = set()
    for name in modules - {"simkit"}:
        with suppress(ImportError, ValueError):
            spec = find_spec(name)
            folders |= {Path(place) for place in (spec and spec.submodule_search_locations) or ()}
    return {folder for folder in folders if not _is_library(folder)}


def _is_library(path: Path) -> bool:
    python = Path(sys.base_prefix)
    return not LIBRARY_FOLDERS.isdisjoint(path.parts) or path.is_relative_to(python)


class Answering(Child):
    """A process that waits until it is asked, plays an experiment once, and prints what it came to.

    * `module`: what it runs: a module that reads its task from standard input (`task_of_parent`).
    * `game`: the game that will be played, if it is known.
    """

    def __init__(self, module: str, game: str = "") -> None:
        # Ctrl-C ends the one that watches, which ends this one.
        super().__init__(module, game, stdout=None, start_new_session=True)

    def give(self, task: Mapping[str, Any]) -> None:
        """Give it its task."""
        with suppress(OSError):  # it has ended already, which `ended` says
            self.send(task)

    def ended(self, while_true: Callable[[], bool]) -> int | None:
        """Return its exit code once it has ended, or None as soon as `while_true` is False."""
        while while_true():
            with suppress(subprocess.TimeoutExpired):
                return self._process.wait(POLLING)
        return None

    def stop(self) -> None:
        """End it, whatever it does."""
        self._process.terminate()
        self.end(STOPPING)


def load_early(game: str) -> None:
    """Load what an answer will need, except what may be edited before it is asked for.

    That is Numba and, of simkit's own games, the rules, the strategies and the play loop, if it is compiled
    already.
    """
    from simkit.compile.compiler import warm_up
    from simkit.compile.sources import is_shipped, remember_sources
    from simkit.engine.play.compiled import compiled
    from simkit.plugins import find_game, strategies_of
    from simkit.run.work.compiling import load_loop

    warm_up()
    remember_sources()  # they count as they are now
    entry = next(iter(entry_points(group="simkit.games", name=game)), None) if game else None
    if entry is not None and is_shipped(entry.module):
        declared = find_game(game)
        strategies_of(game)
        if not compiled(declared).is_cold():
            load_loop(declared)
        remember_sources(*declared.home)


def task_of_parent() -> dict[str, Any] | None:
    """Return the task of this process once it is known; None if there will be none."""
    task: dict[str, Any] | None = received()
    return task
