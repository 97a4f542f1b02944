"""Asks for better weights of a strategy under some rules, and measures them in fresh games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from simkit.questions.question import MOST_GAMES, MOST_SEED, Command, Parameters, Positional, Question, later


class WeightSearch(Parameters):
    """Which strategy is tuned, and how long the search for its weights is."""

    strategy: Annotated[str, Positional()] = Field("", description="the strategy whose weights are searched")
    searches: int = Field(
        3, ge=1, le=100, description="independent searches, the best of which is measured in fresh games"
    )
    generations: int = Field(15, ge=1, le=1000, description="how often the candidates are drawn anew")
    candidates: int = Field(24, ge=4, le=1000, description="how many candidates are drawn each time")
    games: int = Field(1000, ge=10, le=MOST_GAMES, description="games of each candidate under each rules")
    fresh_games: int = Field(
        20_000, ge=10, le=MOST_GAMES, description="games in which the winner is measured"
    )
    seed: int = Field(0, ge=0, le=MOST_SEED // 2, description="another one draws other candidates")


class Tune(WeightSearch):
    """Which strategy, which of its weights, against which players, and how long the search is."""

    only: str = Field("", description="only these weights, separated by commas; by default all")
    against: str = Field(
        "",
        description="the strategies at all other seats, where players compete, each equally often; by "
        "default the same as it was",
    )
    league: str = Field(
        "",
        description="instead of --against: tune for points among its own and for wins against each of these",
    )
    seats: str = Field("", description="numbers of players, such as 2,3,4; by default what the rules say")
    by: str = Field("", description="the objective's column; by default the game's first objective")


QUESTION = Question(
    name="tune",
    title="A player tuned to these rules",
    summary="Search better weights of STRATEGY under the rules, and measure the winner in fresh games.",
    parameters=Tune,
    ask=later("simkit.training.tune_answer:ask"),
    key="tune a strategy to the experiment's rules, for the report: {strategy: planner}",
    command=Command(
        examples=(
            "simkit tune pig hold_at --generations 5 --games 500",
            "simkit tune nautilion planner --set rules.reserve=2",
            "simkit tune nautilus_2002 expert --seats 2,3,4 --league reference,balancer",
        ),
        group="Skill",
        has_folder=True,
    ),
    next_steps=later("simkit.training.tune_answer:next_steps"),
)
