"""Ends the process, whatever is still under way in it."""

from __future__ import annotations

import os
import sys
import threading
from typing import NoReturn

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
