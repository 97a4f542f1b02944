"""The turn: explore, then recover or store; when a round ends, and when the game does."""

from simkit.game import kernel
from simkit.games.nautilus_island.kinds import Move
from simkit.games.nautilus_island.rules.explore import (
    begin_round,
    begin_turn,
    enter_column,
    explore_options,
    stay,
)
from simkit.games.nautilus_island.rules.recover import act_options, collect, pass_turn, pick_options, store
from simkit.games.nautilus_island.rules.score import count_set, note_the_leader
from simkit.games.nautilus_island.rules.tokens import (
    can_close,
    close_options,
    close_set,
    refill_if_due,
    take_token,
)
from simkit.games.nautilus_island.state import (
    ACT,
    CLOSE_SET,
    COLUMN_EMPTY,
    EXPLORE,
    LAST_ROUND_PLAYED,
    OFF_THE_BOARD,
    PICK_OBJECTS,
    ROUND_CAP,
    RUNNING,
)


def options(state, rules, moves):
    """List the legal moves of the decision at hand and return how many there are."""
    table = state.table
    step = table.step
    if step == EXPLORE:
        count = explore_options(table, rules, moves)
        if count == 0:  # nowhere to go
            moves[0].kind = Move.PASS
            count = 1
        return count
    if step == ACT:
        return act_options(table, state.seats[state.seat], rules, moves)
    if step == PICK_OBJECTS:
        return pick_options(table, state.seats[state.seat], rules, moves)
    return close_options(moves)


def apply(state, rules, move, log):
    """Make one move and play on to the next decision or the end."""
    table = state.table
    step, seat = table.step, state.seat
    if step == EXPLORE:
        if move.kind == Move.PASS:
            stay(table, seat, log)
            end_turn(state, rules, log)
        else:
            enter_column(table, seat, move.column, log)
    elif step == ACT:
        if move.kind == Move.STORE:
            table.store_colour = move.colour
            table.store_count = move.count
            table.step = PICK_OBJECTS
        else:
            if move.kind == Move.COLLECT:
                collect(state, rules, log)
            else:
                pass_turn(table, seat, log)
            end_turn(state, rules, log)
    elif step == PICK_OBJECTS:
        store(state, rules, move.objects, log)
        take_token(table, seat, table.store_colour, log)
        count_set(table.castaways[seat], rules, table.store_colour)
        if can_close(table, rules, table.castaways[seat].set_size[table.store_colour]):
            table.step = CLOSE_SET
        else:
            end_store(state, rules, log)
    else:
        if move.kind == Move.CLOSE:
            close_set(table, rules, seat, table.store_colour, log)
            count_set(table.castaways[seat], rules, table.store_colour)
        end_store(state, rules, log)


@kernel
def end_store(state, rules, log):
    """Fill the camp if only one token lies there, and end the turn."""
    refill_if_due(state, rules, log)
    end_turn(state, rules, log)


@kernel
def end_turn(state, rules, log):
    """Go on to the next castaway, the next round, or the end."""
    table = state.table
    table.store_count = 0
    table.turn_in_round += 1
    if table.turn_in_round < rules.players:
        begin_turn(state, rules)
        return
    note_the_leader(state, rules)
    table.end = how_it_ends(table, rules)
    if table.end != RUNNING:
        state.over = True
    else:
        table.final = 1 if table.end_column != OFF_THE_BOARD else 0
        begin_round(state, rules, log)


@kernel
def how_it_ends(table, rules):
    """Return the ending of the game with the round just played, or RUNNING."""
    if table.final == 1:
        return LAST_ROUND_PLAYED
    if table.end_column != OFF_THE_BOARD and rules.last_round == 0:
        return COLUMN_EMPTY
    return ROUND_CAP if table.round_number >= rules.round_cap else RUNNING
