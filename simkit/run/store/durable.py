"""Writes files that are never half written, by one run at a time in a directory.

All are on the disk before a run counts as finished.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simkit.errors import BadInput

TEMPORARY = ".*.tmp"
"""Matches the temporary files that a killed run may leave behind."""


@contextmanager
def written_in_one_step(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces `path` at the end unless something failed.

    Its name contains the machine and the process, so that two that write into one directory of a shared file
    system never write into the same file.
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
    """Remove unfinished files of processes that were killed, but not those of this process."""
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


try:
    import fcntl
except ImportError:  # not a POSIX system: nothing is locked
    fcntl = None  # type: ignore[assignment]


_held: set[str] = set()
"""The folders that this process has locked."""


@contextmanager
def lock_directory(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder; it leaves no file behind and is released however the process ends."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        _held.add(os.path.realpath(folder))
        yield
    finally:
        _held.discard(os.path.realpath(folder))
        os.close(handle)


def is_locked_elsewhere(folder: Path) -> bool:
    """Return True if a run of another process is writing in a folder."""
    if fcntl is None or os.path.realpath(folder) in _held:
        return False
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(handle)
    return False


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadInput(
            f"{folder}: another `simkit run` is writing here; wait for it, or choose another directory "
            "with --out"
        ) from None
    except OSError:
        pass  # a file system without locks
