"""Ctrl-C stops simkit at once, in the middle of anything."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

ENDLESS = """
from simkit.engine.base.chance import uniform
from simkit.engine.contract.strategy import strategy


@strategy(game="pig", skill="none")
def endless(table, seat, rules, moves, count, parameters, chance):
    worth = 0.5
    while worth < 1.0 and uniform(chance) < {chance}:
        while worth < 1.0:
            worth = 0.5 * worth + 0.25
    return 1 if table.total > 15 else 0
"""


def interrupted(arguments: list[str], folder: Path, when: Callable[[], bool]) -> tuple[int, str]:
    """Return how a command ends that Ctrl-C is pressed in a second after `when`, and what it says."""
    process = subprocess.Popen(
        [sys.executable, "-m", "simkit", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
        env=os.environ | {"SIMKIT_CACHE_DIR": str(folder / "cache")} if "cold" in arguments else None,
        start_new_session=True,  # Ctrl-C is for all processes of a session
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs in background
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not when():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(1)
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    try:
        said, _ = process.communicate(timeout=15)
    finally:
        process.kill()
    return process.returncode, said


def write(folder: Path, chance: float) -> None:
    (folder / "idea.py").write_text(ENDLESS.format(chance=chance))
    (folder / "x.yaml").write_text(
        "name: x\ngame: pig\ngames: 2000000\nstrategies: [./idea.py:endless, hold_at]\nreport: none\n"
    )


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_a_strategy_that_never_comes_to_an_end(tmp_path: Path, jobs: str) -> None:
    write(tmp_path, 1e-5)  # not in game 0, which is rehearsed
    begun = (tmp_path / "out/manifest.json").is_file
    code, said = interrupted(["run", "x.yaml", "--out", "out", "--jobs", jobs], tmp_path, begun)
    assert code == 130, said
    played = any((tmp_path / "out").rglob("part-*.parquet"))
    kept = "the games played are kept, --resume continues the run"
    assert f"stopped; {kept if played else 'no game was kept yet; --resume begins with the first'}" in said


@pytest.mark.long
def test_a_rehearsal_that_never_comes_to_an_end(tmp_path: Path) -> None:
    write(tmp_path, 1.0)
    by_then = time.monotonic() + 4  # compiled it is by then, too
    code, said = interrupted(["check", "x.yaml"], tmp_path, lambda: time.monotonic() > by_then)
    assert code == 130, said
    assert "stopped" in said


@pytest.mark.long
def test_a_replay_that_never_comes_to_an_end(tmp_path: Path) -> None:
    write(tmp_path, 0.0)
    run = [sys.executable, "-m", "simkit", "run", "x.yaml", "--games", "10", "--out", "out"]
    subprocess.run(run, check=True, cwd=tmp_path, capture_output=True)
    write(tmp_path, 1.0)
    by_then = time.monotonic() + 4  # compiled it is by then, too
    code, said = interrupted(["replay", "out", "--game", "0"], tmp_path, lambda: time.monotonic() > by_then)
    assert code == 130, said
    assert said.strip().endswith("stopped")


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_while_all_is_compiled(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "x.yaml").write_text(
        "name: x\ngame: nautilion\ngames: 10\nreport: none\nfactors: {strategy: [random, expert]}\n"
    )
    begun = (tmp_path / "cold").is_dir
    code, said = interrupted(["run", "x.yaml", "--jobs", jobs, "--out", "cold"], tmp_path, begun)
    assert code == 130, said
    assert "compiling" in said
    assert said.strip().endswith("stopped; no game was played")
    assert not (tmp_path / "cold").exists()


@pytest.mark.long
def test_look_ahead_without_end_is_estimated_at_once(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(
        "name: x\ngame: pig\ngames: 200\nreport: none\n"
        "strategies: [{think: {base: hold_at, playouts: 1_000_000}}, hold_at]\n"
    )
    begun = (tmp_path / "out/manifest.json").is_file
    code, said = interrupted(["run", "x.yaml", "--out", "out"], tmp_path, begun)
    assert code == 130, said
    assert re.search("look-ahead: about .* play-outs at most, about .* of one core", said)
    checked = subprocess.run(
        [sys.executable, "-m", "simkit", "check", "x.yaml"],
        capture_output=True, text=True, cwd=tmp_path, timeout=60,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert " of one core" in checked.stdout
