"""Asks what a game's master comes to under an experiment's rules: how much of what is lost could be won."""

from __future__ import annotations

from pydantic import Field

from simkit.questions.question import MOST_GAMES, MOST_PLAYOUTS, Command, Parameters, Question, later


class CeilingAsked(Parameters):
    """How exactly the master's results are measured, and with which master."""

    width: float = Field(
        0.03,
        ge=0.001,
        le=0.5,
        description="games are played until the interval is at most this long to either side: 0.03 for 3 "
        "points of a share, or 3 % of a mean",
    )
    games: int = Field(2000, ge=1, le=MOST_GAMES, description="the most games of the master under each rules")
    base: str = Field("", description="the strategy that looks ahead; by default the master's")
    playouts: int | None = Field(
        None, ge=1, le=MOST_PLAYOUTS, description="its play-outs per decision; by default the master's"
    )
    anew: bool = Field(False, description="measure also what is recorded with the game")
    where: dict[str, list[str | int | float | bool] | str | int | float | bool] = Field(
        {}, description="only at these levels of the factors: {reserve: [2, 4, 6]}"
    )


QUESTION = Question(
    name="ceiling",
    title="The ceiling of play",
    summary="Measure how much could be won: the results of the game's master, scenario by scenario.",
    parameters=CeilingAsked,
    ask=later("simkit.questions.answers.ceiling:ask"),
    key="measure, for every set of rules, what the game's master comes to: minutes or hours of look-ahead",
    command=Command(
        examples=("simkit ceiling pig --games 100", "simkit ceiling idea.yaml --where reserve=4"),
        group="Skill",
        has_folder=True,
    ),
    section=later("simkit.questions.answers.ceiling:section"),
    refusal=later("simkit.questions.answers.master:refusal"),
)
