"""Asks for rules that meet targets: which change of which rule, the fewest first."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from simkit.questions.question import MOST_GAMES, Command, Parameters, Positional, Question, later


class Seek(Parameters):
    """What is wanted, and which rules may change."""

    targets: Annotated[str, Positional()] = Field(
        "",
        description="what is wanted, such as 'planner wins 45 to 55 %; turns <= 12'; by default the "
        "experiment's targets",
    )
    by: str | dict[str, Any] = Field(
        "",
        description="the rules that may change, separated by commas, or with their values: {reserve: 1..6}; "
        "by default all that have other values",
    )
    changes: int = Field(2, ge=1, le=4, description="how many rules may change at once")
    games: int = Field(
        8000, ge=10, le=MOST_GAMES, description="games of each candidate in the last round; fewer before"
    )
    fresh_games: int = Field(
        10_000, ge=10, le=MOST_GAMES, description="games in which the winners are measured again"
    )


QUESTION = Question(
    name="seek",
    title="Rules that meet the targets",
    summary="Look for rules that meet targets, with the fewest changes.",
    parameters=Seek,
    ask=later("simkit.questions.answers.seek:ask"),
    key="look for rules that meet the targets, for the report: {by: 'reserve, spell_cost_tide'}",
    command=Command(
        examples=(
            "simkit seek pig 'turns 20 to 24' --by target,sides",
            "simkit seek nautilion 'planner wins 45 to 55 %; turns <= 12' --by reserve,spell_cost_tide",
        ),
        has_folder=True,
    ),
    line_ups=later("simkit.questions.answers.seek:line_ups"),
    next_steps=later("simkit.questions.answers.seek:next_steps"),
    has_runs=True,
)
