"""Loaded dice under a cup: what is drawn by weight, and a pool of dice, as rules that experiments change.

The wind of a round is mostly fair.  Each player rolls some dice under a cup, looks, and may roll all of them
once more.  Then the cups are lifted: each scores what the own dice show, in a storm half of it.
"""

from typing import Annotated

import numpy as np
from pydantic import Field as Limits

from simkit.game import (
    Field, Game, Kinds, Knobs, Objective, Parameter, Weights, begin, below, column, draw_weighted, event,
    field, kernel, knob, move, note, record, roll_pool, strategy, weights_dtype,
)  # fmt: skip

MOST_SEATS, MOST_DICE, MOST_FACES = 4, 6, 6
FAIR, STORM = WINDS = ("fair", "storm")
THE_WIND, THE_DICE = range(2)

TABLE = record(
    column("points", "points scored", "points", shape=MOST_SEATS),
    column("rounds", "rounds begun", "rounds"),
    field("wind", "the wind of this round: 0 fair, 1 storm"),
    field("turn", "how many have had their turn in this round"),
    field("dice", "how many dice each player has"),
    field("die", "the die, for dealing anew what is under a cup", weights_dtype(MOST_FACES)),
)
SEAT = record(field("shown", "what the own dice show", np.int32, MOST_DICE))


class Move(Kinds):
    """What a player chooses."""

    KEEP = move("keep what lies under the cup")
    AGAIN = move("roll again")


class Event(Kinds):
    """What happens."""

    WIND = event("Round {number}: the wind is {wind}.", Field("wind", WINDS), begins_turn=True)
    CHOSEN = event("Seat {seat} lifts the cup a little, and is content.")
    LIFTED = event("Seat {seat} shows {sum}, and scores {points}.")


Face = Annotated[int, Limits(ge=1, le=9)]


class CupsKnobs(Knobs):
    """The rules that experiments can change."""

    players: int = knob(2, "players", "published", ge=1, le=MOST_SEATS)
    rounds: int = knob(5, "rounds", "published", ge=1, le=50)
    dice: int = knob(3, "dice of each player", "published", label="the number of dice", ge=1, le=MOST_DICE)
    die: Weights[Face] = knob(
        {1: 3, 2: 1, 6: 2}, "the faces of a die, each with its weight", "published", label="the die",
        said="with a die of the faces {}", max_length=MOST_FACES,
    )  # fmt: skip
    wind: Weights[str] = knob(
        {FAIR: 3, STORM: 1}, "how often the wind is what", "published", choices=WINDS, max_length=len(WINDS)
    )


def setup(state, rules, log):
    """Write on the table what `conceal` needs, which is not given the rules; begin the first round."""
    state.table.die = rules.die
    state.table.dice = rules.dice
    begin_round(state, rules, log)


@kernel
def begin_round(state, rules, log):
    """Draw the wind, and roll everybody's dice."""
    table = state.table
    table.rounds += 1
    table.turn = 0
    begin(state.chance, THE_WIND, table.rounds)
    table.wind = draw_weighted(state.chance, rules.wind)
    note(log, Event.WIND, table.rounds, table.wind)
    begin(state.chance, THE_DICE, table.rounds)
    for seat in range(rules.players):
        roll_pool(state.chance, rules.die, rules.dice, state.seats[seat].shown)


def options(state, rules, moves):
    """List: keep; roll again."""
    moves[0].kind, moves[1].kind = Move.KEEP, Move.AGAIN
    return 2


def apply(state, rules, move, log):
    """Roll again or not; after the last one lift all cups."""
    table, seat = state.table, state.seat
    if move.kind == Move.AGAIN:
        begin(state.chance, THE_DICE, 1000 * (seat + 1) + table.rounds)
        roll_pool(state.chance, rules.die, rules.dice, state.seats[seat].shown)
    note(log, Event.CHOSEN, seat)
    table.turn += 1
    state.seat = (seat + 1) % rules.players
    if table.turn == rules.players:
        for other in range(rules.players):
            total = state.seats[other].shown.sum()
            points = total // 2 if table.wind == 1 else total
            table.points[other] += points
            note(log, Event.LIFTED, other, total, points)
        state.over = table.rounds == rules.rounds
        if not state.over:
            begin_round(state, rules, log)


def conceal(state, seat, chance):
    """Roll the others' dice anew, by the same weights."""
    for other in range(len(state.seats)):
        if other != seat:
            roll_pool(chance, state.table.die, state.table.dice, state.seats[other].shown)


CUPS = Game(
    name="cups",
    summary="Roll loaded dice under a cup, once or twice.",
    seats=range(1, MOST_SEATS + 1),
    table=TABLE, seat=SEAT, knobs=CupsKnobs,
    setup=setup, options=options, apply=apply, conceal=conceal,
    moves=Move.kinds, events=Event.kinds,
    ranked_by="points",
    objectives=(Objective("points"),),
    purposes={THE_WIND: "the wind", THE_DICE: "the dice"},
)  # fmt: skip


@strategy(game="cups", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Keep or roll again, equally likely."""
    return below(chance, count)


@strategy(
    game="cups",
    skill="casual",
    parameters=(Parameter("content", 2.5, 1, 9, "the mean of the dice from which on it keeps them"),),
)
def content(table, seat, rules, moves, count, parameters, chance):
    """Roll again what shows too little."""
    return Move.KEEP if seat.shown.sum() >= parameters.content * rules.dice else Move.AGAIN
