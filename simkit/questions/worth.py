"""Asks what each kind of move, each card and each component is worth: the same games with and without it."""

from __future__ import annotations

from pydantic import Field

from simkit.questions.question import MOST_GAMES, Command, Parameters, Question, later


class WorthOfThings(Parameters):
    """What is left out, and whose results are compared."""

    of: str = Field(
        "moves, cards, components", description="what is left out: moves, cards, components, or several"
    )
    players: str = Field(
        "",
        description="the strategies, separated by commas, each at every seat; by default the experiment's, "
        "of a game the strongest of each skill",
    )
    games: int = Field(1000, ge=2, le=MOST_GAMES, description="games with and without each")


QUESTION = Question(
    name="worth",
    title="What everything is worth",
    summary="Measure what each kind of move, card and component is worth: the same games without it.",
    parameters=WorthOfThings,
    ask=later("simkit.questions.answers.worth:ask"),
    key="leave out each kind of move, card and component in the first scenario's games, for the report",
    command=Command(
        examples=(
            "simkit worth pig --games 1000",
            "simkit worth nautilion --of moves --players planner,novice",
        ),
        has_folder=True,
    ),
    line_ups=later("simkit.questions.answers.worth:line_ups"),
    figures=later("simkit.questions.answers.worth:figures"),
)
