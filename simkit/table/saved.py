"""Keeps unfinished games of a table in small files."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simkit.content.characters import NAME, NAME_IN_WORDS, path_in, refused_in
from simkit.content.complaints import complaint, problems_of
from simkit.content.json_text import json_value
from simkit.content.mapping import read_mapping
from simkit.content.source import read_text
from simkit.engine.contract.content import content_of
from simkit.engine.contract.player import Player
from simkit.errors import BadInput, quoted, writing
from simkit.experiment.file.load import Overrides, read_experiment
from simkit.plugins import find_game, strategies_of
from simkit.run.store.durable import written_in_one_step
from simkit.run.store.layout import FIRST_TRIAL_GAME
from simkit.run.store.manifest import LIBRARIES, RecordedSeat, sources_of
from simkit.run.store.trust import SEAL, require_trust, seal_of
from simkit.table.game import DecisionAtTable, TableGame
from simkit.table.setting import TableOfPlayers, checked

FORMAT = 2
"""The version of these files; it goes up when older versions of simkit can't read new ones."""

SUFFIX = ".table.json"


class _Read(BaseModel):
    """A part of such a file."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _Decision(_Read):
    move: int = Field(ge=1)
    seat: int = Field(ge=0)
    player: int = Field(ge=0)
    options: int = Field(ge=2)
    chosen: int = Field(ge=0)
    hinted: bool
    again: bool


class _Saved(_Read):
    format: int
    game: str
    name: str
    title: str
    number: int = Field(ge=0, lt=FIRST_TRIAL_GAME)
    seed: int = Field(ge=0)
    rules: dict[str, Any]
    content: dict[str, Any] | None
    folder: str
    players: list[RecordedSeat]
    decisions: list[_Decision]
    undone: int = Field(ge=0)
    into: str
    sources: dict[str, str]
    versions: dict[str, str]
    seal: str = ""


@dataclass(frozen=True)
class Saved:
    """An unfinished game, read from its file."""

    table: TableOfPlayers
    number: int
    decisions: tuple[DecisionAtTable, ...]
    undone: int
    into: str
    """The name of the run that is to keep the finished game; empty for the usual one."""

    def game(self) -> TableGame:
        """Return the game as it stood."""
        game = TableGame(self.table, self.number, self.decisions)
        game.undone = self.undone
        return game


def save(game: TableGame, path: Path, into: str = "") -> None:
    """Write an unfinished game.

    Where the finished game is to be kept stands in the file if it is a name: a file that is passed on can't
    say in which folder anything is written.
    """
    from importlib.metadata import version

    experiment, scenario = game.table.experiment, game.table.scenario
    own = experiment.game
    data = {
        "format": FORMAT,
        "game": own.name,
        "name": experiment.name,
        "title": experiment.title,
        "number": game.number,
        "seed": experiment.seed,
        "rules": json.loads(scenario.knobs.as_json()),
        "content": own.content.as_data() if own.as_printed is not None and own.content else None,
        "folder": str(experiment.folder),
        "players": [player.as_data() for player in scenario.players],
        "decisions": [asdict(decision) for decision in game.decisions],
        "undone": game.undone,
        "into": into if re.fullmatch(NAME, into) else "",
        "sources": sources_of(experiment),
        "versions": {name: version(name) for name in LIBRARIES},
    }
    data["seal"] = seal_of(_named_in(_Saved.model_validate(data)))
    with writing(path), written_in_one_step(path) as temporary:
        temporary.write_text(json.dumps(data) + "\n", encoding="utf-8")


def _named_in(saved: _Saved) -> dict[str, Any]:
    """Return what a seal is made of, as a manifest says it."""
    return {
        "experiment": {"folder": saved.folder, "report": "none"},
        "sources": saved.sources,
        SEAL: saved.seal,
    }


def read_saved(path: Path, *, trusted: bool = False) -> Saved:
    """Return the game in a file.

    `trusted`: whether to import all files with code that it names.  If not, see `simkit.run.store.trust`.

    Raises BadInput if it is no such file, the game, its rules or a strategy have changed since, or it names
    code that was not part of it when it was saved on this account.
    """
    try:
        data = json_value(read_text(path, "a saved game"))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}:{error.colno}: not JSON: {error.msg}") from None
    except ValueError as error:
        raise BadInput(f"{path}: not a saved game: {error}") from None
    if not isinstance(data, dict) or "format" not in data:
        raise BadInput(f"{path}: not a saved game of `simkit play`")
    if refused := next(refused_in(data), None):
        raise BadInput(f"{path}: {refused[0] or 'a key'}: {refused[1]} is not text")
    if data["format"] not in (1, FORMAT):  # as in `former.SAVED_GAMES`
        raise BadInput(f"{path}: of format {quoted(data['format'])}, this simkit reads format {FORMAT}")
    try:
        saved = _Saved.model_validate(data)
    except ValidationError as error:
        source = read_mapping(data, str(path))
        raise complaint(source, problems_of(error, lambda place: place, _Saved.model_fields)) from None
    if saved.into and not re.fullmatch(NAME, saved.into):
        raise BadInput(f"{path}: into: found {quoted(saved.into)}, allowed are {NAME_IN_WORDS}")
    table = _table_in(path, saved, trusted=trusted)
    _require_same_sources(path, saved, table)
    decisions = tuple(DecisionAtTable(**decision.model_dump()) for decision in saved.decisions)
    return Saved(table, saved.number, decisions, saved.undone, saved.into)


def _table_in(path: Path, saved: _Saved, *, trusted: bool) -> TableOfPlayers:
    game = find_game(saved.game)
    players = tuple(Player.from_data(player.model_dump()) for player in saved.players)
    named = ((player.strategy, file) for player in players for file in player.strategy.files)
    for reference, file in () if trusted else named:
        place = path_in(Path(saved.folder), file)
        require_trust(path, _named_in(saved), place, reference, "the saved game")
    try:
        if saved.content is not None and game.content is not None:
            game = game.with_content(content_of(type(game.content), saved.content))
        knobs = game.knobs.model_validate_json(json.dumps(saved.rules))
    except ValidationError as error:
        raise BadInput(
            f"{path}: the rules are no longer those of {game.title}: {error.errors()[0]['msg']}"
        ) from None
    plain = _any_strategy(players, saved.game)
    described = {"name": saved.name, "title": saved.title, "game": saved.game, "strategy": plain,
                 "seed": saved.seed, "report": "none"}  # fmt: skip
    experiment = read_experiment(read_mapping(described, str(path)), Path(saved.folder), Overrides())
    (scenario,) = experiment.scenarios
    return checked(
        replace(experiment, game=game, scenarios=(replace(scenario, knobs=knobs, players=players),))
    )


def _any_strategy(players: Sequence[Player], game: str) -> str:
    from simkit.search.settings import ladder_players

    named = (player.name for player in players if player.name in strategies_of(game))
    return next(named, ladder_players(find_game(game)).base.name)


def _require_same_sources(path: Path, saved: _Saved, table: TableOfPlayers) -> None:
    now = sources_of(table.experiment)
    for name, digest in saved.sources.items():
        if now.get(name) == digest:
            continue
        if name == "game":
            version = saved.versions.get("simkit", "?")
            raise BadInput(
                f"{path}: the rules of {table.game.title} have changed since the game was saved (with simkit "
                f"{version}), so that it would not go on as it began"
            )
        raise BadInput(f"{path}: the strategy {name} has changed since the game was saved")
