"""The work after the games: twice as many scenarios are twice as much of it, not four times."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner

import simkit
from simkit.cli.main import main

HOME = str(Path(simkit.__file__).parent)

PIG = "name: pig\ngame: pig\ngames: 2\nreport: none\nstrategies: [hold_at, hold_at]\nfactors:\n"


def lines_run(words: list[str]) -> int:
    """Return how many lines of simkit's own a command runs; a loop in one line counts at every turn."""
    lines = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal lines
        if event == "call":
            return trace if frame.f_code.co_filename.startswith(HOME) else None
        lines += event == "line"
        return trace

    sys.settrace(trace)
    try:
        result = CliRunner().invoke(main, words)
    finally:
        sys.settrace(None)
    assert result.exit_code == 0, result.output
    return lines


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Path]]:
    """Return two runs with their experiments, the second with twice as many scenarios."""
    folder, made = tmp_path_factory.mktemp("scale"), []
    for most in (150, 300):
        text = f"  strategies.0.n: [1..{most}]\n  rules.target: [20, 30]\n"
        file, out = folder / f"{most}.yaml", folder / str(most)
        file.write_text(PIG + text, encoding="utf-8")
        assert CliRunner().invoke(main, ["run", str(file), "--out", str(out), "--jobs", "1"]).exit_code == 0
        shutil.copytree(out, f"{out}_copied")
        made.append((file, out))
    return made


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(
            lambda file, out: ["run", str(file), "--out", str(out)], marks=pytest.mark.long, id="run"
        ),
        pytest.param(lambda _, out: ["check", str(out)], id="check"),
        pytest.param(
            lambda _, out: ["compare", str(out), f"{out}_copied"], marks=pytest.mark.long, id="compare"
        ),
    ],
)
def test_work_grows_with_the_scenarios_not_with_their_square(
    runs: list[tuple[Path, Path]], words: Callable[[Path, Path], list[str]]
) -> None:
    few, many = (lines_run(words(file, out)) for file, out in runs)
    assert many < 2.5 * few
