"""Plays single positions, which a test may change by hand before."""

from __future__ import annotations

from simkit.engine.base.events import log_layout
from simkit.engine.base.rows import Record, Rows, zeros
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match


def legal_moves(match: Match, state: Record) -> Rows:
    """Return the legal moves of the seat to act, a record array.

    Parameters
    ----------
    match : Match
        The game and its rules.
    state : record
        The position, such as the `state` of a `Step`.

    Examples
    --------
    >>> position = next(match.walk(0)).state
    >>> [match.game.move_kind(move.kind).name for move in legal_moves(match, position)]
    ['roll', 'hold']
    """
    _, options, _ = compiled(match.game).rules
    moves = zeros(match.game.max_moves, match.game.move)
    listed: Rows = moves[: options(state, match.rules, moves)]
    return listed


def make_move(match: Match, state: Record, move: Record) -> Rows:
    """Make a move in a position, which becomes the next one, and return what happened, an event a row.

    Parameters
    ----------
    match : Match
        The game and its rules.
    state : record
        The position; it is changed.
    move : record
        One of its legal moves.
    """
    _, _, apply = compiled(match.game).rules
    log = zeros(1, log_layout(match.game.event))[0]
    apply(state, match.rules, move, log)
    happened: Rows = log.events[: log.count]
    return happened
