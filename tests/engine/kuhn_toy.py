"""Kuhn poker, small: two seats, three cards, each seat sees its own; with faults that checks must find."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.engine.contract.strategy import strategy
from simkit.game import Column, EventKind, Game, Knobs, MoveKind, Story, begin, below, knob, note

TABLE = np.dtype([("pot", np.int32), ("moves", np.int32), ("winner", np.int32)])
SEAT = np.dtype([("card", np.int32)])
BET, PASS = range(2)


class KuhnKnobs(Knobs):
    """How many chips a bet is."""

    bet: int = knob(1, "chips of a bet", "published", ge=1, le=9)


def setup(state, rules, log):  # type: ignore[no-untyped-def]
    """Deal a card to each seat."""
    begin(state.chance, 0, 0)
    state.seats[0].card = below(state.chance, 3)
    state.seats[1].card = (state.seats[0].card + 1 + below(state.chance, 2)) % 3
    state.table.pot = 2


def options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List: bet; pass."""
    moves[0].kind, moves[1].kind = BET, PASS
    return 2


def leaking_options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List pass only where the other has the highest card."""
    moves[0].kind, moves[1].kind = BET, PASS
    return 2 if state.seats[1 - state.seat].card < 2 else 1


def too_many_options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List a third move, for which there is no room."""
    for i in range(3):
        moves[i].kind = i % 2
    return 3


def apply(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Bet or pass; after two moves the higher card wins."""
    table = state.table
    table.pot += rules.bet if move.kind == BET else 0
    table.moves += 1
    note(log, 0, state.seat)
    state.seat = 1 - state.seat
    if table.moves == 2:
        table.winner = 0 if state.seats[0].card > state.seats[1].card else 1
        state.over = True


def one_move(state, rules, move, log):  # type: ignore[no-untyped-def]
    """End the game after a move."""
    note(log, 0, state.seat)
    state.table.pot += rules.bet if move.kind == BET else 0
    state.table.winner = 0 if state.seats[0].card > state.seats[1].card else 1
    state.over = True


CHIPS = np.array([1, 1])


def breaks_at_times(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Take a chip that is not there, where the first seat has the highest card and the other the next."""
    table = state.table
    table.pot += CHIPS[state.seats[0].card * state.seats[1].card]
    note(log, 0, state.seat)
    state.seat = 1 - state.seat
    table.moves += 1
    if table.moves == 2:
        table.winner = 0 if state.seats[0].card > state.seats[1].card else 1
        state.over = True


def seldom(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Count the bet in one game of some seven hundred."""
    table = state.table
    begin(state.chance, 0, 9)
    if below(state.chance, 700) == 0:
        table.pot += rules.bet
    note(log, 0, state.seat)
    state.seat = 1 - state.seat
    table.moves += 1
    if table.moves == 2:
        table.winner = 0 if state.seats[0].card > state.seats[1].card else 1
        state.over = True


OTHERS = (0, 3)


def notes_one_of_two(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Note a kind that is chosen, with a number too many."""
    note(log, 3 if state.table.moves else 0, state.seat, 0)


def notes_one_of_many(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Note a kind from a tuple, by way of a name."""
    kind = OTHERS[state.table.moves]
    note(log, kind, state.seat, 0)


def endless(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Turn in a circle."""
    while state.table.moves >= 0:
        state.table.moves = (state.table.moves + 1) % 7


def never_over(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Play on."""
    note(log, 0, state.seat)
    state.table.pot += rules.bet if move.kind == BET else 0
    state.table.moves = (state.table.moves + 1) % 7
    state.seat = 1 - state.seat


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Fill the outcome columns."""
    row.pot = state.table.pot
    if not state.capped:
        seat_rows[state.table.winner].won = True


def two_winners(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Let both win."""
    row.pot = state.table.pot
    seat_rows[0].won = seat_rows[1].won = not state.capped


def conceal(state, seat, chance):  # type: ignore[no-untyped-def]
    """Deal the other seat another card than one's own."""
    state.seats[1 - seat].card = (state.seats[seat].card + 1 + below(chance, 2)) % 3


def careless_conceal(state, seat, chance):  # type: ignore[no-untyped-def]
    """Deal the other seat any card, be it one's own."""
    state.seats[1 - seat].card = below(chance, 3)


@strategy(game="kuhn", skill="none", name="bold")
def bold(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Bet with the highest card."""
    return 0 if seat.card == 2 else count - 1


def kuhn(**changed: Any) -> Game:
    """Return the game, with a fault if one is wished."""
    functions = {"setup": setup, "options": options, "apply": apply, "outcome": outcome, "conceal": conceal}
    return Game(
        name="kuhn",
        summary="The higher card wins.",
        seats=range(2, 3),
        table=TABLE,
        seat=SEAT,
        knobs=KuhnKnobs,
        moves=(MoveKind(BET, "bet"), MoveKind(PASS, "pass")),
        events=(EventKind(0, "moved", "Seat {seat} moves.", ("seat",)),),
        story=Story(),
        columns=(Column("pot", np.int32, "chips in the pot"),),
        seat_columns=(Column("won", np.bool_, "has the higher card"),),
        **{**functions, **changed},
    )
