"""Values every legal move of a decision by play-outs, and keeps the decision: a lesson for who plays it.

What a lesson is for: another player can be asked later what they would choose there (`choose_anew`), which
takes a microsecond, while the play-outs that say what each choice is worth were made once.

Compiled as the play loop with look-ahead is, with `value_all` in the place of `think`.
"""

from typing import Any, NamedTuple

import numpy as np

from simkit.compile.bind import BOUND_LATER
from simkit.engine.base.chance import SEATS_STREAM, begin, open_stream, uniform
from simkit.engine.base.cursor import NO_ROOM
from simkit.engine.lookahead.desk import GOALS
from simkit.engine.lookahead.thinking import THOUGHT_STREAM

deal = try_move = BOUND_LATER  # of `playouts`, with a game's functions inside
options = BOUND_LATER  # a game's own

DRAWN = 2
"""What the stream of a decision is asked for: whether it is valued.  Play-outs ask it for 0 and 1."""

PUPIL = np.dtype(
    [
        ("playouts", np.int64),  # of each legal move; 0 if this player's decisions are not valued
        ("share", np.float64),  # of the decisions that are valued
    ],
    align=True,
)
"""How a player's decisions are valued."""


def lesson_layout(moves: int) -> np.dtype[np.void]:
    """Return the layout of a lesson of a game with at most so many legal moves."""
    return np.dtype(
        [
            ("game", np.int64),
            ("moves", np.int64),  # made before
            ("seat", np.int64),
            ("listed", np.int64),  # legal moves
            ("chosen", np.int64),  # the index of what the player chose
            ("kind", np.int64),  # of that
            ("values", np.float64, (moves, len(GOALS))),  # of each legal move: each goal on average
        ],
        align=True,
    )


class Pages(NamedTuple):
    """Where lessons are kept."""

    lessons: Any
    """Record array of `lesson_layout`."""
    states: Any
    """The game as it stood at each: record array of the game's state."""


def value_all(state, moves, rules, team, desk, numbers):
    """Return the player's own choice, and keep what each move is worth; as `thinking.think`."""
    seed, number, player, count, made, base = numbers
    lessons, states = desk.kept
    book, chances, seated, found = desk.book, desk.chances, desk.seated, desk.found
    choosers, parameters = team
    pupil, seats, seat = desk.thinkers[player], len(seated), state.seat
    open_stream(chances[seats], seed, number, THOUGHT_STREAM + 8 * made + seat)
    begin(chances[seats], 0, DRAWN)
    if uniform(chances[seats]) >= pupil.share:
        return base
    if book.thoughts == len(lessons):
        return -NO_ROOM
    for other in range(seats):
        seated[other] = len(choosers) // 2 + player
    seated[seat] = player
    full = (choosers, parameters, np.int64(seat))
    lesson = lessons[book.thoughts]
    lesson.game, lesson.moves, lesson.seat = number, made, seat
    lesson.listed, lesson.chosen, lesson.kind = count, base, moves[base].kind
    lesson.values[:] = 0.0
    states[book.thoughts] = state
    for index in range(pupil.playouts):
        deal(state, index, seat, desk)
        for option in range(count):
            failed = try_move(moves[option], index, rules, full, desk, made)
            if failed:
                return -failed
            for goal in range(len(GOALS)):
                lesson.values[option, goal] += found[0, goal] / pupil.playouts
    desk.cursor.seat = seat
    book.thoughts += 1
    return base


def choose_anew(chooser, setting, pages, workspace, chosen):
    """Note what a player chooses in each lesson; return how many lessons it was asked about.

    Parameters
    ----------
    chooser : (function,)
        The player.
    setting : (rules, parameters, seed)
        The rules, the player's own parameters, and the seed of the strategy's chance.
    pages : Pages
        The lessons.
    workspace : (states, room, chance)
        A state to list moves of, the room for them, a stream of chance.
    chosen : int64 array
        Filled with the index of the move chosen; what the player returns out of range is noted as it is.
    """
    rules, parameters, seed = setting
    states, room, chance = workspace
    lessons, kept = pages
    moves = room.moves[:]
    for i in range(len(lessons)):
        states[0] = kept[i]
        state, seat = states[0], lessons[i].seat
        count = options(state, rules, moves)
        open_stream(chance, seed, i, SEATS_STREAM + seat)
        chosen[i] = chooser[0](state.table, state.seats[seat], rules, room, count, parameters, chance)
    return len(lessons)
