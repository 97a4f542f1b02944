"""Asks how much of a game is luck: what chance, players, choices and seats decide, and which chance."""

from __future__ import annotations

from pydantic import Field

from simkit.questions.question import MOST_GAMES, Command, Parameters, Question, later


class LuckAndSkill(Parameters):
    """Which players are compared."""

    players: str = Field(
        "", description="the strategies, separated by commas; by default all (random only beside one)"
    )
    against: str = Field("", description="the opponent at all other seats; by default the strongest strategy")
    games: int = Field(4000, ge=10, le=MOST_GAMES, description="games of each player")
    tension: int = Field(
        0, ge=0, le=MOST_GAMES, description="games whose course play-outs look at (100 are enough)"
    )


QUESTION = Question(
    name="luck",
    title="Luck and skill",
    summary="Measure how much is luck, by which chance, and how tense games are.",
    parameters=LuckAndSkill,
    ask=later("simkit.questions.answers.luck:ask"),
    key="measure how much is luck and how much is skill at the first scenario's rules, for the report",
    command=Command(
        examples=(
            "simkit luck pig --games 1000 --players hold_at,random",
            "simkit luck nautilus_island --players expert,reference",
            "simkit luck pig --tension 100",
        ),
        group="Skill",
    ),
    line_ups=later("simkit.questions.answers.luck:line_ups"),
    figures=later("simkit.questions.answers.luck:figures"),
)
