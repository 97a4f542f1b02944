"""Asks where a strategy loses most against look-ahead."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from simkit.questions.question import (
    MOST_GAMES,
    MOST_PLAYOUTS,
    MOST_SEED,
    Command,
    Parameters,
    Positional,
    Question,
    later,
)


class Regret(Parameters):
    """Whose decisions are valued, and how many."""

    strategy: Annotated[str, Positional()] = Field("", description="whose decisions")
    against: str = Field("", description="the strategy of the other players; by default STRATEGY too")
    games: int = Field(200, ge=2, le=MOST_GAMES, description="how many games")
    playouts: int = Field(
        256,
        ge=8,
        le=MOST_PLAYOUTS,
        description="play-outs per decision that look for a better move; as many again value it",
    )
    seed: int | None = Field(None, ge=0, le=MOST_SEED, description="the seed")


QUESTION = Question(
    name="regret",
    title="What a strategy gives away",
    summary="Find where STRATEGY loses most against look-ahead: by kind of move, turn and progress.",
    parameters=Regret,
    ask=later("simkit.questions.answers.regret:ask"),
    command=Command(examples=("simkit regret nautilion planner --games 50",), group="Skill", has_folder=True),
    next_steps=later("simkit.questions.answers.regret:next_steps"),
)
