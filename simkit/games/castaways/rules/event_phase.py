"""Phase A, Events: the card turned, the weather, the wreck, the card's effect, what camp cards do."""

from simkit.game import NOBODY, begin, draw, kernel, note, separate_kernel
from simkit.game.effects import NO_TEXT, bit
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.names import IN_CAMP, LOST, SCORCHING, STORM
from simkit.games.castaways.rules.camp import put_fire_out
from simkit.games.castaways.rules.cards import begin_card
from simkit.games.castaways.rules.castaway import lose_energy
from simkit.games.castaways.rules.island import weather_of
from simkit.games.castaways.rules.order import is_in_camp, seat_in_turn
from simkit.games.castaways.state import EVENT_CHANCE, MARKERS_A_TURN, NO_CARD, NO_SPACE


@separate_kernel
def begin_turn(state, rules, log):
    """Begin a turn: everybody gets their markers, the next event is active, the weather moves."""
    table = state.table
    table.turn += 1
    note(log, Event.TURN_BEGUN, table.turn, table.starter)
    begin(state.chance, EVENT_CHANCE, table.turn)
    table.white_space = NO_SPACE
    table.planned = 0
    table.tried = 0
    table.healer_used = 0
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        castaway.markers = MARKERS_A_TURN if castaway.where == IN_CAMP else 0
        castaway.actions = 0
        castaway.turns_lost += 1 if castaway.where == LOST else 0
    table.event = draw(state.hidden.events)
    table.events_left = state.hidden.events.count
    table.events_seen |= bit(table.event)
    note(log, Event.EVENT_TURNED, table.event, table.events_left)
    move_weather(table, rules, rules.event[table.event].weather, log)
    table.at = 0
    table.phase = p.SCORCHING


@kernel
def move_weather(table, rules, icon, log):
    """Move the weather marker; a storm puts the fire out in each turn that it lasts."""
    moved = rules.sun_moves if icon > 0 else -rules.storm_moves if icon < 0 else 0
    table.weather = max(0, min(rules.square_count - 1, table.weather + moved))
    note(log, Event.WEATHER_MOVED, table.weather, weather_of(table, rules))
    if weather_of(table, rules) == STORM:
        put_fire_out(table, log)


@separate_kernel
def scorch(state, rules, log):
    """Let scorching weather cost every living castaway energy, in turn order."""
    table = state.table
    while weather_of(table, rules) == SCORCHING and table.at < rules.players:
        lose_energy(state, rules, seat_in_turn(table, rules, table.at), rules.scorching_energy, log)
        table.at += 1
        if table.estates != 0:
            return
    table.phase = p.WRECK


@kernel
def drawer_of_events(table):
    """Return the starting player, who counts as the drawer of events; NOBODY if lost or dead."""
    return table.starter if is_in_camp(table, table.starter) else NOBODY


@separate_kernel
def wash_ashore(state, rules, log):
    """Wash a cube ashore if enough lie on the wreck; then the card's effect is done."""
    table = state.table
    event = rules.event[table.event]
    if table.wreck >= max(event.threshold, 1) and table.salvage == 0:
        table.wreck -= 1
        table.salvage += 1
        note(log, Event.WASHED_ASHORE, table.wreck)
    table.at = 0
    table.phase = p.EACH_TURN
    begin_card(state, rules, event.text, drawer_of_events(table))


@separate_kernel
def do_each_turn(state, rules, log):
    """Do what the next camp card does each turn; after the last one there are gifts."""
    table = state.table
    while table.at < rules.camp_spaces:
        card = table.board[table.at]
        table.at += 1
        if card != NO_CARD and rules.camp_card[card].each_turn != NO_TEXT:
            note(log, Event.CARD_WORKS, card)
            begin_card(state, rules, rules.camp_card[card].each_turn, drawer_of_events(table))
            return
    table.at = 0
    table.phase = p.GIFTS
