"""Asks how many minutes a game takes at the table, and how long players wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simkit.questions.answer import Answer
from simkit.questions.question import Parameters, Question
from simkit.report.document.blocks import Table
from simkit.report.sections import MINUTES
from simkit.report.sections.minutes import introduction, minutes_finding, minutes_section, minutes_tables

if TYPE_CHECKING:
    from simkit.report.document.blocks import Section
    from simkit.run.store.directory import RunDirectory


class MinutesAtTheTable(Parameters):
    """All games that were logged, at the seconds of the game or of the experiment."""


def read(run: RunDirectory, _parameters: MinutesAtTheTable) -> Answer:
    """Add up the seconds of the decisions in the run's logged games; without these there is no answer."""
    tables = minutes_tables(run)
    return Answer(
        tuple(minutes_finding(run)),
        tables={name: table.frame for name, table in tables.items()},
        data={
            "introduction": introduction(run) if tables else "",
            "captions": {name: table.caption for name, table in tables.items()},
        },
        about={"Game": run.game.title},
    )


def section(answer: Answer) -> Sequence[Section]:
    """Return the section about minutes, where games were logged."""
    if not answer.tables:
        return []
    captions = answer.data["captions"]
    tables = (Table(frame, captions[name]) for name, frame in answer.tables.items())
    return minutes_section(answer.data["introduction"], tables)


QUESTION = Question(
    name="minutes",
    title=MINUTES,
    summary="Estimate how many minutes a game takes at the table, from seconds per decision.",
    parameters=MinutesAtTheTable,
    read=read,
    section=section,
)
