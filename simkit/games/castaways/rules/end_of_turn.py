"""Phase D, the end of the turn: injuries that grow worse, upkeep, the next starting player."""

from simkit.game import begin, kernel, note, separate_kernel
from simkit.game.effects import one_seat
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.names import DEAD, LOST
from simkit.games.castaways.rules.camp import put_fire_out
from simkit.games.castaways.rules.castaway import traumatise
from simkit.games.castaways.rules.order import all_are_lost, is_at_hand, is_living, seat_in_turn
from simkit.games.castaways.rules.rolls import (
    FACES,
    ask_for_tiles,
    begin_roll,
    note_dice,
    offer_another_roll,
    roll_die,
)
from simkit.games.castaways.state import END_CHANCE, NO_TILE, VALUES


@separate_kernel
def check_injuries(state, rules, log):
    """Let the next living castaway with injuries roll for them, in turn order."""
    table = state.table
    if table.at == 0:
        begin(state.chance, END_CHANCE, table.turn)
    while table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        table.at += 1
        if table.castaways[seat].where != DEAD and table.castaways[seat].injuries > 0:
            table.actor = seat
            begin_roll(table, d.FOR_INJURIES)
            table.phase = p.INJURY_ROLL
            return
    table.phase = p.UPKEEP


@separate_kernel
def roll_for_injuries(state, rules, log):
    """Roll a die per injury; if one fails, the castaway may spend a tile to repeat all of them."""
    table = state.table
    lowest = FACES
    for _ in range(table.castaways[table.actor].injuries):
        lowest = min(lowest, roll_die(state))
    table.dice = lowest
    note_dice(state, table.actor, rules.injury_dice_fail_on, log)
    table.todo = 0
    if lowest <= rules.injury_dice_fail_on:
        offer_another_roll(table, rules, one_seat(table.actor))
    table.phase = p.INJURY_ASK


@separate_kernel
def ask_injuries(state, rules, log):
    """Ask for a tile; then an injury becomes a trauma if a die has failed."""
    table = state.table
    if ask_for_tiles(state):
        return
    table.phase = p.INJURIES
    if table.dice <= rules.injury_dice_fail_on:
        traumatise(state, rules, table.actor, log)


@kernel
def note_tiles(table, log):
    """Note the food tiles that lie in storage or are kept, if there are any."""
    value, count = 0, 0
    for tile in range(VALUES):
        value += tile * table.tiles[tile]
        count += table.tiles[tile]
    for kept in (table.pantry_tile, table.cook_tile):
        if kept != NO_TILE:
            value += kept
            count += 1
    if count > 0:
        note(log, Event.TILES_IN_STORAGE, value, count)


@separate_kernel
def keep_up(state, rules, log):
    """White cubes rot, lost groups come nearer, and the starting player changes."""
    table = state.table
    table.cubes = 0
    for seat in range(rules.players):
        castaway = table.castaways[seat]
        if castaway.where == LOST:
            castaway.lost_at = max(rules.return_start, castaway.lost_at - rules.night_step)
            table.nights_lost += 1
        if castaway.where != DEAD:
            note(log, Event.TURN_STATE, seat, castaway.energy, 100 * castaway.injuries + castaway.traumas)
    note(log, Event.CAMP_STATE, table.food, table.wood, table.fire)
    note_tiles(table, log)
    if all_are_lost(table, rules):
        put_fire_out(table, log)
    table.starter = next_starter(table, rules)
    table.phase = p.EVENT


@kernel
def next_starter(table, rules):
    """Return the next castaway clockwise that is not lost, or that lives if all are lost."""
    for i in range(1, rules.players + 1):
        seat = seat_in_turn(table, rules, i % rules.players)
        if is_at_hand(table, seat):
            return seat
    for i in range(1, rules.players + 1):
        seat = seat_in_turn(table, rules, i % rules.players)
        if is_living(table, seat):
            return seat
    return seat_in_turn(table, rules, 0)
