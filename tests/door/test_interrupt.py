"""A run from Python that is interrupted goes on at the next call, to the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit.door import progress
from simkit.run.store.shards import PlayedShard

ASKED: dict[str, Any] = {
    "game": "pig",
    "strategies": ["hold_at", "random"],
    "games": 60_000,
    "factors": {"strategies.0.n": [15, 20, 25]},
}


def tables(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*.parquet"))}


class Stopping(progress.Silent):
    """Raises what a notebook's stop button raises, once a shard is played."""

    def shard_played(self, played: PlayedShard) -> None:
        raise KeyboardInterrupt


def test_a_call_that_is_stopped_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simkit.run(**ASKED, out=tmp_path / "whole", jobs=1)
    with monkeypatch.context() as patched:
        patched.setattr("simkit.door.progress.watcher_for", lambda _progress: Stopping())
        with pytest.raises(KeyboardInterrupt) as stopped:
            simkit.run(**ASKED, out=tmp_path / "run", jobs=1)
    assert stopped.value.__notes__[0].startswith("the games played are kept")
    assert stopped.value.__notes__[-1] == "from Python, the same call goes on with it"
    parts = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("part-*.parquet")}
    assert parts
    assert repr(simkit.open_run(tmp_path / "run")).startswith("<Run pig: Unfinished: 60,000 of 180,000 games")
    again = simkit.run(**ASKED, out=tmp_path / "run", jobs=1)
    assert tables(again.path) == tables(whole.path)
    assert {path: path.stat().st_mtime_ns for path in parts} == parts  # not played again


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_script_that_ctrl_c_stops(tmp_path: Path) -> None:
    code = f"import simkit\nsimkit.run(**{ASKED | {'games': 3_000_000}!r}, out='run', jobs=1)"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    deadline = time.monotonic() + 120
    while not any((tmp_path / "run").rglob("part-*.parquet")):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in said and "the games played are kept" in said


ENDLESS = """
from simkit.game import strategy

@strategy(game="pig", skill="test", idea="Never decides.")
def ponders(table, seat, rules, moves, count, parameters, chance):
    while table.total >= 0:
        pass
    return 0
"""


@pytest.mark.long
def test_games_in_memory_that_never_end_are_told(tmp_path: Path) -> None:
    """In a process of its own: the compiled loop goes on as long as that lives."""
    (tmp_path / "ponder.py").write_text(ENDLESS)
    lines = (
        "import simkit\n"
        "try:\n"
        "    simkit.play('pig', ['./ponder.py:ponders', 'hold_at'], games=10)\n"
        "except simkit.BadInput as error:\n"
        "    print(error, flush=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", lines],
        cwd=tmp_path,
        env=os.environ | {"SIMKIT_PATIENCE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert "ponders" in done.stdout and "ponder.py:6" in done.stdout, done.stdout + done.stderr
