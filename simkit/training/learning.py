"""Asks what new rules come to before and after players have learnt them: the price of learning."""

from __future__ import annotations

from simkit.questions.question import Command, Question, later
from simkit.training.tune import WeightSearch


class LearningOfRules(WeightSearch):
    """Which strategy learns, and how long its searches are."""


QUESTION = Question(
    name="learning",
    title="The price of learning",
    summary="Measure what new rules change before and after STRATEGY has learnt them.",
    parameters=LearningOfRules,
    ask=later("simkit.training.learning_answer:ask"),
    key="measure what rules change before and after a strategy learns them: {strategy: planner}",
    command=Command(
        examples=(
            "simkit learning pig hold_at --set rules.sides=8 --generations 5 --games 500",
            "simkit learning nautilion planner --set rules.reserve=2",
        ),
        group="Skill",
        has_folder=True,
    ),
    is_finding=True,
)
