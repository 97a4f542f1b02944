"""What is copied from the page: as YAML, as commands and as Python, which all come to the same numbers."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pprint import pformat
from typing import Any

from simkit.page.controls import Data
from simkit.page.setting import LiveSetting
from simkit.questions.question import Parameters, Positional, Question

FILE, BEFORE, AFTER = "idea.yaml", "before", "after"
"""What the commands call the copied file, and those of two settings, which are the labels of their runs."""

SAVE = f"Save it as {FILE}"


def copies_of_setting(setting: LiveSetting) -> Data:
    """Return the experiment that compares a setting with the start."""
    data = setting.as_data()
    return {
        "yaml": setting.as_yaml(data),
        "command": f"simkit run {FILE}\n",
        "python": f"{_described(data)}\nrun = simkit.run(setting)\nprint(run)\n",
    }


def copies_of_question(setting: LiveSetting, question: Question[Any], parameters: Parameters) -> Data:
    """Return what asks a question of a setting."""
    given = _given(parameters)
    data = setting.alone()
    words = [f"{name}={value!r}" for name, value in given.items()]
    call = ", ".join([repr(question.name), "setting", *words])
    return {
        "hint": f"{SAVE}; `simkit run {FILE}` plays the setting and asks the same.",
        "yaml": setting.as_yaml({**data, "report": "general", question.name: given or True}),
        "command": f"{shlex.join(['simkit', question.name, FILE, *_options(question, given)])}\n",
        "python": f"{_described(data)}\nanswer = simkit.ask({call})\nprint(answer)\n",
    }


def copies_of_comparison(
    setting: LiveSetting, before: LiveSetting | None, parameters: Mapping[str, Any]
) -> Data:
    """Return what compares a setting with a kept one; with a run if `before` is None."""
    games = {"games": parameters["games"]}
    now = {**setting.alone(), **games}
    if before is None:
        other = parameters["other"]
        return {
            "hint": f"{SAVE}.",
            "yaml": setting.as_yaml(now),
            "command": f"simkit run {FILE} --label {AFTER}\nsimkit compare {shlex.quote(other)} {AFTER}\n",
            "python": f"{_described(now)}\nbefore = simkit.open_run({other!r})\n"
            "print(before.compare(simkit.run(setting)))\n",
        }
    then = {**before.alone(), **games}
    return {
        "hint": f"It is two files: save them as {BEFORE}.yaml and {AFTER}.yaml.",
        "yaml": f"# {BEFORE}.yaml\n{before.as_yaml(then)}\n# {AFTER}.yaml\n{setting.as_yaml(now)}",
        "command": f"simkit run {BEFORE}.yaml --label {BEFORE}\nsimkit run {AFTER}.yaml --label {AFTER}\n"
        f"simkit compare {BEFORE} {AFTER}\n",
        "python": f"{_described(then, BEFORE)}{_described(now, AFTER).partition(chr(10) * 2)[2]}\n"
        f"print(simkit.run({BEFORE}).compare(simkit.run({AFTER})))\n",
    }


def copies_of_replay(setting: LiveSetting, parameters: Mapping[str, Any]) -> Data:
    """Return what tells a game of a setting."""
    most, game, choices = (parameters[name] for name in ("most", "game", "choices"))
    data = setting.alone() | ({"games": parameters["games"]} if most else {})
    shown = ["--choices"] if choices else []
    if most:
        command = (
            f"simkit run {FILE} --label replayed\n"
            f"{shlex.join(['simkit', 'replay', 'replayed', '--most', most, *shown])}\n"
        )
    else:
        command = f"{shlex.join(['simkit', 'replay', FILE, '--game', str(game), *shown])}\n"
    how = f"most={most!r}" if most else f"{game}"
    more = ", choices=True" if choices else ""
    return {
        "hint": f"{SAVE}.",
        "yaml": setting.as_yaml(data),
        "command": command,
        "python": f"{_described(data)}\nprint(simkit.run(setting).replay({how}{more}))\n",
    }


def _given(parameters: Parameters) -> dict[str, Any]:
    """Return the parameters that are not as usual."""
    usual = type(parameters)()
    return {
        name: getattr(parameters, name)
        for name in type(parameters).model_fields
        if getattr(parameters, name) != getattr(usual, name)
    }


def _options(question: Question[Any], given: Mapping[str, Any]) -> list[str]:
    """Return what is typed behind the command of a question and its experiment."""
    found: list[str] = []
    for name, model in question.parameters.model_fields.items():
        if name not in given:
            continue
        if any(isinstance(mark, Positional) for mark in model.metadata):
            found.insert(0, str(given[name]))
        else:
            found += [f"--{name.replace('_', '-')}", str(given[name])]
    return found


def _described(data: Data, name: str = "setting") -> str:
    """Return the lines of Python that describe an experiment."""
    return f"import simkit\n\n{name} = {pformat(data, sort_dicts=False, width=100)}\n"
