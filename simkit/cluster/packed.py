"""Packs a piece of work for a process on another machine: a function of simkit's, and values.

Games and strategies hold functions that a pickle can't hold, because their names stand for something else.
They travel by name, and each process finds its own; what they are made of is compared (`loaded`).
"""

from __future__ import annotations

import io
import json
import pickle
import sys
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from simkit.compile.sources import is_shipped
from simkit.engine.contract.content import content_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.player import Reference
from simkit.engine.contract.strategy import Strategy
from simkit.errors import BadInput
from simkit.plugins import find_game, find_strategy, made_here, reference_of_function

NO_CONTENT = ""
"""Stands for the content of a game as it is printed."""

ROOT = Path("/")
"""What the paths of strategies are relative to: they are whole."""


class Packed(NamedTuple):
    """Values as bytes, and the games and strategies that are named in them."""

    contents: bytes
    games: tuple[Game, ...]
    references: tuple[Reference, ...]


def pack(*values: Any) -> Packed:
    """Pack values."""
    buffer = io.BytesIO()
    packer = _Packer(buffer)
    try:
        packer.dump(values)
    except (pickle.PicklingError, AttributeError, TypeError) as problem:
        raise BadInput(_only_here(f"a part of what is played ({problem})")) from None
    return Packed(buffer.getvalue(), tuple(packer.games.values()), tuple(sorted(packer.references, key=repr)))


def unpack(contents: bytes) -> tuple[Any, ...]:
    """Return packed values."""
    found: tuple[Any, ...] = _Unpacker(io.BytesIO(contents)).load()
    return found


def _only_here(what: str) -> str:
    return (
        f"{what} was made in this process, and the workers of a cluster can't see it: write it into a file, "
        "or play without a cluster"
    )


class _Packer(pickle.Pickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.games: dict[str, Game] = {}
        self.references: set[Reference] = set()

    def persistent_id(self, thing: Any) -> Any:
        if not isinstance(thing, Game):
            return None
        _require_known(thing)
        self.games[thing.name] = thing.in_the_box
        return thing.name, _content_in(thing)

    def reducer_override(self, thing: Any) -> Any:
        if isinstance(thing, Knobs):
            printed, content = _as_printed(type(thing)), type(thing).content
            is_printed = content is printed.content
            return _knobs, (printed, NO_CONTENT if is_printed else content.model_dump_json(), dict(thing))
        if not is_dataclass(thing) or isinstance(thing, type) or not is_shipped(type(thing).__module__):
            return NotImplemented
        # What a value has worked out and kept, such as compiled functions, is left behind.
        values = {field.name: getattr(thing, field.name) for field in fields(thing) if field.init}
        if not isinstance(thing, Strategy):
            return _made, (type(thing), values)
        reference = reference_of_function(thing.game, thing.function)
        if reference is None:
            raise BadInput(_only_here(f"the strategy {thing.name}"))
        self.references.add(reference)
        del values["function"]
        return _strategy, (reference, values)


class _Unpacker(pickle.Unpickler):
    def persistent_load(self, name: tuple[str, str]) -> Game:
        return _game(*name)


def _require_known(game: Game) -> None:
    if not made_here(game.name):
        try:
            if find_game(game.name) is game.in_the_box:
                return
        except BadInput:
            pass
    raise BadInput(_only_here(f"the game {game.name}"))


def _content_in(game: Game) -> str:
    printed = game.in_the_box.content
    is_printed = game.content is None or game.content is printed
    return NO_CONTENT if is_printed or game.content is None else game.content.model_dump_json()


def _as_printed(knobs: type[Knobs]) -> type[Knobs]:
    """Return the class of knobs as a game declares it, which a pickle can name."""
    declared = (cls for cls in knobs.__mro__ if vars(sys.modules[cls.__module__]).get(cls.__name__) is cls)
    found: type[Knobs] = next(declared)
    return found


# What a process that unpacks them makes of them.


@lru_cache(maxsize=8)
def _game(name: str, content: str) -> Game:
    game = find_game(name)
    if content == NO_CONTENT or game.content is None:
        return game
    return game.with_content(content_of(type(game.content), json.loads(content)))


def _knobs(printed: type[Knobs], content: str, values: dict[str, Any]) -> Knobs:
    return _knobs_with(printed, content).model_validate(values)


@lru_cache(maxsize=8)
def _knobs_with(printed: type[Knobs], content: str) -> type[Knobs]:
    if content == NO_CONTENT:
        return printed
    found: type[Knobs] = printed.with_content(content_of(type(printed.content), json.loads(content)))
    return found


def _strategy(reference: Reference, values: dict[str, Any]) -> Strategy:
    return Strategy(**values, function=find_strategy(values["game"], reference, ROOT).function)


def _made(kind: Callable[..., Any], values: dict[str, Any]) -> Any:
    return kind(**values)
