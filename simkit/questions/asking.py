"""Asks questions: of an experiment, of a game at its standard setting, and all that an experiment asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.mapping import read_mapping
from simkit.experiment.scenarios import Experiment
from simkit.questions.answer import Answer, Lines, stored_answer
from simkit.questions.lab import Lab
from simkit.questions.question import Parameters, Question
from simkit.questions.registry import find_question
from simkit.run.directory import RunDirectory
from simkit.run.recorded import ANSWERS


def ask_of_run(run: RunDirectory, experiment: Experiment, lab: Lab, *, anew: bool = False) -> list[Answer]:
    """Ask what an experiment asks besides, and keep the answers beside its run.

    Parameters
    ----------
    run : RunDirectory
        The experiment's finished run.
    experiment : Experiment
        Which asks.
    lab : Lab
        Where it is played.
    anew : bool
        Whether to ask what was answered already.

    Raises
    ------
    BadInput
        If a kept answer is damaged, or as the questions do.
    """
    folder = run.path / ANSWERS
    found = []
    for name, parameters in experiment.questions:
        question = find_question(name)
        kept = None if anew or question.has_runs else stored_answer(folder, name)
        if kept is None or kept.parameters != parameters.model_dump(mode="json"):
            if not question.has_runs:  # a run says itself what it is
                lab.listener.says(f"now {question.in_a_sentence} ...")
            kept = question.answer(replace(lab, played=run, answers=folder), experiment, parameters)
            kept.store(folder)
            lab.listener.answered([own for own in question.show(kept, folder) if isinstance(own, Lines)])
        found.append(kept)
    return found


def read_parameters(
    question: Question[Any],
    given: Mapping[str, Any],
    replaced: Callable[[object], object] = lambda value: value,
) -> Parameters:
    """Return a question's parameters.

    Parameters
    ----------
    question : Question
        Whose parameters.
    given : mapping
        Their values.
    replaced : callable, optional
        Is given each value that is not plain data, and returns what stands for it.

    Raises
    ------
    BadInput
        If there is no such parameter, or a value is not allowed.
    """
    source = read_mapping(given, f"the parameters of {question.name}", replaced)
    model: type[Parameters] = question.parameters
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        keys = f"parameter of {question.name}", list(model.model_fields)
        raise complaint(source, problems_of(error, lambda place: place, lambda _place: keys)) from None
