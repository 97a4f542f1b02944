"""Asks what an experiment comes to under other values for what is not known of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.questions.question import Parameters, Question, later

if TYPE_CHECKING:
    from simkit.experiment.values import Experiment

ASSUMPTIONS = "assumptions"
"""The name of the question, and of the factor that it varies; the factor's module would load NumPy."""


class AssumptionsAsked(Parameters):
    """All alternatives are played, one at a time."""


def refusal(experiment: Experiment) -> str:
    """Return why an experiment that varies assumptions already can't ask."""
    if ASSUMPTIONS in experiment.factors:
        return "the factor of that name varies them already, allowed is one of the two"
    return ""


QUESTION = Question(
    name=ASSUMPTIONS,
    title="What if the assumptions are wrong?",
    summary="Play an experiment with every alternative to what is not known of the rules.",
    parameters=AssumptionsAsked,
    ask=later("simkit.questions.answers.assumptions:ask"),
    key="play it also with every alternative to what is not known of the rules, as an experiment of its own "
    "beside it: <name>_assumptions",
    has_runs=True,
    refusal=refusal,
)
