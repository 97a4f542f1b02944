"""Runs that are killed at random moments, again and again: nothing is lost, and nothing is left behind.

The long test kills 80 times: 20 times with threads, with worker processes and on a cluster, and 20 times a
run with `precision`, of which small scenarios share files.  Its seed is printed where it
fails; SIMKIT_FUZZ_SEED tries the same moments again, as far as the machine allows.
"""

from __future__ import annotations

import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import simkit
from simkit.cli.main import main
from simkit.run import runner
from simkit.run.runner import run_experiment
from simkit.run.store import layout, manifest, states
from simkit.run.store.directory import RunDirectory
from tests.run.helpers import LONGEST, Killed, Killer, start, table_hashes, wait_until

EXPERIMENT = (
    "name: x\ngame: pig\ngames: {games}\nseed: 11\nreport: none\nevents: {{one_in: 500}}\n"
    "strategies: [hold_at, random]\n"
)

PRECISE = (
    "name: x\ngame: pig\nprecision: {won of players: 0.015}\nmax_games: 5_000\nseed: 11\nreport: none\n"
    f"factors: {{strategies.0.n: [2, 18], rules.target: {[*range(20, 120)]}}}\nevents: {{one_in: 100}}\n"
    "strategies: [hold_at, hold_at]\n"
)

MARK = "SIMKIT_TEST_OF_FAULTS"
"""The variable by which all processes of a run are found, whichever group they belong to."""

BACKENDS = {
    "threads": ["--jobs", "2"],
    "processes": ["--jobs", "2", "--backend", "processes"],
    "cluster": ["--cluster", "local:2"],
}

MOST_SECONDS = 0.6
"""How long at most after a run has gone on it is ended."""

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
    playing = ("popen_loky", "simkit.cluster.node")
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
    most_seconds: float = MOST_SECONDS
    is_late: float = IS_LATE
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
            if self.chance.random() > self.is_late:
                wait_until(lambda: process.poll() is not None or state(self.run) != before)
                time.sleep(self.chance.uniform(0, self.most_seconds))
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
        signalled = -getattr(signal, f"SIG{'KILL' if kind == 'WORKER' else kind}")
        if process.returncode != signalled or kind in ("KILL", "WORKER"):  # else it was still loading itself
            assert process.returncode in (0, 128 - signalled, -signal.SIGKILL), said
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


def kill(folder: Path, backend: str, kills: int, kinds: list[str], text: str, **when: Any) -> None:
    """Kill a run so many times, and require that its tables are those of one that was never stopped."""
    number = int(os.environ.get("SIMKIT_FUZZ_SEED") or secrets.randbits(32))
    print(f"SIMKIT_FUZZ_SEED={number}")
    (folder / "x.yaml").write_text(text)
    whole = run_experiment(simkit.experiment(folder / "x.yaml"), folder / "whole", jobs=2)
    expected = table_hashes(whole.path)
    killing = Killing(folder, backend, random.Random(number), **when)
    while killing.killed < kills:
        killing.once(killing.chance.choice(kinds))
        if killing.finished:
            require_as_never_stopped(killing.run, expected)
            shutil.rmtree(killing.run)
            killing.finished = 0
    run_experiment(simkit.experiment(folder / "x.yaml"), killing.run, jobs=2, existing="resume")
    require_as_never_stopped(killing.run, expected)
    print(f"{killing.killed} kills, {killing.started} runs, backend {backend}")


def require_as_never_stopped(run: Path, expected: dict[str, str]) -> None:
    RunDirectory(run).require_finished(deep=True)
    assert table_hashes(run) == expected
    files = {path.relative_to(run).as_posix() for path in run.rglob("*") if path.is_file()}
    assert files - expected.keys() <= {"manifest.json", "files.csv", "verdict.json"}


def test_a_run_that_is_killed(tmp_path: Path) -> None:
    text = EXPERIMENT.format(games=800_000)
    kill(tmp_path, "threads", 1, ["KILL"], text, most_seconds=0.05, is_late=0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("backend", "text"),
    [*((backend, EXPERIMENT.format(games=3_000_000)) for backend in BACKENDS), ("processes", PRECISE)],
    ids=[*BACKENDS, "shared files"],
)
def test_runs_that_are_killed_twenty_times(tmp_path: Path, backend: str, text: str) -> None:
    if backend == "cluster":
        pytest.importorskip("distributed")
    kinds = ["KILL"] * 3 + ["TERM", "INT"] + (["WORKER"] * 2 if backend != "threads" else [])
    kill(tmp_path, backend, 20, kinds, text)


def test_what_is_left_by_a_run_that_was_killed_when_it_had_just_finished(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(EXPERIMENT.format(games=100))
    experiment = simkit.experiment(tmp_path / "x.yaml")
    run = run_experiment(experiment, tmp_path / "run", jobs=1).path
    expected = table_hashes(run)
    (run / "files.csv").write_bytes((run / "files.csv").read_bytes() + b"\n")
    (run / ".verdict.json.here.1.tmp").write_text("{")
    run_experiment(experiment, run, jobs=1, existing="resume")
    require_as_never_stopped(run, expected)


# Clocks, two runs at once, workers that hang.

LONG_AGO, FAR_AHEAD = datetime(1970, 1, 2, tzinfo=UTC), datetime(2150, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("jump", "has_changed"),
    [
        (LONG_AGO, True),
        *(pytest.param(*jump, marks=pytest.mark.long) for jump in ((FAR_AHEAD, True), (FAR_AHEAD, False))),
    ],
    ids=["1970, and a byte", "2150, and a byte", "2150"],
)
def test_a_clock_that_jumps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: datetime, has_changed: bool
) -> None:
    """Neither the time of day nor the times of files decide which games are believed."""
    monkeypatch.setattr(layout, "SHARD_GAMES", 64)
    (tmp_path / "x.yaml").write_text(EXPERIMENT.format(games=300))
    experiment = simkit.experiment(tmp_path / "x.yaml")
    expected = table_hashes(run_experiment(experiment, tmp_path / "whole", jobs=1).path)
    run = tmp_path / "run"
    with pytest.raises(Killed):
        run_experiment(experiment, run, jobs=1, listener=Killer(3))
    jumped = jump.timestamp()
    monkeypatch.setattr(manifest, "now", lambda: jump.isoformat())
    monkeypatch.setattr(runner, "now", lambda: jump.isoformat())
    monkeypatch.setattr(time, "time", lambda: jumped)
    monkeypatch.setattr(time, "time_ns", lambda: int(jumped * 1e9))
    files = [path for path in run.rglob("*") if path.is_file()]
    if has_changed:
        part = next(path for path in files if path.name == "part-00001.parquet" and path.parts[-3] == "games")
        part.write_bytes(part.read_bytes()[:-30] + bytes(30))
    for path in files:
        os.utime(path, (jumped, jumped))
    monkeypatch.setattr(states, "ALWAYS_READ", 0)  # as if it were large, so that its files' states count
    run_experiment(experiment, run, jobs=1, existing="resume")
    assert table_hashes(run) == expected
    checked = CliRunner().invoke(main, ["check", str(run)])
    assert checked.exit_code == 0, checked.output
    (run / "summary.parquet").write_bytes((run / "summary.parquet").read_bytes()[:-30] + bytes(30))
    os.utime(run / "summary.parquet", (jumped, jumped))
    assert CliRunner().invoke(main, ["check", str(run)]).exit_code == 2


@pytest.mark.long
@pytest.mark.parametrize("options", [[], ["--resume"], ["--again"]], ids=["run", "resume", "again"])
def test_two_runs_at_once_in_one_directory(tmp_path: Path, options: list[str]) -> None:
    (tmp_path / "x.yaml").write_text(EXPERIMENT.format(games=1_000_000))
    expected = table_hashes(run_experiment(simkit.experiment(tmp_path / "x.yaml"), tmp_path / "whole").path)
    both = [start(["run", "x.yaml", "--out", "run", "--jobs", "1", *options], tmp_path) for _ in range(2)]
    said = [process.communicate(timeout=LONGEST)[0] for process in both]
    codes = [process.returncode for process in both]
    assert 0 in codes, said
    for code, words in zip(codes, said, strict=True):
        assert code == 0 or "another `simkit run` is writing here" in words, words
    require_as_never_stopped(tmp_path / "run", expected)


@pytest.mark.long
@pytest.mark.parametrize("backend", ["processes", "cluster"])
def test_a_worker_that_hangs_does_not_keep_its_run_from_being_stopped(tmp_path: Path, backend: str) -> None:
    if backend == "cluster":
        pytest.importorskip("distributed")
    (tmp_path / "x.yaml").write_text(EXPERIMENT.format(games=100_000_000))
    mark = secrets.token_hex(8)
    run = start(["run", "x.yaml", "--out", "run", *BACKENDS[backend]], tmp_path, **{MARK: mark})
    try:
        wait_until(lambda: run.poll() is not None or state(tmp_path / "run")[0] > 4)
        os.kill(workers(mark, run.pid)[0], signal.SIGSTOP)
        time.sleep(1)
        run.send_signal(signal.SIGTERM)
        said = run.communicate(timeout=LONGEST)[0]
        wait_until(lambda: not processes(mark))
    finally:
        for left in processes(mark):
            with suppress(ProcessLookupError):
                os.kill(left, signal.SIGKILL)
    assert run.returncode == 143, said
    assert "the games played are kept, --resume continues the run" in " ".join(said.split())


# A disk on which nothing can be written.

READERS = (
    ["check", "RUN"],
    ["summary", "RUN"],
    ["replay", "RUN", "--game", "1"],
    ["verify", "RUN", "--games", "5"],
    ["compare", "RUN", "RUN2"],
    ["run", "FILE", "--out", "RUN", "--no-report"],
)
WRITERS = (
    ["report", "RUN", "--no-pdf"],
    ["run", "FILE", "--out", "RUN", "--again", "--no-report"],
    ["run", "FILE", "--out", "RUN3", "--no-report"],
    ["run", "FILE", "--out", "STOPPED", "--resume", "--no-report"],
)


def where_nothing_can_be_written(folder: Path, arguments: list[str]) -> tuple[int, str]:
    """Return exit code and words of a command, while nobody may write in a folder."""
    command = [sys.executable, "-m", "simkit", *arguments]
    if not os.geteuid():  # permissions don't hold for the administrator: a file system that is read-only
        mounted = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
        command = ["unshare", "--mount", "sh", "-c", mounted, "sh", str(folder), *command]
    done = subprocess.run(command, capture_output=True, text=True)
    if "unshare failed" in done.stderr or "mount:" in done.stderr:
        pytest.skip("this system mounts no folder for a process alone")
    return done.returncode, " ".join((done.stdout + done.stderr).split())


DAILY = (READERS[0],)


@pytest.mark.parametrize(
    "command",
    [
        command if command in DAILY else pytest.param(command, marks=pytest.mark.long)
        for command in (*READERS, *WRITERS)
    ],
)
def test_a_run_that_cant_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """What only reads does so; what writes says that it can't."""
    monkeypatch.setattr(states, "ALWAYS_READ", 0)
    monkeypatch.setattr(layout, "SHARD_GAMES", 64)
    home = tmp_path / "home"
    home.mkdir()
    (home / "x.yaml").write_text(EXPERIMENT.format(games=300))
    (home / "y.yaml").write_text(EXPERIMENT.format(games=200))
    experiment = simkit.experiment(home / "x.yaml")
    run_experiment(experiment, home / "run", jobs=1)
    run_experiment(simkit.experiment(home / "y.yaml"), home / "run2", jobs=1)
    with pytest.raises(Killed):
        run_experiment(experiment, home / "stopped", jobs=1, listener=Killer(2))
    before = contents(home)
    paths = {"RUN": "run", "RUN2": "run2", "RUN3": "run3", "STOPPED": "stopped", "FILE": "x.yaml"}
    arguments = [str(home / paths[word]) if word in paths else word for word in command]
    for path in [home, *home.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        code, said = where_nothing_can_be_written(home, arguments)
    finally:
        for path in [home, *home.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert contents(home) == before
    if command in READERS:
        assert code == 0, said
    else:
        assert code == 2, said
        assert "Permission denied" in said or "Read-only file system" in said


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
