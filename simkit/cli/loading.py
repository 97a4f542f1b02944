"""Loads the experiment of a command before the modules that draw and play, which take seconds to import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit import cli, door

if TYPE_CHECKING:
    from simkit import Experiment, Run


def load(file: Path, **changes: Any) -> Experiment:
    """Return the experiment in a file with the command line's changes, as `read_keys` takes them."""
    checked = door.files.read_keys(file, **changes)
    with cli.screen.console.status("reading the experiment ..."):
        return door.describing.read_experiment(*checked)


def find(reference: str, runs: Path, **how: bool) -> Run:
    """Return the run that a word means; of several that differ the newest, with a note.

    `how`: as `simkit.open_run` takes it.  Whether the run can be read is not looked at yet.
    """

    def tell(words: str) -> None:
        click.echo(f"note: {words}", err=True)

    return door.results.find_run_of(reference, runs, tell, **how)


def is_run(target: str, runs: Path) -> bool:
    """Return True if a word means a run, and not an experiment's file."""
    path = Path(target)
    return path.is_dir() if path.exists() else bool(door.results.runs_of(target, runs))
