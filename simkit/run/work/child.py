"""A process beside this one, which is sent values and answers each: pickles over its input and output."""

from __future__ import annotations

import os
import pickle
import select
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

LENGTH = 8
"""The bytes that say how long an answer is."""


SAFE_PATH = "PYTHONSAFEPATH"
"""The variable that keeps the current folder from the places where a new process looks for modules."""


class Child:
    """A process that executes a module of simkit's.

    Parameters
    ----------
    module, *arguments
        Which, and its arguments.
    usual : mapping of str to str, optional
        Variables of its environment, unless they are set.
    **how
        As `subprocess.Popen` takes it: where its output goes, by default to `ask`.
    """

    def __init__(self, module: str, *arguments: str, usual: dict[str, str] | None = None, **how: Any) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-m", module, *arguments),
            env={**(usual or {}), **os.environ, SAFE_PATH: "1"},
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, **how},
        )
        self._to, self._from = self._process.stdin, self._process.stdout

    def send(self, value: Any) -> None:
        """Send a value."""
        send_to(self._to, value)

    def ask(self, value: Any) -> bytes | None:
        """Send a value, and return the answer; None if the process has ended instead."""
        return ask_over(self._to, self._from, value)

    def end(self, wait: float = 1.0) -> int:
        """Let the process end, or end it if it does not within some seconds; return its exit code."""
        close(self._to)
        try:
            self._process.wait(wait)
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        close(self._from)
        return code

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    @property
    def is_alive(self) -> bool:
        """True if it has not ended."""
        return self._process.poll() is None

    @property
    def number(self) -> int:
        """The number by which the system knows it."""
        return self._process.pid


def send_to(stream: Any, value: Any) -> None:
    """Send a value to a process."""
    pickle.dump(value, stream)
    stream.flush()


def ask_over(to: Any, back: Any, value: Any) -> bytes | None:
    """Send a process a value, and return the answer; None if it has ended instead."""
    if to.closed:
        return None
    with suppress(OSError):
        send_to(to, value)
        size = int.from_bytes(back.read(LENGTH), "big")
        reply: bytes = back.read(size)
        if size and len(reply) == size:
            return reply
    return None


def close(stream: Any) -> None:
    """Close a stream to or from a process, which may have ended."""
    with suppress(OSError):
        if stream is not None:
            stream.close()


def serve(
    answer: Callable[[Any], bytes], idle: float | None = None, is_needed: Callable[[], bool] = lambda: False
) -> None:
    """Answer what the parent process sends until it ends, or sends nothing for some seconds.

    What a plug-in prints meanwhile goes to standard error.

    * `is_needed`: whether it goes on all the same when nothing has come for long.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    can_wait = idle is not None and os.name == "posix"  # other systems can't wait for a pipe
    while True:
        if can_wait and not select.select([sys.stdin], [], [], idle)[0]:
            if is_needed():
                continue
            return
        value = received()
        if value is None:
            return
        reply = answer(value)
        try:
            answers.write(len(reply).to_bytes(LENGTH, "big") + reply)
            answers.flush()
        except BrokenPipeError:  # the parent was killed, and nobody is left to be told
            os._exit(0)


def received() -> Any:
    """Return the next value that the parent process sends; None if there will be none."""
    with suppress(EOFError):
        return pickle.load(sys.stdin.buffer)
    return None
