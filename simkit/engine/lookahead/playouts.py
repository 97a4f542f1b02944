"""Play-outs: look-ahead plays a game to its end from what one seat can see, and weighs the outcome."""

from math import sqrt

import numpy as np

from simkit.compile.kernel import kernel
from simkit.compile.made import BOUND_LATER
from simkit.compile.records import by_name
from simkit.engine.base.chance import SEATS_STREAM, begin, draw_anew, open_stream, word
from simkit.engine.base.cursor import NO_SUCH_CHOICE, NO_SUCH_COUNT, NO_SUCH_SEAT
from simkit.engine.lookahead.tree import UNCHANGED, credit, depth_of_change, enter, explores_now
from simkit.language import NOBODY

options = apply = outcome = conceal = BOUND_LATER  # a game's own
stopped_code = is_checked = BOUND_LATER  # as in the play loop
choose = BOUND_LATER  # of `tree`, bound to a game's layouts
varies = BOUND_LATER  # whether nothing is random, so that play-outs have to vary
vary = BOUND_LATER  # of `solving`, bound to a game's layouts; None where something is random
game_goals = seat_goals = BOUND_LATER  # layouts in which the goals have the names of `memory.GOALS`
game_signs = seat_signs = are_yes_no = BOUND_LATER  # see `memory.goals_of`

MEMORY = 200.0
"""The averages of goals reach back over this many play-outs."""

VARIES = 2
"""The turn of the draws by which play-outs vary, for all moves compared; 0 and 1 are others' (`deal`)."""

FIRST_MOVES = 8
"""Where another strategy finishes the play-outs, the base makes the moves before this many are made."""

SECOND = 0.1
"""The weight of a goal relative to the one before it, where that one does not decide."""


def reach(row, seat_row, reached):
    """Write what a seat has reached of each goal into `reached`."""
    of_game, of_seat = by_name(row, game_goals), by_name(seat_row, seat_goals)
    reached[0] = game_signs[0] * of_game.first + seat_signs[0] * of_seat.first
    reached[1] = game_signs[1] * of_game.second + seat_signs[1] * of_seat.second
    reached[2] = game_signs[2] * of_game.third + seat_signs[2] * of_seat.third
    reached[3] = game_signs[3] * of_game.fourth + seat_signs[3] * of_seat.fourth


def come_to(state, rules, memory, again):
    """Fill the rows of a game that is over; note what each seat reached, if the play-out was in a tree."""
    rows, seat_rows, playout = memory.rows, memory.seat_rows, memory.tree.playout
    seats = memory.seated.shape[1]
    rows[0] = rows[1]
    for seat in range(seats):
        seat_rows[seat] = seat_rows[seats + seat]
    outcome(state, rules, rows[0], seat_rows[:seats])
    if state.capped:
        rows[0].end = stopped_code
    if playout.depth > 0:
        for seat in range(seats):
            reach(rows[0], seat_rows[seat], playout.reached[1 if again else 0, seat])


def play_out(rules, team, memory, made):
    """Play the second state to its end and note the goals reached; return 0 or an error code."""
    choosers, parameters, seat_to_act = team
    rows, seat_rows, seated, tree = memory.rows, memory.seat_rows, memory.seated, memory.tree
    state, playout, chances, room = memory.states[1], tree.playout, memory.chances, memory.room
    moves = room.moves[:]
    seats = seated.shape[1]
    finishes_at = made + FIRST_MOVES
    while not state.over:
        seat = state.seat
        if is_checked and not 0 <= seat < seats:
            memory.cursor.found, memory.cursor.allowed = seat, seats
            return NO_SUCH_SEAT
        count = options(state, rules, moves)
        if is_checked and not 0 < count <= len(moves):
            memory.cursor.found, memory.cursor.allowed = count, len(moves)
            return NO_SUCH_COUNT
        choice = 0
        if count > 1:
            player = seated[1 if made >= finishes_at else 0, seat]
            memory.cursor.seat = seat_to_act
            choice = choosers[player](
                state.table, state.seats[seat], rules, room, count, parameters[player], chances[seat]
            )
            if choice < 0 or choice >= count:
                memory.cursor.found, memory.cursor.allowed = choice, count
                return NO_SUCH_CHOICE
            memory.cursor.seat = NOBODY
            if playout.inside and (seat == seat_to_act or playout.others):
                choice = choose(state, moves, (count, choice), seat_to_act, chances[seats], tree)
            if varies and playout.varies:
                choice = vary(state, moves, (count, choice, made), seat_to_act, chances[seats], tree)
        apply(state, rules, moves[choice], None)
        made += 1
        if made >= rules.decision_cap and not state.over:
            state.capped = True
            state.over = True
    again = playout.changes_at != UNCHANGED
    come_to(state, rules, memory, again)
    if not again:
        reach(rows[0], seat_rows[seat_to_act], memory.found[0])
    return 0


def try_move(move, index, rules, team, memory, made):
    """Make a move in the state dealt for the `index`-th play-out and play it to its end.

    Where there is a tree, every other play-out is played again with one later decision changed, from which
    the tree learns.  Returns 0 or an error code.
    """
    own, tree = memory.chances[memory.seated.shape[1]], memory.tree
    enter(tree, UNCHANGED)
    failed = begin_with(move, index, rules, team, memory, made)
    if failed or not explores_now(tree, index):
        return failed
    enter(tree, depth_of_change(tree, own, index))
    failed = begin_with(move, index, rules, team, memory, made)
    credit(memory.tally, tree)
    return failed


@kernel
def start(memory, index):
    """Copy the state dealt for the `index`-th play-out, to be played to its end, and begin all chance."""
    states, chances = memory.states, memory.chances
    seats = memory.seated.shape[1]
    for seat in range(seats):
        open_stream(chances[seat], memory.tally.key, index, SEATS_STREAM + seat)
    if memory.tree.playout.varies:
        begin(chances[seats], index, VARIES)
    states[1] = states[0]
    memory.cursor.seat = NOBODY
    memory.cursor.playouts += 1
    memory.tally.playouts += 1


def begin_with(move, index, rules, team, memory, made):
    """Play the state dealt for the `index`-th play-out to its end, beginning with a move."""
    states = memory.states
    start(memory, index)
    apply(states[1], rules, move, None)
    if made + 1 >= rules.decision_cap and not states[1].over:
        states[1].capped = True
        states[1].over = True
    return play_out(rules, team, memory, made + 1)


def deal(state, index, seat, memory):
    """Deal anew what a seat can't see, and all future random numbers, for the `index`-th play-out."""
    states, own = memory.states, memory.chances[memory.seated.shape[1]]
    states[0] = state
    begin(own, index, 0)
    memory.tally.key = word(own)
    conceal(states[0], seat, own)
    draw_anew(states[0].chance, own)


@kernel
def learn(tally, reached):
    """Update the averages of the goals with a play-out of the base's choice."""
    tally.seen += 1
    rate = 1.0 / min(np.float64(tally.seen), MEMORY)
    for goal in range(4):
        off = reached[goal] - tally.means[goal]
        tally.means[goal] += rate * off
        tally.squares[goal] += rate * ((1.0 - rate) * off * off - tally.squares[goal])


def weigh(tally):
    """Set the weight of each goal.

    A yes or no that is almost certain says little about a move; there the next goal decides.
    """
    share = 1.0
    for goal in range(4):
        spread = sqrt(tally.squares[goal])
        if are_yes_no[goal] > 0.0:
            spread = 0.5
        tally.weights[goal] = share / spread if spread > 1e-9 else 0.0
        if are_yes_no[goal] > 0.0:
            certain = (1.0 - 2.0 * abs(tally.means[goal])) ** 2
            share *= SECOND * min(1.0, certain)
        else:
            share *= SECOND
