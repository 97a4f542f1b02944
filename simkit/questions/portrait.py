"""Asks for a portrait of a game: one page of numbers, the same for every game, to set games side by side."""

from __future__ import annotations

from pydantic import Field

from simkit.questions.question import (
    MOST_GAMES,
    MOST_PLAYOUTS,
    MOST_SEED,
    Command,
    Parameters,
    Question,
    later,
)


class PortraitAsked(Parameters):
    """Beside which game, who plays, and how much is played."""

    beside: str = Field("", description="another game, whose portrait stands beside it")
    strategies: str = Field("", description="only these strategies, separated by commas; by default all")
    games: int = Field(1000, ge=50, le=MOST_GAMES, description="games of each table")
    tension: int = Field(60, ge=10, le=MOST_GAMES, description="games whose course play-outs look at")
    playouts: int = Field(
        64, ge=1, le=MOST_PLAYOUTS, description="the most play-outs per decision, where no ladder is stored"
    )
    seed: int | None = Field(None, ge=0, le=MOST_SEED, description="the seed")


QUESTION = Question(
    name="portrait",
    title="A portrait",
    summary="Draw a game on one page, in numbers that every game has, to set games side by side.",
    parameters=PortraitAsked,
    ask=later("simkit.questions.answers.portrait:ask"),
    key="draw the game on one page, in numbers that every game has, for the report",
    command=Command(
        examples=(
            "simkit portrait pig",
            "simkit portrait pig --beside hex",
            "simkit portrait nautilion --set rules.reserve=2 --games 400",
        ),
        has_folder=True,
        page=later("simkit.questions.answers.portrait:page"),
    ),
    figures=later("simkit.questions.answers.portrait:figures"),
)
