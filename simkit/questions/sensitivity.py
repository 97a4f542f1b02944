"""Asks which rules decide: each goes one step down and up, in the same games."""

from __future__ import annotations

from typing import Any

from pydantic import Field, field_validator

from simkit.questions.question import MOST_GAMES, Command, Parameters, Question, later


class Sensitivity(Parameters):
    """Whose results are measured, over which rules."""

    players: str = Field(
        "", description="the strategies, separated by commas, each at every seat; by default the experiment's"
    )
    games: int = Field(20_000, ge=2, le=MOST_GAMES, description="games under each rules")
    rules: str = Field("", description="only these rules, separated by commas; by default all")
    by: dict[str, list[Any] | str | int | float | bool] = Field(
        {}, description="in place of steps, Sobol' indices of these rules over their levels: {reserve: 1..6}"
    )
    samples: int = Field(
        64, ge=8, le=4096, description="the size of the sample for them, a power of 2: more is more exact"
    )

    @field_validator("samples")
    @classmethod
    def _is_power_of_two(cls, samples: int) -> int:
        if samples & (samples - 1):
            below = 1 << (samples.bit_length() - 1)
            raise ValueError(f"found {samples}, allowed are powers of 2, such as {below} or {2 * below}")
        return samples


QUESTION = Question(
    name="sensitivity",
    title="Which rules decide",
    summary="Find the rules that decide: each goes one step down and up, in the same games.",
    parameters=Sensitivity,
    ask=later("simkit.questions.answers.sensitivity:ask"),
    key="try one step of every rule from the first scenario's, for the report",
    command=Command(
        examples=(
            "simkit sensitivity pig --games 2k",
            "simkit sensitivity nautilion --players planner --games 20k",
        ),
        has_folder=True,
    ),
    line_ups=later("simkit.questions.answers.sensitivity:line_ups"),
    figures=later("simkit.questions.answers.sensitivity:figures"),
)
