"""Play-outs: look-ahead plays a game to its end from what one seat can see, and weighs the outcome."""

from math import sqrt

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.compile.kernel import kernel
from simkit.compile.layout import by_name
from simkit.engine.base.chance import SEATS_STREAM, begin, draw_anew, open_stream, word
from simkit.engine.base.cursor import NO_SUCH_CHOICE, NO_SUCH_COUNT, NO_SUCH_SEAT
from simkit.engine.lookahead.tree import UNCHANGED, credit, depth_of_change, enter, explores_now
from simkit.words import NOBODY

options = apply = outcome = conceal = BOUND_LATER  # a game's own
stopped_code = is_checked = BOUND_LATER  # as in the play loop
choose = BOUND_LATER  # of `tree`, bound to a game's layouts
game_goals = seat_goals = BOUND_LATER  # layouts in which the goals have the names of `desk.GOALS`
game_signs = seat_signs = are_yes_no = BOUND_LATER  # see `desk.how_to_weigh`

MEMORY = 200.0
"""The averages of goals reach back over this many play-outs."""

SECOND = 0.1
"""The weight of a goal relative to the one before it, where that one does not decide."""


def reach(row, seat_row, reached):
    """Write what a seat has reached of each goal into `reached`."""
    of_game, of_seat = by_name(row, game_goals), by_name(seat_row, seat_goals)
    reached[0] = game_signs[0] * of_game.first + seat_signs[0] * of_seat.first
    reached[1] = game_signs[1] * of_game.second + seat_signs[1] * of_seat.second
    reached[2] = game_signs[2] * of_game.third + seat_signs[2] * of_seat.third
    reached[3] = game_signs[3] * of_game.fourth + seat_signs[3] * of_seat.fourth


def play_out(rules, team, desk, made):
    """Play the desk's second state to its end and note the goals reached; return 0 or an error code."""
    choosers, parameters, seat_to_act = team
    rows, seat_rows, seated, arena = desk.rows, desk.seat_rows, desk.seated, desk.arena
    state, walker, chances, room = desk.states[1], arena.walker, desk.chances, desk.room
    moves = room.moves[:]
    seats = len(seated)
    while not state.over:
        seat = state.seat
        if is_checked and not 0 <= seat < seats:
            desk.cursor.found, desk.cursor.allowed = seat, seats
            return NO_SUCH_SEAT
        count = options(state, rules, moves)
        if is_checked and not 0 < count <= len(moves):
            desk.cursor.found, desk.cursor.allowed = count, len(moves)
            return NO_SUCH_COUNT
        choice = 0
        if count > 1:
            who = seated[seat]
            desk.cursor.seat = seat_to_act
            choice = choosers[who](
                state.table, state.seats[seat], rules, room, count, parameters[who], chances[seat]
            )
            if choice < 0 or choice >= count:
                desk.cursor.found, desk.cursor.allowed = choice, count
                return NO_SUCH_CHOICE
            desk.cursor.seat = NOBODY
            if walker.inside and (seat == seat_to_act or walker.others):
                choice = choose(state, moves, (count, choice), seat_to_act, chances[seats], arena)
        apply(state, rules, moves[choice], None)
        made += 1
        if made >= rules.decision_cap and not state.over:
            state.capped = True
            state.over = True
    rows[0] = rows[1]
    for seat in range(seats):
        seat_rows[seat] = seat_rows[seats + seat]
    outcome(state, rules, rows[0], seat_rows[:seats])
    if state.capped:
        rows[0].end = stopped_code
    again = walker.changes_at != UNCHANGED
    if not again:
        reach(rows[0], seat_rows[seat_to_act], desk.found[0])
    if walker.depth > 0:
        for seat in range(seats):
            reach(rows[0], seat_rows[seat], walker.reached[1 if again else 0, seat])
    return 0


def try_move(move, index, rules, team, desk, made):
    """Make a move in the state dealt for the `index`-th play-out and play it to its end.

    Where there is a tree, every other play-out is played again with one later decision changed, from which
    the tree learns.  Returns 0 or an error code.
    """
    own, arena = desk.chances[len(desk.seated)], desk.arena
    enter(arena, UNCHANGED)
    failed = begin_with(move, index, rules, team, desk, made)
    if failed or not explores_now(arena, index):
        return failed
    enter(arena, depth_of_change(arena, own, index))
    failed = begin_with(move, index, rules, team, desk, made)
    credit(desk.book, arena)
    return failed


def begin_with(move, index, rules, team, desk, made):
    """Play the state dealt for the `index`-th play-out to its end, beginning with a move."""
    states, chances = desk.states, desk.chances
    seats = len(desk.seated)
    for seat in range(seats):
        open_stream(chances[seat], desk.book.key, index, SEATS_STREAM + seat)
    states[1] = states[0]
    desk.cursor.seat = NOBODY
    desk.cursor.playouts += 1
    desk.book.playouts += 1
    apply(states[1], rules, move, None)
    if made + 1 >= rules.decision_cap and not states[1].over:
        states[1].capped = True
        states[1].over = True
    return play_out(rules, team, desk, made + 1)


def deal(state, index, seat, desk):
    """Deal anew what a seat can't see, and all future random numbers, for the `index`-th play-out."""
    states, own = desk.states, desk.chances[len(desk.seated)]
    states[0] = state
    begin(own, index, 0)
    desk.book.key = word(own)
    conceal(states[0], seat, own)
    draw_anew(states[0].chance, own)


@kernel
def learn(book, reached):
    """Update the averages of the goals with a play-out of the base's choice."""
    book.seen += 1
    rate = 1.0 / min(np.float64(book.seen), MEMORY)
    for goal in range(4):
        off = reached[goal] - book.means[goal]
        book.means[goal] += rate * off
        book.squares[goal] += rate * ((1.0 - rate) * off * off - book.squares[goal])


def weigh(book):
    """Set the weight of each goal.

    A yes or no that is almost certain says little about a move; there the next goal decides.
    """
    share = 1.0
    for goal in range(4):
        spread = sqrt(book.squares[goal])
        if are_yes_no[goal] > 0.0:
            spread = 0.5
        book.weights[goal] = share / spread if spread > 1e-9 else 0.0
        if are_yes_no[goal] > 0.0:
            certain = (1.0 - 2.0 * abs(book.means[goal])) ** 2
            share *= SECOND * min(1.0, certain)
        else:
            share *= SECOND
