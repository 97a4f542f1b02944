"""The headland and the rescue check: when the game ends, and whether a ship sees the castaways."""

from simkit.game import NOBODY, bit_count, kernel, lowest_bit, note, separate_kernel
from simkit.game.effects import NO
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.knobs import CHOOSE_TURN, NEXT_TURN
from simkit.games.castaways.names import BONFIRE_BIT, DEAD, IN_CAMP, LOST, SIGN_BIT
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.castaway import give_up_object, receive_object
from simkit.games.castaways.rules.order import all_are_lost, first_in_camp, seat_in_turn
from simkit.games.castaways.state import ALL_LOST, BUILT, NO_CARD, NO_SIGNAL, RESCUED, TIME_RUN_OUT


@separate_kernel
def decide_headland(state, rules, log):
    """If the headland was reached, ask whether this turn is the last, or the next; return True if it asks."""
    table = state.table
    if table.headland == NOBODY or table.decided != 0:
        return False
    seat = table.headland
    for i in range(rules.players):
        if table.castaways[seat].where == DEAD:
            seat = seat_in_turn(table, rules, i)
    if table.events_left > 0 and rules.end_decision == CHOOSE_TURN:
        ask(state, seat, d.ASK_HEADLAND)
        return True
    end_with(table, seat, 1 if table.events_left > 0 and rules.end_decision == NEXT_TURN else 0, log)
    return False


@kernel
def end_with(table, seat, turns, log):
    """Note that the game ends `turns` turns after this one."""
    table.decided = 1
    table.last_turn = table.turn + turns
    note(log, Event.HEADLAND_DECIDED, seat, turns, table.last_turn)


@kernel
def choose_last_turn(state, rules, move, log):
    """End the game after this turn, or after the next one."""
    end_with(state.table, state.seat, move.answer, log)


@separate_kernel
def end_actions(state, rules, log):
    """End phase B: the headland's decision, if it is due."""
    if not decide_headland(state, rules, log):
        state.table.phase = p.SURVIVAL


@separate_kernel
def check_rescue(state, rules, log):
    """After the last turn's Survival: let the lost hand over signals, then look for a matching event."""
    table = state.table
    if table.turn < table.last_turn:
        table.at = 0
        table.phase = p.INJURIES
        return
    heir = first_in_camp(table, rules)
    while rules.trade_with_lost != 0 and table.headland != NOBODY and heir >= 0 and table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        table.at += 1
        if table.castaways[seat].where == LOST and signal_things(rules, table.castaways[seat]) != 0:
            ask(state, seat, d.ASK_HAND_OVER)
            return
    end_game(state, rules, log)


@kernel
def signal_things(rules, castaway):
    """Return the signal objects that a castaway owns, as a mask of objects."""
    return castaway.owned & rules.signal_objects


@kernel
def hand_over(state, rules, move, log):
    """Hand all signal objects to the first castaway in camp in turn order, or keep them."""
    if move.answer == NO:
        return
    table, seat = state.table, state.seat
    heir = first_in_camp(table, rules)
    things = signal_things(rules, table.castaways[seat])
    while things != 0:
        thing = lowest_bit(things)
        things &= things - 1
        for _ in range(table.castaways[seat].objects[thing]):
            give_up_object(table, rules, seat, thing)
            receive_object(table, rules, heir, thing)
    note(log, Event.HANDED_OVER, seat, heir)


@kernel
def signals_in(table, rules, where):
    """Return the signals that are built, and those that castaways at a place own."""
    signals = BONFIRE_BIT if table.bonfire_built != 0 else 0
    signals |= SIGN_BIT if table.sign_built != 0 else 0
    for seat in range(rules.players):
        if table.castaways[seat].where == where:
            things = signal_things(rules, table.castaways[seat])
            while things != 0:
                signals |= rules.object[lowest_bit(things)].signal
                things &= things - 1
    return signals


@kernel
def missing_allowed(table, rules):
    """Return the number of things that may be missing: one if a raft is built."""
    allowed = 0
    for number in range(rules.construction_count):
        if table.constructions[number] == BUILT and rules.construction[number].any_signal != 0:
            allowed = 1
    return allowed


@kernel
def matches(rules, event, signals, allowed):
    """Return True if everything that an event card asks for is there, except for `allowed` things."""
    return bit_count(rules.event[event].signals & ~signals) <= allowed


@separate_kernel
def end_game(state, rules, log):
    """End the game: rescued by an event that matches, or not."""
    table = state.table
    state.over = True
    if table.headland == NOBODY:
        table.end = TIME_RUN_OUT
    elif all_are_lost(table, rules):
        table.end = ALL_LOST
    else:
        signals, allowed = signals_in(table, rules, IN_CAMP), missing_allowed(table, rules)
        events = state.hidden.events
        table.end = NO_SIGNAL
        if matches(rules, table.event, signals, allowed):
            table.matched = table.event
        for i in range(events.count - 1, -1, -1):
            if table.matched == NO_CARD and matches(rules, events.cards[i], signals, allowed):
                table.matched = events.cards[i]
        if table.matched != NO_CARD:
            table.end = RESCUED
            note(log, Event.RESCUED_BY, table.matched, signals)
    if table.end != RESCUED:
        note(log, Event.GAME_LOST, table.end)
