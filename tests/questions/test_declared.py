"""What can't be asked is refused where it is declared, and where it is asked, in words."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import create_model

import simkit
from simkit import plugins
from simkit.cli.group import ASK, GROUPS
from simkit.cli.main import main
from simkit.experiment.file.model import ExperimentFile
from simkit.experiment.file.questions import questions_with_keys
from simkit.questions import Answer, Command, Parameters, Question
from simkit.questions.question import COMMANDS_TAKEN, KEYS_TAKEN, PARAMETERS_TAKEN
from simkit.questions.registry import find_question, questions


def ask(lab: Any, experiment: Any, parameters: Any) -> Answer:
    return Answer(("Yes.",))


def read(run: Any, parameters: Any) -> Answer:
    raise KeyError("target")


def question(**given: Any) -> Question[Any]:
    usual: dict[str, Any] = {"name": "mine", "title": "Mine", "summary": "Ask.", "parameters": Parameters}
    return Question(**{**usual, **({} if "read" in given else {"ask": ask}), **given})


def with_parameter(name: str, value: Any = 3) -> type[Parameters]:
    fields: Any = {name: (int, value)}
    return create_model("Own", __base__=Parameters, **fields)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "a/b c"}, r"test_declared\.py:\d+: question 'a/b c': allowed as a name are small letters"),
        ({"name": ""}, "question '': allowed as a name"),
        ({"name": "games", "key": "count"}, "question 'games': experiments have a key of that name"),
        ({"name": "run", "command": Command()}, "question 'run': there is a command of that name"),
        ({"read": read, "ask": ask}, "it has either ask or read"),
        ({"parameters": dict}, "parameters: found <class 'dict'>, allowed is a subclass of Parameters"),
        ({"parameters": with_parameter("often", ...)}, "the parameter 'often' has no default"),
        *(
            ({"parameters": with_parameter(name)}, f"no parameter may be called '{name}'")
            for name in ("runs", "out", "jobs", "settings", "progress", "cluster")
        ),
    ],
)
def test_what_can_not_be_asked_is_refused(given: Mapping[str, Any], said: str) -> None:
    with pytest.raises(simkit.BadInput, match=said):
        question(**given)


def test_what_is_taken_is_what_there_is() -> None:
    assert {*ExperimentFile.model_fields} == KEYS_TAKEN
    assert {*main.commands} == COMMANDS_TAKEN
    taken = {*inspect.signature(simkit.ask).parameters} - {"parameters"}
    command = find_question("tournament")
    own = {*command.parameters.model_fields}
    made = main.get_command(main.make_context("simkit", ["tournament"], resilient_parsing=True), "tournament")
    assert made is not None
    assert taken | {str(option.name) for option in made.params} - own <= PARAMETERS_TAKEN


def test_what_a_question_names_is_there_when_it_is_asked() -> None:
    named = [
        function
        for question in questions().values()
        for function in vars(question).values()
        if callable(function)
    ]
    later = [kind for kind in named if kind.__module__.startswith("simkit.questions.answers.")]
    assert len(later) > len(questions())
    for function in later:
        assert callable(getattr(importlib.import_module(function.__module__), function.__name__))


def test_questions_are_declared_without_what_measures_and_draws() -> None:
    code = (
        "import sys\nfrom simkit.questions.registry import questions\nquestions()\n"
        "print({'numba', 'polars', 'scipy', 'matplotlib'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_help_says_of_questions_that_are_not_loaded_what_they_say_themselves() -> None:
    asked = {name: asking for name, asking in questions().items() if asking.command}
    assert {name: asking.summary for name, asking in asked.items()}.items() <= ASK.items()
    assert all(name in GROUPS[asking.command.group] for name, asking in asked.items() if asking.command)


def test_two_of_one_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    own = plugins.question_modules()
    others = [SimpleNamespace(__name__=f"of_{i}", QUESTION=question(key="ask it")) for i in range(2)]
    monkeypatch.setattr(plugins, "question_modules", lambda: [*own, others[0], others[0]])
    assert questions()["mine"] is others[0].QUESTION
    monkeypatch.setattr(plugins, "question_modules", lambda: [*own, *others])
    for find in (questions, questions_with_keys):
        with pytest.raises(simkit.BadInput, match="two questions are called 'mine'; one is in of_1"):
            find()


def test_a_fault_of_a_question_without_parameters_is_told() -> None:
    run = simkit.run(game="pig", strategy="random", games=10, rules={"target": 20})
    with pytest.raises(simkit.BadInput, match=r"the question mine failed: .*test_declared\.py:\d+: raised"):
        simkit.ask(question(read=read), run)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: simkit.ask(None, "pig"), "question: found None, allowed is a name or a Question"),  # type: ignore[arg-type]
        (lambda: simkit.ask("ladder", None), "game"),  # type: ignore[arg-type]
        (lambda: simkit.ask("ladder", 5), "found 5, allowed are a file's path or a mapping"),  # type: ignore[arg-type]
        (lambda: simkit.ask("ladder", "pig", runs=5), "runs: found 5, allowed is a path"),  # type: ignore[arg-type]
        (lambda: simkit.ask("ladder", "pig", out=5), "out: found 5, allowed is a path"),  # type: ignore[arg-type]
        (lambda: simkit.ask("minutes", "pig", runs="afile/x"), "afile/x.*: Not a directory"),
        (lambda: simkit.ask(question(), "pig", out="afile/x"), "afile/x can't be written: Not a directory"),
    ],
)
def test_what_can_not_be_answered_is_said(
    wrong: Callable[[], object], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("afile").write_text("")
    with pytest.raises(simkit.BadInput, match=said):
        wrong()


def test_a_run_takes_no_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = simkit.run(game="pig", strategy="random", games=10, rules={"target": 20})
    with pytest.raises(simkit.BadInput, match="settings: a run is played already"):
        simkit.ask("minutes", run, settings={"rules.target": 30})


@pytest.mark.parametrize("name", ["ladder", "regret"])
def test_functions_take_what_their_questions_take(name: str) -> None:
    taken = inspect.signature(getattr(simkit, name)).parameters
    own = {key: value.default for key, value in taken.items() if key not in ("about", "how")}
    fields = find_question(name).parameters.model_fields
    assert own == {key: field.default for key, field in fields.items()}
