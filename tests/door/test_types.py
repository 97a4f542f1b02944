"""What a type checker says of code outside that uses simkit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from simkit.door.describing import Keys
from simkit.experiment.file.model import ExperimentFile

RIGHT = """
from pathlib import Path

import polars as pl
import simkit
from simkit.game import Strategy


def question(mine: Strategy) -> pl.DataFrame:
    run = simkit.run(game="pig", games=100, strategies=["hold_at", mine], factors={"rules.target": [50, 100]})
    again = simkit.run("idea.yaml", games=10, settings={"rules.target": 50}, label="short", progress=False)
    rows: pl.LazyFrame = run.games
    files: list[Path] = run.export("it.xlsx")
    differs: list[str] = simkit.compare(run, again).differs
    lines: tuple[str, ...] = run.replay(game=3).lines
    played = simkit.play("pig", ["hold_at", "random"], games=10)
    print(files, differs, lines, played.games.height, run.verdict.outcome)
    print(simkit.experiment(game="pig").games)
    return simkit.runs().join(rows.collect(), on="game")
"""

WRONG = (
    ('simkit.run(games="x")', "arg-type"),
    ('simkit.run(gmaes=10, game="pig")', "call-arg"),
    ('simkit.run(game="pig").gmaes', "attr-defined"),
    ('simkit.run(game="pig").replay("first")', "arg-type"),
    ('simkit.run(game="pig", backend="machines")', "arg-type"),
    ('simkit.play("pig", ["hold_at"], rules=3)', "arg-type"),
    ('simkit.experiment(game="pig", seed="1")', "arg-type"),
    ('simkit.open_run("@1").verdict.outcom', "attr-defined"),
    ("simkit.rnus()", "attr-defined"),
)


def test_mypy_accepts_what_is_right_and_reports_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "right.py").write_text(RIGHT)
    lines = ["import simkit", "", *(code for code, _ in WRONG)]
    (tmp_path / "wrong.py").write_text("\n".join(lines) + "\n")
    command = (sys.executable, "-m", "mypy", "--strict", "--config-file", "", "right.py", "wrong.py")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    said = done.stdout.splitlines()
    assert [line for line in said if line.startswith("right.py")] == []
    for number, (code, kind) in enumerate(WRONG, start=3):
        found = [line for line in said if line.startswith(f"wrong.py:{number}: error")]
        assert found and found[0].endswith(f"[{kind}]"), (code, found)


def test_every_key_of_an_experiment_is_known_to_type_checkers() -> None:
    assert set(ExperimentFile.model_fields) <= Keys.__annotations__.keys()
