"""Pig, whole: the state, the rules, the moves, the outcome.

Two players.  Who is to move rolls the die as often as he likes: what it shows is added to the turn's total,
but a 1 loses the total and the turn.  Who holds banks the total.  First to the target wins.
"""

import numpy as np

from simkit.engine.chance import begin, below
from simkit.engine.game import Column, Game, Record
from simkit.engine.kernel import kernel
from simkit.engine.knobs import Knobs, knob
from simkit.engine.log import note
from simkit_pig.story import BANKED, LOST_TURN, ROLLED, PigStory

# The state: flat records of numbers.  Everything lies on the table; of its own a seat knows which one it is.
TABLE = np.dtype([("scores", np.int32, (2,)), ("total", np.int32), ("turns", np.int32), ("rolls", np.int32)])
SEAT = np.dtype([("number", np.int32)])
HIDDEN = np.dtype([("nothing", np.int8)])
MOVE = np.dtype([("hold", np.int32)])
RULES = np.dtype([("target", np.int32), ("sides", np.int32), ("decision_cap", np.int32)])

ENDS = ("won", "decision_cap")
COLUMNS = (
    Column("turns", np.uint16, "turns begun", "turns"),
    Column("rolls", np.uint16, "times the die was rolled", "rolls"),
    Column("end", np.uint8, "how the game ended", labels=ENDS),
)
SEAT_COLUMNS = (
    Column("won", np.bool_, "reached the target first"),
    Column("score", np.uint16, "points at the end", "points"),
    Column("rank", np.uint8, "1 for the higher score, 2 for the lower; both 1 if they are equal"),
)


class PigKnobs(Knobs):
    """The rule parameters of Pig."""

    target: int = knob(100, "points that win the game", "published", ge=1, le=1000)
    sides: int = knob(6, "sides of the die", "published", ge=2, le=100)

    def record(self) -> Record:
        """Return the rules record that compiled code reads."""
        return np.rec.array((self.target, self.sides, self.decision_cap), dtype=RULES)[()]


def setup(state, rules, log):
    """Seat 0 begins; the rest of the state is zeros, and that is right."""
    state.seats[1].number = 1
    begin_turn(state)


@kernel
def begin_turn(state):
    """Open the chance of the next turn: its rolls are the same whatever was rolled before."""
    state.table.total = 0
    state.table.turns += 1
    begin(state.chance, 0, state.table.turns)


def options(state, rules, moves):
    """List: roll; hold."""
    moves[0].hold = 0
    moves[1].hold = 1
    return 2


def apply(state, rules, move, log):
    """Roll, or hold."""
    table = state.table
    if move.hold:
        table.scores[state.seat] += table.total
        note(log, BANKED, state.seat, table.total, table.scores[state.seat])
        state.over = table.scores[state.seat] >= rules.target
        if not state.over:
            pass_the_die(state)
        return
    face = 1 + below(state.chance, rules.sides)
    table.rolls += 1
    note(log, ROLLED, state.seat, face, 0)
    if face == 1:
        note(log, LOST_TURN, state.seat, table.total, 0)
        pass_the_die(state)
    else:
        table.total += face


@kernel
def pass_the_die(state):
    """Begin the other seat's turn."""
    state.seat = 1 - state.seat
    begin_turn(state)


def outcome(state, rules, row, seat_rows):
    """Fill the outcome columns."""
    scores = state.table.scores
    row.turns = state.table.turns
    row.rolls = state.table.rolls
    row.end = 1 if state.capped else 0
    for seat in range(2):
        seat_rows[seat].score = scores[seat]
        seat_rows[seat].won = scores[seat] >= rules.target
        seat_rows[seat].rank = 1 if scores[seat] >= scores[1 - seat] else 2


PIG = Game(
    name="pig",
    title="Pig",
    summary="Roll or hold: two players race to 100 (folk game; Knizia, 'Dice Games Properly Explained').",
    seats=range(2, 3),
    table=TABLE,
    seat=SEAT,
    hidden=HIDDEN,
    move=MOVE,
    max_moves=2,
    rules=RULES,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    columns=COLUMNS,
    seat_columns=SEAT_COLUMNS,
    knobs=PigKnobs,
    story=PigStory(),
    seats_of=lambda _knobs: 2,
)
