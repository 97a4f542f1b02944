"""Makes a game with a designer's own cards, tokens and boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from simkit.content.complaints import problems_of
from simkit.content.source import Place
from simkit.engine.contract.content import GameContent, own_content
from simkit.engine.contract.game import Game
from simkit.errors import BadInput, unknown


def with_own_content(game: Game, path: Path, place: str) -> Game:
    """Return a game with the content that a file replaces and adds.

    `place` says, for messages, where the file is named: an option, or file, line and column.

    Raises BadInput if the game has no content that could be replaced, or anything is wrong with the file.
    """
    if game.content is None:
        raise BadInput(f"{place}: {game.title} declares no content, so none can be replaced")
    if not path.is_file():
        raise BadInput(f"{place}: there is no file {path}")
    content = own_content(game.content, path, partial(_problems, game))
    try:
        return game.with_content(content)
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}") from None


def _problems(game: Game, content: GameContent) -> Iterator[tuple[Place, str]]:
    """Yield a problem for each unknown assumption, and for each default that its knob does not allow."""
    known = [assumption.id for assumption in game.assumptions]
    for name, id_, item in content.items():
        if item.assumption and item.assumption not in known:
            yield (name, id_, "assumption"), f"{name}.{id_}: {unknown('assumption', item.assumption, known)}"
    knobs = game.knobs.with_content(content)
    try:
        knobs()
    except ValidationError as error:
        for _, message in problems_of(error, lambda place: place, knobs.model_fields):
            yield (), message
