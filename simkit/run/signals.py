"""Handles signals that ask simkit to stop as it handles Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any


class Stopped(KeyboardInterrupt):
    """simkit was asked to stop by a signal.

    Parameters
    ----------
    number : int
        The signal's number; Ctrl-C's if not given.
    """

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__()
        self.number = number


@contextmanager
def stopping_at_signals() -> Iterator[None]:
    """Make signals that would end the process silently (`kill`, a closed terminal) act like Ctrl-C.

    A signal that is ignored, as under `nohup`, stays ignored.

    Raises
    ------
    Stopped
        At such a signal.
    """

    def stop(number: int, _frame: Any) -> None:
        raise Stopped(number)

    names = ("SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    default = [number for number in signals if signal.getsignal(number) == signal.SIG_DFL]
    for number in default:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in default:
            signal.signal(number, signal.SIG_DFL)
