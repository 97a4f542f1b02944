"""Tells, without reading a run's files, whether their bytes are still those that were checked.

A file that has the size, the times and the number on its disk (inode) that it had when its bytes were
checked here is taken to have the same bytes.  The list of a run's files (`simkit.run.store.listed`) has these
for large runs, of which reading every byte takes seconds; small ones are read whenever they are used.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

ALWAYS_READ = 32_000_000
"""Bytes; a run that has no more is read in full every time, which takes some hundredths of a second."""

COARSE = 2_000_000_000
"""Nanoseconds by which the clock of a file system may be coarse.  A file that was changed so shortly before
it was checked could be changed once more at the same time."""

State = tuple[int, int, int, int]
"""A file's size in bytes, the times at which its contents and its entry were changed, in nanoseconds, and its
inode.  Programs can set the first of the times, but not the second."""


def state_of(path: Path) -> State:
    """Return a file's state; raise OSError if there is no such file."""
    found = path.stat()
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def that_count(states: Mapping[str, State], size: int) -> dict[str, State]:
    """Return those of the states by which files of a run of this many bytes need not be read again."""
    if size <= ALWAYS_READ:
        return {}
    latest = time.time_ns() - COARSE
    return {name: state for name, state in states.items() if max(state[1:3]) < latest}


def boot() -> str:
    """Return what the system calls the time since it was started; empty if it does not say.

    What was written before may have been lost in a power cut.
    """
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


def is_as(path: Path, state: State) -> bool:
    """Return True if a file is still in a state."""
    with suppress(OSError):
        return state_of(path) == state
    return False
