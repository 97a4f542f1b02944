"""What the README and the reference show is typed by newcomers: it has to be right as it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simkit import Run
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.run.runner import run_experiment
from tests.conftest import RunOf

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "reference").glob("*.md"))]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in reversed(PAGES))


def shown(language: str, word: str) -> str:
    """Return the piece of a language that has a word in it, from the reference or the README."""
    pieces: list[str] = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return next(piece for piece in pieces if word in piece)


def test_the_experiment_with_the_strategy(tmp_path: Path) -> None:
    (tmp_path / "my_idea.py").write_text(shown("python", "@strategy"))
    (tmp_path / "cheap_tides.yaml").write_text(shown("yaml", "cheap_tides"))
    assert len(load_experiment(tmp_path / "cheap_tides.yaml").scenarios) == 18
    idea = Overrides(settings=(f"strategy={tmp_path}/my_idea.py:bold",))
    assert len(load_experiment(tmp_path / "cheap_tides.yaml", idea).scenarios) == 9


def test_the_experiment_of_the_readme(tmp_path: Path) -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    (tmp_path / "cheap_tides.yaml").write_text(re.findall(r"```yaml\n(.*?)```", readme, re.DOTALL)[0])
    experiment = load_experiment(tmp_path / "cheap_tides.yaml")
    assert len(experiment.scenarios) == 12
    assert experiment.question == "spell_cost_tide"  # else the board is asked about, which comes first


def test_the_tables_of_one_run_are_read(
    boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = tmp_path / "runs" / "nautilion_base"
    run_experiment(load_experiment(boards, Overrides(games=5)), runs / "four", jobs=1)
    one = ("rules.board=A1", "rules.reserve=3")
    run_experiment(load_experiment(boards, Overrides(games=5, settings=one)), runs / "one", jobs=1)
    monkeypatch.chdir(tmp_path)
    with pytest.warns(UserWarning, match="2 runs that differ; this is the newest"):
        exec(shown("python", "rates = run.games"), {})
    assert "shape: (1, 3)" in capsys.readouterr().out


def test_the_content_is_read(tmp_path: Path) -> None:
    (tmp_path / "my_cards.yaml").write_text(shown("yaml", "my_cards"))
    (tmp_path / "own.yaml").write_text(
        "name: own\ngame: nautilion\ngames: 1\nstrategy: random\ncontent: my_cards.yaml\n"
        "rules: {board: D1, expansions: all}\n"
    )
    (scenario,) = load_experiment(tmp_path / "own.yaml").scenarios
    rules: Any = scenario.knobs.record()
    assert rules.armed_crew == 0b001_001_001
    assert rules.darkhouse_dice[13].tolist() == [1, 1, 4]


def test_the_report_of_ones_own(tmp_path: Path, run_of: RunOf) -> None:
    pig = "name: pig\ngame: pig\ngames: 20\nstrategy: hold_at\nreport: ./my_report.py\n"
    (tmp_path / "my_report.py").write_text(shown("python", "my_report.py"))
    run = run_of(pig)
    html, _ = Run(run.path).report(str(tmp_path / "my_report.py"), pdf=True)
    assert "seat 1" in html.read_text(encoding="utf-8")


def test_the_events_of_one_kind_are_read(
    write_experiment: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pig = (
        "name: pig\ngame: pig\ngames: 40\nstrategies: [hold_at, random]\nevents: {one_in: 4}\nreport: none\n"
    )
    run_experiment(load_experiment(write_experiment(pig)), tmp_path / "runs" / "pig_hold_at" / "one", jobs=1)
    monkeypatch.chdir(tmp_path)
    exec(shown("python", "run.events_of"), {})
    assert "shape: (2, 3)" in capsys.readouterr().out
