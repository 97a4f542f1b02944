"""A small process that starts another: Linux counts the memory of the starting process as the other's own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

MEASURE = """
import json, os, subprocess, sys, time
begun = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - begun
print(json.dumps([seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]))
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""A small process that starts another: Linux counts the memory of its parent as its own."""


class Usage(NamedTuple):
    """What a process took, with those that it started."""

    seconds: float
    processor_seconds: float
    memory: float
    """The peak of the largest of these processes, in MB."""


def run_simkit(*arguments: str, cache: Path | None = None) -> Usage:
    """Run simkit as a process; return what it took."""
    environment = {**os.environ, **({"SIMKIT_CACHE_DIR": str(cache)} if cache else {})}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a user's Python keeps its bytecode
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "simkit", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise SystemExit(f"simkit {' '.join(arguments)} failed")
    return Usage(*json.loads(done.stdout))
