"""Messages of commands about what is easily overlooked."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from simkit.cli.screen import console


def test_a_replays_title_is_whole_on_narrow_screens(
    simkit: Callable[..., Result], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert simkit("run", small, "--out", "run", "--no-report").exit_code == 0
    for width in (40, 200):
        monkeypatch.setattr(console, "width", width)
        told = simkit("replay", "run", "--scenario", 1, "--game", 2).output
        assert re.search(r"Game 2, Pig, scenario 1 \([^)…]*\)", told)


def test_what_check_says_of_directories(simkit: Callable[..., Result], small: Path) -> None:
    assert simkit("run", small, "--out", "run", "--no-report").exit_code == 0
    assert "run is whole" in simkit("check", "run").output
    part = next(Path("run/games").rglob("*.parquet"))
    other = part.with_name("part-00009.parquet")
    shutil.copy(part, other)
    for command in (["check", "run"], ["report", "run"], ["replay", "run", "--scenario", 0, "--game", 1]):
        told = simkit(*command)
        assert told.exit_code == 2
        assert "part-00009.parquet is not a file of this run; remove it from the directory" in told.output
    Path("empty").mkdir()
    nothing = simkit("check", "empty")
    assert nothing.exit_code == 2
    assert "is not a run directory: it has no manifest.json" in nothing.output


def test_letters_that_figures_lack_are_reported_once(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    levels = "{日本: {rules.sides: 20}, ½ ï: {}}"
    file = write_experiment(f"name: l\ngame: pig\ngames: 20\nstrategy: random\nfactors: {{die: {levels}}}\n")
    told = simkit("run", file, "--out", "run")
    assert told.exit_code == 0, told.output
    assert told.output.count("the figures' font has no 日 本; boxes stand for them") == 1
    assert "UserWarning" not in told.output


def test_a_report_leaves_no_figures_of_another(simkit: Callable[..., Result], small: Path) -> None:
    assert simkit("run", small, "--out", "run").exit_code == 0
    assert simkit("report", "run").exit_code == 0
    former = {file.name for file in Path("run/figures").iterdir()}
    assert former
    Path("run/figures/mine.svg").write_text("<svg/>")
    Path("mine.py").write_text(
        "from simkit import report as r\n\n"
        "def report(run):\n"
        "    return r.Report(run, [r.parts.OwnPart(findings=['It works.'])], title='Mine')\n"
    )
    assert simkit("report", "run", "--script", "./mine.py").exit_code == 0
    left = {file.name for file in Path("run/figures").iterdir()}
    assert left == {"mine.svg", "answer.svg"}  # that of page one is made for any script
    assert former - left


def test_a_comparison_says_in_how_many_settings_each_result_moved(
    simkit: Callable[..., Result], small: Path
) -> None:
    for out, target in (("short", 20), ("long", 60)):
        setting = f"rules.target={target}"
        done = simkit("run", small, "--out", out, "--games", 400, "--set", setting, "--no-report")
        assert done.exit_code == 0
    told = simkit("compare", "short", "long").output
    assert re.search(r"(?m)^ turns .* 2 of 2 +0 ", told)
    shutil.copytree("short", "same")
    same = simkit("compare", "short", "same").output
    assert "more in" not in same
    assert same.startswith("The runs do not differ: ")


def test_wins_are_compared_in_every_scenario(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    """Of players where they differ, of seats where all are alike."""
    tables = "{alike: {strategy: random}, apart: {strategies: [random, hold_at]}}"
    for out, seed in (("one", 1), ("other", 2)):
        text = f"name: w\ngame: pig\ngames: 50\nseed: {seed}\nfactors: {{table: {tables}}}\nreport: none\n"
        assert simkit("run", write_experiment(text), "--out", out).exit_code == 0
    told = simkit("compare", "one", "other").output
    for who in ("seat", "player"):
        for number in (1, 2):
            assert re.search(rf"(?m)^ *won +{who} {number} ", told), told
