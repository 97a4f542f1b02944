"""Rounds: three phases in each of which every seat has a turn, and how the game ends."""

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.events import note
from simkit.games.nautilus_2002.events import LAST_ROUNDS, PHASE_BEGUN, ROUND_BEGUN
from simkit.games.nautilus_2002.rules import UNCLAIMED_WORDS
from simkit.games.nautilus_2002.state import (
    ATLANTIS_ALL,
    ATLANTIS_THREE,
    BUILDING,
    BUY,
    DEPLOYING,
    EXPLORING,
    LAUNCH,
    PIECES,
    RAISE,
    ROUND_CAP,
    RUNNING,
    STAGNATION,
    UNCLAIMED,
    WALK,
)

COUNT_FOR_BOTH, COUNT_FOR_ALL, COUNT_FOR_NONE = range(len(UNCLAIMED_WORDS))
FIRST_OF_THREE = PIECES - 2


@separate_kernel
def begin_round(state, rules, log):
    """Begin a round with its first phase."""
    table = state.table
    table.round_number += 1
    table.busy = 0
    note(log, ROUND_BEGUN, table.round_number, table.start_player, table.extra)
    begin_phase(state, rules, BUILDING, log)


@kernel
def begin_phase(state, rules, phase, log):
    """Begin a phase with the start player's turn."""
    table = state.table
    table.phase = phase
    table.turn_in_phase = 0
    note(log, PHASE_BEGUN, phase, 0, 0)
    begin_turn(state, rules)


@kernel
def begin_turn(state, rules):
    """Begin a seat's turn in a phase, with nothing done in it."""
    table = state.table
    state.seat = (table.start_player + table.turn_in_phase) % rules.players
    if table.phase == BUILDING:
        table.step = BUY
        table.bought_now = 0
        table.placed = 0
        table.paid = 0
    elif table.phase == DEPLOYING:
        table.step = WALK
        table.walks = 0
        table.steps_used = 0
    else:
        table.step = LAUNCH
        table.scanned = 0
        table.moved = 0


@separate_kernel
def end_turn(state, rules, log):
    """Go on to the next seat, the next phase, or the end of the round."""
    table = state.table
    table.turn_in_phase += 1
    if table.turn_in_phase < rules.players:
        begin_turn(state, rules)
    elif table.phase != EXPLORING:
        begin_phase(state, rules, table.phase + 1, log)
    else:
        end_round(state, rules, log)


@kernel
def end_round(state, rules, log):
    """End the game, or pass the start player's disk to the left and play another round."""
    table = state.table
    table.end = how_it_ends(table, rules)
    if table.end == RUNNING and table.extra == 0 and rules.end_three == 1 and three_are_out(table, rules):
        note(log, LAST_ROUNDS, rules.extra_rounds, 0, 0)
        if rules.extra_rounds == 0:
            table.end = ATLANTIS_THREE
        else:
            table.extra = 1
            table.extra_left = rules.extra_rounds
    if table.end != RUNNING:
        state.seat = 0
        table.step = RAISE
        return
    table.start_player = (table.start_player + 1) % rules.players
    begin_round(state, rules, log)


@kernel
def how_it_ends(table, rules):
    """Return the ending of the game with the round just played, or RUNNING."""
    if rules.end_all == 1 and all_are_out(table, rules):
        return ATLANTIS_ALL
    if table.extra == 1:
        table.extra_left -= 1
        if table.extra_left == 0:
            return ATLANTIS_THREE
    if rules.end_stagnation == 1 and table.busy == 0:
        return STAGNATION
    return ROUND_CAP if table.round_number >= rules.round_cap else RUNNING


@kernel
def is_out(table, number, unclaimed_counts):
    """Return True if a piece lies on the ruins board, with a marker unless one without counts too."""
    return table.ruins[number] > UNCLAIMED or (unclaimed_counts and table.ruins[number] == UNCLAIMED)


@kernel
def all_are_out(table, rules):
    """Return True if all pieces of Atlantis count as found."""
    for number in range(1, PIECES + 1):
        if not is_out(table, number, rules.unclaimed_counts != COUNT_FOR_NONE):
            return False
    return True


@kernel
def three_are_out(table, rules):
    """Return True if the last three pieces count as found."""
    for number in range(FIRST_OF_THREE, PIECES + 1):
        if not is_out(table, number, rules.unclaimed_counts == COUNT_FOR_BOTH):
            return False
    return True
