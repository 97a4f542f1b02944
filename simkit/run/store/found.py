"""Finds runs: by directory, by the name of their experiment, by their label, or as ``@1``, the newest."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path

from simkit.errors import BadInput, unknown
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import LABEL, MANIFEST, NEWEST, at_a_glance, when_made

MOST_NAMED = 3
"""The most other runs that a message names."""


def list_runs(runs: Path, *, unfinished: bool = False) -> list[Path]:
    """Return the directories of all finished runs, the newest first; also of unfinished ones.

    They are those in the folder of all runs, and those beside it: `simkit run FILE --out base` makes one.
    """
    return _newest_first(path for path in _every(runs) if _can_be_listed(path, unfinished))


def runs_of(reference: str, runs: Path) -> list[Path]:
    """Return the directories of the runs that a reference can mean, the newest first.

    They are finished, unless none of the matching runs is, or the reference is a directory.

    `reference`: a run's directory, or a folder of runs; an experiment's name; a run's label; or ``@1``, the
    newest. A run that was made with ``--out`` is meant by its experiment's name if no other run has that
    name.
    """
    if not reference:
        raise BadInput("the run: found nothing, allowed are a directory, a name, a label, or @1")
    if reference.startswith(NEWEST):
        return [_numbered(reference, runs)]
    path = Path(reference)
    if (path / MANIFEST).is_file():
        return [path]
    if beside := _directories(path, "*"):
        return _newest_first(_finished_first(beside))
    labelled = [run for run in _every(runs) if at_a_glance(run).get(LABEL) == reference]
    found = {*_directories(runs / reference, "*"), *labelled}
    return _newest_first(_finished_first(found or [run for run in _beside(runs) if _name(run) == reference]))


def find_run(reference: str, runs: Path, tell: Callable[[str], None] | None = None) -> Path:
    """Return the directory of the run that a reference (see `runs_of`) means; of several the newest.

    If there are several that differ, `tell` is called with a sentence about them.
    """
    found = runs_of(reference, runs)
    if not found:
        raise _unknown(reference, runs)
    others = _that_differ(found)
    if others and tell:
        tell(
            f"{reference}: {len(others) + 1} runs that differ; this is the newest, {found[0]}, not "
            f"{_listed(others)} (`simkit runs` lists all)"
        )
    return found[0]


def _numbered(reference: str, runs: Path) -> Path:
    found, number = list_runs(runs), reference.removeprefix(NEWEST)
    if not number.isdecimal() or not 1 <= int(number) <= len(found):
        count = "is one finished run" if len(found) == 1 else f"are {len(found) or 'no'} finished runs"
        newest = f"; {NEWEST}1 is the newest" if found else ""
        raise BadInput(f"{reference}: there {count} in {runs}{newest}")
    return found[int(number) - 1]


def _that_differ(found: Sequence[Path]) -> list[Path]:
    identities = {path: at_a_glance(path).get("identity") for path in found}
    return [path for path in found if identities[path] not in (identities[found[0]], None)]


def _listed(paths: Sequence[Path]) -> str:
    named = ", ".join(map(str, paths[:MOST_NAMED]))
    more = len(paths) - MOST_NAMED
    return f"{named} and {more} more" if more > 0 else named


def _every(runs: Path) -> list[Path]:
    return [*_directories(runs, "*/*"), *_beside(runs)]


def _beside(runs: Path) -> list[Path]:
    """Return the run directories beside the folder of all runs, and those in folders beside it."""
    return [*_directories(runs.parent, "*"), *_directories(runs.parent, "*/*")]


def _name(run: Path) -> str:
    """Return the name of a run's experiment; empty if it can't be read."""
    experiment = at_a_glance(run).get("experiment")
    return str(experiment.get("name", "")) if isinstance(experiment, dict) else ""


def _directories(folder: Path, pattern: str) -> list[Path]:
    return [file.parent for file in folder.glob(f"{pattern}/{MANIFEST}")]


def _finished_first(paths: Collection[Path]) -> Collection[Path]:
    """Return the runs that say that they are finished; all if none does."""
    return [path for path in paths if at_a_glance(path).get("state") == "finished"] or paths


def _newest_first(paths: Iterable[Path]) -> list[Path]:
    return sorted(paths, key=when_made, reverse=True)


def _can_be_listed(path: Path, unfinished: bool) -> bool:
    try:
        return RunDirectory(path).finished or unfinished
    except BadInput:
        return False


def _unknown(reference: str, runs: Path) -> BadInput:
    path = Path(reference)
    beside = [run for run in _beside(runs) if _name(run) and _can_be_listed(run, unfinished=True)]
    known = sorted(
        {directory.parent.name for directory in _directories(runs, "*/*")}
        | {*map(str, beside), *map(_name, beside)}
    )
    if path.exists():
        return BadInput(f"{reference} is not a run directory: it has no {MANIFEST}")
    if (file := path.with_name(f"{path.name}.yaml")).is_file():
        return BadInput(f"there is no run '{reference}' yet; `simkit run {file}` makes one")
    if known:
        return BadInput(unknown("run", reference, known))
    return BadInput(f"unknown run '{reference}': there is no such directory, and no run in {runs}{os.sep}")
