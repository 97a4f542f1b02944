"""Returns freed arrays to the operating system, so that a long run needs no more memory than a short one."""

import ctypes
import os
import platform

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
