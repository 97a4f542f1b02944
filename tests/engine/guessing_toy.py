"""A game in which a player who sees what is hidden always wins: guess a coin."""

from __future__ import annotations

import numpy as np

from simkit.engine.contract.strategy import strategy
from simkit.game import Column, EventKind, Game, Knobs, MoveKind, Story, begin, below, knob, note

TABLE = np.dtype([("open", np.int32), ("shown", np.int32), ("coin", np.int32), ("guess", np.int32)])
HIDDEN = np.dtype([("coin", np.int32)])
OPEN, HIDDEN_COIN, TO_COME = range(3)


class GuessingKnobs(Knobs):
    """Where the coin is."""

    coin: int = knob(OPEN, "where it is: 0 on the table, 1 hidden, 2 not yet tossed", "published", ge=0, le=2)


def setup(state, rules, log):  # type: ignore[no-untyped-def]
    """Toss the coin, if it is tossed now."""
    begin(state.chance, 0, 0)
    state.hidden.coin = below(state.chance, 2)
    state.table.open = rules.coin == OPEN
    state.table.shown = state.hidden.coin if rules.coin == OPEN else 0
    begin(state.chance, 1, 1)


def options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List: guess heads; guess tails."""
    moves[0].kind = 0
    moves[1].kind = 1
    return 2


def apply(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Guess, and look."""
    state.table.guess = move.kind
    state.table.coin = below(state.chance, 2) if rules.coin == TO_COME else state.hidden.coin
    note(log, 0, state.table.coin)
    state.over = True


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Fill the outcome columns."""
    row.won = state.table.guess == state.table.coin


def conceal(state, seat, chance):  # type: ignore[no-untyped-def]
    """Toss the hidden coin anew, unless it lies on the table too."""
    if state.table.open == 0:
        state.hidden.coin = below(chance, 2)


@strategy(game="guessing", skill="none")
def heads(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Guess heads, whatever lies there."""
    return 0


def game(how: object) -> Game:
    """Return the game with a way to deal what is hidden anew, or with none."""
    return Game(
        name="guessing",
        summary="Guess a coin.",
        seats=range(1, 2),
        table=TABLE,
        hidden=HIDDEN,
        knobs=GuessingKnobs,
        setup=setup,
        options=options,
        apply=apply,
        outcome=outcome,
        conceal=how,  # type: ignore[arg-type]
        moves=(MoveKind(0, "heads"), MoveKind(1, "tails")),
        events=(EventKind(0, "looked", "It shows {coin}.", ("coin",)),),
        story=Story(),
        columns=(Column("won", np.bool_, "guessed right"),),
    )
