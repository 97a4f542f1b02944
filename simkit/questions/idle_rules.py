"""Asks which rules and factors changed no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.questions.answer import Answer
from simkit.questions.question import Parameters, Question

if TYPE_CHECKING:
    from simkit.run.store.directory import RunDirectory


class IdleRules(Parameters):
    """All rules that are set, and all factors."""


def read(run: RunDirectory, _parameters: IdleRules) -> Answer:
    """Compare the games of scenarios that differ in one factor only."""
    from simkit.run.findings.idle import idle_in_tables

    return Answer(tuple(idle_in_tables(run)), about={"Game": run.game.title})


QUESTION = Question(
    name="idle_rules",
    title="Rules without effect",
    summary="Find the rules and factors that changed no game.",
    parameters=IdleRules,
    read=read,
)
