"""Death: the objects of a dead castaway are divided among the living, one by one (decision D18)."""

import numpy as np

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.castaways.asking import ask
from simkit.games.castaways.decisions import ASK_INHERIT, INHERIT
from simkit.games.castaways.events import OBJECT_INHERITED
from simkit.games.castaways.order import is_living, seat_in_turn
from simkit.games.castaways.possessions import give_up_object, receive_object
from simkit.games.castaways.state import NOBODY


@kernel
def estate_of(table):
    """Return the seat whose objects are being divided: the first of those who died."""
    return lowest_bit(np.int64(table.estates))


@separate_kernel
def divide_estate(state, rules):
    """Ask the next heir, in turn order, again and again; return False when nothing is left to divide."""
    table = state.table
    dead = estate_of(table)
    if table.castaways[dead].owned == 0:
        table.estates &= ~(1 << dead)
        table.heir = NOBODY
        return False
    place = 0
    for i in range(rules.players):
        if table.heir != NOBODY and seat_in_turn(table, rules, i) == table.heir:
            place = i + 1
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, (place + i) % rules.players)
        if is_living(table, seat):
            ask(state, seat, ASK_INHERIT)
            return True
    table.estates = 0
    return False


@kernel
def list_estate(table, moves):
    """List each different object that is left."""
    count, owned = 0, np.int64(table.castaways[estate_of(table)].owned)
    while owned != 0:
        moves[count].kind = INHERIT
        moves[count].object = lowest_bit(owned)
        owned &= owned - 1
        count += 1
    return count


@kernel
def inherit(state, rules, move, log):
    """Take an object of a dead castaway."""
    table = state.table
    give_up_object(table, rules, estate_of(table), np.int64(move.object))
    receive_object(table, rules, np.int64(state.seat), np.int64(move.object))
    table.heir = state.seat
    note(log, OBJECT_INHERITED, table.heir, np.int64(move.object), 0)
