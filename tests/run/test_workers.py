"""Worker processes end with their run, and a run outlives its workers."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from simkit import BadInput
from simkit.experiment.file.load import load_experiment
from simkit.run.runner import run_experiment
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work.child import SAFE_PATH
from simkit.run.work.workers import MOST_LOSSES, play_in_processes
from tests.run.helpers import LONGEST, members, start, wait_until, workers

PIG = "name: x\ngame: pig\ngames: {games}\nstrategies: [hold_at, hold_at]\nreport: none\n"
PROCESSES = ["run", "x.yaml", "--out", "out", "--backend", "processes", "--jobs", "2"]


def write(folder: Path, games: int) -> Path:
    file = folder / "x.yaml"
    file.write_text(PIG.format(games=games))
    return file


def parts(folder: Path) -> dict[str, int]:
    return {str(part): part.stat().st_mtime_ns for part in folder.rglob("part-*.parquet")}


@pytest.mark.parametrize("usual", ["", "1"])
def test_what_the_caller_starts_after_a_run_looks_for_modules_where_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, usual: str
) -> None:
    monkeypatch.setenv(SAFE_PATH, usual)
    run_experiment(load_experiment(write(tmp_path, 200)), tmp_path / "out", jobs=2, backend="processes")
    assert os.environ[SAFE_PATH] == usual
    monkeypatch.delenv(SAFE_PATH)
    run_experiment(load_experiment(write(tmp_path, 300)), tmp_path / "more", jobs=2, backend="processes")
    assert SAFE_PATH not in os.environ


@pytest.mark.long  # a day one run is killed by tests/run/test_faults.py
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_end_with_their_run(tmp_path: Path, number: signal.Signals) -> None:
    write(tmp_path, 200_000_000)
    run = start(PROCESSES, tmp_path)
    try:
        wait_until(lambda: len(parts(tmp_path)) > 4)
        assert len(workers(run.pid)) == 2
        os.kill(run.pid, number)
        if number != signal.SIGKILL:
            os.killpg(run.pid, number)  # as `timeout` does: the first to the process, the second to its group
        run.wait(LONGEST)
        ended = time.monotonic()
        wait_until(lambda: not workers(run.pid))
        assert time.monotonic() - ended < 20  # idle workers used to stay for five minutes
        before = parts(tmp_path)
        said = run.communicate(timeout=LONGEST)[0]
        wait_until(lambda: not members(run.pid))
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert parts(tmp_path) == before
    if number != signal.SIGKILL:
        assert run.returncode == 128 + number
        assert "stopped; the games played are kept, --resume continues the run" in said
        assert said.strip().endswith(" shows what there is"), said  # and no word of a library's


@pytest.mark.long
def test_a_shard_whose_worker_is_killed_is_played_by_another(tmp_path: Path) -> None:
    file = write(tmp_path, 1_500_000)
    run = start(PROCESSES, tmp_path)
    try:
        wait_until(lambda: len(parts(tmp_path)) > 4)
        os.kill(workers(run.pid)[0], signal.SIGKILL)
        said = run.communicate(timeout=LONGEST)[0]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 0, said
    whole = run_experiment(load_experiment(file, None), tmp_path / "whole", jobs=2)
    assert hashes(tmp_path / "out") == hashes(whole.path)


def hashes(run: Path) -> dict[str, str]:
    """Return the checksum of every file but the manifest, hidden ones too."""
    files = [path for path in run.rglob("*") if path.is_file() and path.name != "manifest.json"]
    return {str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.parametrize(("shards_between", "outlived"), [(1, True), (0, False)])
def test_workers_that_are_killed_again_and_again(tmp_path: Path, shards_between: int, outlived: bool) -> None:
    def play(some: Iterable[Shard], **_: Any) -> Iterator[PlayedShard]:
        for shard in list(some)[:shards_between]:
            yield PlayedShard(shard, {}, None, ())
        raise BrokenProcessPool("a worker was terminated")

    shards = [Shard(range(1), part, part, (1,), is_all=False) for part in range(2 * MOST_LOSSES)]
    if outlived:
        assert [played.shard for played in play_in_processes(tmp_path, shards, play)] == shards
        return
    with pytest.raises(BadInput, match=r"killed 3 times in a row .* memory ran out: fewer --jobs"):
        list(play_in_processes(tmp_path, shards, play))
