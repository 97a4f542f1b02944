"""Asks the questions of an experiment, and reads the parameters of any question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.mapping import read_mapping
from simkit.errors import BadInput
from simkit.experiment.values import Experiment
from simkit.questions.answer import Answer
from simkit.questions.kept import folder_for, kept_answer, made_of, sources_used
from simkit.questions.lab import Lab
from simkit.questions.question import Parameters, Question
from simkit.questions.registry import find_question
from simkit.run.store.directory import RunDirectory


def ask_of_run(run: RunDirectory, experiment: Experiment, lab: Lab, *, anew: bool = False) -> list[Answer]:
    """Ask the questions that an experiment names, and keep the answers beside its run.

    `anew`: whether to ask again what was answered already.

    Raises BadInput as the questions do.
    """
    found = []
    for name, parameters in experiment.questions:
        question = find_question(name)
        sources = sources_used(question, experiment)
        folder = folder_for(run, name)
        kept = None if anew or not question.is_kept else _usable(run, name, lab)
        expected = parameters.model_dump(mode="json"), made_of(run, sources)
        if kept is None or (kept.parameters, kept.made_of) != expected:
            if question.is_kept:  # a question with runs tells of them itself, and reading takes no time
                lab.listener.says(f"now {question.in_a_sentence} ...")
            answer = question.answer(replace(lab, played=run, answers=folder), experiment, parameters)
            kept = replace(answer, made_of=made_of(run, sources))
            kept.store(folder)
            lab.listener.answered(kept.shown)
        found.append(kept)
    return found


def _usable(run: RunDirectory, question: str, lab: Lab) -> Answer | None:
    """Return the kept answer to a question; None, with a note, if it can't be used."""
    try:
        return kept_answer(run, question)
    except BadInput as problem:
        lab.listener.says(f"note: {problem}")
        return None


def read_parameters(
    question: Question[Any],
    given: Mapping[str, Any],
    replaced: Callable[[object], object] = lambda value: value,
) -> Parameters:
    """Return a question's parameters.

    `replaced`: is given each value that is not plain data, and returns what stands for it.

    Raises BadInput if there is no such parameter, or a value is not allowed.
    """
    source = read_mapping(given, f"the parameters of {question.name}", replaced)
    model: type[Parameters] = question.parameters
    try:
        return model.model_validate(source.data)
    except ValidationError as error:
        keys = f"parameter of {question.name}", list(model.model_fields)
        raise complaint(source, problems_of(error, lambda place: place, lambda _place: keys)) from None
