"""Asks how many minutes a game takes at the table, and how long players wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simkit.questions.answer import Answer
from simkit.questions.question import Parameters, Question
from simkit.report.sections import MINUTES

if TYPE_CHECKING:
    from simkit.run.store.directory import RunDirectory


class MinutesAtTheTable(Parameters):
    """All games that were logged, at the seconds of the game or of the experiment."""


def read(run: RunDirectory, _parameters: MinutesAtTheTable) -> Answer:
    """Add up the seconds of the decisions in the run's logged games; without these there is no answer."""
    from simkit.report.sections.minutes import introduction, minutes_finding, minutes_tables

    tables = minutes_tables(run)
    said = [*minutes_finding(run), introduction(run)] if tables else []
    return Answer(tuple(said), tables=tables, about={"Game": run.game.title})


QUESTION = Question(
    name="minutes",
    title=MINUTES,
    summary="Estimate how many minutes a game takes at the table, from seconds per decision.",
    parameters=MinutesAtTheTable,
    read=read,
)
