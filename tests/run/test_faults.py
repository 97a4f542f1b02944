"""Runs that are killed at random moments, again and again: nothing is lost, and nothing is left behind.

The long test kills 60 times: 20 times with threads, with worker processes and on a cluster.  Its seed is
printed where it fails; SIMKIT_FUZZ_SEED tries the same moments again, as far as the machine allows.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from simkit.experiment.file.load import load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.directory import RunDirectory
from tests.run.helpers import LONGEST, start, table_hashes, wait_until

EXPERIMENT = (
    "name: x\ngame: pig\ngames: {games}\nseed: 11\nreport: none\nevents: {{one_in: 500}}\n"
    "strategies: [hold_at, random]\n"
)

MARK = "SIMKIT_TEST_OF_FAULTS"
"""The variable by which all processes of a run are found, whichever group they belong to."""

BACKENDS = {
    "threads": ["--jobs", "2"],
    "processes": ["--jobs", "2", "--backend", "processes"],
    "cluster": ["--cluster", "local:2"],
}

FEWEST_SECONDS, MOST_SECONDS = 0.0, 0.6
"""How long after a run has gone on it is ended."""

IS_LATE = 0.15
"""The share of runs that are ended at any moment, before they have begun or when they are nearly done."""


def processes(mark: str) -> dict[int, str]:
    """Return the command lines of the processes that a run has started, itself among them."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def workers(mark: str, main: int) -> list[int]:
    """Return the processes of a run that play for it."""
    playing = ("popen_loky", "simkit.run.work.node")
    return [n for n, said in processes(mark).items() if n != main and any(word in said for word in playing)]


def state(run: Path) -> tuple[int, int]:
    """Return what changes as a run goes on."""
    parts = list(run.rglob("part-*.parquet"))
    return len(parts), max((part.stat().st_mtime_ns for part in parts if part.exists()), default=0)


@dataclass
class Killing:
    """Ends runs in one directory, until there were enough ends."""

    folder: Path
    backend: str
    chance: random.Random
    killed: int = 0
    finished: int = 0
    started: int = 0

    @property
    def run(self) -> Path:
        return self.folder / "run"

    def once(self, kind: str) -> None:
        """Start or resume the run, and end it in a way; it may have been quicker."""
        mark = secrets.token_hex(8)
        command = ["run", "x.yaml", "--out", "run", "--resume", *BACKENDS[self.backend]]
        process = start(command, self.folder, **{MARK: mark})
        try:
            before = state(self.run)
            if self.chance.random() > IS_LATE:
                wait_until(lambda: process.poll() is not None or state(self.run) != before)
                time.sleep(self.chance.uniform(FEWEST_SECONDS, MOST_SECONDS))
            else:
                time.sleep(self.chance.uniform(0, 5))
            if process.poll() is None:
                self._end(kind, mark, process)
            said = process.communicate(timeout=LONGEST)[0]
            wait_until(lambda: not processes(mark))  # none outlives its run
        finally:
            for left in processes(mark):
                with suppress(ProcessLookupError):
                    os.kill(left, signal.SIGKILL)
        allowed = {"KILL": -9, "TERM": 143, "INT": 130, "WORKER": -9}[kind]
        assert process.returncode in (0, allowed), said
        assert "Traceback" not in said, said
        self.started += 1
        self.killed += process.returncode != 0
        self.finished += process.returncode == 0

    def _end(self, kind: str, mark: str, process: subprocess.Popen[str]) -> None:
        if kind == "WORKER":  # another plays for it, and then the run itself is killed
            with suppress(ProcessLookupError, IndexError):
                os.kill(self.chance.choice(workers(mark, process.pid)), signal.SIGKILL)
                self.killed += 1
            time.sleep(self.chance.uniform(0, 1))
            kind = "KILL"
        os.kill(process.pid, getattr(signal, f"SIG{kind}"))


def kill(folder: Path, backend: str, kills: int, kinds: list[str], games: int) -> None:
    """Kill a run so many times, and require that its tables are those of one that was never stopped."""
    number = int(os.environ.get("SIMKIT_FUZZ_SEED") or secrets.randbits(32))
    print(f"SIMKIT_FUZZ_SEED={number}")
    (folder / "x.yaml").write_text(EXPERIMENT.format(games=games))
    whole = run_experiment(load_experiment(folder / "x.yaml"), folder / "whole", jobs=2)
    expected = table_hashes(whole.path)
    killing = Killing(folder, backend, random.Random(number))
    while killing.killed < kills:
        killing.once(killing.chance.choice(kinds))
        if killing.finished:
            require_as_never_stopped(killing.run, expected)
            shutil.rmtree(killing.run)
            killing.finished = 0
    run_experiment(load_experiment(folder / "x.yaml"), killing.run, jobs=2, existing="resume")
    require_as_never_stopped(killing.run, expected)
    print(f"{killing.killed} kills, {killing.started} runs, backend {backend}")


def require_as_never_stopped(run: Path, expected: dict[str, str]) -> None:
    RunDirectory(run).require_finished(deep=True)
    assert table_hashes(run) == expected
    files = {path.relative_to(run).as_posix() for path in run.rglob("*") if path.is_file()}
    assert files - expected.keys() <= {"manifest.json", "files.csv", "checked.json", "verdict.json"}


def test_a_run_that_is_killed(tmp_path: Path) -> None:
    kill(tmp_path, "threads", 1, ["KILL"], 1_000_000)


@pytest.mark.long
@pytest.mark.parametrize("backend", BACKENDS)
def test_runs_that_are_killed_twenty_times(tmp_path: Path, backend: str) -> None:
    if backend == "cluster":
        pytest.importorskip("distributed")
    kinds = ["KILL"] * 3 + ["TERM", "INT"] + (["WORKER"] * 2 if backend != "threads" else [])
    kill(tmp_path, backend, 20, kinds, 3_000_000)
