"""Which match each thread is playing, for those who look on from another thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from simkit.engine.play import CURSOR_LENGTH, MOVES_MADE, NOBODY

if TYPE_CHECKING:
    from simkit.engine.match import Match, Step


def _processor_clock() -> Callable[[], float]:
    """Return what tells the processor time of this thread, in seconds, to any thread.

    Where the system does not tell it: the time that passed, or the processor time of all threads if less.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        wall, processor = time.monotonic(), time.process_time()
        return lambda: min(time.monotonic() - wall, time.process_time() - processor)
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


@dataclass(frozen=True, eq=False)
class Work:
    """A match that a thread is playing.

    Parameters
    ----------
    match : Match
        Which one.
    cursor : int64 array
        Where it is: see `play_games`.
    in_plain_python : bool
        Whether it is walked through in plain Python.

    Attributes
    ----------
    clock : callable
        Returns the processor time of its thread, in seconds.
    """

    match: Match
    cursor: npt.NDArray[np.int64]
    in_plain_python: bool
    clock: Callable[[], float] = field(default_factory=_processor_clock)

    @property
    def place(self) -> tuple[int, int, int]:
        """The game's number, the seat whose strategy is choosing, the moves made; NOBODY for none."""
        return int(self.cursor[0]), int(self.cursor[1]), int(self.cursor[MOVES_MADE])


_works: dict[int, Work] = {}


def new_cursor() -> npt.NDArray[np.int64]:
    """Return the cursor of a match in which no game has begun."""
    cursor = np.zeros(CURSOR_LENGTH, dtype=np.int64)
    cursor[:2] = NOBODY
    return cursor


@contextmanager
def at_work(match: Match, cursor: npt.NDArray[np.int64], *, in_plain_python: bool = False) -> Iterator[None]:
    """Let it be known that this thread is playing a match, and that `cursor` says where it is."""
    thread = threading.get_ident()
    before = _works.get(thread)
    _works[thread] = Work(match, cursor, in_plain_python)
    try:
        yield
    finally:
        if before is None:
            del _works[thread]
        else:
            _works[thread] = before


def at_work_on(
    steps: Iterator[Step], match: Match, cursor: npt.NDArray[np.int64], *, in_plain_python: bool
) -> Iterator[Step]:
    """Yield steps of a match; the thread counts as at work on it while a step is made, not between two."""
    while True:
        with at_work(match, cursor, in_plain_python=in_plain_python):
            step = next(steps, None)
        if step is None:
            return
        yield step


def work_of(thread: int) -> Work | None:
    """Return the match that a thread is playing, by the thread's identifier."""
    return _works.get(thread)
