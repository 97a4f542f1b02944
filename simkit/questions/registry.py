"""Finds questions, by their names."""

from __future__ import annotations

from typing import Any

from simkit.errors import BadInput, unknown
from simkit.plugins import question_declared, question_names
from simkit.questions.question import Question


def questions() -> dict[str, Question[Any]]:
    """Return all questions by name, simkit's own first.

    Raises BadInput if two share a name, or a module with questions can't be loaded.
    """
    return {name: find_question(name) for name in question_names()}


def find_question(name: str) -> Question[Any]:
    """Return a question by name; raise BadInput if there is none."""
    known = question_names()
    if name not in known:
        raise BadInput(unknown("question", name, known))
    question = question_declared(name)
    if not isinstance(question, Question):
        raise BadInput(f"the question {name} must be a Question, found {question!r}")
    return question
