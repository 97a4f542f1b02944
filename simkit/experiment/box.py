"""A game with a designer's own cards, tokens and boards."""

from __future__ import annotations

from pathlib import Path

from simkit.engine.content import own_content
from simkit.engine.game import Game
from simkit.errors import Complaint


def with_own_content(game: Game, path: Path, place: str) -> Game:
    """Return a game with what a file replaces and adds.

    Parameters
    ----------
    game : Game
        The game as it is in the box.
    path : Path
        The file.
    place : str
        Where the file is named, for messages: an option, or file, line and column.

    Raises
    ------
    Complaint
        If the game has no content that could be replaced, or anything is wrong with the file.
    """
    if game.content is None:
        raise Complaint(f"{place}: {game.title} declares no content, so none can be replaced")
    if not path.is_file():
        raise Complaint(f"{place}: there is no file {path}")
    content = own_content(game.content, path)
    try:
        return game.with_content(content)
    except Complaint as problem:
        raise Complaint(f"{path}: {problem}") from None
