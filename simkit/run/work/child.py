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
            env={**(usual or {}), **os.environ, "PYTHONSAFEPATH": "1"},
            **{"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, **how},
        )

    def send(self, value: Any) -> None:
        """Send a value."""
        assert self._process.stdin is not None
        pickle.dump(value, self._process.stdin)
        self._process.stdin.flush()

    def ask(self, value: Any) -> bytes | None:
        """Send a value, and return the answer; None if the process has ended instead."""
        assert self._process.stdout is not None
        with suppress(OSError):
            self.send(value)
            size = int.from_bytes(self._process.stdout.read(LENGTH), "big")
            reply: bytes = self._process.stdout.read(size)
            if size and len(reply) == size:
                return reply
        return None

    def end(self, wait: float = 1.0) -> int:
        """Let the process end, or end it if it does not within some seconds; return its exit code."""
        self._close(self._process.stdin)
        try:
            self._process.wait(wait)
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        self._close(self._process.stdout)
        return code

    def _close(self, pipe: Any) -> None:
        with suppress(OSError):
            if pipe is not None:
                pipe.close()

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    @property
    def is_alive(self) -> bool:
        """True if it has not ended."""
        return self._process.poll() is None


def serve(answer: Callable[[Any], bytes], idle: float | None = None) -> None:
    """Answer what the parent process sends until it ends, or sends nothing for some seconds.

    What a plug-in prints meanwhile goes to standard error.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    # Other systems than POSIX can't wait for a pipe.
    while idle is None or os.name != "posix" or select.select([sys.stdin], [], [], idle)[0]:
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
