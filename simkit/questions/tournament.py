"""Asks which of some players is best, which survive, and which of many is left when half drop out."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from simkit.questions.question import MOST_GAMES, Command, Parameters, Question, later

GAMES = 2000


class Tournament(Parameters):
    """Which players, and how many sit at a table."""

    strategies: str | list[Any] = Field(
        "",
        description="the players, separated by commas: strategies, or files that `simkit tune` wrote; by "
        "default the experiment's, or all of the game",
    )
    weights: dict[str, Any] = Field(
        {},
        description="values of a weight, each of which makes a player of its own: n=10..40; may be repeated",
    )
    seats: int | None = Field(
        None, ge=2, le=8, description="players at a table; by default 2, if that is allowed"
    )
    halve: bool = Field(
        False, description="the lower half drops out after every round, until the best is left"
    )
    games: int = Field(
        GAMES,
        ge=10,
        le=MOST_GAMES,
        description="games of each table; with --halve of each player in round one",
    )
    fresh_games: int = Field(
        10_000, ge=10, le=MOST_GAMES, description="with --halve: games in which the winner is measured again"
    )


QUESTION = Question(
    name="tournament",
    title="A tournament",
    summary="Let players meet at every table: which is best, which survive, which is left of many.",
    parameters=Tournament,
    ask=later("simkit.questions.answers.tournament:ask"),
    command=Command(
        examples=(
            "simkit tournament pig --games 500",
            "simkit tournament nautilus_island --strategies expert,tempo,counter --seats 2",
            "simkit tournament pig --strategies hold_at --weights n=10..40 --halve --games 200",
        ),
        group="Skill",
        has_folder=True,
    ),
    next_steps=later("simkit.questions.answers.tournament:next_steps"),
    has_runs=True,
)
