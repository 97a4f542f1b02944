"""Locks a directory, so that two runs in it can't remove each other's files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simkit.errors import BadInput

try:
    import fcntl
except ImportError:  # not a POSIX system: nothing is locked
    fcntl = None  # type: ignore[assignment]


_held: set[str] = set()
"""The folders that this process has locked."""


@contextmanager
def lock_directory(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder; it leaves no file behind and is released however the process ends.

    Raises
    ------
    BadInput
        If another run holds it.
    """
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
