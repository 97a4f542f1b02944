"""Handles signals that ask simkit to stop as it handles Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import Any

_USUAL = (signal.SIG_DFL, signal.default_int_handler)
"""The default action of a signal."""


class Stopped(KeyboardInterrupt):
    """A signal, by its number, has asked simkit to stop; Ctrl-C's if none is given."""

    def __init__(self, number: int = signal.SIGINT) -> None:
        super().__init__()
        self.number = number


@contextmanager
def saying_when_stopped(say: Callable[[], str]) -> Iterator[None]:
    """Add a note to a `KeyboardInterrupt` that passes: what is kept, in the words that `say` returns."""
    try:
        yield
    except KeyboardInterrupt as stopped:
        stopped.add_note(say())
        raise


@contextmanager
def hang_up_ignored() -> Iterator[None]:
    """Ignore a closed terminal; processes that are started meanwhile go on ignoring it."""
    if current_thread() is not main_thread() or not hasattr(signal, "SIGHUP"):
        yield
        return
    usual = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, usual)


@contextmanager
def stopping_at_signals() -> Iterator[None]:
    """Make signals that would end the process silently (`kill`, a closed terminal) act like Ctrl-C.

    A signal that is ignored, as under `nohup`, stays ignored.  After the first one all others are ignored
    until the process ends: a second Ctrl-C, or a signal that `timeout` sends to the whole group, would
    disturb the end of the workers.

    Raises
    ------
    Stopped
        At such a signal.
    """
    names = ("SIGINT", "SIGTERM", "SIGHUP") if current_thread() is main_thread() else ()
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    usual = {number: signal.getsignal(number) for number in signals}
    usual = {number: handler for number, handler in usual.items() if handler in _USUAL}

    def stop(number: int, _frame: Any) -> None:
        for other in usual:
            signal.signal(other, signal.SIG_IGN)
        usual.clear()
        raise Stopped(number)

    for number in usual:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
