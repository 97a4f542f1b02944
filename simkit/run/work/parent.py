"""Ends a worker process when the run that it works for ends, for any reason."""

from __future__ import annotations

import os
import time
from threading import Thread

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
