"""Plays an experiment once for `simkit watch`, and prints what it came to and what moved since the last time.

``python -m simkit.cli.answering`` waits for its task; meanwhile it loads all that no game brings.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from simkit import Run
from simkit.cli.compare import show_what_moved
from simkit.cli.loading import load
from simkit.cli.run import Screen
from simkit.cli.screen import console
from simkit.cli.summary import show_answer, show_page
from simkit.content.characters import cleaned
from simkit.door.checking import games_within
from simkit.door.clusters import where_for
from simkit.door.progress import compile_and_show
from simkit.door.run_and_report import Results, play
from simkit.door.watching import SECONDS, answer_parent, note
from simkit.errors import BadInput

MOST_MOVED = 6
"""The most results that moved which are printed."""


def answer(task: Mapping[str, Any]) -> None:
    """Play an experiment, and print what it came to and what moved."""
    changes = {
        "settings": tuple(task["settings"]),
        "content": Path(task["content"]) if task["content"] else None,
        "asked": {"ceiling": False},
    }
    experiment = load(Path(task["file"]), games=task["games"], **changes)
    note(task, game=experiment.game.name)
    if task["games"] is None:
        compile_and_show(experiment, task["jobs"], console)
        games = games_within(experiment, SECONDS)
        note(task, games=games)
        experiment = load(Path(task["file"]), games=games, **changes)
    plain = replace(experiment, events_one_in=0)  # what takes long and is in no answer
    where = where_for(task["jobs"], "threads", "none", None, "runs", task["out"], Screen())
    run = Run(play(plain, where, "replace")[0])
    show_page(Results(run, None))
    if task["before"]:
        _show_what_moved(Run(Path(task["before"]), trusted=True), run)


def _show_what_moved(before: Run, after: Run) -> None:
    console.print("\nSince the last answer", style="bold")
    try:
        found = before.compare(after)
        for difference in found.differences:
            if difference.what != "code":  # the lines that were changed are shown already
                console.print(f"differs {difference}")
        show_answer("\n".join(found.sentences), [])
    except BadInput as other:  # other factors or levels
        console.print(f"not compared: {other}")
        return
    show_what_moved(found, MOST_MOVED, "`simkit compare` of two runs has all")


if __name__ == "__main__":
    answer_parent(answer, lambda mistake: console.print(f"Error: {cleaned(str(mistake))}", style="bold red"))
    sys.stdout.flush()
