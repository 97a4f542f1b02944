"""What an experiment needs is compiled side by side, once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import simkit
from simkit import BadInput
from simkit.engine.contract.player import named
from simkit.plugins import find_strategy
from simkit.run.runner import run_experiment
from simkit.run.store.manifest import sources_of
from simkit.run.work.compiling import Compiling, _cold_strategies, compile_side_by_side

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
from simkit.experiment.file.load import load_experiment
from simkit.engine.contract.player import named
from simkit.engine.play.compiled import compiled as compiled_game
from simkit.plugins import find_strategy
from simkit.run.work.compiling import compile_side_by_side
from simkit.run.runner import run_experiment

experiment = load_experiment(Path("pig.yaml"))
strategies = [find_strategy("pig", named(name), experiment.folder) for name in ("hold_at", "random")]
def anything_cold():
    game = experiment.game
    return compiled_game(game).is_cold() or any(strategy.is_cold(game) for strategy in strategies)

cold, lines = [anything_cold()], []
compile_side_by_side(experiment, {jobs}, lambda compiling: lines.append(compiling.in_words()))
cold.append(anything_cold())
run_experiment(experiment, Path("out"), jobs=1)
compiled = [strategy.compile(experiment.game) for strategy in strategies]
here = sum(function.stats.cache_misses.total() for function in compiled)
print(json.dumps([*cold, here, lines]))
"""


def compiled(folder: Path, jobs: int, before: str = "") -> list[Any]:
    (folder / "pig.yaml").write_text(EXPERIMENT)
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", f"{before}\n{COMPILE.format(jobs=jobs)}"],
        cwd=folder, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    own: list[Any] = json.loads(done.stdout)
    return own


def test_strategies_are_compiled_beside_the_play_loop_and_found_on_disk(tmp_path: Path) -> None:
    *cold, here, lines = compiled(tmp_path, jobs=3)
    assert (cold, here) == ([True, False], 0)
    assert lines[0] == "compiling the rules; 2 left: hold_at, random"
    assert {"random", "hold_at"} <= {
        word.strip(",;") for line in lines[1:] for word in line.split(" left")[0].split()
    }
    assert compiled(tmp_path, jobs=3) == [False, False, 0, []]


@pytest.mark.long
def test_what_a_process_that_dies_has_left_is_compiled_here(tmp_path: Path) -> None:
    """What is to compile beside ends at once: nothing stays in the line, and nothing is cold."""
    *cold, here, lines = compiled(tmp_path, jobs=2, before="import sys; sys.executable = '/bin/false'")
    assert (cold, here) == ([True, False], 2)
    assert lines[-1].endswith("nothing else is left")
    assert "," not in lines[-1].partition(";")[0]


@pytest.mark.long
def test_with_one_job_one_is_compiled_after_another(tmp_path: Path) -> None:
    assert compiled(tmp_path, jobs=1) == [
        True,
        False,
        2,
        [
            "compiling the rules; 2 left: hold_at, random",
            "compiling hold_at; 1 left: random",
            "compiling random; nothing else is left",
        ],
    ]


@pytest.mark.long
def test_run_and_check_say_what_they_compile(tmp_path: Path) -> None:
    (tmp_path / "alike.py").write_text(ALIKE)
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    run = ("run", "pig.yaml", "--no-report", "--jobs", "1")
    for (name, *options), other, begins_with in (
        (run, "random", "the rules"),
        (("check", "pig.yaml"), "alike.py:bold", "alike.py:bold"),
    ):
        (tmp_path / "pig.yaml").write_text(EXPERIMENT.replace("random", other))
        said, again = (
            subprocess.run(
                [sys.executable, "-m", "simkit", name, *options, *more],
                cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
            ).stdout
            for more in ((), ("--again",) if name == "run" else ())
        )  # fmt: skip
        assert f"compiling {begins_with}" in said
        assert "nothing else is left" in said
        assert "compiling" not in again


def test_a_strategy_that_can_not_be_compiled_leaves_none_of_the_others_out(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "experiment.yaml").write_text(
        EXPERIMENT.replace("[hold_at, random]", "[wrong.py:wrong, random]")
    )
    experiment = simkit.experiment(tmp_path / "experiment.yaml")
    lines: list[Compiling] = []
    compile_side_by_side(experiment, 1, lines.append)
    assert lines[-1] == Compiling(("wrong.py:wrong",), ())
    with pytest.raises(BadInput, match="'wrong' can't be compiled"):
        run_experiment(experiment, tmp_path / "out", jobs=1)


@pytest.mark.long
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


WRONG = """
from simkit.engine.contract.strategy import strategy

@strategy(game="pig", skill="none")
def wrong(table, seat, rules, moves, count, parameters, chance):
    return table.no_such_field
"""

ALIKE = """
from simkit.engine.contract.player import Parameter
from simkit.engine.contract.strategy import strategy

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
    experiment = simkit.experiment(path)
    bold, careful = (
        find_strategy("pig", named(f"alike.py:{name}"), tmp_path) for name in ("bold", "careful")
    )
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
    found = _cold_strategies(simkit.experiment(path))
    assert [reference.name for reference in found] == ["alike.py:bold", "random"]


def test_a_folder_that_cant_be_written_is_told_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path / "file" / "below"))
    path = tmp_path / "experiment.yaml"
    path.write_text(EXPERIMENT)
    begun: list[object] = []
    with pytest.raises(BadInput, match=r"can't be written: .*; set SIMKIT_CACHE_DIR"):
        compile_side_by_side(simkit.experiment(path), 1, begun.append)
    assert begun == []
