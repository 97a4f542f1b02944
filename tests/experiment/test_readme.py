"""What the README and the reference show is typed by newcomers: it has to be right as it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from simkit import Run
from simkit.experiment.file.load import load_experiment
from simkit.run.runner import run_experiment
from tests.conftest import RunOf

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "reference").glob("*.md"))]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in reversed(PAGES))


def shown(language: str, word: str) -> str:
    """Return the piece of a language that has a word in it, from the reference or the README."""
    pieces: list[str] = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    return next(piece for piece in pieces if word in piece)


def test_cards_of_ones_own_are_read(tmp_path: Path) -> None:
    (tmp_path / "lanterns.yaml").write_text("cards: {lanterns: {copies: 3}}\n")
    file = tmp_path / "market.yaml"
    printed = "name: market\ngame: night_market\ngames: 1\nstrategy: bold\n"
    decks = []
    for written in (printed, printed + shown("yaml", "lanterns.yaml")):
        file.write_text(written)
        (scenario,) = load_experiment(file).scenarios
        decks.append(scenario.knobs.record())
    assert decks[0] != decks[1]


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
