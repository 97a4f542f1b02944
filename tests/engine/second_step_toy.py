"""A game in which the second decision matters, which the base always gets wrong: dare, or play safe."""

from __future__ import annotations

import numpy as np

from simkit.engine.contract.strategy import strategy
from simkit.game import Column, EventKind, Game, Knobs, MoveKind, Story, begin, below, knob

SAFE, DARING = range(2)
OWN, OTHERS, HIDDEN, OPEN = range(4)

TABLE = np.dtype([("dared", np.bool_), ("shown", np.int32), ("won_by", np.int32)])
COIN = np.dtype([("coin", np.int32)])


class SecondStepKnobs(Knobs):
    """What decides the game after a daring first move."""

    second: int = knob(
        OWN,
        "who daringly wins: 0 the seat itself, 1 the other one, 2 who guesses a hidden coin, 3 an open one",
        "published",
        ge=0,
        le=3,
    )


def setup(state, rules, log):  # type: ignore[no-untyped-def]
    """Toss the coin."""
    begin(state.chance, 0, 0)
    state.hidden.coin = below(state.chance, 2)
    state.table.shown = 1 + state.hidden.coin if rules.second == OPEN else 0
    begin(state.chance, 1, 1)


def options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List: safe, daring; what stood in the field of the other kind of move is left there."""
    if state.table.dared:
        for choice in range(2):
            moves[choice].kind = 1
            moves[choice].choice = choice
        return 2
    moves[0].kind = 0
    moves[0].daring = SAFE
    moves[1].kind = 0
    moves[1].daring = DARING
    return 2


def apply(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Play safe, which wins two games of three; or dare, and decide the second time."""
    if not state.table.dared and move.daring == DARING:
        state.table.dared = True
        state.seat = 1 if rules.second == OTHERS else 0
        return
    state.over = True
    if not state.table.dared:
        state.table.won_by = 0 if below(state.chance, 3) > 0 else 1
    elif rules.second == OTHERS:
        state.table.won_by = move.choice
    else:
        needed = 1 if rules.second == OWN else state.hidden.coin
        state.table.won_by = 0 if move.choice == needed else 1


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Fill the outcome columns."""
    row.dared = state.table.dared
    for seat in range(2):
        seat_rows[seat].won = state.table.won_by == seat


def conceal(state, seat, chance):  # type: ignore[no-untyped-def]
    """Toss the hidden coin anew, unless it lies open."""
    coin = below(chance, 2)
    if state.table.shown == 0:
        state.hidden.coin = coin


@strategy(game="second_step", skill="none")
def first(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Make the first move, whatever it is."""
    return 0


@strategy(game="second_step", skill="none")
def clever(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Play safe; as the second, win."""
    return count - 1 if table.dared else 0


GAME = Game(
    name="second_step",
    summary="Dare, or play safe.",
    seats=range(2, 3),
    table=TABLE,
    hidden=COIN,
    knobs=SecondStepKnobs,
    setup=setup,
    options=options,
    apply=apply,
    outcome=outcome,
    conceal=conceal,
    moves=(
        MoveKind(0, "step", "step {daring}", ("daring",)),
        MoveKind(1, "decide", "decide {choice}", ("choice",)),
    ),
    events=(EventKind(0, "nothing"),),
    story=Story(),
    columns=(Column("dared", np.bool_, "somebody dared"),),
    seat_columns=(Column("won", np.bool_, "won"),),
)
