"""Asks how many minutes a game takes at the table, and how long players wait."""

from __future__ import annotations

from simkit.questions.question import Parameters, Question, later
from simkit.report.sections import MINUTES


class MinutesAtTheTable(Parameters):
    """All games that were logged, at the seconds of the game or of the experiment."""


QUESTION = Question(
    name="minutes",
    title=MINUTES,
    summary="Estimate how many minutes a game takes at the table, from seconds per decision.",
    parameters=MinutesAtTheTable,
    read=later("simkit.questions.answers.minutes:read"),
)
