"""Co-operation with one winner: all are lost together, or one of those saved wins.

The boat takes in water each round.  In a turn a player bails, or dives for pearls.  If the water reaches the
rim, nobody wins; if the boat comes to the shore, the player with the most pearls does.
"""

import numpy as np

from simkit.game import (
    Column, Game, Kinds, Knobs, Objective, Parameter, begin, below, column, event, kernel, knob, move, note,
    record, strategy,
)  # fmt: skip

MOST_SEATS = 6
SAVED, SUNK = range(2)

TABLE = record(
    column("water", "water in the boat", "water"),
    column("pearls", "pearls found", "pearls", shape=MOST_SEATS),
    column("rounds", "rounds played", "rounds"),
)


class Move(Kinds):
    """What a player chooses."""

    BAIL = move("bail")
    DIVE = move("dive for pearls")


class Event(Kinds):
    """What happens."""

    RISEN = event("Round {number}: the water rises to {now}.", begins_turn=True)
    BAILED = event("Seat {seat} bails: the water stands at {now}.")
    DIVED = event("Seat {seat} finds {pearls:pearl}.")
    LOST = event("The boat sinks.")


class ShipwreckKnobs(Knobs):
    """The rules that experiments can change."""

    players: int = knob(4, "players", "published", ge=2, le=MOST_SEATS)
    rounds: int = knob(8, "rounds to the shore", "published", ge=1, le=30)
    rim: int = knob(9, "the water with which the boat sinks", "published", ge=4, le=60)
    bailed: int = knob(2, "how much one player bails", "published", ge=1, le=6)


def setup(state, rules, log):
    """Begin the first round."""
    begin_round(state, rules, log)


@kernel
def begin_round(state, rules, log):
    """Let the water rise by about as much as there are players; another seat begins each time."""
    table = state.table
    state.seat = table.rounds % rules.players
    table.rounds += 1
    begin(state.chance, 0, table.rounds)
    table.water += rules.players - 1 + below(state.chance, 3)
    note(log, Event.RISEN, table.rounds, table.water)
    if table.water >= rules.rim:
        state.over = True
        note(log, Event.LOST)


def options(state, rules, moves):
    """List: bail; dive."""
    moves[0].kind, moves[1].kind = Move.BAIL, Move.DIVE
    return 2


def apply(state, rules, move, log):
    """Bail or dive; after the last seat of a round the next one begins, until the shore is reached."""
    table, seat = state.table, state.seat
    if move.kind == Move.BAIL:
        table.water = max(0, table.water - rules.bailed)
        note(log, Event.BAILED, seat, table.water)
    else:
        pearls = 1 + below(state.chance, 3)
        table.pearls[seat] += pearls
        note(log, Event.DIVED, seat, pearls)
    state.seat = (seat + 1) % rules.players
    if state.seat == (table.rounds - 1) % rules.players:
        state.over = table.rounds == rules.rounds
        if not state.over:
            begin_round(state, rules, log)


def outcome(state, rules, row, seat_rows):
    """Fill the columns that are no fields: whether all are saved, of the game; who wins, of each seat."""
    pearls = state.table.pearls
    row.saved = state.table.water < rules.rim and not state.capped
    row.end = SAVED if row.saved else SUNK
    for seat in range(rules.players):
        seat_rows[seat].won = row.saved and pearls[seat] == pearls.max()


SHIPWRECK = Game(
    name="shipwreck",
    summary="All bail or sink together; the one with the most pearls wins.",
    seats=range(2, MOST_SEATS + 1),
    table=TABLE, knobs=ShipwreckKnobs,
    setup=setup, options=options, apply=apply, outcome=outcome,
    moves=Move.kinds, events=Event.kinds,
    purposes={0: "the water, and the pearls found"},
    columns=(
        Column("saved", np.bool_, "the boat reached the shore"),
        Column("end", np.uint8, "how the game ended", labels=("saved", "sunk")),
    ),
    seat_columns=(Column("won", np.bool_, "is saved and has the most pearls, alone or with others"),),
    objectives=(
        Objective("saved", "game", shared="all"),
        Objective("won", ties=True),
        Objective("pearls", shared="any"),
    ),
)  # fmt: skip


@strategy(game="shipwreck", skill="uniform chance")
def random(table, seat, rules, moves, count, parameters, chance):
    """Bail or dive, equally likely."""
    return below(chance, count)


@strategy(
    game="shipwreck",
    skill="casual",
    parameters=(Parameter("fear", 0.4, 0, 1, "the share of the rim from which on it bails"),),
)
def careful(table, seat, rules, moves, count, parameters, chance):
    """Bail when the water is high; dive when it is low."""
    return Move.BAIL if table.water >= parameters.fear * rules.rim else Move.DIVE
