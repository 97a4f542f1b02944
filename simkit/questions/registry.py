"""Finds questions, by their names."""

from __future__ import annotations

from typing import Any

from simkit.errors import BadInput, unknown
from simkit.plugins import question_modules
from simkit.questions.question import Question


def questions() -> dict[str, Question[Any]]:
    """Return all questions by name, simkit's own first.

    Raises
    ------
    BadInput
        If two share a name, or a module with questions can't be loaded.
    """
    found: dict[str, Question[Any]] = {}
    for module in question_modules():
        question = getattr(module, "QUESTION", None)
        if question is None:
            continue
        if not isinstance(question, Question):
            raise BadInput(f"{module.__name__}.QUESTION must be a Question, found {question!r}")
        if question.name in found:
            raise BadInput(f"two questions are called '{question.name}'; one is in {module.__name__}")
        found[question.name] = question
    return found


def find_question(name: str) -> Question[Any]:
    """Return a question by name.

    Raises
    ------
    BadInput
        If there is none.
    """
    known = questions()
    if name not in known:
        raise BadInput(unknown("question", name, known))
    return known[name]
