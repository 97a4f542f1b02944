"""What an experiment needs is compiled side by side, once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simkit.experiment import load_experiment
from simkit.plugins import find_strategy
from simkit.run.compiling import _cold_strategies
from simkit.run.manifest import sources_of

EXPERIMENT = """
name: first
game: pig
seed: 1
games: 10
factors:
  strategy: [hold_at, random]
"""

COMPILE = """
import json
from pathlib import Path
from simkit.experiment import load_experiment
from simkit.plugins import find_strategy
from simkit.run.compiling import anything_cold, compile_side_by_side
from simkit.run.runner import run_experiment

experiment = load_experiment(Path("pig.yaml"))
cold = [anything_cold(experiment)]
compile_side_by_side(experiment, {jobs})
cold.append(anything_cold(experiment))
run_experiment(experiment, Path("out"), jobs=1)
strategies = [player.strategy for scenario in experiment.scenarios for player in scenario.players]
compiled = [find_strategy("pig", name, experiment.folder).compile(experiment.game) for name in strategies]
print(json.dumps([*cold, sum(function.stats.cache_misses.total() for function in compiled) > 0]))
"""


def compiled(folder: Path, jobs: int) -> object:
    (folder / "pig.yaml").write_text(EXPERIMENT)
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", COMPILE.format(jobs=jobs)],
        cwd=folder, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_strategies_are_compiled_beside_the_play_loop_and_found_on_disk(tmp_path: Path) -> None:
    assert compiled(tmp_path, jobs=3) == [True, False, False]
    assert compiled(tmp_path, jobs=3) == [False, False, False]


def test_with_one_job_nothing_runs_beside(tmp_path: Path) -> None:
    assert compiled(tmp_path, jobs=1) == [True, True, True]


def test_processes_take_no_module_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "string.py").write_text("raise RuntimeError('the wrong string')\n")
    (tmp_path / "pig.yaml").write_text(EXPERIMENT)
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "simkit", "run", "pig.yaml", "--out", "out", "--no-report",
         "--backend", "processes", "--jobs", "2"],
        cwd=tmp_path, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "string" not in done.stderr


ALIKE = """
from simkit.engine.strategy import Parameter, strategy

def choose(table, seat, rules, moves, count, parameters, chance):
    return 1 if table.total >= parameters.total else 0

def holding_at(name, total):
    own = (Parameter("total", total, 1, 100, "when to hold"),)
    return strategy(game="pig", skill="none", name=name, parameters=own, idea=f"Hold at {total}.")(choose)

bold, careful = holding_at("bold", 30), holding_at("careful", 10)
"""


def test_strategies_that_share_a_function_are_compiled_once(tmp_path: Path) -> None:
    (tmp_path / "alike.py").write_text(ALIKE)
    path = tmp_path / "experiment.yaml"
    path.write_text(EXPERIMENT.replace("[hold_at, random]", "[alike.py:bold, alike.py:careful, random]"))
    experiment = load_experiment(path)
    bold, careful = (find_strategy("pig", f"alike.py:{name}", tmp_path) for name in ("bold", "careful"))
    assert bold.compile(experiment.game) is careful.compile(experiment.game)
    assert (bold.idea, careful.idea) == ("Hold at 30.", "Hold at 10.")
    sources = sources_of(experiment)
    assert sources["alike.py:bold"] != sources["alike.py:careful"]  # their parameters decide, too


def test_cold_strategies_that_share_a_function_are_named_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "alike.py").write_text(ALIKE)
    path = tmp_path / "experiment.yaml"
    path.write_text(EXPERIMENT.replace("[hold_at, random]", "[alike.py:bold, alike.py:careful, random]"))
    assert _cold_strategies(load_experiment(path)) == ["alike.py:bold", "random"]
