"""Processes that are copied once they have loaded something, so that no copy loads it again.

What loads takes a second or two, and a copy hundredths of one.  A process is copied (by `fork`) on Linux
alone: on other systems libraries have threads that a copy would lack.  It has done no work by then that makes
Polars, which a copy could not use, start its own.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from simkit.run.work.child import Child, ask_over, close, serve
from simkit.run.work.own_process import end_with

CAN_COPY = sys.platform == "linux"

LOOK_EVERY = 0.01
"""Seconds between two looks whether a copy has ended."""


class _MakeCopy(NamedTuple):
    """Asks a process to copy itself; the answer is the copy's number."""


class _HasEnded(NamedTuple):
    """Asks a process for the exit code of a copy, which it ends if it does not end by itself."""

    number: int
    wait: float


class Original(Child):
    """A process that executes a module, and can be copied; several threads may ask it.

    The last argument of the module is for `serve_and_copy`.
    """

    def __init__(self, module: str, *arguments: str, usual: dict[str, str] | None = None) -> None:
        self._sockets, there = socket.socketpair()
        self._lock = Lock()
        with there:
            place = there.fileno()
            super().__init__(module, *arguments, str(place), usual=usual, pass_fds=(place,))

    def ask(self, value: Any) -> bytes | None:
        """Send a value, and return the answer; None if the process has ended instead."""
        with self._lock:
            return super().ask(value)

    def copy(self) -> Copy | None:
        """Return a copy of the process; None if it has ended."""
        here, there = socket.socketpair()
        reply = None
        with there, self._lock, suppress(OSError):
            socket.send_fds(self._sockets, [b"."], [there.fileno()])
            reply = super().ask(_MakeCopy())
        if reply is None:
            here.close()
            return None
        return Copy(self, pickle.loads(reply), here)

    def end(self, wait: float = 1.0) -> int:
        """Let the process end, with its copies, or end it if it does not; return its exit code."""
        close(self._sockets)
        return super().end(wait)


class Copy:
    """A copy of a process, which answers as `Child` does."""

    def __init__(self, original: Original, number: int, connection: socket.socket) -> None:
        self._original, self.number, self._connection = original, number, connection
        self._to, self._from = connection.makefile("wb"), connection.makefile("rb")
        self._code: int | None = None

    def ask(self, value: Any) -> bytes | None:
        """Send a value, and return the answer; None if the process has ended instead."""
        return ask_over(self._to, self._from, value)

    def end(self, wait: float = 1.0) -> int:
        """Let the process end, or end it if it does not within some seconds; return its exit code."""
        for stream in (self._to, self._from, self._connection):
            close(stream)
        if self._code is None:
            code = self._original.ask(_HasEnded(self.number, wait))
            self._code = 1 if code is None else int(pickle.loads(code))
        return self._code

    def kill(self) -> None:
        """End the process at once."""
        if self._code is None:  # else its number may be another's by now
            with suppress(ProcessLookupError):
                os.kill(self.number, signal.SIGKILL)

    @property
    def is_alive(self) -> bool:
        """True if it has not ended; call this while it has nothing to answer."""
        return self._connection.fileno() >= 0 and not select.select([self._connection], [], [], 0)[0]


class _Copies:
    """The copies that this process has made, by their numbers, with the exit codes of those that ended."""

    def __init__(self) -> None:
        self._codes: dict[int, int | None] = {}

    def add(self, number: int) -> None:
        self._codes[number] = None

    def look(self) -> bool:
        """See which have ended; return True if any has not."""
        for number in [number for number, code in self._codes.items() if code is None]:
            found, status = os.waitpid(number, os.WNOHANG)
            if found:
                self._codes[number] = os.waitstatus_to_exitcode(status)
        return None in self._codes.values()

    def end(self, number: int, wait: float) -> int:
        """Return the exit code of a copy."""
        until = time.monotonic() + wait
        while self.look() and self._codes[number] is None:
            if time.monotonic() > until:
                os.kill(number, signal.SIGKILL)
            time.sleep(LOOK_EVERY)
        code = self._codes.pop(number)
        assert code is not None
        return code

    def end_all(self) -> None:
        """End all at once."""
        for number, code in list(self._codes.items()):
            if code is None:
                os.kill(number, signal.SIGKILL)
                os.waitpid(number, 0)


def serve_and_copy(answer: Callable[[Any], bytes], idle: float, place: int) -> None:
    """Answer what the parent process sends, as `serve` does, and make copies that answer, too.

    * `place`: the module's last argument, where connections to copies come from.
    """
    copies = _Copies()

    def own_answer(value: Any) -> bytes:
        if isinstance(value, _MakeCopy):
            number = _copied(answer, idle, connections)
            copies.add(number)
            return pickle.dumps(number)
        if isinstance(value, _HasEnded):
            return pickle.dumps(copies.end(value.number, value.wait))
        return answer(value)

    with socket.socket(fileno=place) as connections:
        serve(own_answer, idle, copies.look)
    copies.end_all()


def _copied(answer: Callable[[Any], bytes], idle: float, connections: socket.socket) -> int:
    """Copy this process; return the copy's number, in which this function does not return."""
    _, places, _, _ = socket.recv_fds(connections, 1, 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads, which all know of copies
        number = os.fork()
    if number:
        os.close(places[0])
        return number
    try:
        connections.close()
        for standard in (sys.stdin, sys.stdout):
            os.dup2(places[0], standard.fileno())
        os.close(places[0])
        end_with(os.getppid())
        serve(answer, idle)
    finally:
        os._exit(0)
