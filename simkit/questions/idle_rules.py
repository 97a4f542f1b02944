"""Asks which rules and factors changed no game."""

from __future__ import annotations

from simkit.questions.question import Parameters, Question, later


class IdleRules(Parameters):
    """All rules that are set, and all factors."""


QUESTION = Question(
    name="idle_rules",
    title="Rules without effect",
    summary="Find the rules and factors that changed no game.",
    parameters=IdleRules,
    read=later("simkit.questions.answers.idle_rules:read"),
)
