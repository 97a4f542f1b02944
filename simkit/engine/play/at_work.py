"""Records which match each thread is playing, so that other threads can watch it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from simkit.engine.base.rows import Record
from simkit.engine.play.seating import Seating


def _processor_clock() -> Callable[[], float]:
    """Return a function by which any thread can read this thread's processor time, in seconds.

    Where the system does not offer that: the time that passed or the processor time of all threads, whichever
    is less.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        wall, processor = time.monotonic(), time.process_time()
        return lambda: min(time.monotonic() - wall, time.process_time() - processor)
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


@dataclass(frozen=True, eq=False)
class Playing:
    """The match that a thread is playing."""

    seating: Seating
    cursor: Record
    in_plain_python: bool
    clock: Callable[[], float] = field(default_factory=_processor_clock)
    """Returns the processor time of its thread, in seconds."""

    @property
    def place(self) -> tuple[int, int, int]:
        """The game's number, the seat that is choosing (NOBODY for none), and the number of moves made."""
        return int(self.cursor.game), int(self.cursor.seat), int(self.cursor.moves)

    @property
    def progress(self) -> tuple[int, int, int]:
        """Numbers that change as long as the match makes progress: the game, its moves, play-outs."""
        return int(self.cursor.game), int(self.cursor.moves), int(self.cursor.playouts)


_playing: dict[int, Playing] = {}


@contextmanager
def at_work(seating: Seating, cursor: Record, *, in_plain_python: bool = False) -> Iterator[None]:
    """Record that this thread is playing a match whose position `cursor` shows."""
    thread = threading.get_ident()
    before = _playing.get(thread)
    _playing[thread] = Playing(seating, cursor, in_plain_python)
    try:
        yield
    finally:
        if before is None:
            del _playing[thread]
        else:
            _playing[thread] = before


def played_by(thread: int) -> Playing | None:
    """Return the match that the thread with an identifier is playing, or None."""
    return _playing.get(thread)
