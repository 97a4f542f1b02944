"""Asks one seat at a time: what it is asked, and the two answers to a question of no or yes."""

import numpy as np

from simkit.game import kernel
from simkit.game.effects import AGAIN
from simkit.games.castaways import decisions as d
from simkit.games.castaways.kinds import Move

QUESTIONS = {
    d.ASK_AGAIN: AGAIN,
    d.ASK_FEED: Move.FEED,
    d.ASK_PENDING: Move.LEAVE_OR_RESOLVE,
    d.ASK_JOIN: Move.JOIN,
    d.ASK_KEEP: Move.KEEP_OR_EAT,
    d.ASK_HEADLAND: Move.THIS_OR_NEXT_TURN,
    d.ASK_PAY: Move.PAY_ENERGY,
    d.ASK_HAND_OVER: Move.HAND_OVER,
}
"""The kind of moves that answer each question with no or yes."""

KIND_OF_ANSWER = np.array([QUESTIONS.get(asks, 0) for asks in range(1 + max(QUESTIONS))])


@kernel
def ask(state, seat, what):
    """Ask a seat for a decision."""
    state.seat = seat
    state.table.asks = what


@kernel
def list_no_or_yes(state, rules, moves):
    """List the two answers to a question: no first."""
    for answer in range(2):
        moves[answer].kind = KIND_OF_ANSWER[state.table.asks]
        moves[answer].answer = answer
        moves[answer].at = 0
    return 2
