"""Locks a directory, so that two runs in it can't remove each other's files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simkit.errors import Complaint

try:
    import fcntl
except ImportError:  # not a POSIX system: nothing is locked
    fcntl = None  # type: ignore[assignment]


@contextmanager
def lock_directory(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder; it leaves no file behind and is released however the process ends.

    Raises
    ------
    Complaint
        If another run holds it.
    """
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Complaint(
            f"{folder}: another `simkit run` is writing here; wait for it, or choose another directory "
            "with --out"
        ) from None
    except OSError:
        pass  # a file system without locks
