"""Pig, whole: the state, the rules, the moves, the outcome.

Two players.  The one to move rolls the die as often as they like: what it shows is added to the turn's total,
but a 1 loses the total and the turn.  A player who holds banks the total.  First to the target wins.
"""

import numpy as np

from simkit.game import (
    Column,
    Game,
    Kinds,
    Knobs,
    Story,
    begin,
    below,
    event,
    field,
    kernel,
    knob,
    move,
    note,
    record,
)

TABLE = record(
    field("scores", "points banked, by seat", shape=2),
    field("total", "points of this turn, not banked yet"),
    field("turns"),
    field("rolls"),
)


class Move(Kinds):
    """What a player chooses."""

    ROLL = move(seconds=4)
    HOLD = move(seconds=3)


class Event(Kinds):
    """What happens, told in games in words and counted in the table of events."""

    ROLLED = event("Seat {seat} rolls a {face}.")
    LOST_TURN = event("  The turn is over, {total} points are lost.", "seat", "total")
    BANKED = event("Seat {seat} banks {total} points: {score}.")


class PigKnobs(Knobs):
    """The rule parameters of Pig."""

    target: int = knob(100, "points that win the game", "published", ge=1, le=1000)
    sides: int = knob(6, "sides of the die", "published", ge=2, le=100)


def setup(state, rules, log):
    """Let seat 0 begin; everything else in the state starts at zero."""
    begin_turn(state, 0)


@kernel
def begin_turn(state, seat):
    """Begin a seat's turn and its stream of chance, so that its rolls don't depend on earlier turns."""
    state.seat = seat
    state.table.total = 0
    state.table.turns += 1
    begin(state.chance, 0, state.table.turns)


def options(state, rules, moves):
    """List: roll; hold."""
    moves[0].kind, moves[1].kind = Move.ROLL, Move.HOLD
    return 2


def apply(state, rules, move, log):
    """Roll, or hold."""
    table = state.table
    if move.kind == Move.HOLD:
        table.scores[state.seat] += table.total
        note(log, Event.BANKED, state.seat, table.total, table.scores[state.seat])
        state.over = table.scores[state.seat] >= rules.target
        if not state.over:
            begin_turn(state, 1 - state.seat)
        return
    face = 1 + below(state.chance, rules.sides)
    table.rolls += 1
    note(log, Event.ROLLED, state.seat, face)
    if face == 1:
        note(log, Event.LOST_TURN, state.seat, table.total)
        begin_turn(state, 1 - state.seat)
    else:
        table.total += face


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    scores = state.table.scores
    row.turns, row.rolls = state.table.turns, state.table.rolls
    for seat in range(2):
        seat_rows[seat].score = scores[seat]
        seat_rows[seat].won = scores[seat] >= rules.target
        seat_rows[seat].rank = 1 if scores[seat] >= scores[1 - seat] else 2


PIG = Game(
    name="pig",
    summary="Roll or hold: two players race to 100 (folk game; Knizia, 'Dice Games Properly Explained').",
    seats=range(2, 3),
    table=TABLE,
    knobs=PigKnobs,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    moves=Move.kinds,
    events=Event.kinds,
    purposes={
        0: "the die",
    },
    story=Story("First to {rules.target} wins; the die has {rules.sides} sides. Seat 1 begins."),
    columns=(
        Column("turns", np.uint16, "turns begun", "turns"),
        Column("rolls", np.uint16, "times the die was rolled", "rolls"),
    ),
    seat_columns=(
        Column("won", np.bool_, "reached the target first"),
        Column("score", np.uint16, "points at the end", "points"),
        Column("rank", np.uint8, "1 for the higher score, 2 for the lower; both 1 if they are equal"),
    ),
)
