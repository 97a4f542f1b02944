"""Asks whether people's games are as the simulation says, and what more evenings would decide."""

from __future__ import annotations

from pydantic import Field

from simkit.questions.question import Parameters, Question, later


class Playtest(Parameters):
    """How many evenings are to come, and by what games are grouped."""

    evenings: int = Field(default=5, ge=1, le=100, description="how many evenings more are foretold")
    by: str = Field(default="", description="the label by which games are grouped: evening; by default each")


QUESTION = Question(
    name="playtest",
    title="People beside the simulation",
    summary="Find out whether people's games fit the simulation, and what more evenings would decide.",
    parameters=Playtest,
    read=later("simkit.table.playtest_answer:read"),
    section=later("simkit.table.playtest_answer:section"),
    is_finding=True,
)
