"""A game told from beginning to end; the same for every game."""

from __future__ import annotations

from collections.abc import Iterator

from simkit.engine.match import Match


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
    """
    story, rules = match.game.story, match.rules
    state = None
    for step in match.walk(number):
        state = step.state
        yield from (story.begin if step.move is None else story.tell)(state, rules, step.events)
    rows, _ = match.play(number, 1)
    yield ""
    yield from story.end(state, rules, rows[0])
