"""The play loop: one loop for every game and every strategy.

It is compiled once per game, with the game's functions bound to `setup`, `options`, `apply` and `outcome`
(`compiled`).  Strategies come in a tuple and are called through pointers, so that neither another strategy
nor another value of a rule needs compiling here.
"""

from simkit.compile.kernel import kernel
from simkit.compile.made import BOUND_LATER
from simkit.engine.base.chance import GAME_STREAM, SEATS_STREAM, open_stream
from simkit.engine.base.cursor import NO_ROOM, NO_SUCH_CHOICE, NO_SUCH_COUNT, NO_SUCH_SEAT, PLAYED
from simkit.engine.base.events import DECIDED, keep_events, note
from simkit.language import NOBODY

setup = options = apply = outcome = BOUND_LATER  # a game's own
stopped_code = BOUND_LATER  # the value of the column `end` for a game that was stopped
hides_something = BOUND_LATER  # False lets the loop leave out what keeps hands secret
thinks = BOUND_LATER  # whether players think; False leaves look-ahead out
think = forget_game = keep_thoughts = BOUND_LATER  # this game's look-ahead; None if no player thinks
is_checked = BOUND_LATER  # whether the rules' numbers of moves and seats are checked


@kernel
def forget(moves, listed, blank):
    """Clear the moves listed for one seat, so that the next seat can't read them."""
    for i in range(listed):
        moves[i] = blank


@kernel
def _out_of_range(cursor, found, allowed, ending):
    """Note the number found and how many are allowed; return how the loop ends."""
    cursor.found = found
    cursor.allowed = allowed
    return ending


def play_games(choosers, setting, numbers, workspace, results, log):
    """Play ``len(rows)`` games and fill `rows` and `seat_rows`.

    Parameters
    ----------
    choosers : tuple
        A strategy for each seat that the game can have; if players think, followed by as many again, which
        each of them imagines the others to play, and by as many that finish their play-outs.  They are an
        argument of their own, because at every call Numba is slow to find the types in a tuple that holds
        functions.
    setting : (rules, parameters, lineups, functions, forgets)
        The game's rules, a record.  Each strategy's parameters, a record array of PARAMETERS.  The player at
        each seat, int64, shape (arrangements, seats); game g uses row ``g % arrangements``.  For each player
        the first of `choosers` that is the same function: the processor foresees it where all play alike.
        Whether moves are forgotten between seats.
    numbers : (seed, first, stride)
        The seed, the number of the first game (both at least 0 and below 2**32), and the step from each
        game's number to the next.
    workspace : (states, rooms, chances, memory, cursor)
        A state to play in and one of zeros; a record with room for the legal moves (`moves`) and a move of
        zeros (`blank`); a stream of chance for each seat; look-ahead's memory (`LookaheadMemory`), or None if
        no player thinks; and a record of CURSOR, which shows where the loop is and, at the end, how many
        decisions were made.
    results : (rows, seat_rows, kept)
        Record arrays to be filled: the outcome columns, shape (games,); those of the seats, shape
        (games * seats,); and the events of all games, of `kept_layout` (None without a log).
    log : record of `log_layout` or None
        Where the rules note events; with None, the compiled code contains nothing about events.

    Returns
    -------
    int
        PLAYED; NO_SUCH_CHOICE if a strategy returned an index out of range; for checked rules,
        NO_SUCH_COUNT if they listed no move or too many, and NO_SUCH_SEAT if they gave the turn to a seat
        that does not exist (`cursor` holds the numbers); or NO_ROOM if `kept` became full during the game
        ``cursor.game`` (all games before it are complete).
    """
    rules, parameters, lineups, functions, forgets = setting
    seed, first_game, stride = numbers
    states, rooms, chances, memory, cursor = workspace
    rows, seat_rows, kept = results
    state = states[0]
    room = rooms[0]
    # A view into a record: unlike an array it has no reference count, which every call would update.
    moves, blank = room.moves[:], room.blank
    seats = lineups.shape[1]
    decisions = 0
    listed = 0  # the most moves listed since they were last forgotten
    for i in range(len(rows)):
        number = first_game + i * stride
        cursor.game = number
        cursor.moves = 0
        arrangement = number % len(lineups)
        states[0] = states[1]
        open_stream(state.chance, seed, number, GAME_STREAM)
        for seat in range(seats):
            open_stream(chances[seat], seed, number, SEATS_STREAM + seat)
        if thinks:
            forget_game(memory)
        setup(state, rules, log)
        if log is not None and not keep_events(log, kept, cursor, 0, NOBODY):
            return NO_ROOM
        # Everything about the seat to act is looked up only when the turn passes to another seat.
        seat = state.seat
        if is_checked and not 0 <= seat < seats:
            return _out_of_range(cursor, seat, seats, NO_SUCH_SEAT)
        player = lineups[arrangement, seat]
        chooser, own, own_parameters, chance = (
            choosers[functions[player]],
            state.seats[seat],
            parameters[player],
            chances[seat],
        )
        forget(moves, listed, blank)
        listed, made = 0, 0
        while not state.over:
            if state.seat != seat:
                seat = state.seat
                if is_checked and not 0 <= seat < seats:
                    return _out_of_range(cursor, seat, seats, NO_SUCH_SEAT)
                player = lineups[arrangement, seat]
                chooser, own = choosers[functions[player]], state.seats[seat]
                own_parameters, chance = parameters[player], chances[seat]
                if hides_something and forgets:
                    forget(moves, listed, blank)
                    listed = 0
            count = options(state, rules, moves)
            if is_checked and not 0 < count <= len(moves):
                return _out_of_range(cursor, count, len(moves), NO_SUCH_COUNT)
            listed = max(listed, count)
            choice = 0
            if count > 1:
                cursor.seat = seat
                choice = chooser(state.table, own, rules, room, count, own_parameters, chance)
                if choice < 0 or choice >= count:
                    return _out_of_range(cursor, choice, count, NO_SUCH_CHOICE)
                if thinks and memory.thinkers[player].playouts > 0:
                    base = choice
                    choice = think(
                        state, moves, rules, (choosers, parameters), memory,
                        (seed, number, player, count, made, base),
                    )  # fmt: skip
                    if choice < 0:
                        return -choice
                    if not keep_thoughts(memory, (number, made, seat, count, base, choice)):
                        return NO_ROOM
                cursor.seat = NOBODY
                decisions += 1
                note(log, DECIDED, moves[choice].kind, count)
            apply(state, rules, moves[choice], log)
            made += 1
            cursor.moves = made
            if log is not None and not keep_events(log, kept, cursor, made, seat):
                return NO_ROOM
            if made >= rules.decision_cap and not state.over:
                state.capped = True
                state.over = True
        outcome(state, rules, rows[i], seat_rows[i * seats : (i + 1) * seats])
        if state.capped:
            rows[i].end = stopped_code
        if log is not None:
            cursor.whole = cursor.events
            cursor.dropped += log.dropped
            log.dropped = 0
    cursor.decisions = decisions
    return PLAYED
