"""Explore the Nautilus: which castaway's turn it is, and which columns the marker may be moved to."""

from simkit.game import kernel, lowest_bit, note
from simkit.games.nautilus_island.kinds import Event, Move
from simkit.games.nautilus_island.knobs import ENTER_ALWAYS, ENTER_IN_LAST_ROUND
from simkit.games.nautilus_island.state import ACT, EXPLORE, OFF_THE_BOARD


@kernel
def begin_round(state, rules, log):
    """Begin the next round: every marker will move to the other side, the one nearest to the back first."""
    table = state.table
    table.round_number += 1
    table.occupied = 0
    table.turn_in_round = 0
    set_the_order(table, rules)
    note(log, Event.ROUND_BEGUN, table.round_number, table.final)
    begin_turn(state, rules)


@kernel
def set_the_order(table, rules):
    """Set the order of a round: clockwise from the first player in round 1, later from back to front."""
    castaways, seat = table.castaways, table.first_player
    for i in range(rules.players):
        column, other, place = castaways[seat].column, table.first_player, 0
        for j in range(rules.players):  # without a branch, which the processor could not predict
            before = castaways[other].column
            place += (before < column) | ((before == column) & (j < i))
            other = other + 1 if other + 1 < rules.players else 0
        table.order[place] = seat
        seat = seat + 1 if seat + 1 < rules.players else 0


@kernel
def begin_turn(state, rules):
    """Ask the next castaway of the round where to go."""
    table = state.table
    state.seat = table.order[table.turn_in_round]
    table.legal = legal_columns(table, rules, state.seat)
    table.step = EXPLORE


@kernel
def legal_columns(table, rules, seat):
    """Return the columns that the marker may move to: bit `column` for each."""
    may_be_empty = rules.may_enter_empty == ENTER_ALWAYS or (
        rules.may_enter_empty == ENTER_IN_LAST_ROUND and table.final == 1
    )
    columns = rules.as_wide_as[0] if may_be_empty else table.stocked
    own = table.castaways[seat].column
    if own != OFF_THE_BOARD:
        columns &= ~(1 << int(own))
    return columns & ~table.occupied


@kernel
def explore_options(table, rules, moves):
    """List the legal columns from the back; the list is empty if the castaway can't move at all."""
    count, columns = 0, int(table.legal)
    while columns != 0:
        moves[count].kind = Move.ENTER
        moves[count].column = lowest_bit(columns)
        columns &= columns - 1
        count += 1
    return count


@kernel
def enter_column(table, seat, column, log):
    """Move the marker to a column on the other side."""
    castaway = table.castaways[seat]
    castaway.column_before = castaway.column
    castaway.column = column
    table.occupied |= 1 << int(column)
    table.step = ACT
    note(log, Event.ENTERED, seat, column)


@kernel
def stay(table, seat, log):
    """Lose the turn, because there is no column to go to (only where empty columns are closed for ever)."""
    table.castaways[seat].passes += 1
    note(log, Event.NOWHERE_TO_GO, seat)
