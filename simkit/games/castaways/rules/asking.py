"""Asks one seat at a time, also whether a roll is made again for a story-point tile (decision D19)."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.chance import below
from simkit.engine.base.events import note
from simkit.engine.effects.machine import AGAIN, YES, first_of, one_seat, without_first
from simkit.games.castaways import decisions as d
from simkit.games.castaways.kinds import Event, Move
from simkit.games.castaways.knobs import ANYBODY
from simkit.games.castaways.names import DEAD
from simkit.games.castaways.rules.castaway import discard_tile

DIE = 6

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


@kernel
def roll_die(state):
    """Roll one die."""
    return 1 + below(state.chance, DIE)


@separate_kernel
def with_tiles(state, rules, queue):
    """Return the castaways to ask for a tile: those of a queue that have one; by a knob then all others."""
    table = state.table
    if rules.sp_reroll == 0 or table.rerolled != 0:
        return queue & 0
    found, mask, left, place = queue & 0, 0, queue, 0
    while left != 0:
        seat = first_of(left)
        left = without_first(left)
        mask |= 1 << seat
        if table.castaways[seat].tiles > 0:
            found |= one_seat(seat) << place
            place += 4
    if rules.sp_reroll_by == ANYBODY:
        for i in range(rules.players):
            seat = (table.starter + i) % rules.players
            castaway = table.castaways[seat]
            if (mask >> seat) & 1 == 0 and castaway.where != DEAD and castaway.tiles > 0:
                found |= one_seat(seat) << place
                place += 4
    return found


@kernel
def begin_roll(table, what):
    """Begin a roll: no tile is spent on it yet."""
    table.roll_for = what
    table.rerolled = 0


@kernel
def ask_for_tiles(state):
    """Ask the next castaway that may spend a tile on the roll; return False if nobody is left."""
    table = state.table
    if table.todo == 0:
        return False
    ask(state, first_of(table.todo), d.ASK_AGAIN)
    return True


@kernel
def answer_again(state, rules, move, log):
    """Take the answer: a tile is spent, and the roll repeated; or the next castaway is asked."""
    table = state.table
    table.todo = without_first(table.todo)
    if move.answer == YES:
        discard_tile(state, np.int64(state.seat), log)
        table.rerolled = 1
        table.phase -= 1


@kernel
def note_dice(state, seat, needed, log):
    """Note what was rolled, and what was needed."""
    note(log, Event.ROLLED_FOR_FIRE + state.table.roll_for - d.FOR_FIRE, seat, state.table.dice, needed)
