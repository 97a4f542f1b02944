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
"""A small process that starts another: Linux counts the memory of the parent as the child's."""

EXPERIMENT = """
name: memory
game: nautilion
seed: 1
games: 1
strategies: [random]
"""

SEATS = """
name: memory
game: pig
seed: 1
games: 1
strategies: [hold_at, random]
report: none
"""

ALIKE = """
name: memory
game: pig
seed: 1
games: 1
strategies: [hold_at, hold_at]
"""
"""With its report, which says how players of one kind play among themselves."""


def peak(folder: Path, games: int, jobs: int, text: str = EXPERIMENT, name: str = "run") -> float:
    """Return the peak memory of a run in MB."""
    experiment = folder / "memory.yaml"
    experiment.write_text(text)
    run = [
        sys.executable,
        "-m",
        "simkit",
        "run",
        str(experiment),
        "--out",
        str(folder / f"{name}_{games}_{jobs}"),
    ]
    command = [sys.executable, "-c", MEASURE, *run, "--games", str(games), "--jobs", str(jobs)]
    environment = {key: value for key, value in os.environ.items() if key != "ARROW_DEFAULT_MEMORY_POOL"}
    environment["SIMKIT_CHECKED"] = "0"  # as users run: checked games keep 64 bits for every number
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment, check=True)
    code, megabytes = json.loads(done.stdout)
    assert code == 0
    return float(megabytes)


@pytest.mark.long
@pytest.mark.parametrize("jobs", [2, 64])
def test_ten_million_games_take_less_than_a_gigabyte(tmp_path: Path, jobs: int) -> None:
    assert peak(tmp_path, 10_000_000, jobs) < 1000


@pytest.mark.long
@pytest.mark.parametrize("text", [EXPERIMENT, SEATS, ALIKE], ids=["alone", "seats", "seats of one kind"])
def test_ten_times_the_games_take_no_more_memory(tmp_path: Path, text: str) -> None:
    many = peak(tmp_path, 10_000_000, 1, text)
    assert many < peak(tmp_path, 1_000_000, 1, text) + 50
    assert many < 450


SCENARIOS = """
name: many
game: nautilion
seed: 1
games: 20
strategy: random
factors:
  rules.decision_cap: [{caps}]
  rules.reserve: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
report: none
"""


def peak_of_scenarios(folder: Path, scenarios: int) -> float:
    """Return the peak memory of a run of so many scenarios in MB."""
    caps = ", ".join(str(5_000 + i) for i in range(scenarios // 20))
    return peak(folder, 20, 2, SCENARIOS.format(caps=caps), str(scenarios))


@pytest.mark.long
def test_a_hundred_thousand_scenarios_take_less_than_a_gigabyte(tmp_path: Path) -> None:
    assert peak_of_scenarios(tmp_path, 100_000) < 1000


@pytest.mark.long
def test_a_scenario_more_takes_a_few_kilobytes(tmp_path: Path) -> None:
    more = peak_of_scenarios(tmp_path, 20_000) - peak_of_scenarios(tmp_path, 2_000)
    assert more / 18_000 * 1024 < 8
