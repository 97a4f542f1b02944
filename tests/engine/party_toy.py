"""A tiny game for up to sixteen seats, with chips in halves and an event of nine numbers.

Each seat in its turn stakes half a chip or a whole one on a coin; the bank takes a tenth of a chip of each
gain.  Its numbers are declared once, as fields that are columns, and its seats are ranked by the engine.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import numpy as np

from simkit.engine.contract.strategy import strategy
from simkit.game import (
    Game,
    Kinds,
    Knobs,
    Objective,
    begin,
    below,
    column,
    event,
    field,
    knob,
    move,
    note,
    record,
)
from tests.engine.points_toy import installed

SEATS = 16


class Move(Kinds):
    """What a seat chooses."""

    HALF = move("stake half a chip")
    WHOLE = move("stake a chip")


class Event(Kinds):
    """What happens."""

    TOSSED = event("Seat {seat}: {a} {b} {c} {d} {e} {f} {g}.", "halves")


class PartyKnobs(Knobs):
    """How many play, and for how long."""

    players: int = knob(2, "players", "published", ge=1, le=SEATS)
    rounds: int = knob(3, "turns of each player", "published", ge=1, le=20)


TABLE = record(
    column("chips", "chips won", "chips", np.float64, SEATS),
    column("turns", "turns made", "turns"),
    column("bank", "chips that the bank took", "chips", np.float64),
    field("tosses"),
)
SEAT = record(column("daring", "whole chips staked", "stakes"))


def setup(state, rules, log):  # type: ignore[no-untyped-def]
    """Let the first seat begin."""
    begin(state.chance, 0, 0)


def options(state, rules, moves):  # type: ignore[no-untyped-def]
    """List: half a chip, a whole one."""
    moves[0].kind, moves[1].kind = Move.HALF, Move.WHOLE
    return 2


def apply(state, rules, move, log):  # type: ignore[no-untyped-def]
    """Toss a coin for the stake; then it is the next seat's turn."""
    table, seat = state.table, state.seat
    stake = 0.5 if move.kind == Move.HALF else 1.0
    state.seats[seat].daring += 1 if move.kind == Move.WHOLE else 0
    if below(state.chance, 2) == 0:
        table.chips[seat] += stake - 0.1
        table.bank += 0.1
    else:
        table.chips[seat] -= stake
    table.turns += 1
    note(log, Event.TOSSED, seat, 1, 2, 3, 4, 5, 6, 7, int(2 * stake))
    begin(state.chance, 0, table.turns)
    state.seat = table.turns % rules.players
    state.over = table.turns >= rules.players * rules.rounds


def conceal(state, seat, chance):  # type: ignore[no-untyped-def]
    """Deal anew how daring the others were."""
    for other in range(len(state.seats)):
        if other != seat:
            state.seats[other].daring = below(chance, 1 + state.table.turns)


@strategy(game="party", skill="none", name="careful")
def careful(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Always stake half a chip."""
    return 0


@strategy(game="party", skill="none", name="bold")
def bold(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Always stake a whole chip."""
    return 1


def party(**changed: Any) -> Game:
    """Return the game, with other declarations if these are wished."""
    declared: dict[str, Any] = {
        "name": "party",
        "summary": "Stake half a chip or a whole one.",
        "seats": range(1, SEATS + 1),
        "table": TABLE,
        "seat": SEAT,
        "knobs": PartyKnobs,
        "setup": setup,
        "options": options,
        "apply": apply,
        "conceal": conceal,
        "moves": Move.kinds,
        "events": Event.kinds,
        "ranked_by": ("chips", "daring"),
    }
    return Game(**{**declared, **changed})


PARTY = party()
CHIPS = party(
    name="chips",
    title="Party for chips",
    objectives=(Objective("chips"),),
    progress=Objective("bank", "game"),
)
chips_careful = strategy(game="chips", skill="none", name="careful")(careful.function)
chips_bold = strategy(game="chips", skill="none", name="bold")(bold.function)


def installed_party() -> AbstractContextManager[None]:
    """Have the games installed meanwhile."""
    return installed(__name__, {"party": "PARTY", "chips": "CHIPS"})
