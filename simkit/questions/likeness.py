"""Asks which simulated player the people at a table play like."""

from __future__ import annotations

from simkit.questions.question import Parameters, Question, later


class LikenessOfPeople(Parameters):
    """All people of a run, each by themselves and together."""


QUESTION = Question(
    name="likeness",
    title="Which player people are like",
    summary="Find the strategy, and the number of slips, that the people at a table play like.",
    parameters=LikenessOfPeople,
    read=later("simkit.questions.answers.likeness:read"),
    is_finding=True,
)
