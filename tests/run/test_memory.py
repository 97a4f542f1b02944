"""Memory stays flat, however many games and workers there are."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux tells a process's peak memory in kB")

MEASURE = """
import json, resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(json.dumps([done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024]))
"""
"""A small process that starts another: Linux counts the memory of whoever starts a process as its own."""

EXPERIMENT = """
name: memory
game: nautilion
seed: 1
games: 1
strategies: [random]
"""


def peak(folder: Path, games: int, jobs: int) -> float:
    """Return the peak memory of a run in MB."""
    experiment = folder / "memory.yaml"
    experiment.write_text(EXPERIMENT)
    run = [sys.executable, "-m", "simkit", "run", str(experiment), "--out", str(folder / f"{games}_{jobs}")]
    command = [sys.executable, "-c", MEASURE, *run, "--games", str(games), "--jobs", str(jobs)]
    environment = {key: value for key, value in os.environ.items() if key != "ARROW_DEFAULT_MEMORY_POOL"}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=True)
    code, megabytes = json.loads(done.stdout)
    assert code == 0
    return float(megabytes)


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 64])
def test_ten_million_games_take_less_than_a_gigabyte(tmp_path: Path, jobs: int) -> None:
    assert peak(tmp_path, 10_000_000, jobs) < 1000


@pytest.mark.long
def test_ten_times_the_games_take_no_more_memory(tmp_path: Path) -> None:
    assert peak(tmp_path, 10_000_000, 1) < peak(tmp_path, 1_000_000, 1) + 50
