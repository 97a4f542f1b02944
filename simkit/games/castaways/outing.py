"""The outing: the party, its steps in walking order, the cards of the island."""

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.cards import draw, put_on_top, search, take_at
from simkit.engine.base.chance import begin
from simkit.engine.base.events import note
from simkit.engine.effects.machine import NO
from simkit.games.castaways.asking import ask
from simkit.games.castaways.cards import begin_card
from simkit.games.castaways.decisions import (
    ASK_PENDING,
    ASK_STEP,
    EXPLORE_DECK,
    RESOLVE_PENDING,
    RETURN,
)
from simkit.games.castaways.events import CARD_DRAWN, CARD_FACED, CARD_LEFT_OPEN, CUBE_MOVED, PARTY_SET_OUT
from simkit.games.castaways.island import advance, finish_regions, move_cube, note_headland, region_of
from simkit.games.castaways.names import EXPLORE, IN_CAMP, OUT
from simkit.games.castaways.order import queue_in_turn
from simkit.games.castaways.phases import CARD_DONE, FEED_AFTER_OUTING, OUTING_STEP
from simkit.games.castaways.possessions import draw_tiles
from simkit.games.castaways.returning import announce_return, come_back
from simkit.games.castaways.rules import NO_PLOT
from simkit.games.castaways.state import (
    NO_CARD,
    NOBODY,
    OUT_OF_PLAY,
    OUTING_PHASE,
    PENDING,
    REGION_COUNT,
)


@separate_kernel
def set_out(state, rules, log):
    """Send those with a marker on Explore out as one party, in the order of its spaces."""
    table = state.table
    table.party = 0
    table.cube = rules.return_start
    for space in range(rules.space_count[EXPLORE]):
        seat = table.marked[EXPLORE, space]
        if seat != NOBODY:
            table.marked[EXPLORE, space] = NOBODY
            table.castaways[seat].where = OUT
            table.walkers[table.party] = seat
            table.party += 1
    if table.party == 0:
        end_outing(table, rules)
        return
    begin(state.chance, OUTING_PHASE, table.turn)
    table.outing = 1
    table.outings += 1
    table.explored = 0
    table.at = 0
    table.phase = OUTING_STEP
    note(log, PARTY_SET_OUT, table.party, table.turn, 0)


@kernel
def end_outing(table, rules):
    """End the outing: nobody is out any more."""
    table.outing = 0
    table.todo = queue_in_turn(table, rules, table.starter, IN_CAMP)
    table.phase = FEED_AFTER_OUTING


@separate_kernel
def take_step(state, rules, log):
    """Ask the next one out, in walking order, what to do; with nothing to explore all can only return."""
    table = state.table
    for i in range(table.party):
        place = (table.at + i) % table.party
        seat = table.walkers[place]
        if table.castaways[seat].where != OUT:
            continue
        table.at = place
        if table.explored == 0 and table.pending.count == 0 and no_deck_is_open(table, rules):
            table.returners = -1
            come_back(state, rules, log)  # ruling R5: nothing is left on the island
            break
        ask(state, seat, ASK_STEP)
        return
    end_outing(table, rules)


@kernel
def furthest_region(table, rules):
    """Return the furthest region that anybody out has reached."""
    furthest = 0
    for i in range(table.party):
        castaway = table.castaways[table.walkers[i]]
        if castaway.where == OUT:
            furthest = max(furthest, region_of(rules, castaway.reached))
    return furthest


@kernel
def no_deck_is_open(table, rules):
    """Return True if no deck can be drawn from."""
    for region in range(furthest_region(table, rules) + 1):
        if table.deck_left[region] > 0:
            return False
    return True


@separate_kernel
def list_steps(table, rules, moves):
    """List each deck open, each pending card, and to return; at the end of the track only that."""
    count = 0
    if table.cube < rules.return_end:
        for region in range(furthest_region(table, rules) + 1):
            if table.deck_left[region] > 0:
                moves[count].kind = EXPLORE_DECK
                moves[count].deck = region
                count += 1
        for i in range(table.pending.count):
            moves[count].kind = RESOLVE_PENDING
            moves[count].card = table.pending.cards[i]
            count += 1
    moves[count].kind = RETURN
    return count + 1


@separate_kernel
def make_step(state, rules, move, log):
    """Draw from a deck, take up a pending card, or announce to return."""
    table = state.table
    if move.kind == RETURN:
        announce_return(state, rules)
        return
    table.explored += 1
    if move.kind == RESOLVE_PENDING:
        place = search(table.pending, move.card)
        table.card = take_at(table.pending, place)
        table.card_deck = take_at(table.pending_decks, place)
        table.card_was_open = 1
        note(log, CARD_FACED, np.int64(state.seat), table.card, 0)
        resolve_card(state, rules, log)
        return
    table.card = draw(state.hidden.decks[move.deck])
    table.card_deck = move.deck
    table.card_was_open = 0
    table.deck_left[move.deck] -= 1
    table.cards_explored[move.deck] += 1
    note(log, CARD_DRAWN, np.int64(state.seat), table.card, table.card_deck)
    if rules.card[table.card].pending != 0:
        ask(state, np.int64(state.seat), ASK_PENDING)
    else:
        resolve_card(state, rules, log)


@kernel
def leave_or_resolve(state, rules, move, log):
    """Leave a pending card open, with only its return icon done; or resolve it."""
    table = state.table
    if move.answer != NO:
        resolve_card(state, rules, log)
        return
    count_return_icon(table, rules, rules.card[table.card].return_icon, log)
    put_on_top(table.pending, table.card)
    put_on_top(table.pending_decks, table.card_deck)
    table.card_state[table.card] = PENDING
    note(log, CARD_LEFT_OPEN, np.int64(state.seat), table.card, 0)
    table.card = NO_CARD
    table.phase = CARD_DONE


@separate_kernel
def resolve_card(state, rules, log):
    """Do the icons of a card of the island, and begin its text."""
    table, drawer = state.table, np.int64(state.seat)
    printed = rules.card[table.card]
    if printed.advance > 0:
        for i in range(table.party):
            seat = table.walkers[i]
            castaway = table.castaways[seat]
            if castaway.where == OUT and region_of(rules, castaway.reached) <= table.card_deck:
                advance(table, rules, seat, printed.advance, log)
    if table.card_was_open == 0:
        count_return_icon(table, rules, printed.return_icon, log)
    draw_tiles(state, drawer, printed.points, log)
    table.card_state[table.card] = OUT_OF_PLAY
    table.plots_resolved += 1 if printed.plot != NO_PLOT else 0
    table.actor = drawer
    table.phase = CARD_DONE
    begin_card(state, rules, printed.text, drawer)


@kernel
def count_return_icon(table, rules, n, log):
    """Move the return cube for an icon; the first one of a planned expedition is left out."""
    if n > 0 and table.planned != 0:
        table.planned = 0
        note(log, CUBE_MOVED, table.cube, 0, 0)
    else:
        move_cube(table, rules, n, log)


@separate_kernel
def end_card(state, rules, log):
    """After a card: regions without cards are left behind; then it is the next one's step."""
    table = state.table
    if table.card != NO_CARD:
        after_card(state, rules, table.actor, log)
    table.card = NO_CARD
    table.at = (table.at + 1) % table.party
    table.phase = OUTING_STEP


@separate_kernel
def after_card(state, rules, drawer, log):
    """After any card: see who has left a region behind, and who has reached the headland."""
    table = state.table
    for region in range(REGION_COUNT):
        if table.deck_left[region] == 0:
            finish_regions(state, rules, log)
            break
    note_headland(state, rules, drawer, log)
