"""Pig, whole: the state, the rules, the moves, the outcome.

Two players.  The one to move rolls the die as often as they like: what it shows is added to the turn's total,
but a 1 loses the total and the turn.  A player who holds banks the total.  First to the target wins.
"""

from simkit.game import (
    Game, Kinds, Knobs, Story, begin, below, column, event, field, knob, move, note, record,
)  # fmt: skip

TABLE = record(
    column("score", "points banked", "points", shape=2),
    field("total", "points of this turn, not banked yet"),
    column("turns", "turns begun", "turns"),
    column("rolls", "times the die was rolled", "rolls"),
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

    target: int = knob(100, "points that win the game", "published", label="the target", ge=1, le=1000)
    sides: int = knob(6, "sides of the die", "published", label="the number of sides", ge=2, le=100)


def setup(state, rules, log):
    """Let seat 0 begin; everything else in the state starts at zero."""
    state.table.turns = 1
    begin(state.chance, 0, 1)


def options(state, rules, moves):
    """List: roll; hold."""
    moves[0].kind, moves[1].kind = Move.ROLL, Move.HOLD
    return 2


def apply(state, rules, move, log):
    """Roll, or hold."""
    table, seat = state.table, state.seat
    if move.kind == Move.HOLD:
        table.score[seat] += table.total
        note(log, Event.BANKED, seat, table.total, table.score[seat])
        state.over = table.score[seat] >= rules.target
    else:
        face = 1 + below(state.chance, rules.sides)
        table.rolls += 1
        note(log, Event.ROLLED, seat, face)
        if face > 1:
            table.total += face
            return
        note(log, Event.LOST_TURN, seat, table.total)
    if not state.over:
        state.seat, table.total = 1 - seat, 0
        table.turns += 1
        begin(state.chance, 0, table.turns)  # a turn's rolls don't depend on those of earlier turns


PIG = Game(
    name="pig",
    summary="Roll or hold: two players race to 100 (folk game; Knizia, 'Dice Games Properly Explained').",
    seats=range(2, 3),
    table=TABLE,
    knobs=PigKnobs,
    setup=setup,
    options=options,
    apply=apply,
    moves=Move.kinds,
    events=Event.kinds,
    ranked_by="score",
    purposes={0: "the die"},
    story=Story("First to {rules.target} wins; the die has {rules.sides} sides. Seat 1 begins."),
)
