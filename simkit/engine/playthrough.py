"""A game told from beginning to end; the same for every game."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from simkit.engine.kernel import is_shipped
from simkit.engine.match import Match
from simkit.errors import Complaint, place_of, raised


def playthrough(match: Match, number: int) -> Iterator[str]:
    """Walk through a game and tell it, line by line.

    Parameters
    ----------
    match : Match
        The game, its rules and who plays.
    number : int
        Which game.

    Raises
    ------
    StrategyFailure
        Where a strategy fails, after what happened before has been told.
    Complaint
        Likewise where the rules or the story of a plug-in raise.
    """
    story, rules = match.game.story, match.rules
    state = None
    for step in match.walk(number):
        state = step.state
        part = story.begin if step.move is None else story.tell
        yield from _told(match, number, part, state, rules, step.events)
    rows, _ = match.play(number, 1)
    yield ""
    yield from _told(match, number, story.end, state, rules, rows[0])


def _told(match: Match, number: int, part: Callable[..., list[str]], *arguments: Any) -> list[str]:
    """Return the sentences of a part of the story; if somebody else's fails, it is told as such."""
    kind = type(match.game.story)
    name = f"the story of {match.game.title}"
    try:
        sentences = part(*arguments)
    except Exception as error:
        if is_shipped(kind.__module__):
            raise
        place = place_of(error, [Path(inspect.getfile(kind)).parent]) or part.__name__
        raise Complaint(f"{name} {raised(error)} in game {number} ({place})") from error
    if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
        raise Complaint(f"{name}: {part.__name__} returned {sentences!r}, allowed is a list of sentences")
    return sentences
