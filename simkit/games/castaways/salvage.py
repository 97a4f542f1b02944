"""Salvage: remains of the ship are drawn and shared out, each with its effect at once."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.cards import clear, draw, put_on_top, remove
from simkit.engine.base.events import note
from simkit.games.castaways.asking import ask
from simkit.games.castaways.card_things import keep_remain
from simkit.games.castaways.cards import begin_card
from simkit.games.castaways.decisions import (
    ASK_REMAIN,
    ASK_SECOND,
    ONE_CARD_ONLY,
    PAY_FOR_SECOND,
    TAKE_REMAIN,
)
from simkit.games.castaways.energy import pay_energy
from simkit.games.castaways.events import MARKER_WASTED, SALVAGE_DRAWN
from simkit.games.castaways.names import SALVAGE
from simkit.games.castaways.order import is_in_camp
from simkit.games.castaways.phases import RESOLUTION, SALVAGE_SECOND, SALVAGE_SHARE


@separate_kernel
def begin_salvage(state, rules, log):
    """Take the cube away and draw remains, if a cube still lies there."""
    table = state.table
    if table.salvage == 0:
        note(log, MARKER_WASTED, table.actor, SALVAGE, 0)
        return
    table.salvage -= 1
    table.salvaged += 1
    clear(table.drawn)
    remains = state.hidden.remains
    while table.drawn.count < rules.remains_drawn and remains.count > 0:
        put_on_top(table.drawn, draw(remains))
    table.remains_left = remains.count
    note(log, SALVAGE_DRAWN, table.actor, table.drawn.count, table.wreck)
    table.sharer = 0
    table.phase = SALVAGE_SHARE


@separate_kernel
def share_remains(state, rules, log):
    """Let each castaway in camp take a card, from the salvager clockwise; the rest leaves the game."""
    table = state.table
    while table.sharer < rules.players and table.drawn.count > 0:
        seat = (table.actor + table.sharer) % rules.players
        if is_in_camp(table, seat):
            ask(state, seat, ASK_REMAIN)
            return
        table.sharer += 1
    table.phase = SALVAGE_SECOND


@separate_kernel
def offer_second(state, rules, log):
    """Solo: ask once whether to pay for a second card."""
    table = state.table
    castaway = table.castaways[table.actor]
    is_first = table.sharer == rules.players
    can_pay = castaway.energy >= max(rules.second_card_cost, 1) and is_in_camp(table, table.actor)
    if rules.players == 1 and is_first and can_pay and table.drawn.count > 0:
        ask(state, table.actor, ASK_SECOND)
        return
    clear(table.drawn)
    table.phase = RESOLUTION


@kernel
def list_remains(table, moves):
    """List each different card that was drawn."""
    count = 0
    for i in range(table.drawn.count):
        is_new = True
        for other in range(i):
            is_new = is_new and table.drawn.cards[other] != table.drawn.cards[i]
        if is_new:
            moves[count].kind = TAKE_REMAIN
            moves[count].card = table.drawn.cards[i]
            count += 1
    return count


@kernel
def list_second(moves):
    """List leaving it at one card, and paying for a second."""
    moves[0].kind = ONE_CARD_ONLY
    moves[1].kind = PAY_FOR_SECOND
    return 2


@kernel
def take_remain(state, rules, move, log):
    """Take a card that was drawn; its effect is done at once."""
    table, seat = state.table, np.int64(state.seat)
    card = np.int64(move.card)
    remove(table.drawn, card)
    table.sharer += 1
    begin_card(state, rules, keep_remain(state, rules, seat, card, log), seat)


@kernel
def answer_second(state, rules, move, log):
    """Pay for a second card, or leave it."""
    table = state.table
    table.sharer += 1
    if move.kind == PAY_FOR_SECOND:
        pay_energy(table, table.actor, np.int64(rules.second_card_cost), log)
        ask(state, table.actor, ASK_REMAIN)
