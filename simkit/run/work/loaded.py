"""Compares what a worker has loaded with what the process that started the run has: code, data, versions.

Workers in other processes, or on other machines, load games and strategies from files themselves.  Meanwhile
a file may have been saved, a worker may have loaded it long ago, or a machine may have other libraries: then
one run would mix games of two versions.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from simkit.compile.sources import file_hash, hash_now, loaded_parts
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import Reference
from simkit.errors import BadInput
from simkit.run.store.manifest import LIBRARIES, content_files, modules_of, sources_loaded

FLOORS = ("cluster", "compile", "content", "engine", "experiment", "run", "stats")
"""simkit's own folders with code that plays games, counts and writes; games and strategies are sources."""

KEPT = "the games played until then are kept"


class OtherWorker(Exception):
    """Raised by a worker that has loaded something else than the process that started the run.

    * `process`: the worker, in words.
    * `found`: what it has loaded; None if it could load nothing.
    * `problem`: why it could load nothing.
    """

    def __init__(self, process: str, found: Details | None, problem: str = "") -> None:
        super().__init__(process, found, problem)
        self.process, self.found, self.problem = process, found, problem


@dataclass(frozen=True)
class Details:
    """What a process has loaded, in full."""

    versions: dict[str, str]
    """Library -> version."""

    files: dict[str, str]
    """Path -> hash of each source and content file as it was loaded."""

    changed: frozenset[str]
    """The files that have changed on the disk since."""

    values: dict[str, str]
    """Module -> hash of the values at its top."""


@dataclass(frozen=True)
class Loaded:
    """What a process has loaded that decides a run's tables."""

    game: Game
    references: tuple[Reference, ...]
    folder: Path

    @cached_property
    def digest(self) -> str:
        """A hash of it, the same wherever the files lie."""
        sources = sources_loaded(self.game, self.references, self.folder)
        own = sorted((path.relative_to(_HOME).as_posix(), file_hash(path).hex()) for path in _own_files())
        return hashlib.sha256(json.dumps([sources, own, _versions()]).encode()).hexdigest()

    def details(self) -> Details:
        """Return it in full."""
        modules = modules_of(self.game, self.references, self.folder)
        values, sources = loaded_parts(*modules)
        files = {path: file_hash(path) for path in (*sources, *content_files(self.game), *_own_files())}
        return Details(
            _versions(),
            {str(path): part.hex() for path, part in files.items()},
            frozenset(str(path) for path, part in files.items() if hash_now(path) != part),
            {name: part.hex() for name, part in values.items()},
        )


_HOME = Path(__file__).resolve().parents[2]


def _own_files() -> Iterator[Path]:
    """Yield simkit's own files that play, count and write."""
    for floor in FLOORS:
        yield from _HOME.joinpath(floor).rglob("*.py")


def _versions() -> dict[str, str]:
    return {name: version(name) for name in (*LIBRARIES, "llvmlite")}


def process_in_words() -> str:
    """Return this process in words: "process 4711 on lab-3"."""
    return f"process {os.getpid()} on {platform.node()}"


@contextmanager
def told_of(loaded: Loaded) -> Iterator[None]:
    """Turn the error of a worker that has loaded something else into a complaint that says what."""
    try:
        yield
    except OtherWorker as other:
        raise _explained(other, loaded) from None


def _explained(other: OtherWorker, loaded: Loaded) -> BadInput:
    here = loaded.details()
    changed = here.changed if other.found is None else here.changed & {_first_other(other.found, here)}
    if changed and (other.found is None or other.found.versions == here.versions):
        now = f"can't load it now: {other.problem}" if other.found is None else "has loaded it anew"
        return _saved_meanwhile(min(changed), f"{other.process} {now}")
    return BadInput(f"{difference(other, loaded)} ({KEPT}, --resume continues the run)")


def difference(other: OtherWorker, loaded: Loaded) -> str:
    """Return, in words, in what a worker differs from this process, and what is to be done."""
    process, found, here = other.process, other.found, loaded.details()
    if found is None:
        return (
            f"{process} can't load what this run plays with: {other.problem}; workers need the same simkit "
            "and the same libraries"
        )
    for name, there in found.versions.items():
        if there != here.versions[name]:
            return (
                f"{process} has {name} {there}, the run was begun with {name} {here.versions[name]}: install "
                "the same version there"
            )
    if file := _first_other(found, here):
        if file in found.changed:
            return (
                f"{process} loaded {file} before it was last changed, and still plays with what it loaded: "
                "restart the workers (Dask: client.restart())"
            )
        return (
            f"{process} has another version of {file} than the process that began the run: bring both to the "
            "same state"
        )
    names = [name for name, own_hash in found.values.items() if own_hash not in here.values.values()]
    what = f"other values at the top of {names[0]}, which come from a file" if names else "other code"
    return (
        f"{process} has loaded {what}, than the process that began the run; start the workers again when the "
        "files are as they were"
    )


def _first_other(found: Details, here: Details) -> str | None:
    """Return a file of a worker that this process has not loaded in that version, or None."""
    known = {(Path(path).name, checksum) for path, checksum in here.files.items()}
    others = (path for path, checksum in found.files.items() if (Path(path).name, checksum) not in known)
    found_first = sorted(others, key=lambda path: (path not in here.changed, path not in found.changed, path))
    return found_first[0] if found_first else None


def _saved_meanwhile(file: str, what: str) -> BadInput:
    return BadInput(
        f"{file} was changed while the run was being played, and {what}; {KEPT}: with the file as it was, "
        "--resume continues this run; with the changed file it is another run, `simkit run` without --out "
        "plays it in a directory of its own"
    )
