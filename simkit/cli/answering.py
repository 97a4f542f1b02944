"""Asks a question on the terminal: shows how far it is, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.cli.console import console
from simkit.cli.loading import file_of
from simkit.cli.screen import show_lines
from simkit.door import RUNS
from simkit.door.progress import OnTerminal
from simkit.door.questions import folder_of, keep
from simkit.errors import BadInput, writing
from simkit.experiment.file.load import Overrides, load_experiment
from simkit.plugins import find_game
from simkit.questions.answer import Lines, Verbatim
from simkit.questions.asking import read_parameters
from simkit.questions.lab import Lab
from simkit.questions.question import Positional, Question
from simkit.search.settings import standard_experiment


def ask_and_show(question: Question[Any], given: Mapping[str, Any]) -> None:
    """Ask a question about a game or an experiment, and print and write the answer.

    Parameters
    ----------
    question : Question
        What is asked.
    given : mapping
        What the command was given: target, settings, jobs, out, and the question's parameters.
    """
    assert question.command is not None
    own = {name: given[name] for name in question.parameters.model_fields}
    parameters = read_parameters(question, own)
    target, out, settings = given["target"], given["out"], given["settings"]
    if question.command.has_folder:
        out = out or RUNS / question.name / _folder_name(question, target, own)
    elif out is not None and folder_of(out):
        raise BadInput(f"--out {out}: allowed is the name of a page, such as {question.name}.html")
    file = file_of(target)
    if file:
        experiment = load_experiment(file, Overrides(settings=settings))
    else:
        experiment = standard_experiment(find_game(target).name, settings)
    folder = folder_of(out)
    if folder:  # found to be writable before anything is played
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    lab = Lab(given["jobs"], answers=folder, listener=OnTerminal(console))
    answer = question.answer(lab, experiment, parameters)
    written = keep(question, answer, out)
    for shown in question.show(answer, folder):
        if isinstance(shown, Lines):
            show_lines(shown)
        else:
            console.print(str(shown), soft_wrap=isinstance(shown, Verbatim))
    if folder:
        console.print(f"files   {folder}: {', '.join(sorted(path.name for path in written))}")
    elif out:
        console.print(f"page    {out}")


def _folder_name(question: Question[Any], target: str, given: Mapping[str, Any]) -> str:
    """Return the name of the folder for an answer: "pig_hold_at"."""
    fields = question.parameters.model_fields.items()
    positional = [name for name, field in fields if any(isinstance(m, Positional) for m in field.metadata)]
    words = [str(given[name]) for name in positional if given[name]]
    return "_".join([Path(target).stem, *(Path(word.replace(":", "_")).name for word in words)])
