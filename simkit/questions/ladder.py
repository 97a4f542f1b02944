"""Asks how far skill reaches in a game: look-ahead with more and more play-outs, until they win no more."""

from __future__ import annotations

from typing import Literal

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


class LadderAsked(Parameters):
    """How the ladder of skill is measured."""

    base: str = Field("", description="the strategy that thinks; by default the strongest")
    games: int = Field(1000, ge=2, le=MOST_GAMES, description="games per player")
    playouts: int = Field(1024, ge=1, le=MOST_PLAYOUTS, description="the most play-outs per decision")
    method: Literal["tree", "flat"] = Field(
        "tree", description="how it thinks: with a tree of moves, or by trying only the first move"
    )
    seed: int | None = Field(None, ge=0, le=MOST_SEED, description="the seed")


QUESTION = Question(
    name="ladder",
    title="The ladder of skill",
    summary="Measure how far skill reaches: look-ahead with more play-outs, until it wins no more.",
    parameters=LadderAsked,
    ask=later("simkit.questions.answers.ladder:ask"),
    key="measure how far skill reaches at the first scenario's rules, for the report: minutes of look-ahead",
    command=Command(
        examples=("simkit ladder pig", "simkit ladder nautilion --set rules.reserve=2 --games 2k"),
        group="Skill",
    ),
    figures=later("simkit.questions.answers.ladder:figures"),
    on_first_page="How far skill reaches",
)
