"""The work after the games: twice as many scenarios are twice as much of it, not four times."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import pytest
import yaml
from click.testing import CliRunner

import simkit
from simkit.cli.main import main
from simkit.report.questions.pairs import pairs_of
from simkit.report.stats import line_ups_of
from simkit.results.line_ups import together
from simkit.run.store import in_parts
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, average_share, paired_difference

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


@pytest.mark.parametrize(("at_once", "parts"), [(in_parts.IN_STEP, 1), (5 * 60, 4)], ids=["whole", "parts"])
def test_all_pairs_of_players_are_counted_game_by_game_in_one_pass_over_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int, parts: int
) -> None:
    levels = "  strategies.0.n: [1..6]\n  strategies.1.n: [1..6]\n"
    described = yaml.safe_load(PIG.replace("games: 2", "games: 20") + levels)
    run = RunDirectory(simkit.run(described, out=tmp_path / "run", jobs=1).path)
    scan, passes = RunDirectory._scan, []

    def counted(run: RunDirectory, *what: Any) -> Any:
        passes.append(what)
        return scan(run, *what)

    monkeypatch.setattr(RunDirectory, "_scan", counted)
    monkeypatch.setattr(in_parts, "IN_STEP", at_once)
    pairs = pairs_of(run, line_ups_of(run))
    assert len(pairs) == 15
    assert len(passes) == parts
    seats = run.seats.collect()
    for (one, other), pair in ((sorted(both), pair) for both, pair in pairs.items()):
        own = [
            [
                seats.filter(scenario=scenario, player=names.index(name)).sort("game")["won"].to_numpy()
                for scenario, names in together(line_ups_of(run), one, other).items()
            ]
            for name in (one, other)
        ]
        first, second = (np.mean(each, axis=0) for each in own)
        assert pair.shares[one] == average_share(first, 2)
        assert pair.lead.value == pytest.approx((first - second).mean())
        assert pair.lead.low == pytest.approx(paired_difference(second, first, unit=POINTS).low)
        assert pair.blocks == pytest.approx(first - second)
