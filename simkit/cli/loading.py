"""Loads the experiment of a command before the modules that draw and play, which take seconds to import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.content.source import read_source
from simkit.errors import BadInput

if TYPE_CHECKING:
    from simkit.door.results import Run
    from simkit.experiment.values import Experiment


def load(file: Path, **changes: Any) -> Experiment:
    """Return the experiment in a file with the command line's changes, which are those of `Overrides`.

    Raises
    ------
    BadInput
        If anything is wrong with the file: where it is not YAML, its keys are wrong or there is no such game,
        before Numba is imported.
    """
    source = read_source(file)
    from simkit.experiment.file.checked import Overrides, require_keys

    overrides = Overrides(**changes)
    require_keys(source, overrides)
    from simkit.cli.screen import console

    with console.status("reading the experiment ..."):
        from simkit.experiment.file.load import read_experiment

        return read_experiment(source, file.parent, overrides)


def find(reference: str, runs: Path, *, trust: bool = False, incomplete: bool = False) -> Run:
    """Return the run that a word means; of several that differ the newest, with a note.

    `trust`: run the code in files that the run names.  `incomplete`: read what is left of a damaged run, and
    compare what there is of one that was stopped.
    """
    from simkit.door.results import Run
    from simkit.run.store.found import find_run

    def tell(words: str) -> None:
        click.echo(f"note: {words}", err=True)

    return Run(find_run(reference, runs, tell), trusted=trust, asked=incomplete)


def is_run(target: str, runs: Path) -> bool:
    """Return True if a word means a run, and not an experiment's file."""
    path = Path(target)
    if path.exists():
        return path.is_dir()
    from simkit.run.store.found import runs_of

    return bool(runs_of(target, runs))


def file_of(target: str) -> Path | None:
    """Return the experiment's file that a word means, or None if it can only be the name of a game.

    Raises
    ------
    BadInput
        If it is neither, but the name of a file with ``.yaml`` at its end.
    """
    from simkit.plugins import game_names

    path = Path(target)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return path
    if target not in game_names() and (file := path.with_name(f"{path.name}.yaml")).is_file():
        raise BadInput(f"there is no game '{target}'; did you mean {file}?")
    return None
