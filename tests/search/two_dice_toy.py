"""A game of two dice, with four faces and eight, and a coin that players may toss; all shares are known."""

from __future__ import annotations

import numpy as np

from simkit.game import (
    Column,
    EventKind,
    Game,
    Knobs,
    MoveKind,
    Objective,
    Story,
    Weights,
    begin,
    below,
    coin,
    draw_weighted,
    knob,
    strategy,
)

SMALL, UNUSED, LARGE = 0, 2, 3


class DiceKnobs(Knobs):
    """What is counted."""

    parity: int = knob(0, "whether only odd or even counts", "published", ge=0, le=1)
    small: Weights[int] = knob((0, 1, 2, 3), "the faces of the small die", "published", max_length=4)


def setup(state, rules, log):  # type: ignore[no-untyped-def]
    """Roll both dice."""
    begin(state.chance, SMALL, 0)
    state.table.eyes = draw_weighted(state.chance, rules.small)
    begin(state.chance, LARGE, 1)
    state.table.eyes += below(state.chance, 8)


def options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List: add nothing, add two."""
    moves[0].kind = 0
    moves[1].kind = 1
    return 2


def apply(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Add it, and end the game."""
    state.table.eyes += 2 * move.kind
    state.over = True


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Count the eyes."""
    row.score = state.table.eyes % 2 if rules.parity == 1 else state.table.eyes


@strategy(game="toy_two_dice", skill="none")
def nothing(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Always add nothing."""
    return 0


@strategy(game="toy_two_dice", skill="none")
def tossing(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Toss a coin for it."""
    return 1 if coin(chance) else 0


TWO_DICE = Game(
    name="toy_two_dice",
    summary="Roll two dice.",
    seats=range(1, 2),
    table=np.dtype([("eyes", np.int32)]),
    knobs=DiceKnobs,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    moves=(MoveKind(0, "nothing"), MoveKind(1, "two")),
    events=(EventKind(0, "nothing"),),
    story=Story(),
    purposes={SMALL: "the small die", UNUSED: "the die that nobody rolls"},
    columns=(Column("score", np.int32, "eyes", "points"),),
    objectives=(Objective("score", of="game", shared="all"),),
)
