"""What may stand in an experiment file, as pydantic checks it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from simkit.content.names import NAME
from simkit.content.source import Place

SEEDS = 2**32


class PlayerEntry(BaseModel):
    """A strategy with parameters."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(description="the strategy: a name, or ./my_idea.py:my_strategy")
    parameters: dict[str, Annotated[float, Field(strict=True)]] = Field(
        default={}, description="its parameters, by name"
    )


StrategyEntry = Annotated[
    str | PlayerEntry,
    Field(description="a strategy by name, ./my_idea.py:my_strategy, or {name: ..., parameters: {...}}"),
]


class EventsEntry(BaseModel):
    """The key `events`: one in how many games is logged."""

    model_config = ConfigDict(extra="forbid")

    one_in: int = Field(
        strict=True, ge=1, lt=2**32, description="one game in so many is logged: 1 for every game, 100 ..."
    )


class ExperimentFile(BaseModel):
    """An experiment: a game, its rules, who plays, and what is varied."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[
        str,
        Field(
            pattern=NAME,
            max_length=80,
            description="the name of its folder under runs/: letters, digits, _ . -",
        ),
    ]
    title: str = Field(default="", description="what the report is headed")
    description: str = Field(default="", description="what the experiment is about, in a few sentences")
    game: str = Field(description="the game that is played")
    seed: int = Field(
        default=1, strict=True, ge=0, lt=SEEDS, description="the same seed plays the same games"
    )
    games: int = Field(strict=True, ge=1, lt=2**32, description="how many games of each scenario are played")
    content: str | None = Field(
        default=None,
        description="a file with cards, tokens, boards of your own, which replace or add to what is printed",
    )
    rules: dict[str, Any] = Field(default={}, description="knobs that are the same in every scenario")
    strategy: StrategyEntry | None = Field(default=None, description="who plays, at every seat")
    strategies: list[StrategyEntry] | None = Field(default=None, description="who plays, one per seat")
    factors: dict[str, Any] = Field(
        default={},
        description="what is varied: every combination of the factors' levels is a scenario; keys are "
        "rules.<knob>, strategy, strategy.<parameter>, strategies, strategies.<seat>, assumptions, or a name "
        "of your own for named variants",
    )
    events: EventsEntry | None = Field(
        default=None,
        description="log what happens in some of the games, event by event, to events/: {one_in: 100}",
    )
    report: str = Field(
        default="general", description="the report script: a name in reports/, ./my_report.py, or none"
    )


FORMS = {PlayerEntry.__name__: list(PlayerEntry.model_fields)}
"""Where an entry may be a word or a mapping: the mapping's model, and its keys."""


def keys_at(place: Place) -> tuple[str, list[str]]:
    """Return the word for the keys at a place in the file, and those that are allowed there."""
    if place[0] == "events" and len(place) > 1:
        return "key of events", list(EventsEntry.model_fields)
    return "key", list(ExperimentFile.model_fields)
