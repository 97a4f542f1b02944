"""The keys of an experiment file, as models that pydantic checks."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from simkit.content.characters import NAME
from simkit.content.source import Place
from simkit.experiment.file.players import LineUps, StrategyEntry
from simkit.experiment.file.questions import keys_of_questions
from simkit.experiment.file.tournament import TOURNAMENT, TournamentEntry
from simkit.experiment.values import SEEDS, USUAL_GAMES
from simkit.language import in_units

USUAL_MOST = 1_000_000
"""The most games of a scenario with `precision`, by default; they give a share to a tenth of a point."""

MOST_GAMES = 2**31
"""More than the most games with `precision`; trial games have numbers from there on."""


Count = Annotated[int, BeforeValidator(in_units)]
"""A whole number, as people write it: 20_000, 20k, 1.5m."""


class EventsEntry(BaseModel):
    """The key `events`, which says how many games are logged."""

    model_config = ConfigDict(extra="forbid")

    one_in: Count = Field(
        strict=True, ge=1, lt=2**32, description="one game in this many is logged: 1 for every game, 100 ..."
    )


MOST_QUESTIONS, LONGEST_QUESTION = 3, 120


class SheetEntry(BaseModel):
    """The key `sheet`, which says what people at a table are asked."""

    model_config = ConfigDict(extra="forbid")

    questions: list[
        Annotated[str, Field(strict=True, pattern=r"^[^\r\n]*\S[^\r\n]*$", max_length=LONGEST_QUESTION)]
    ] = Field(
        max_length=MOST_QUESTIONS,
        description="up to three questions to everybody who plays, of up to 120 characters each; they are "
        "answered by a number or a few words",
    )


class ExperimentFile(BaseModel):
    """An experiment: a game, its rules, who plays, and what is varied."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[
        str,
        Field(
            pattern=NAME,
            max_length=80,
            description="the name of its folder under runs/: letters (a to z), digits, _ . -",
        ),
    ]
    title: str = Field(default="", description="the title of the report")
    description: str = Field(default="", description="what the experiment is about, in a few sentences")
    game: str = Field(description="the game that is played")
    seed: Count = Field(
        default=1, strict=True, ge=0, lt=SEEDS, description="the same seed plays the same games"
    )
    games: Count = Field(
        default=USUAL_GAMES,
        strict=True,
        ge=1,
        lt=2**32,
        description="how many games of each scenario are played: 20_000, 20k, 1.5m",
    )
    precision: dict[str, Annotated[float, Field(strict=True, gt=0, allow_inf_nan=False)]] = Field(
        default={},
        description="in place of games: each scenario has as many games as it takes until the interval of "
        "these columns reaches no further than this to either side: {won: 0.005, turns: 0.1}",
    )
    max_games: Count = Field(
        default=USUAL_MOST,
        strict=True,
        ge=1,
        lt=MOST_GAMES,
        description="with precision: the most games of each scenario",
    )
    content: str | None = Field(
        default=None,
        description="a file with cards, tokens, boards of your own, which replace or add to what is printed",
    )
    rules: dict[str, Any] = Field(default={}, description="rules that are the same in every scenario")
    strategy: StrategyEntry | None = Field(default=None, description="who plays, at every seat")
    strategies: LineUps | None = Field(
        default=None,
        description="who plays, one per seat; where the number of players varies, such a list for each: "
        "{2: [planner, random], 3: [planner, random, random]}",
    )
    factors: dict[str, Any] = Field(
        default={},
        description="what is varied: every combination of the factors' levels is a scenario; keys are "
        "rules.<rule>, strategy, strategy.<parameter>, strategies, strategies.<seat>, assumptions, or a name "
        "of your own for named variants",
    )
    tournament: TournamentEntry | None = Field(
        default=None, description="every table of some strategies, as a factor: {strategies: all, seats: 2}"
    )
    restrict: dict[str, Any] = Field(
        default={},
        description="kinds of moves that players do without, by the player's name: {planner: [no tides]}",
    )
    events: EventsEntry | None = Field(
        default=None,
        description="log what happens in some of the games, event by event, to events/: {one_in: 100}",
    )
    seconds: dict[str, Annotated[float, Field(ge=0, le=3600)]] = Field(
        default={},
        description="how long a decision takes at the table, by kind of move, instead of what the game says; "
        "reports on games with events make minutes of it",
    )
    targets: Any = Field(
        default=None,
        description="ranges for the results that the game should have: {planner: {won: 0.4 to 0.6}, "
        "seats: {share: fair +- 0.02}, turns: 10 to 15}",
    )
    question: str = Field(
        default="",
        description="what is asked, where what is varied does not say it: setting, change, number, "
        "components, combinations, players, seats, skill, number of players, assumptions, or a factor",
    )
    sheet: SheetEntry | None = Field(
        default=None,
        description="what the printed sheet asks people who play at a table: {questions: [Was it too long?]}",
    )
    report: str = Field(
        default="general", description="the report script: a name in reports/, ./my_report.py, or none"
    )


WITHOUT_BEARING = frozenset(
    {
        *("name", "title", "description", "seed", "games", "precision", "max_games"),
        *("events", "question", "report", "sheet"),
    }
)
"""Keys on which no scenario depends; problems with them are reported together with all others."""


def keys_at(place: Place) -> tuple[str, list[str]]:
    """Return the word for the keys at a place in the file, and the keys that are allowed there."""
    if place[0] == "events" and len(place) > 1:
        return "key of events", list(EventsEntry.model_fields)
    if place[0] == "sheet" and len(place) > 1:
        return "key of sheet", list(SheetEntry.model_fields)
    if place[0] == TOURNAMENT and len(place) == 2:
        return "key of tournament", list(TournamentEntry.model_fields)
    return "key", [*ExperimentFile.model_fields, *keys_of_questions()]
