"""Plays an experiment once for `simkit watch`, and prints what it came to and what moved since the last time.

``python -m simkit.cli.answering`` waits for its task; meanwhile it loads all that no game brings.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import simkit.report.front.answers  # noqa: F401 (it is loaded early)
from simkit.cli.compare import show_what_moved
from simkit.cli.loading import load
from simkit.cli.run import Screen
from simkit.cli.screen import console
from simkit.cli.summary import show_answer, show_page
from simkit.content.characters import cleaned
from simkit.door.progress import compile_and_show
from simkit.door.run_and_report import Results, play
from simkit.door.watching import FEW, SECONDS, TRIED, files_in_use, load_early, task_of_parent
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.report.questions.compare import Compared
from simkit.run.store.directory import RunDirectory
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.own_process import end_process, end_with, return_freed_memory
from simkit.run.work.rehearsal import match_of
from simkit.run.work.signals import stopping_at_signals
from simkit.run.work.workers import Where

MISTAKE = 2
"""The exit code after a mistake in a file."""

MOST_MOVED = 6
"""The most results that moved which are printed."""


def main() -> None:
    """Do the task that comes on standard input."""
    end_with(os.getppid())
    with suppress(Exception):  # the answer will tell
        load_early(sys.argv[1])
    task = task_of_parent()
    if task is None:
        return
    code = 0
    try:
        with stopping_at_signals():
            answer(task)
    except BadInput as mistake:
        console.print(f"Error: {cleaned(str(mistake))}", style="bold red")
        code = MISTAKE
    except KeyboardInterrupt:
        code = 1
    finally:
        note = Path(task["note"])
        told = json.loads(note.read_text()) if note.exists() else {}
        note.write_text(json.dumps({**told, "files": sorted(map(str, files_in_use()))}))
    end_process(code)


def answer(task: Mapping[str, Any]) -> None:
    """Play an experiment, and print what it came to and what moved."""
    file, jobs = Path(task["file"]), task["jobs"]
    changes = {
        "settings": tuple(task["settings"]),
        "content": Path(task["content"]) if task["content"] else None,
        "asked": {"ceiling": False},
    }
    experiment = _plain(load(file, games=task["games"], **changes))
    told = {"game": experiment.game.name}
    Path(task["note"]).write_text(json.dumps(told))
    if task["games"] is None:
        games = _games_within(experiment, jobs)
        Path(task["note"]).write_text(json.dumps({**told, "games": games}))
        experiment = _plain(load(file, games=games, **changes))
    run, _ = play(experiment, Where(jobs, out=Path(task["out"]), listener=Screen()), "replace")
    show_page(Results(run, None))
    if task["before"]:
        _show_what_moved(RunDirectory(Path(task["before"]), trusted=True), run)


def _plain(experiment: Experiment) -> Experiment:
    """Return an experiment without what takes long and is in no answer: the log of events."""
    return replace(experiment, events_one_in=0)


def _games_within(experiment: Experiment, jobs: int) -> int:
    """Return how many games of each scenario take a few seconds: 1, 2 or 5 with noughts."""
    compile_and_show(experiment, jobs, console)
    scenarios = experiment.scenarios
    tried = scenarios[:: -(-len(scenarios) // TRIED)]
    seconds = sum(run_interruptibly(_seconds_of, experiment, at) for at in range(len(tried)))
    most = SECONDS * len(tried) * FEW / (max(seconds, 1e-6) * len(scenarios))
    rounded = max(nice for power in range(1, 8) for nice in _nice(10**power) if nice <= max(most, FEW))
    return min(rounded, experiment.games)


def _nice(power: int) -> tuple[int, ...]:
    return power, 2 * power, 5 * power


def _seconds_of(experiment: Experiment, at: int) -> float:
    match = match_of(experiment, experiment.scenarios[at])
    match.compile()
    begun = time.perf_counter()
    match.play(0, FEW)
    return time.perf_counter() - begun


def _show_what_moved(before: RunDirectory, after: RunDirectory) -> None:
    console.print("\nSince the last answer", style="bold")
    compared = Compared(before, after)
    try:
        for difference in compared.differences:
            if difference.what != "code":  # the lines that were changed are shown already
                console.print(f"differs {difference}")
        show_answer("\n".join(compared.sentences), [])
    except BadInput as other:  # other factors or levels
        console.print(f"not compared: {other}")
        return
    show_what_moved(compared, MOST_MOVED, "`simkit compare` of two runs has all")


if __name__ == "__main__":
    return_freed_memory()
    main()
    sys.stdout.flush()
