"""Writes files so that none is ever half written, and all are on the disk before a run counts as finished."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

TEMPORARY = ".*.tmp"
"""Matches the temporary files that a killed run may leave behind."""


@contextmanager
def written_in_one_step(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces `path` at the end unless something failed.

    Its name carries the machine and the process: two that write into one directory, on one file system,
    never write into the same file.
    """
    host = re.sub(r"[^A-Za-z0-9_-]", "_", platform.node())
    temporary = path.with_name(f".{path.name}.{host}.{os.getpid()}.tmp")
    try:
        remove_link(temporary)
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def remove_link(path: Path) -> None:
    """Remove a link at a path that is about to be written, because it may lead anywhere."""
    if path.is_symlink():
        path.unlink()


def remove_unfinished(folder: Path) -> None:
    """Remove unfinished files of processes that were killed, but not those that this process is writing."""
    for left in folder.rglob(TEMPORARY):
        if not left.name.endswith(f".{os.getpid()}.tmp"):
            left.unlink(missing_ok=True)


def keep(files: Iterable[Path]) -> None:
    """Flush files, and the entries of their folders, to the disk, so that they survive a power cut."""
    folders: dict[Path, None] = {}
    for file in files:
        _sync(file)
        folders[file.parent] = None
        folders[file.parent.parent] = None
    if os.name == "posix":  # other systems can't open a folder
        for folder in folders:
            _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
