"""Ctrl-C stops a run, whatever its workers are at."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_run_whose_strategy_never_comes_to_an_end(tmp_path: Path, jobs: int) -> None:
    (tmp_path / "idea.py").write_text(
        "from simkit.engine.chance import uniform\n"
        "from simkit.engine.strategy import strategy\n\n\n"
        "@strategy(game='pig', skill='none')\n"
        "def endless(table, seat, rules, moves, count, parameters, chance):\n"
        "    worth = 0.5\n"
        "    while worth < 1.0 and uniform(chance) < 1e-5:  # not in game 0, which is rehearsed\n"
        "        while worth < 1.0:\n"
        "            worth = 0.5 * worth + 0.25\n"
        "    return 1 if table.total > 15 else 0\n"
    )
    (tmp_path / "x.yaml").write_text(
        "name: x\ngame: pig\ngames: 2000000\nstrategies: [./idea.py:endless, hold_at]\nreport: none\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "simkit", "run", "x.yaml", "--out", "out", "--jobs", str(jobs)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs in background
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not (tmp_path / "out/manifest.json").is_file():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(1)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=20)
    assert process.returncode == 130, said
    assert "stopped; whatever was played is kept" in said
