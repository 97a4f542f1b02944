"""Rolls: the die, the story-point tile that buys another throw (decision D19, ruling R1), and its payers."""

import numpy as np

from simkit.game import below, kernel, note, separate_kernel
from simkit.game.effects import YES, first_of, one_seat, set_of, without_first
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.knobs import ANYBODY
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.castaway import discard_tile
from simkit.games.castaways.rules.island import return_modifier
from simkit.games.castaways.rules.order import is_living, seat_in_turn

FACES = 6

ROLLED_IN = {
    d.FOR_FIRE: p.FIRE_ROLL,
    d.FOR_REST: p.REST_ROLL,
    d.FOR_RETURN: p.RETURN_ROLL,
    d.FOR_LOST: p.LOST_ROLL,
    d.FOR_INJURIES: p.INJURY_ROLL,
}
"""The part of the turn that rolls, by what it rolls for."""

PHASE_OF_ROLL = np.array([ROLLED_IN.get(what, 0) for what in range(1 + max(ROLLED_IN))])


@kernel
def roll_die(state):
    """Roll one die."""
    return 1 + below(state.chance, FACES)


@kernel
def roll_to_return(state, rules, log):
    """Roll two dice for a group that looks for its way, and add what helps."""
    table = state.table
    one, other = roll_die(state), roll_die(state)
    helps = return_modifier(table, rules, table.returners)
    table.dice = one + other + helps
    note(log, Event.DICE_FOR_RETURN, one, other, helps)


@kernel
def begin_roll(table, what):
    """Begin a roll: no tile is spent on it yet."""
    table.roll_for = what
    table.rerolled = 0


@kernel
def has_tile(table, seat):
    """Return True for a living castaway with a story-point tile."""
    return is_living(table, seat) and table.castaways[seat].tiles > 0


@separate_kernel
def payers_of(table, rules, taking_part):
    """Return as a queue who may pay for another throw: those that take part, in their order, and have a tile.

    Under `sp_reroll_by` anybody may; the others come after them, in turn order.
    """
    payers, place, left = 0, 0, taking_part
    while left != 0:
        seat = first_of(left)
        left = without_first(left)
        if has_tile(table, seat):
            payers |= one_seat(seat) << place
            place += 4
    if rules.sp_reroll_by == ANYBODY:
        asked_already = set_of(taking_part)
        for i in range(rules.players):
            seat = seat_in_turn(table, rules, i)
            if (asked_already >> seat) & 1 == 0 and has_tile(table, seat):
                payers |= one_seat(seat) << place
                place += 4
    return payers


@kernel
def offer_another_roll(table, rules, taking_part):
    """Note the castaways to ask for a tile after a roll of the phases: one tile a roll."""
    may_pay = rules.sp_reroll != 0 and table.rerolled == 0
    table.todo = payers_of(table, rules, taking_part) if may_pay else 0


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
        discard_tile(state, state.seat, log)
        table.rerolled = 1
        table.phase = PHASE_OF_ROLL[table.roll_for]


@kernel
def note_dice(state, seat, needed, log):
    """Note what was rolled, and what was needed."""
    note(log, Event.ROLLED_FOR_FIRE + state.table.roll_for - d.FOR_FIRE, seat, state.table.dice, needed)
