"""Gifts: before the markers are placed and before the outing, each may give objects away (decision D2)."""

import numpy as np

from simkit.compile.bits import lowest_bit
from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.chance import begin
from simkit.engine.base.events import note
from simkit.games.castaways.asking import ask
from simkit.games.castaways.decisions import ASK_GIFT, GIFT, NO_GIFT
from simkit.games.castaways.events import OBJECT_GIVEN
from simkit.games.castaways.names import IN_CAMP, LOST
from simkit.games.castaways.order import seat_in_turn
from simkit.games.castaways.phases import GIFTS, OUTING, WHITE_MARKER
from simkit.games.castaways.possessions import give_up_object, receive_object
from simkit.games.castaways.state import MARKER_PHASE


@kernel
def may_trade(table, rules, seat):
    """Return True if a castaway may give objects and be given some."""
    where = table.castaways[seat].where
    return where == IN_CAMP or (where == LOST and rules.trade_with_lost != 0)


@kernel
def has_receiver(table, rules, giver):
    """Return True if there is somebody to whom a castaway could give something."""
    for seat in range(rules.players):
        if seat != giver and may_trade(table, rules, seat):
            return True
    return False


@separate_kernel
def make_gifts(state, rules, log):
    """Ask for the next gift, in turn order; at the end go on with the markers, or the outing."""
    table = state.table
    while table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        castaway = table.castaways[seat]
        gives = (
            table.gifts_made < rules.gifts_per_turn and castaway.owned != 0 and may_trade(table, rules, seat)
        )
        if gives and has_receiver(table, rules, seat):
            ask(state, seat, ASK_GIFT)
            return
        table.at += 1
        table.gifts_made = 0
    table.at = 0
    if table.phase == GIFTS:
        begin(state.chance, MARKER_PHASE, table.turn)
        table.phase = WHITE_MARKER
    else:
        table.phase = OUTING


@separate_kernel
def list_gifts(table, rules, giver, moves):
    """List every object with every receiver; none comes first."""
    moves[0].kind = NO_GIFT
    count, owned = 1, np.int64(table.castaways[giver].owned)
    while owned != 0:
        thing = lowest_bit(owned)
        owned &= owned - 1
        for seat in range(rules.players):
            if seat != giver and may_trade(table, rules, seat):
                moves[count].kind = GIFT
                moves[count].object = thing
                moves[count].seat = seat
                count += 1
    return count


@kernel
def make_gift(state, rules, move, log):
    """Give an object away, or nothing more this time."""
    table, giver = state.table, np.int64(state.seat)
    if move.kind == GIFT:
        thing, receiver = np.int64(move.object), np.int64(move.seat)
        give_up_object(table, rules, giver, thing)
        receive_object(table, rules, receiver, thing)
        note(log, OBJECT_GIVEN, giver, thing, receiver)
        table.gifts_made += 1
    else:
        table.gifts_made = rules.gifts_per_turn
