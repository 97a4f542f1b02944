"""What a process does about itself: it gives memory back, and ends, alone or with its parent."""

from __future__ import annotations

import ctypes
import gc
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

    glibc would keep them for each of the threads that have played: a run of one worker grew by 80 MB over ten
    million games.  Other allocators are not changed.  Call this before pyarrow is imported, whose own
    allocators keep what is freed.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    if platform.libc_ver()[0] == "glibc":
        libc = ctypes.CDLL(None)
        libc.mallopt(MMAP_THRESHOLD, LARGE)
        libc.mallopt(ARENA_MAX, ARENAS)


THREAD = "interruptible work"
"""The name of the threads in which `simkit.run.work.interrupt` has work done."""


def end_process(code: int) -> NoReturn:
    """End the process with an exit code, at once if interrupted work is still running in it.

    Python ends such a thread by unwinding it, which aborts the process if the thread is in the middle of
    LLVM.
    """
    if any(thread.name == THREAD for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    gc.freeze()  # else Python looks through all objects once more, which takes longer than many commands
    sys.exit(code)


INTERVAL = 0.1
"""Seconds between two checks of the parent process; a worker may outlive it by that time."""


def end_with(parent: int) -> None:
    """End this process at once, whatever it is doing, when process number `parent`, its parent, is gone.

    A run that is killed can't stop its workers, and its lock on the run directory is gone with it: they might
    write into a directory in which another run has begun.  The system gives an orphan another parent, which a
    thread checks for here; on Windows it does not, and the workers stay.
    """

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(INTERVAL)
        os._exit(1)

    Thread(target=watch, daemon=True).start()
