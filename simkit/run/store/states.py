"""Tells, without reading a run's files, whether their bytes are still those that were checked.

A file that has the size, the times and the number on its disk (inode) that it had when its bytes were
checked here is taken to have the same bytes.  `checked.json` in the run directory holds these for large runs,
of which reading every byte takes seconds; small ones are read whenever they are used.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simkit.content.json_text import json_value
from simkit.run.store.durable import written_in_one_step

CHECKED = "checked.json"

ALWAYS_READ = 32_000_000
"""Bytes; a run that has no more is read in full every time, which takes some hundredths of a second."""

COARSE = 2_000_000_000
"""Nanoseconds by which the clock of a file system may be coarse.  A file that was changed so shortly before
it was checked could be changed once more at the same time."""

State = tuple[int, int, int, int]
"""A file's size in bytes, the times at which its contents and its entry were changed, in nanoseconds, and its
inode.  Programs can set the first of the times, but not the second."""


def state_of(path: Path) -> State:
    """Return a file's state.

    Raises
    ------
    OSError
        If there is no such file.
    """
    found = path.stat()
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino


def checked_before(run: Path, files: Mapping[str, Any]) -> dict[str, State]:
    """Return the states in which files of a run were found to have the checksums of its list.

    `files` is what the manifest says of the list; what was checked by another list does not count.
    """
    with suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        said = json_value((run / CHECKED).read_text(encoding="utf-8"))
        if said["list"] == files["sha256"]:
            return {name: _as_state(own) for name, own in said["files"].items()}
    return {}


def _as_state(own: list[int]) -> State:
    size, changed, entry_changed, inode = own
    return size, changed, entry_changed, inode


def remember(run: Path, files: Mapping[str, Any], states: Mapping[str, State]) -> None:
    """Write down in which states files were checked; not for a small run, nor where nothing can be written.

    `files` is what the manifest says of the list of files.
    """
    if files["bytes"] <= ALWAYS_READ:
        return
    latest = time.time_ns() - COARSE
    sure = {name: state for name, state in states.items() if max(state[1:3]) < latest}
    with suppress(OSError), written_in_one_step(run / CHECKED) as temporary:
        temporary.write_text(json.dumps({"list": files["sha256"], "files": sure}), encoding="utf-8")


def forget(run: Path) -> None:
    """Remove what was written down: all files are read again."""
    with suppress(OSError):
        (run / CHECKED).unlink(missing_ok=True)


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
