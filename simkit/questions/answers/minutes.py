"""Asks how many minutes a game takes at the table, and how long players wait."""

from __future__ import annotations

from simkit.questions.answer import Answer
from simkit.questions.minutes import MinutesAtTheTable
from simkit.report.sections.minutes import introduction, minutes_finding, minutes_tables
from simkit.run.store.directory import RunDirectory


def read(run: RunDirectory, _parameters: MinutesAtTheTable) -> Answer:
    """Add up the seconds of the decisions in the run's logged games; without these there is no answer."""
    tables = minutes_tables(run)
    said = [*minutes_finding(run), introduction(run)] if tables else []
    return Answer(tuple(said), tables=tables, about={"Game": run.game.title})
