"""The one play loop, for every game and every strategy.

Compiled once a game: the game's functions and the strategies come in tuples and are called through
pointers, so another strategy or another rule value compiles nothing here.
"""

from simkit.engine.chance import SEATS_STREAM, open_stream
from simkit.engine.kernel import compile_entry

NOBODY = -1
"""In ``cursor[1]`` when no strategy is at work."""

CURSOR_LENGTH = 5


def _play_games(
    game, choosers, parameters, lineups, rules, seed, first_game, workspace, rows, seat_rows, cursor
):
    """Play ``len(rows)`` games, numbered from `first_game`, and fill `rows` and `seat_rows`.

    Parameters
    ----------
    game : tuple
        ``((setup,), (options,), (apply,), (outcome,))``.
    choosers : tuple
        The strategies taking part, as many as the game has seats at most.
    parameters : record array of PARAMETERS, shape (len(choosers),)
        Each strategy's parameters.
    lineups : int64 array, shape (arrangements, seats)
        Which chooser sits at which seat; game g uses row ``g % arrangements``.
    rules : record
        The game's rules.
    seed, first_game : int
        0 <= seed < 2**32, likewise the games' numbers.
    workspace : (blank, states, moves, chances)
        A state of zeros, one to play in, room for the legal moves, a stream of chance a seat.
    rows : record array, shape (games,)
        Outcome columns.
    seat_rows : record array, shape (games * seats,)
        The seats' outcome columns.
    cursor : int64 array, shape (CURSOR_LENGTH,)
        Where the loop is, for a message when a strategy fails: the game's number, the seat at work
        (or NOBODY), what it returned, how many options it had.  ``cursor[4]`` sums up the decisions.

    Returns
    -------
    bool
        False if a strategy returned an index out of range; `cursor` tells which.
    """
    # Each function comes in a tuple of its own: only in tuples of one type does Numba take functions as
    # first-class values, and finds the loop in its cache again.
    (setup,), (options,), (apply,), (outcome,) = game
    states, moves, chances = workspace
    state = states[0]
    seats = lineups.shape[1]
    for i in range(len(rows)):
        number = first_game + i
        cursor[0] = number
        arrangement = number % len(lineups)
        states[0] = states[1]
        open_stream(state.chance, seed, number, 0)
        for seat in range(seats):
            open_stream(chances[seat], seed, number, SEATS_STREAM + seat)
        setup(state, rules, None)
        made = 0
        while not state.over:
            count = options(state, rules, moves)
            choice = 0
            if count > 1:
                seat = state.seat
                player = lineups[arrangement, seat]
                cursor[1] = seat
                choice = choosers[player](
                    state.table, state.seats[seat], rules, moves, count, parameters[player], chances[seat]
                )
                if choice < 0 or choice >= count:
                    cursor[2] = choice
                    cursor[3] = count
                    return False
                cursor[1] = NOBODY
                cursor[4] += 1
            apply(state, rules, moves[choice], None)
            made += 1
            if made >= rules.decision_cap and not state.over:
                state.capped = True
                state.over = True
        outcome(state, rules, rows[i], seat_rows[i * seats : (i + 1) * seats])
    return True


play_games = compile_entry(_play_games)
"""`_play_games`, compiled for each game when it is first played, and kept on disk."""
