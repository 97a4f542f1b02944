"""Values decisions by play-outs; the player goes on as they would without look-ahead, along their own games.

`value_decision` values what the player gives away.  The move that looks best among many looks better than it
is: it is the best of all averages, luck included.  So look-ahead only *finds* it, and play-outs that had no
part in the choice say what it is worth.

`value_position` values every legal move and keeps the position, with how each seat stands there.  The
play-outs are made once; then any player can be asked for its choice there (`choose_anew`), which takes a
microsecond.

Both are compiled into the play loop in the place of `think`.  In their play-outs every seat is played by its
own player: as in the game, but a player that looks ahead by its base.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER
from simkit.engine.base.chance import SEATS_STREAM, begin, open_stream, uniform
from simkit.engine.base.cursor import MOST_SEATS, NO_ROOM
from simkit.engine.base.rows import Records
from simkit.engine.lookahead.memory import GOALS
from simkit.engine.lookahead.thinking import THOUGHT_STREAM

think = compare = BOUND_LATER  # of `thinking`, bound to a game's functions
deal = try_move = reach = BOUND_LATER  # of `playouts`, bound to them
list_options = BOUND_LATER  # a game's `options`

FRESH = (1 << 24, 1 << 25)
"""The first number of each series of fresh play-outs; look-ahead's own count from 0 and end before."""

VALUED_DECISION = np.dtype(
    [
        ("game", np.int64),
        ("moves", np.int64),  # made before this decision
        ("seat", np.int64),
        ("options", np.int64),  # the number of legal moves
        ("chosen", np.int64),  # the index of the player's own choice
        ("better", np.int64),  # the index of look-ahead's choice; the same if it finds nothing better
        ("kind", np.int64),  # the kind of move that the player chose
        ("better_kind", np.int64),
        ("playouts", np.int64),  # play-outs that compared the moves; 0 if there were too few for that
        ("value", np.float64),  # the average of the first goal after the player's choice; nan if not tried
        ("gain", np.float64),  # how much more the better move brings, on average over fresh play-outs
        ("error", np.float64),  # the standard error of the gain
        ("again", np.float64),  # the gain over a second series of fresh play-outs
        ("again_error", np.float64),
    ],
    align=True,
)
"""One valued decision."""


class Decisions(NamedTuple):
    """Decisions that are valued."""

    rows: Records
    """Record array of VALUED_DECISION."""
    valued: npt.NDArray[np.bool_]
    """For each player, whether its decisions are valued."""


class Valued(NamedTuple):
    """What look-ahead's memory keeps while decisions or positions are valued."""

    found: Any
    """The `Decisions` or the `Positions`."""
    lineups: npt.NDArray[np.int64]
    """The player at each seat in every arrangement of the players (`Seating.lineups`)."""
    choices: npt.NDArray[np.int64]
    """What players that look ahead chose when the games were played, by game and moves made; -1 elsewhere."""
    first: int
    """The number of the first of these games."""


@kernel
def made_in_play(kept, number, made, base):
    """Return what a player that looks ahead chose when the game was played; elsewhere the base's choice."""
    choices, place = kept.choices, number - kept.first
    if place < choices.shape[0] and made < choices.shape[1] and choices[place, made] >= 0:
        return choices[place, made]
    return base


@kernel
def keep_nothing(memory, decision):
    """Do nothing and return True: the functions below store what they find themselves."""
    return True


def deal_to_own(state, index, seat, memory):
    """Deal anew for a play-out as `playouts.deal` does, and let every seat be played by its own player."""
    lineups = memory.kept.lineups
    memory.seated[:] = lineups[memory.cursor.game % len(lineups)]
    deal(state, index, seat, memory)


@separate_kernel
def gain_of(state, moves, rules, team, memory, place):
    """Return a move's gain over the player's own choice, the gain's standard error, and the choice's value.

    The fourth number returned is 0 or an error code.  `place` is (base, other, count, made, first, pairs):
    the two moves, the number of legal moves, the number of moves made, and which play-outs to play.
    """
    base, other, count, made, first, pairs = place
    candidates, tally = memory.candidates, memory.tally
    for option in range(count):
        candidates[option].alive = option == other
    candidates[other].gain = 0.0
    tally.value = 0.0
    squares = 0.0
    for index in range(first, first + pairs):
        before = candidates[other].gain
        failed = compare(state, moves, rules, team, memory, (base, count, made, index))
        if failed:
            return 0.0, 0.0, 0.0, failed
        squares += (candidates[other].gain - before) ** 2
    mean = candidates[other].gain / pairs
    # One more difference, of the size of a win, is added, as in `lead_of`.
    error = sqrt((max(squares - pairs * mean * mean, 0.0) + 1.0) / (pairs * (pairs - 1.0)))
    return mean, error, tally.value / pairs, 0


def value_decision(state, moves, rules, team, memory, numbers):
    """Return the player's own choice and store what a better one would gain; called as `thinking.think`."""
    seed, number, player, count, made, base = numbers
    rows, valued = memory.kept.found
    base = made_in_play(memory.kept, number, made, base)
    if not valued[player]:
        return base
    candidates, tally = memory.candidates, memory.tally
    if tally.thoughts == len(rows):
        return -NO_ROOM
    choosers, parameters = team
    seat = state.seat
    other = think(state, moves, rules, team, memory, (seed, number, player, count, made, base))
    if other < 0:
        return other
    row = rows[tally.thoughts]
    row.game, row.moves, row.seat, row.options = number, made, seat, count
    row.chosen, row.better = base, other
    row.kind, row.better_kind = moves[base].kind, moves[other].kind
    tried = candidates[base].playouts
    row.playouts = tried
    row.value = tally.value / tried if tried > 0 else np.nan
    row.gain, row.error, row.again, row.again_error = 0.0, 0.0, 0.0, 0.0
    if other != base:
        full = (choosers, parameters, np.int64(seat))
        pairs = memory.thinkers[player].playouts // 2
        row.gain, row.error, row.value, failed = gain_of(
            state, moves, rules, full, memory, (base, other, count, made, FRESH[0], pairs)
        )
        if failed:
            return -failed
        if row.gain > 2.0 * row.error:
            row.again, row.again_error, row.value, failed = gain_of(
                state, moves, rules, full, memory, (base, other, count, made, FRESH[1], pairs)
            )
            if failed:
                return -failed
        memory.cursor.seat = seat
    tally.thoughts += 1
    return base


DRAWN = 2
"""The purpose of the draw that decides whether a decision is valued; play-outs use 0 and 1."""

HALVES = 2
"""Every other play-out belongs to the same half.  What is picked by one half is measured by the other."""

VALUED_PLAYER = np.dtype(
    [
        ("playouts", np.int64),  # of the player's choice; 0 if this player's decisions are not valued
        ("compared", np.int64),  # the first of them, in which other legal moves are tried as well
        ("tried", np.int64),  # the most legal moves that are tried besides the choice
        ("share", np.float64),  # of the decisions that are valued
        ("bar", np.float64),  # a seat stands well with more of the first goal than this; nan: with the most
    ],
    align=True,
)
"""How a player's decisions are valued."""


def position_layout(moves: int) -> np.dtype[np.void]:
    """Return the layout of a valued position of a game with at most that many legal moves."""
    return np.dtype(
        [
            ("game", np.int64),
            ("moves", np.int64),  # made before
            ("seat", np.int64),
            ("listed", np.int64),  # legal moves
            ("chosen", np.int64),  # the index of what the player chose
            ("kind", np.int64),  # of that
            ("playouts", np.int64, (moves,)),  # of each legal move; 0 if it was not tried
            ("values", np.float64, (moves, len(GOALS))),  # of each legal move: each goal on average
            ("halves", np.float64, (moves, HALVES)),  # the same of the first goal, where all are compared
            ("squares", np.float64, (moves,)),  # the square of the first goal on average, of all play-outs
            ("apart", np.float64, (moves,)),  # that of its lead over the choice, by the second half of these
            ("is_idle", np.int64),  # 1 if each of these ended the same, whichever move was made, else 0
            ("stands", np.float64, (HALVES, MOST_SEATS)),  # after the choice: how often each seat stands well
        ],
        align=True,
    )


class Positions(NamedTuple):
    """Positions with the values of their moves."""

    rows: Records
    """Record array of `position_layout`."""
    states: Records
    """The game as it stood at each: record array of the game's state."""


@separate_kernel
def note_standing(memory, bar, stands):
    """Add to the seats that stand well at the end of the last play-out; seats that tie for most share it."""
    seats, reached = memory.seated.shape[1], memory.tree.playout.reached
    most, holders = -np.inf, 0.0
    for seat in range(seats):
        reach(memory.rows[0], memory.seat_rows[seat], reached[0, seat])
        value = reached[0, seat, 0]
        if value > most:
            most, holders = value, 0.0
        if value == most:
            holders += 1.0
    for seat in range(seats):
        value = reached[0, seat, 0]
        if np.isnan(bar):
            stands[seat] += 1.0 / holders if value == most else 0.0
        elif value > bar:
            stands[seat] += 1.0


@kernel
def is_tried(option, base, count, tried):
    """Return whether a move is among those tried beside the choice, which are spread evenly over the list."""
    place = option - 1 if option > base else option
    return place * tried % (count - 1) < tried


def value_position(state, moves, rules, team, memory, numbers):
    """Return the player's own choice, and keep what each move is worth; as `thinking.think`."""
    seed, number, player, count, made, base = numbers
    positions, states = memory.kept.found
    base = made_in_play(memory.kept, number, made, base)
    tally, chances, found = memory.tally, memory.chances, memory.found
    choosers, parameters = team
    player_valued, seats, seat = memory.thinkers[player], memory.seated.shape[1], state.seat
    open_stream(chances[seats], seed, number, THOUGHT_STREAM + 8 * made + seat)
    begin(chances[seats], 0, DRAWN)
    if uniform(chances[seats]) >= player_valued.share:
        return base
    if tally.thoughts == len(positions):
        return -NO_ROOM
    full = (choosers, parameters, np.int64(seat))
    position = positions[tally.thoughts]
    position.game, position.moves, position.seat = number, made, seat
    position.listed, position.chosen, position.kind = count, base, moves[base].kind
    position.playouts[:] = 0
    position.values[:] = 0.0
    position.halves[:] = 0.0
    position.squares[:] = 0.0
    position.apart[:] = 0.0
    position.stands[:] = 0.0
    position.is_idle = 1
    states[tally.thoughts] = state
    for index in range(player_valued.playouts):
        deal(state, index, seat, memory)
        half, compares = index % HALVES, index < player_valued.compared
        low, high, of_base = np.inf, -np.inf, 0.0
        for place in range(count):
            option = base if place == 0 else place - 1 if place <= base else place  # the choice first
            if option != base and not (compares and is_tried(option, base, count, player_valued.tried)):
                continue
            failed = try_move(moves[option], index, rules, full, memory, made)
            if failed:
                return -failed
            position.playouts[option] += 1
            for goal in range(len(GOALS)):
                position.values[option, goal] += found[0, goal]
            position.squares[option] += found[0, 0] ** 2
            if option == base:
                of_base = found[0, 0]
            if compares:
                if half == HALVES - 1:
                    position.apart[option] += (found[0, 0] - of_base) ** 2
                low, high = min(low, found[0, 0]), max(high, found[0, 0])
                position.halves[option, half] += found[0, 0]
            if option == base:
                note_standing(memory, player_valued.bar, position.stands[half])
        if compares and low < high:
            position.is_idle = 0
    for option in range(count):
        for goal in range(len(GOALS)):
            position.values[option, goal] /= max(position.playouts[option], 1)
        position.squares[option] /= max(position.playouts[option], 1)
        position.apart[option] /= max(player_valued.compared // HALVES, 1)
    for half in range(HALVES):
        compared = (player_valued.compared + HALVES - 1 - half) // HALVES
        played = (player_valued.playouts + HALVES - 1 - half) // HALVES
        for option in range(count):
            position.halves[option, half] /= max(compared, 1)
        for other in range(seats):
            position.stands[half, other] /= max(played, 1)
    memory.cursor.seat = seat
    tally.thoughts += 1
    return base


def choose_anew(chooser, setting, positions, workspace, chosen):
    """Note what a player chooses in each position; return how many positions there were.

    Parameters
    ----------
    chooser : (function,)
        The player.
    setting : (rules, parameters, seed)
        The rules, the player's own parameters, and the seed of the strategy's chance.
    positions : Positions
        The positions.
    workspace : (states, room, chance)
        A state to list moves of, the room for them, a stream of chance.
    chosen : int64 array
        Filled with the index of the move chosen; what the player returns out of range is noted as it is.
    """
    rules, parameters, seed = setting
    states, room, chance = workspace
    valued, kept = positions
    moves = room.moves[:]
    for i in range(len(valued)):
        states[0] = kept[i]
        state, seat = states[0], valued[i].seat
        count = list_options(state, rules, moves)
        open_stream(chance, seed, i, SEATS_STREAM + seat)
        chosen[i] = chooser[0](state.table, state.seats[seat], rules, room, count, parameters, chance)
    return len(valued)
