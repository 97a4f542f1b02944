"""`simkit watch`: plays an experiment again whenever one of its files is saved, and shows what changed."""

from __future__ import annotations

import json
import signal
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.rule import Rule

from simkit.cli.screen import console
from simkit.door.watching import GOOD, MISTAKE, POLLING, Answering, Edited, Files, need_a_new_process
from simkit.language import plural

ANSWERING = "simkit.cli.answering"

FILES_SHOWN, LINES_SHOWN = 4, 8
"""The most changed files that are named, and the most changed lines of each."""


@dataclass(frozen=True)
class Watched:
    """What the command was given."""

    file: Path
    games: int | None
    settings: tuple[str, ...]
    content: Path | None
    jobs: int


def watch_and_show(asked: Watched) -> None:
    """Answer now and after each save, until Ctrl-C."""
    with tempfile.TemporaryDirectory(prefix="simkit-watch-") as folder:
        watch = _Watch(asked, Path(folder))
        try:
            while True:
                watch.answer()
                watch.wait()
        except KeyboardInterrupt as stopped:
            watch.process.stop()
            console.show_cursor()
            if getattr(stopped, "number", signal.SIGINT) != signal.SIGINT:
                raise
            console.print("\nno longer watching")


class _Watch:
    """The answers of one command, one after another."""

    def __init__(self, asked: Watched, folder: Path) -> None:
        self.asked, self.folder = asked, folder
        self.files = Files(path.absolute() for path in (asked.file, asked.content) if path)
        self.process = Answering(ANSWERING)
        self.games, self.game = asked.games, ""
        self.number = 0
        self.last: Path | None = None
        """The run of the last answer."""

    def answer(self) -> None:
        """Have the experiment played and the answer printed; begin again if a file is saved meanwhile."""
        code = None
        while code is None:
            self.number += 1
            self._show_head()
            self.files.begin()
            note = self.folder / f"{self.number}.json"
            self.process.give(self._task(note))
            saved: list[Path] = []

            def nothing_is_saved(saved: list[Path] = saved) -> bool:
                saved += self.files.changed()
                return not saved

            code = self.process.ended(nothing_is_saved)
            if code is None:
                self.process.stop()
                console.show_cursor()
            told = json.loads(note.read_text()) if note.exists() else {}
            self.games = self.games or told.get("games")
            self.game = told.get("game", "")
            self.files.add(map(Path, told.get("files", ())))
            self.process = Answering(ANSWERING, self.game)
        if code == GOOD:
            self.last = self.folder / str(self.number)
            self.files.keep()
        elif code != MISTAKE:
            console.print(f"the process that played has ended with the exit code {code}", style="bold red")

    def wait(self) -> None:
        """Wait until a file is saved."""
        number = plural(len(self.files), "file")
        console.print(f"watching {number}; Ctrl-C ends it", style="dim")
        while not (changed := self.files.changed()):
            time.sleep(POLLING)
        if need_a_new_process(changed):
            self.process.stop()
            self.process = Answering(ANSWERING, self.game)

    def _task(self, note: Path) -> Mapping[str, Any]:
        asked = self.asked
        return {
            "file": str(asked.file),
            "games": self.games,
            "settings": asked.settings,
            "content": str(asked.content) if asked.content else None,
            "jobs": asked.jobs,
            "out": str(self.folder / str(self.number)),
            "before": str(self.last) if self.last else None,
            "note": str(note),
        }

    def _show_head(self) -> None:
        """Print the time, and the lines that were changed since the last answer."""
        console.print(Rule(f"{self.asked.file}, {time.strftime('%H:%M:%S')}", align="left"))
        edited = list(self.files.edited().items())
        for file, edits in edited[:FILES_SHOWN]:
            for line in _in_lines(file, edits):
                console.print(line, markup=False)
        if len(edited) > FILES_SHOWN:
            console.print(f"... and {len(edited) - FILES_SHOWN} more changed files")


def _in_lines(file: Path, edits: Sequence[Edited]) -> list[str]:
    """Return changed lines as they are printed, with what was there before."""
    shown = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
    lines = [f"changed {shown}, line {edits[0].line}"]
    for edit in edits:
        lines += [f"    - {line.strip()}" for line in edit.before if line.strip()]
        lines += [f"    + {line.strip()}" for line in edit.after if line.strip()]
    if len(lines) > 1 + LINES_SHOWN:
        more = len(lines) - 1 - LINES_SHOWN
        lines = [*lines[: 1 + LINES_SHOWN], f"    ... and {plural(more, 'more line')}"]
    return lines
