"""What the README and the reference show of Nautilion: as it stands, it is right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from simkit.content.mapping import read_mapping
from simkit.experiment.about import asked_about
from simkit.experiment.file.load import Overrides, load_experiment, read_experiment
from simkit.run.runner import run_experiment
from tests.experiment.test_readme import PAGES, shown


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


def test_the_readmes_example_is_asked_about_what_its_title_names_without_its_question() -> None:
    block = next(block for block in Path("README.md").read_text().split("```yaml") if "cheap_tides" in block)
    text = "".join(line for line in block.split("```")[0].splitlines(True) if "question:" not in line)
    own = read_experiment(read_mapping(yaml.safe_load(text), "readme"), Path(), Overrides())
    assert asked_about(own.varied, (), "", own.title, own.game.knobs).factor == "rules.spell_cost_tide"
