"""Answers beside a run: which are used again, which are listed, and where they are written."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result
from pydantic import Field

import simkit
from simkit import plugins
from simkit.questions import Answer, Parameters, Question
from simkit.questions import kept as of_kept
from simkit.questions.registry import find_question

SHORT = {"game": "pig", "games": 20, "strategies": ["hold_at", "random"], "rules": {"target": 20}}
ASKED: list[int] = []
"""How many games each time it was asked."""


class Some(Parameters):
    games: int = Field(10, ge=1, description="how many")


class Many(Parameters):
    most: int = Field(10, ge=1, description="the most games")


def ask(lab: Any, experiment: Any, parameters: Some) -> Answer:
    ASKED.append(parameters.games)
    return Answer((f"There are {parameters.games}.",), files={"more.json": "{}"})


def read(run: Any, parameters: Many) -> Answer:
    return Answer((f"At most {parameters.most}.",))


COUNT = Question(name="count", title="A count", summary="Count.", parameters=Some, ask=ask, key="count")
MOST = Question(name="most", title="The most", summary="Most.", parameters=Many, read=read, key="most")


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Have both questions found."""
    own = plugins.question_modules()
    others = [SimpleNamespace(__name__="tests", QUESTION=question) for question in (COUNT, MOST)]
    monkeypatch.setattr(plugins, "question_modules", lambda: [*own, *others])
    monkeypatch.chdir(tmp_path)
    ASKED.clear()


def folder_of(run: Any) -> Path:
    return Path(run.path) / "answers" / "count"


def test_what_is_read_with_a_key_keeps_its_parameters() -> None:
    run = simkit.run({**SHORT, "most": {"most": 3}})
    run.report()
    assert run.answers["most"].sentences == ("At most 3.",)
    assert "At most 10." in str(simkit.ask("most", run))


def test_each_answer_has_a_folder_and_its_files_are_no_answers() -> None:
    run = simkit.run({**SHORT, "count": True})
    assert sorted(path.name for path in folder_of(run).iterdir()) == ["answer.json", "more.json"]
    assert list(run.answers) == ["count"]
    run.report()
    assert {"count", "minutes", "idle_rules", "most"} <= {*run.answers}


def test_what_is_asked_no_more_is_not_listed() -> None:
    run = simkit.run({**SHORT, "count": True})
    again = simkit.run(SHORT)
    assert again.path == run.path and (folder_of(run) / "answer.json").is_file()
    assert again.answers == {}


@pytest.mark.parametrize("content", ["{", '{"format": 1}', "[]", ""])
def test_a_damaged_answer_is_asked_anew(content: str, capsys: pytest.CaptureFixture[str]) -> None:
    run = simkit.run({**SHORT, "count": True})
    (folder_of(run) / "answer.json").write_text(content)
    with pytest.raises(simkit.BadInput, match=r"answer\.json can't be read"):
        _ = run.answers
    with pytest.raises(simkit.BadInput, match=r"answer\.json can't be read"):
        run.report()
    assert simkit.run({**SHORT, "count": True}).answers["count"].sentences == ("There are 10.",)
    assert ASKED == [10, 10]


def test_what_is_as_it_was_is_not_asked_again() -> None:
    for _ in range(2):
        simkit.run({**SHORT, "count": True})
    assert ASKED == [10]


def test_the_sources_are_the_same_before_and_after_it_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = simkit.experiment(game="pig", strategies=["hold_at", "random"])
    ladder = find_question("ladder")
    importlib.import_module(ladder.home)
    after = of_kept.sources_used(ladder, experiment)
    monkeypatch.delitem(sys.modules, ladder.home)
    assert of_kept.sources_used(ladder, experiment) == after


def test_other_sources_are_asked_anew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ladder = tmp_path / "ladder.yaml"
    ladder.write_text("won: 1")
    monkeypatch.setattr(of_kept, "ladder_files", lambda _game: [ladder])
    simkit.run({**SHORT, "count": True})
    ladder.write_text("won: 2")
    simkit.run({**SHORT, "count": True})
    assert len(ASKED) == 2
    monkeypatch.setattr(of_kept, "file_hash", lambda path: path.name.encode())  # as if search/ were edited
    simkit.run({**SHORT, "count": True})
    assert len(ASKED) == 3
    third = replace(plugins.strategies_of("pig")["random"], name="third")
    monkeypatch.setattr(plugins, "_strategies_made_here", {("pig", "third"): third})
    simkit.run({**SHORT, "count": True})
    assert len(ASKED) == 4


def test_a_copied_answer_of_another_run_does_not_pass() -> None:
    first = simkit.run({**SHORT, "count": True})
    other = simkit.run({**SHORT, "count": True, "games": 30})
    shutil.rmtree(folder_of(other))
    shutil.copytree(folder_of(first), folder_of(other))
    with pytest.raises(simkit.BadInput, match="is not an answer about this run"):
        _ = other.answers
    simkit.run({**SHORT, "count": True, "games": 30})
    assert len(ASKED) == 3
    assert [*other.answers] == ["count"]


@pytest.mark.parametrize("linked", ["answers", "answers/count", "answers/count/answer.json"])
def test_links_in_a_strangers_run_are_replaced(linked: str, tmp_path: Path) -> None:
    run = simkit.run({**SHORT, "count": True})
    away = tmp_path / "away"
    away.mkdir()
    precious = away / "precious.json"
    precious.write_text("{}")
    place = run.path / linked
    place.unlink() if place.is_file() else shutil.rmtree(place)
    place.symlink_to(precious if place.suffix else away)
    again = simkit.run({**SHORT, "count": {"games": 5}})
    again.report()
    assert [path.name for path in away.iterdir()] == ["precious.json"]
    assert precious.read_text() == "{}"
    assert not place.is_symlink() and again.answers["count"].parameters == {"games": 5}


def test_the_note_about_damage_is_one(
    simkit: Callable[..., Result], write_experiment: Callable[[str], Path]
) -> None:
    file = write_experiment(json.dumps({"name": "short", **SHORT, "count": True}))
    simkit("run", file, "--out", "run", "--jobs", "1", "--no-report")
    Path("run/answers/count/answer.json").write_text("{")
    again = simkit("run", file, "--out", "run", "--jobs", "1", "--no-report")
    assert again.exit_code == 0, again.output
    assert again.output.count("can't be read") == 1
