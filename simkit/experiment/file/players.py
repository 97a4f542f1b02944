"""Players as an experiment writes them, read into values: a word, with parameters, erring, or thinking.

::

    planner
    {name: hold_at, parameters: {n: 25}}
    {base: planner, overlooks: 0.3, noise: 0.1}
    {think: {base: planner, playouts: 1024}}

The first two may say, too, which kinds of moves the player does without: restrict: [no tides].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    TypeAdapter,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

from simkit.content.complaints import Problem, problems_of
from simkit.content.source import Place
from simkit.engine.contract.player import (
    DIAL_NAMES,
    DIALS,
    METHOD_KEY,
    PLAYOUTS,
    SURE,
    USUAL_METHOD,
    LookAhead,
    Method,
    Player,
    Reference,
    named,
)
from simkit.experiment.keys import RESTRICT
from simkit.experiment.values import player_in_words
from simkit.language import value_in_words

BASE = "base"

Share = Annotated[float, Field(strict=True, ge=0, le=1)]

_OVERLOOKS, _NOISE = DIALS

LeftOut = Annotated[
    list[str],
    Field(description="the kinds of moves that it does without: [no tides]; `simkit kinds` lists all"),
]


def _kinds(words: list[str]) -> tuple[str, ...]:
    """Return kinds of moves as a player's name has them: "tides" for "no tides"."""
    return tuple(word.strip().removeprefix("no ") for word in words)


class PlayerEntry(BaseModel):
    """A strategy with parameters."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(description="the strategy: a name, or ./my_idea.py:my_strategy")
    parameters: dict[str, Annotated[float, Field(strict=True)]] = Field(
        default={}, description="its parameters, by name"
    )
    restrict: LeftOut = []

    def player(self) -> Player:
        """Return the player."""
        return Player(replace(named(self.name), without=_kinds(self.restrict)), dict(self.parameters))


class ErringEntry(BaseModel):
    """A strategy with the skill dial, as an experiment writes it."""

    model_config = ConfigDict(extra="forbid")

    base: str = Field(description="the strategy that errs: a name, or ./my_idea.py:my_strategy")
    overlooks: Share = Field(default=0, description=_OVERLOOKS.description)
    noise: Share = Field(default=0, description=_NOISE.description)
    parameters: dict[str, Annotated[float, Field(strict=True)]] = Field(
        default={}, description="parameters of the strategy itself, by name"
    )
    restrict: LeftOut = []

    def player(self) -> Player:
        """Return the player."""
        dials = {name: getattr(self, name) for name in DIAL_NAMES if name in self.model_fields_set}
        erring = replace(named(self.base).erring(), without=_kinds(self.restrict))
        return Player(erring, {**self.parameters, **dials})


def errs(value: Any) -> bool:
    """Return True if an entry is a player that errs."""
    return isinstance(value, ErringEntry) or (
        isinstance(value, dict) and not {BASE, *DIAL_NAMES}.isdisjoint(value)
    )


def _form_of_base(value: Any) -> str:
    if not isinstance(value, (dict, BaseModel)):
        return "str"
    return ErringEntry.__name__ if errs(value) else PlayerEntry.__name__


def form_of(value: Any) -> str:
    """Return the form in which a player is written: a word, with parameters, erring or thinking."""
    if isinstance(value, ThinkEntry) or (isinstance(value, dict) and "think" in value):
        return ThinkEntry.__name__
    return _form_of_base(value)


BaseEntry = Annotated[
    Annotated[str, Tag("str")]
    | Annotated[PlayerEntry, Tag(PlayerEntry.__name__)]
    | Annotated[ErringEntry, Tag(ErringEntry.__name__)],
    Discriminator(_form_of_base),
]


class LookAheadEntry(BaseModel):
    """The look-ahead of a player, under the key `think`."""

    model_config = ConfigDict(extra="forbid")

    base: BaseEntry = Field(
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
    finish: str | None = Field(
        default=None,
        description="a faster strategy that all play in a play-out after its first eight moves; without "
        "it the play-out goes on as it began",
    )
    sure: float | None = Field(
        default=None, strict=True, ge=SURE.low, le=SURE.high, description=SURE.description
    )


class ThinkEntry(BaseModel):
    """A thinking player."""

    model_config = ConfigDict(extra="forbid")

    think: LookAheadEntry

    def player(self) -> Player:
        """Return the player."""
        think = self.think
        base = Player(named(think.base), {}) if isinstance(think.base, str) else think.base.player()
        numbers = {"playouts": float(think.playouts)} | ({} if think.sure is None else {"sure": think.sure})
        opponents, finish = (named(name) if name else None for name in (think.opponents, think.finish))
        look_ahead = LookAhead(opponents, think.method, finish=finish)
        return Player(replace(base.strategy, look_ahead=look_ahead), {**base.parameters, **numbers})


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

_BY_NUMBER: TypeAdapter[dict[str, list[Any]]] = TypeAdapter(dict[str, list[StrategyEntry]])


def _read_line_ups(value: Any, as_list: ValidatorFunctionWrapHandler) -> Any:
    return _BY_NUMBER.validate_python(value) if isinstance(value, dict) else as_list(value)


LineUps = Annotated[
    list[StrategyEntry],
    WrapValidator(
        _read_line_ups, json_schema_input_type=list[StrategyEntry] | dict[str, list[StrategyEntry]]
    ),
]
"""Who plays, one for each seat; or such a list for each number of players."""


def line_ups_in(value: Any, place: Place | str) -> dict[str, tuple[list[Any], Place | str]]:
    """Return the line-ups of a value of `strategies`, each with its place, by number of players.

    One that is no mapping has the empty text for its number; what is neither list nor mapping has none.
    """
    if isinstance(value, dict):
        within = {key: place if isinstance(place, str) else (*place, key) for key in value}
        return {key: (entries, within[key]) for key, entries in value.items() if isinstance(entries, list)}
    return {"": (value, place)} if isinstance(value, list) else {}


_ENTRY: TypeAdapter[str | PlayerEntry | ErringEntry | ThinkEntry] = TypeAdapter(StrategyEntry)

FORMS = {
    PlayerEntry.__name__: list(PlayerEntry.model_fields),
    ErringEntry.__name__: list(ErringEntry.model_fields),
    ThinkEntry.__name__: list(LookAheadEntry.model_fields),
}
"""For entries that may be a word or a mapping: the mapping's model, and its keys."""


def read_player(value: Any, place: Place | str, problems: list[Problem]) -> Player | None:
    """Return the player that an entry describes, or None if it is wrong; problems are added to `problems`."""
    if value is None:
        if not problems:
            problems.append((place, "strategy: found nothing, allowed is a strategy's name"))
        return None
    try:
        entry = _ENTRY.validate_python(value)
    except ValidationError as error:
        problems += problems_of(
            error, lambda where: place if isinstance(place, str) else (*place, *where), (), forms=FORMS
        )
        return None
    return Player(named(entry), {}) if isinstance(entry, str) else entry.player()


def names_in(value: Any) -> Iterator[str]:
    """Yield the names of the players in an entry, or in entries in a list or by their labels."""
    player = read_player(value, "", []) if isinstance(value, (str, dict)) else None
    if player is not None:
        yield player.name
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from names_in(inner)


def entry_of(player: Player) -> Any:
    """Return a player as an experiment writes it; `read_player` reads that as a player that plays alike.

    One with a name of its own is written as what it is made of.
    """
    strategy = player.strategy
    if strategy.look_ahead is None:
        return _entry_without_look_ahead(player)
    usual = {} if strategy.look_ahead.playouts is None else {PLAYOUTS.name: strategy.look_ahead.playouts}
    given = {**usual, **player.parameters}
    numbers = {name: given[name] for name in _NUMBERS if name in given}
    base = Player(strategy.base, {k: v for k, v in player.parameters.items() if k not in _NUMBERS})
    think: dict[str, Any] = {BASE: _entry_without_look_ahead(base), **numbers}
    think[METHOD_KEY] = strategy.look_ahead.method
    if strategy.look_ahead.opponents:
        think["opponents"] = strategy.look_ahead.opponents.name
    if strategy.look_ahead.finish:
        think["finish"] = strategy.look_ahead.finish.name
    return {"think": think}


def _entry_without_look_ahead(player: Player) -> Any:
    own, parameters = replace(player.strategy, errs=False, without=()).name, dict(player.parameters)
    left_out = {RESTRICT: list(player.strategy.without)} if player.strategy.without else {}
    if player.strategy.errs:
        dials = {name: parameters.pop(name) for name in DIAL_NAMES if name in parameters}
        return {BASE: own, **dials, **({"parameters": parameters} if parameters else {}), **left_out}
    if not parameters and not left_out:
        return own
    return {"name": own, **({"parameters": parameters} if parameters else {}), **left_out}


_NUMBERS = (PLAYOUTS.name, SURE.name)


def parameters_given(value: Any) -> dict[str, Any]:
    """Return the parameters given inside an entry, as they are written, without wrong ones."""
    if not isinstance(value, dict):
        return {}
    thinking = value.get("think")
    if isinstance(thinking, dict):
        keys = (*_NUMBERS, METHOD_KEY)
        return {**parameters_given(thinking.get(BASE)), **{k: thinking[k] for k in keys if k in thinking}}
    parameters = value.get("parameters")
    dials = {name: value[name] for name in DIAL_NAMES if name in value}
    return {**(parameters if isinstance(parameters, dict) else {}), **dials}


def label_of(value: Any) -> str:
    """Return the label of a level that is given without one; players are named as they are written."""
    if isinstance(value, list) and any(isinstance(item, (dict, str)) for item in value):
        return " - ".join(label_of(item) for item in value)
    player = read_player(value, "", []) if isinstance(value, dict) else None
    if player is None:
        return value_in_words(value)
    given = {name: number for name, number in parameters_given(value).items() if name != METHOD_KEY}
    return player_in_words(player.name, given)


def short_names(players: Iterable[Reference]) -> dict[str, list[str]]:
    """Return, by what they are called in their files, the names of the players whose strategies lie there."""
    found: dict[str, list[str]] = {}
    for player in players:
        if player.file:
            found.setdefault(replace(player, file="").name, []).append(player.name)
    return found


def strategy_said(words: str) -> str:
    """Return the strategy of a player that a person has written in the form of `player_in_words`."""
    return words.partition(" (")[0]
