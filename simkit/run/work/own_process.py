"""What a process does about itself: it gives memory back, and ends, alone or with its parent."""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import threading
import time
from threading import Thread
from typing import NoReturn

MMAP_THRESHOLD = -3
ARENA_MAX = -8
"""Numbers of glibc's `mallopt` (malloc.h)."""

LARGE = 1 << 20
"""Bytes; a shard's columns are larger."""

ARENAS = 2


def return_freed_memory() -> None:
    """Make the allocator return large arrays to the system as soon as they are freed.

    glibc would keep them for each of the threads that have played: a run of one worker grew by 80 MB over
    ten million games.  Other allocators are left alone.  To be called before pyarrow
    is imported, whose own allocators keep what is freed.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if platform.libc_ver()[0] == "glibc":
        libc = ctypes.CDLL(None)
        libc.mallopt(MMAP_THRESHOLD, LARGE)
        libc.mallopt(ARENA_MAX, ARENAS)


THREAD = "interruptible work"
"""The name of the threads in which `simkit.run.work.interrupt` has work done."""


def end_process(code: int) -> NoReturn:
    """End the process with an exit code, at once if interrupted work is still under way in it.

    Python ends such a thread by unwinding it, and one that is in the middle of LLVM aborts the process then.
    """
    if any(thread.name == THREAD for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


INTERVAL = 0.1
"""Seconds between two checks of the parent process; a worker may outlive it by this much."""


def end_with(parent: int) -> None:
    """End this process at once when the process that started it is gone, whatever it is doing.

    A run that is killed can't stop its workers, and its lock on the run directory goes with it: what
    they would still write might meet another run there.  The system gives an orphan another parent, which is
    what a thread looks for here; on Windows it gives none, and the workers stay.

    Parameters
    ----------
    parent : int
        The number of the process that started this one.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(INTERVAL)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
