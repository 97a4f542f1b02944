"""The keys of an experiment file, as models that pydantic checks."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from simkit.content.names import NAME
from simkit.content.source import Place
from simkit.engine.thinker import PLAYOUTS, SURE, USUAL_METHOD, Method, name_of
from simkit.experiment.dial import ErringEntry, errs
from simkit.experiment.questions import questions_with_keys

SEEDS = 2**32

USUAL_GAMES = 10_000
"""Games per scenario by default; they give a win rate to within one point or better."""


class PlayerEntry(BaseModel):
    """A strategy with parameters."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(description="the strategy: a name, or ./my_idea.py:my_strategy")
    parameters: dict[str, Annotated[float, Field(strict=True)]] = Field(
        default={}, description="its parameters, by name"
    )


class LookAheadEntry(BaseModel):
    """The look-ahead of a player, under the key `think`."""

    model_config = ConfigDict(extra="forbid")

    base: str | PlayerEntry = Field(
        description="the strategy that chooses where nothing better is found, and that plays the play-outs"
    )
    playouts: int = Field(
        default=int(PLAYOUTS.default),
        strict=True,
        ge=PLAYOUTS.low,
        le=PLAYOUTS.high,
        description=PLAYOUTS.description,
    )
    method: Method = Field(
        default=USUAL_METHOD,
        description="tree: play-outs improve the moves after the first, too; flat: they try only the first",
    )
    opponents: str | None = Field(
        default=None,
        description="the strategy by which it imagines the other players; without it, where there is a tree, "
        "their moves stand in it, too, else they play as the base",
    )
    sure: float | None = Field(
        default=None, strict=True, ge=SURE.low, le=SURE.high, description=SURE.description
    )


class ThinkEntry(BaseModel):
    """A thinking player."""

    model_config = ConfigDict(extra="forbid")

    think: LookAheadEntry

    def player(self) -> tuple[str, dict[str, float]]:
        """Return the player's name in runs, and its parameters."""
        own, base = self.think, self.think.base
        named = base if isinstance(base, str) else base.name
        numbers = {"playouts": float(own.playouts)} | ({} if own.sure is None else {"sure": own.sure})
        parameters = {} if isinstance(base, str) else base.parameters
        return name_of(named, own.opponents, own.method), {**parameters, **numbers}


def form_of(value: Any) -> str:
    """Return the form in which a player is written: a word, with parameters, one who errs or thinks."""
    if not isinstance(value, (dict, BaseModel)):
        return "str"
    if isinstance(value, ThinkEntry) or (isinstance(value, dict) and "think" in value):
        return ThinkEntry.__name__
    return ErringEntry.__name__ if errs(value) or isinstance(value, ErringEntry) else PlayerEntry.__name__


StrategyEntry = Annotated[
    Annotated[str, Tag("str")]
    | Annotated[PlayerEntry, Tag(PlayerEntry.__name__)]
    | Annotated[ErringEntry, Tag(ErringEntry.__name__)]
    | Annotated[ThinkEntry, Tag(ThinkEntry.__name__)],
    Discriminator(form_of),
    Field(
        description="a strategy by name, ./my_idea.py:my_strategy, {name: ..., parameters: {...}}, one that "
        "errs: {base: ..., overlooks: 0.3, noise: 0.1}, or one that thinks: {think: {base: ..., playouts: "
        "1024}}"
    ),
]


class EventsEntry(BaseModel):
    """The key `events`, which says how many games are logged."""

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
            description="the name of its folder under runs/: letters (a to z), digits, _ . -",
        ),
    ]
    title: str = Field(default="", description="what the report is headed")
    description: str = Field(default="", description="what the experiment is about, in a few sentences")
    game: str = Field(description="the game that is played")
    seed: int = Field(
        default=1, strict=True, ge=0, lt=SEEDS, description="the same seed plays the same games"
    )
    games: int = Field(
        default=USUAL_GAMES,
        strict=True,
        ge=1,
        lt=2**32,
        description="how many games of each scenario are played",
    )
    content: str | None = Field(
        default=None,
        description="a file with cards, tokens, boards of your own, which replace or add to what is printed",
    )
    rules: dict[str, Any] = Field(default={}, description="rules that are the same in every scenario")
    strategy: StrategyEntry | None = Field(default=None, description="who plays, at every seat")
    strategies: list[StrategyEntry] | None = Field(default=None, description="who plays, one per seat")
    factors: dict[str, Any] = Field(
        default={},
        description="what is varied: every combination of the factors' levels is a scenario; keys are "
        "rules.<rule>, strategy, strategy.<parameter>, strategies, strategies.<seat>, assumptions, or a name "
        "of your own for named variants",
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
        description="what the game is to come to, each a range: {planner: {won: 0.4 to 0.6}, "
        "seats: {share: fair +- 0.02}, turns: 10 to 15}",
    )
    report: str = Field(
        default="general", description="the report script: a name in reports/, ./my_report.py, or none"
    )


WITHOUT_BEARING = frozenset({"name", "title", "description", "seed", "games", "events", "report"})
"""Keys that no scenario depends on; problems in them are reported together with those of others."""


FORMS = {
    PlayerEntry.__name__: list(PlayerEntry.model_fields),
    ErringEntry.__name__: list(ErringEntry.model_fields),
    ThinkEntry.__name__: list(LookAheadEntry.model_fields),
}
"""For entries that may be a word or a mapping: the mapping's model, and its keys."""


def keys_at(place: Place) -> tuple[str, list[str]]:
    """Return what the keys at a place in the file are called, and which are allowed there."""
    if place[0] == "events" and len(place) > 1:
        return "key of events", list(EventsEntry.model_fields)
    return "key", [*ExperimentFile.model_fields, *questions_with_keys()]
