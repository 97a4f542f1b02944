"""Runs in a process group of their own, for tests that kill what belongs to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

LONGEST = 120
"""Seconds for which something is waited for: machines may be slow."""


def start(arguments: list[str], folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Start simkit at the head of a process group, as a terminal does."""
    return subprocess.Popen(
        [sys.executable, "-m", "simkit", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
        env=os.environ | environment,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs in background
    )  # fmt: skip


def wait_until(happened: Callable[[], object]) -> None:
    """Wait until something has happened."""
    deadline = time.monotonic() + LONGEST
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def members(group: int) -> dict[int, str]:
    """Return the command lines of the processes of a group that are still at work, by their numbers."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,pgid=,stat=,args="], capture_output=True, text=True
    )
    rows = (line.split(maxsplit=3) for line in listed.stdout.splitlines())
    return {int(row[0]): row[-1] for row in rows if row[1] == str(group) and not row[2].startswith("Z")}


def workers(group: int) -> list[int]:
    """Return the numbers of the worker processes of a run."""
    return [pid for pid, command in members(group).items() if pid != group and "popen_loky" in command]
