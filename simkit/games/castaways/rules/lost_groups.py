"""Phase B, lost castaways: group by group they try to get back to camp."""

from simkit.game import kernel, note, separate_kernel
from simkit.games.castaways import decisions as d
from simkit.games.castaways import phases as p
from simkit.games.castaways.kinds import Event
from simkit.games.castaways.names import IN_CAMP, LOST
from simkit.games.castaways.rules.asking import ask
from simkit.games.castaways.rules.markers import can_place
from simkit.games.castaways.rules.order import queue_clockwise, seat_in_turn
from simkit.games.castaways.rules.rolls import (
    ask_for_tiles,
    begin_roll,
    note_dice,
    offer_another_roll,
    roll_to_return,
)
from simkit.games.castaways.state import MARKERS_A_TURN, MOST_PLAYERS


@separate_kernel
def send_lost_groups(state, rules, log):
    """Let the next group use the first marker of its first member in turn order; or go on."""
    table = state.table
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, i)
        if table.castaways[seat].where == LOST and (table.tried >> seat) & 1 == 0:
            table.returners = members_of(table, rules, table.castaways[seat].group)
            table.tried |= table.returners
            table.second_try = 0
            step_down(table, rules, table.returners, rules.lost_step)
            begin_roll(table, d.FOR_LOST)
            table.phase = p.LOST_ROLL
            return
    table.at = 0
    table.phase = p.LOST_MARKERS


@kernel
def members_of(table, rules, group):
    """Return the members of a lost group as a mask."""
    members = 0
    for seat in range(rules.players):
        if table.castaways[seat].where == LOST and table.castaways[seat].group == group:
            members |= 1 << seat
    return members


@kernel
def step_down(table, rules, members, places):
    """Move a lost group down the return track, not below its first place."""
    for seat in range(MOST_PLAYERS):
        if (members >> seat) & 1:
            castaway = table.castaways[seat]
            castaway.lost_at = max(rules.return_start, castaway.lost_at - places)


@kernel
def first_of_group(table, rules):
    """Return the first member, in turn order, of the group that rolls."""
    for i in range(rules.players):
        seat = seat_in_turn(table, rules, i)
        if (table.returners >> seat) & 1:
            return seat
    return seat_in_turn(table, rules, 0)


@separate_kernel
def roll_for_lost(state, rules, log):
    """Roll for a lost group; after a failure its members may spend a tile."""
    table = state.table
    leader = first_of_group(table, rules)
    place = table.castaways[leader].lost_at
    roll_to_return(state, rules, log)
    note_dice(state, leader, place, log)
    if table.dice >= place:
        bring_back(state, rules, log)
        return
    offer_another_roll(table, rules, queue_clockwise(rules, table.returners, table.starter))
    table.phase = p.LOST_ASK


@separate_kernel
def ask_lost(state, rules, log):
    """Ask for a tile; then the group uses its second marker, or stays lost."""
    table = state.table
    if ask_for_tiles(state):
        return
    if table.second_try == 0:
        table.second_try = 1
        step_down(table, rules, table.returners, rules.lost_step)
        begin_roll(table, d.FOR_LOST)
        table.phase = p.LOST_ROLL
    else:
        note(log, Event.STILL_LOST, table.returners)
        table.phase = p.LOST_GROUPS


@kernel
def bring_back(state, rules, log):
    """Bring a lost group back to camp, with the markers that it has not used."""
    table = state.table
    for seat in range(rules.players):
        if (table.returners >> seat) & 1:
            table.castaways[seat].where = IN_CAMP
            table.castaways[seat].markers = MARKERS_A_TURN - 1 - table.second_try
            note(log, Event.CAME_BACK, seat, table.second_try)
    table.phase = p.LOST_GROUPS


@separate_kernel
def place_late_markers(state, rules, log):
    """Let those that came back with a marker place it, in turn order."""
    table = state.table
    while table.at < rules.players:
        seat = seat_in_turn(table, rules, table.at)
        castaway = table.castaways[seat]
        if castaway.where == IN_CAMP and castaway.markers > 0 and can_place(table, rules, seat):
            ask(state, seat, d.ASK_MARKER)
            return
        table.at += 1
    table.at = 0
    table.phase = p.RESOLUTION
