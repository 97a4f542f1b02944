"""Makes experiments of files, of Python mappings and of keyword arguments."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, cast

from simkit.content.characters import refused_character
from simkit.content.mapping import read_mapping
from simkit.content.source import read_source
from simkit.engine.contract.game import Game
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput, quoted
from simkit.experiment.factors import Setting
from simkit.experiment.file.checked import Overrides
from simkit.experiment.file.load import read_experiment as read_experiment
from simkit.experiment.file.precision import with_one_of_both
from simkit.experiment.keys import read_key
from simkit.experiment.values import Experiment
from simkit.plugins import forget_changed_files, game_names, know_game, know_strategy

Described = str | Path | Mapping[str, Any] | Experiment
"""How an experiment can be described: a file's path, a mapping with the keys of such a file, or the value."""

Settings = Mapping[str, Any] | tuple[str, ...] | None
"""Settings for all scenarios: {"rules.reserve": 3}, or, as a command is given them, ("rules.reserve=3",)."""

Player = str | Strategy | Mapping[str, Any]
"""A player: a strategy's name or place, a `Strategy`, or a mapping as in a file."""


class Keys(TypedDict, total=False):
    """The keys of an experiment, as `simkit.run` takes them; what each means stands in the files' schema.

    A question of a plug-in has a key, too, which type checkers don't know: give it in a mapping.
    """

    name: str
    title: str
    description: str
    game: str | Game
    seed: int
    games: int
    precision: Mapping[str, float]
    max_games: int
    content: str | Path | None
    rules: Mapping[str, Any]
    strategy: Player
    strategies: Sequence[Player] | Mapping[int, Sequence[Player]]
    factors: Mapping[str, Any]
    restrict: Mapping[str, Any]
    events: Mapping[str, int]
    seconds: Mapping[str, float]
    targets: Any
    sheet: Mapping[str, Any]
    report: str
    ladder: bool | Mapping[str, Any]
    assumptions: bool | Mapping[str, Any]
    ceiling: bool | Mapping[str, Any]
    question: str
    tournament: Mapping[str, Any]


OF_A_FILE = ("games", "precision", "max_games", "seed", "content", "ceiling")
"""The keys that can be given beside a file, and then count in place of its own."""


def make_experiment(described: Described | None, settings: Settings, keys: Mapping[str, Any]) -> Experiment:
    """Return the experiment that a caller describes.

    * `described`: the path of a file, or a mapping with the keys of such a file.
    * `settings`: settings that count in all scenarios, in place of what the experiment says:
      ``{"rules.reserve": 3}``.
    * `keys`: the experiment's keys, in place of those of the mapping; beside a file, some of `OF_A_FILE`.
    """
    if isinstance(described, Experiment):
        if settings or keys:
            raise BadInput("an experiment that is made already can't be changed; describe it by its keys")
        return described
    forget_changed_files()
    given = read_settings(settings)
    if isinstance(described, (str, Path)):
        path = path_given(described, "the experiment").expanduser()
        if others := [key for key in keys if key not in OF_A_FILE]:
            raise BadInput(
                f"{others[0]}: allowed beside a file are {', '.join(OF_A_FILE)} and settings, such as "
                "settings={'rules.reserve': 3}"
            )
        content = keys.get("content")
        numbers: dict[str, Any] = {key: keys.get(key) for key in ("games", "precision", "max_games", "seed")}
        overrides = Overrides(
            **numbers,
            settings=given,
            before="",
            content=None if content is None else path_given(content, "content"),
            asked={key: keys[key] for key in ("ceiling",) if key in keys},
        )
        return read_experiment(read_source(path), path.parent, overrides)
    if described is not None and not isinstance(described, Mapping):
        raise BadInput(f"the experiment: found {quoted(described)}, allowed are a file's path or a mapping")
    data = with_one_of_both(described or {}, keys)
    source = read_mapping(data, "the experiment", by_name)
    source.data.setdefault("name", str(source.data.get("game", "experiment")))
    source.data.setdefault("report", "none")
    return read_experiment(source, Path(), Overrides(settings=given))


def file_of(target: str) -> Path | None:
    """Return the experiment's file that a word means, or None if it can only be the name of a game.

    Raises BadInput if it is neither, but the name of a file with ``.yaml`` at its end.
    """
    path = Path(target)
    if path.suffix in (".yaml", ".yml") or path.is_file():
        return path
    if target not in game_names() and (file := path.with_name(f"{path.name}.yaml")).is_file():
        raise BadInput(f"there is no game '{target}'; did you mean {file}?")
    return None


def path_given(path: object, called: str) -> Path:
    """Return a path that a caller gives; a complaint calls it `called`."""
    if not isinstance(path, (str, Path)) or not str(path):
        raise BadInput(f"{called}: found {quoted(path)}, allowed is a path")
    if refused := refused_character(str(path)):
        raise BadInput(f"{called}: {refused} is not text")
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except OSError as error:  # such as a name that is too long
        raise BadInput(f"{called}: {str(path)[:200]}: {error.strerror}") from None
    return Path(path)


def by_name(value: object) -> object:
    """Return the name of a game or a strategy, which can then be found by it; any other value unchanged."""
    if isinstance(value, Strategy):
        return know_strategy(value)
    if isinstance(value, Game):
        return know_game(value)
    return value


def read_settings(settings: Settings) -> tuple[str | Setting, ...]:
    """Return settings by their paths, as they count in all scenarios; texts are read with the experiment."""
    if settings is None:
        return ()
    if isinstance(settings, tuple) and all(isinstance(setting, str | Setting) for setting in settings):
        return settings
    read = read_mapping(cast("Mapping[str, Any]", settings), "settings", by_name).data
    found = []
    for name, value in read.items():
        key = read_key(name)
        if key is None:
            allowed = "allowed are keys such as rules.reserve, strategy, strategies.0"
            raise BadInput(f"settings: '{name}' sets nothing; {allowed}")
        found.append(Setting(key, value, f"settings['{name}']"))
    return tuple(found)
