"""Asks which rules and factors changed no game."""

from __future__ import annotations

from simkit.questions.answer import Answer
from simkit.questions.idle_rules import IdleRules
from simkit.run.findings.idle import idle_in_tables
from simkit.run.store.directory import RunDirectory


def read(run: RunDirectory, _parameters: IdleRules) -> Answer:
    """Compare the games of scenarios that differ in one factor only."""
    return Answer(tuple(idle_in_tables(run)), about={"Game": run.game.title})
