"""A setting of the page: what the form says, and the experiment that it makes, in memory and as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.content.complaints import complaint, problems_of
from simkit.content.mapping import read_mapping
from simkit.content.source import read_value
from simkit.door.describing import make_experiment
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import PLAYERS, Knobs
from simkit.engine.contract.player import MASTER, NOISE, OVERLOOKS, PLAYOUTS, SURE, Player, Reference
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import level_in_words
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.experiment.values import SEEDS, Experiment, player_in_words
from simkit.page.controls import Data
from simkit.plugins import strategies_and_master
from simkit.run.findings.ceiling import changed_rules
from simkit.search.settings import own_strategies, standard_experiment

FEWEST, MOST = 100, 200_000
"""How many games can be played of a setting."""

GAMES = 20_000
"""How many are played at the beginning."""

MOST_RULES, MOST_SEATS, MOST_TEXT = 400, 64, 4000

DIGITS = 6
"""The decimals of the chance to overlook a move, so that it can be written in a file."""

MOST_MADE = 16
"""How many experiments are kept, so that those of the start need not be made anew for each change."""

FACTOR, TRIED = "setting", "tried"
"""The factor of the file that is copied, and the level with the rules of the page."""

TEXT = "text"
"""The key of a value that is written as in YAML."""


class Seat(BaseModel):
    """The player at a seat, as the form has it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    strategy: Annotated[str, Field(max_length=200)] = ""
    one_in: Annotated[float, Field(ge=0, le=1_000_000)] = 0
    """In how many decisions it overlooks its best move once; 0 for never."""

    noise: Annotated[float, Field(ge=0, le=1)] = 0
    """The chance that a decision is a legal move by chance."""

    parameters: Annotated[dict[str, float], Field(max_length=100)] = {}
    """The strategy's numbers that are not as usual."""

    kept: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None
    """The seat at the start whose player is kept as it is, where the form can't describe it."""


class Form(BaseModel):
    """What the form says: the rules that differ from those at the start, the players, and how many games."""

    model_config = ConfigDict(extra="forbid", strict=True)

    rules: Annotated[dict[str, Any], Field(max_length=MOST_RULES)] = {}
    seats: Annotated[list[Seat], Field(min_length=1, max_length=MOST_SEATS)]
    games: Annotated[int, Field(ge=FEWEST, le=MOST)] = GAMES
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] = 1


def read_form(data: object) -> Form:
    """Return the form that the page sends."""
    source = read_mapping(data, "the form")  # type: ignore[arg-type]
    try:
        return Form.model_validate(source.data)
    except ValidationError as error:
        raise complaint(source, problems_of(error, lambda place: place, Form.model_fields)) from None


@dataclass(frozen=True)
class Start:
    """What the page begins with, and compares with: a game as printed, or the first scenario of a file."""

    experiment: Experiment
    """The experiment of which one scenario counts."""

    scenario: int = 0
    file: Path | None = None
    made: dict[str, Experiment] = field(default_factory=dict, compare=False, repr=False)
    """The last experiments that were made of forms."""

    @property
    def game(self) -> Game:
        """The game."""
        return self.experiment.game

    @property
    def rules(self) -> Knobs:
        """The rules."""
        return self.experiment.scenarios[self.scenario].knobs

    @property
    def players(self) -> tuple[Player, ...]:
        """The players."""
        return self.experiment.scenarios[self.scenario].players

    @property
    def called(self) -> str:
        """What the rules at the start are called: "as printed", "as in my.yaml"."""
        return f"as in {self.file.name}" if self.file else "as printed"

    @property
    def levels(self) -> str:
        """Which scenario of the file it is, in words; empty if there is only one."""
        levels = self.experiment.scenarios[self.scenario].levels.items()
        return ", ".join(
            level_in_words(factor, level, self.experiment.game.knobs) for factor, level in levels
        )

    @cached_property
    def strategies(self) -> dict[str, Strategy]:
        """The strategies to choose from: the game's, its master, and those of the file."""
        return {**strategies_and_master(self.game.name), **own_strategies(self.experiment)}

    @cached_property
    def changed(self) -> dict[str, Any]:
        """The rules at the start that are not as printed in the box, as a file has them."""
        return changed_rules(self.rules)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The players as the form has them."""
        return tuple(_seat(player, place, self.strategies) for place, player in enumerate(self.players))

    @property
    def slips(self) -> set[float]:
        """In how many decisions each of the players makes a slip."""
        return {seat.one_in for seat in self.seats}


def start_of(game: str) -> Start:
    """Return a game with the rules as printed, and its strongest strategy at every seat.

    Where the number of players may vary, it is that of the game's standard setting.
    """
    standard = standard_experiment(game)
    players = standard.scenarios[0].players
    rules = {PLAYERS: len(players)} if PLAYERS in standard.game.knobs.model_fields else {}
    keys = {"game": game, "rules": rules, "strategies": [players[0].name] * len(players)}
    return Start(make_experiment(None, None, keys))


def start_of_file(experiment: Experiment, file: Path, scenario: int = 0) -> Start:
    """Return a scenario of an experiment's file."""
    last = len(experiment.scenarios) - 1
    if not 0 <= scenario <= last:
        raise BadInput(f"--scenario: found {scenario}, {file} has scenarios 0 to {last}")
    return Start(experiment, scenario, file)


def _seat(player: Player, place: int, strategies: Mapping[str, Strategy]) -> Seat:
    own, numbers = player.strategy, dict(player.parameters)
    plain = own.without_dial
    overlooks, noise = (numbers.pop(name, 0.0) if own.errs else 0.0 for name in (OVERLOOKS, NOISE))
    if (own.look_ahead and own.called != MASTER) or own.without or plain.name not in strategies:
        return Seat(strategy=player_in_words(own.name, player.parameters), kept=place)
    one_in = 1 / overlooks if overlooks else 0.0
    return Seat(strategy=plain.name, one_in=one_in, noise=noise, parameters=numbers)


@dataclass(frozen=True)
class LiveSetting:
    """A setting: the start with what the form changes."""

    start: Start
    form: Form

    @cached_property
    def changes(self) -> dict[str, Any]:
        """The rules that the form sets, as a file has them; the number of players follows from the seats."""
        if PLAYERS in self.form.rules:
            raise BadInput(f"rules.{PLAYERS}: the form says it by its seats")
        return {name: _value(name, value) for name, value in self.form.rules.items()}

    @cached_property
    def both(self) -> tuple[Experiment, Experiment]:
        """The experiments of the rules at the start and of those of the form, with the form's players."""
        before, after = (self._made(self._data(rules)) for rules in ({}, self.changes))
        return before, after

    @cached_property
    def differs(self) -> list[str]:
        """The rules that the form changes."""
        before, after = (experiment.scenarios[0].knobs for experiment in self.both)
        names = sorted(type(before).model_fields, key=lambda name: name in Knobs.model_fields)
        return [name for name in names if name != PLAYERS and getattr(before, name) != getattr(after, name)]

    def experiment(self) -> Experiment:
        """Return the experiment that compares the setting with the start, which the report is about."""
        return self._made(self.as_data())

    def as_data(self) -> Data:
        """Return the experiment that compares the setting with the start, as a file has it."""
        base, varied = self._data({}), self.differs
        if not varied:
            return base | {"report": "general"}
        printed, own = (json.loads(rules.as_json()) for rules in (self.start.game.knobs(), self._after))
        at_start = {f"rules.{n}": base["rules"][n] for n in varied if n in base["rules"]}
        level = {f"rules.{n}": own[n] for n in varied if n not in base["rules"] or own[n] != printed[n]}
        same = {name: value for name, value in base["rules"].items() if name not in varied}
        base["rules"] = same
        words = ", ".join(f"{name.replace('_', ' ')} {_short(level.get(f'rules.{name}'))}" for name in varied)
        return base | {
            "title": f"{self.start.game.title}: {words}",
            "factors": {FACTOR: {self.start.called: at_start, TRIED: level}},
            "report": "general",
        }

    @property
    def _after(self) -> Knobs:
        return self.both[1].scenarios[0].knobs

    def alone(self) -> Data:
        """Return the experiment of the setting alone, as a file has it: what the cards ask about."""
        return {key: value for key, value in self._data(self.changes).items() if value != {}}

    def as_yaml(self, data: Data | None = None) -> str:
        """Return an experiment as the text of a file, which `simkit run` plays to the same numbers.

        `data`: what is written; by default the experiment that compares the setting with the start.
        """
        data = self.as_data() if data is None else data
        text = yaml.dump(
            {key: value for key, value in data.items() if value != {}},
            Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100, default_flow_style=None,
        )  # fmt: skip
        beside = f"; save it beside {self.start.file}, whose files it names" if self._names_files else ""
        return f"# Copied from the live page{beside}.\n{text}"

    @property
    def _names_files(self) -> bool:
        players = self.both[1].scenarios[0].players
        named = any(strategy.file for player in players for strategy in player.strategy.strategies)
        return bool(self.start.file) and (named or "content" in self.start.experiment.resolved)

    def _data(self, changes: Mapping[str, Any]) -> Data:
        start, seats = self.start, self.form.seats
        of_start = start.experiment.resolved
        rules = {**start.changed, **changes}
        if PLAYERS in start.game.knobs.model_fields:
            rules[PLAYERS] = len(seats)
        elif len(seats) != len(start.players):
            raise BadInput(f"seats: found {len(seats)}, {start.game.title} has {len(start.players)} seats")
        players = [self._player(place, seat) for place, seat in enumerate(seats)]
        alike = all(player == players[0] for player in players)
        line_up = {"strategy": players[0]} if alike else {"strategies": players}
        return {
            "name": f"{of_start['name']}_live",
            "title": start.experiment.title if start.file else start.game.title,
            "game": start.game.name,
            **({"content": of_start["content"]} if "content" in of_start else {}),
            "seed": self.form.seed,
            "games": self.form.games,
            "rules": rules,
            **line_up,
        }

    def _player(self, place: int, seat: Seat) -> Any:
        if seat.kept is not None:
            if seat.kept >= len(self.start.players):
                raise BadInput(f"seats: at the start there are {len(self.start.players)} players")
            return player_as_data(self.start.players[seat.kept])
        if seat.strategy not in self.start.strategies:  # a page names no file to import
            raise BadInput(f"seats[{place}]: {unknown('strategy', seat.strategy, self.start.strategies)}")
        parameters = {"parameters": dict(seat.parameters)} if seat.parameters else {}
        if seat.one_in or seat.noise:
            dials = {OVERLOOKS: round(min(1.0, 1 / seat.one_in), DIGITS)} if seat.one_in else {}
            dials |= {NOISE: seat.noise} if seat.noise else {}
            return {"base": seat.strategy, **dials, **parameters}
        return {"name": seat.strategy, **parameters} if parameters else seat.strategy

    def _made(self, data: Data) -> Experiment:
        name, made = json.dumps(data, default=sorted), self.start.made
        if name not in made:
            source = read_mapping({**data, "report": data.get("report", "none")}, "the form")
            folder = self.start.experiment.folder if self.start.file else Path()
            for oldest in list(made)[: 1 - MOST_MADE]:
                del made[oldest]
            made[name] = read_experiment(source, folder, Overrides())
        return made[name]


def player_as_data(player: Player) -> Any:
    """Return a player as a file describes it."""
    own, numbers = player.strategy, dict(player.parameters)
    restrict = {"restrict": [f"no {kind}" for kind in own.without]} if own.without else {}
    if own.called == MASTER:
        parameters = {"parameters": numbers} if numbers else {}
        return {"name": MASTER, **parameters, **restrict} if parameters or restrict else MASTER
    thinks = {
        name: numbers.pop(name) for name in (PLAYOUTS.name, SURE.name) if own.look_ahead and name in numbers
    }
    dials = {name: numbers.pop(name) for name in (OVERLOOKS, NOISE) if own.errs and name in numbers}
    parameters = {"parameters": numbers} if numbers else {}
    name = _written(own)
    base: Any = name
    if own.errs:
        base = {"base": name, **dials, **parameters, **restrict}
    elif parameters or restrict:
        base = {"name": name, **parameters, **restrict}
    if own.look_ahead is None:
        return base
    found: Data = {"base": base, "method": own.look_ahead.method}
    if own.look_ahead.playouts is not None:
        found[PLAYOUTS.name] = own.look_ahead.playouts
    for key in ("opponents", "finish"):
        other = getattr(own.look_ahead, key)
        found |= {key: _written(other)} if other else {}
    found |= {key: int(value) if key == PLAYOUTS.name else value for key, value in thinks.items()}
    return {"think": found}


def _written(reference: Reference) -> str:
    return replace(reference, errs=False, look_ahead=None, without=(), called="").name


def _value(name: str, value: Any) -> Any:
    """Return a rule's value, which may be written as in YAML."""
    if isinstance(value, Mapping):
        text = value.get(TEXT)
        if set(value) != {TEXT} or not isinstance(text, str) or len(text) > MOST_TEXT:
            raise BadInput(f"rules.{name}: found {type(value).__name__}, allowed is a value")
        return read_value(text, f"rules.{name}")
    return value


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False).replace('"', "")
    return text if len(text) <= 40 else f"{text[:37]}..."


class _Dumper(yaml.SafeDumper):
    """Writes a value that stands there twice both times in full."""

    def ignore_aliases(self, data: Any) -> bool:
        """Refer to no other place."""
        return True
