"""Ends a worker process when the run that it works for ends in any way."""

from __future__ import annotations

import os
import time
from threading import Thread

INTERVAL = 0.1
"""Seconds between two looks at the parent: for so long a worker may outlive it."""


def end_with(parent: int) -> None:
    """End this process at once, even in the middle of something, when the process that started it is gone.

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
