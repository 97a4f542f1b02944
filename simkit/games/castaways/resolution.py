"""Phase B, resolution: the actions in the order of the board, spaces from left to right."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.cards import draw_from
from simkit.engine.base.chance import begin
from simkit.engine.base.events import note
from simkit.engine.effects.machine import YES, first_of, without_first
from simkit.games.castaways.asking import ask
from simkit.games.castaways.build import ask_for_site
from simkit.games.castaways.campfire import declare_flame
from simkit.games.castaways.cards import begin_card
from simkit.games.castaways.decisions import ASK_FEED
from simkit.games.castaways.events import ACTED, BOX_CHANGED, CARD_USED, FIRE_FED, MARKER_WASTED
from simkit.games.castaways.markers import WHITE_ASKED, WHITE_DONE, WHITE_UNUSED, another_owns_gold
from simkit.games.castaways.names import (
    BUILD,
    CAMP,
    CAMPFIRE,
    DIARY,
    FORAGE,
    IN_CAMP,
    REST,
    SALVAGE,
    WOOD,
)
from simkit.games.castaways.order import queue_in_turn
from simkit.games.castaways.phases import FEED_BEFORE_BUILDING, LATE_GIFTS, MARKERS, RESOLUTION
from simkit.games.castaways.possessions import draw_tiles
from simkit.games.castaways.rest import begin_rest
from simkit.games.castaways.salvage import begin_salvage
from simkit.games.castaways.state import NO_CARD, NOBODY, RESOLUTION_PHASE
from simkit.games.castaways.storage import gain_wood, store_tile

ORDER = (FORAGE, REST, WOOD, REST, DIARY, REST, SALVAGE, REST, CAMPFIRE, REST, BUILD, REST, CAMP)
"""The actions in the order in which they are resolved; the n-th Rest stands for the n-th Rest space."""

BUILD_SLOT = ORDER.index(BUILD)
SLOTS = len(ORDER)


@separate_kernel
def resolve(state, rules, log):
    """Resolve the next marker; when none is left, go on with the late gifts and the outing."""
    table = state.table
    if table.white == WHITE_ASKED:
        table.white = WHITE_DONE
        resolve_action(state, rules, table.white_action, 0, table.actor, log)
        return
    if table.white == WHITE_DONE:
        table.white = WHITE_UNUSED
        table.at = 0
        table.phase = MARKERS
        return
    if table.at == 0 and table.lap == 0:
        begin(state.chance, RESOLUTION_PHASE, table.turn)
    while table.at < SLOTS:
        action = ORDER[table.at]
        first = table.at // 2 if action == REST else 0
        last = first + 1 if action == REST else rules.space_count[action]
        if table.at == BUILD_SLOT and table.lap == 0:
            table.lap = 1
            table.todo = queue_in_turn(table, rules, table.starter, IN_CAMP)
            table.phase = FEED_BEFORE_BUILDING
            return
        for space in range(first, last):
            seat = table.marked[action, space]
            if seat != NOBODY:
                table.marked[action, space] = NOBODY
                table.lap = max(table.lap, 1)
                resolve_action(state, rules, action, space, seat, log)
                return
        table.at += 1
        table.lap = 0
    table.at = 0
    table.phase = LATE_GIFTS


@separate_kernel
def resolve_action(state, rules, action, space, seat, log):
    """Resolve one marker: at once, or by the phase of its action, which comes back here."""
    table = state.table
    table.actor = seat
    if action == FORAGE:
        forage(state, log)
    elif action == WOOD:
        note(log, ACTED, seat, WOOD, 0)
        gain_wood(state, rules.wood_a_marker + table.castaways[seat].wood_action, log)
    elif action == DIARY:
        note(log, ACTED, seat, DIARY, 0)
        draw_tiles(state, seat, np.int64(rules.tiles_a_diary), log)
    elif action == SALVAGE:
        begin_salvage(state, rules, log)
    elif action == CAMPFIRE:
        declare_flame(state, log)
    elif action == BUILD:
        ask_for_site(state, rules, log)
    elif action == REST:
        begin_rest(state, rules, space)
    else:
        use_camp_card(state, rules, space, seat, log)


@kernel
def forage(state, log):
    """Bring a tile from the forage box into storage, if there is one."""
    table = state.table
    if table.forage_box == 0:
        note(log, MARKER_WASTED, table.actor, FORAGE, 0)
        return
    table.forage_box -= 1
    table.forage_tiles += 1
    note(log, ACTED, table.actor, FORAGE, 0)
    note(log, BOX_CHANGED, -1, table.forage_box, 0)
    store_tile(table, draw_from(state.chance, state.hidden.forage), log)


@kernel
def use_camp_card(state, rules, space, seat, log):
    """Begin the camp card of a space, if it still lies there and can still be used."""
    table = state.table
    card = table.board[space]
    if card == NO_CARD or (
        rules.camp_card[card].needs_gold != 0 and not another_owns_gold(table, rules, seat)
    ):
        note(log, MARKER_WASTED, seat, CAMP, 0)
        return
    note(log, CARD_USED, seat, card, 0)
    begin_card(state, rules, rules.camp_card[card].text, seat)


@separate_kernel
def feed_fire(state, rules, following, log):
    """Ask those in camp, in turn order, whether to put a wood on a fire without; then go on."""
    table = state.table
    while table.todo != 0 and table.fire != 0 and table.fire_wood == 0 and table.wood > 0:
        seat = first_of(table.todo)
        if table.castaways[seat].where == IN_CAMP:
            ask(state, seat, ASK_FEED)
            return
        table.todo = without_first(table.todo)
    table.phase = following


@kernel
def answer_feed(table, seat, move, log):
    """Put a wood on the fire, or ask the next one."""
    table.todo = without_first(table.todo)
    if move.answer == YES:
        table.wood -= 1
        table.fire_wood += 1
        note(log, FIRE_FED, seat, table.wood, 0)


@kernel
def feed_before_building(state, rules, log):
    """Ask about the fire before Build is resolved."""
    feed_fire(state, rules, RESOLUTION, log)
