"""A toy for rolls and contests within operations: four seats with coins, which buy other throws."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel
from simkit.engine.base.chance import CHANCE, begin, below, open_stream
from simkit.engine.base.machine_state import MACHINE
from simkit.engine.base.rows import zeros
from simkit.engine.effects.interpreter import GameFunctions, bind_effects
from simkit.engine.effects.machine import (
    ASK,
    DONE,
    FAILED,
    NO_TEXT,
    SETTLING,
    begin_text,
    give_answer,
    list_choices,
    one_seat,
    waits,
)
from simkit.engine.effects.program import compile_texts, program_dtype
from simkit.engine.effects.rolls import begin_contest, bind_contest, bind_roll
from simkit.engine.effects.vocabulary import Operation, Target, Vocabulary, number
from simkit.language import NOBODY
from tests.engine.effects_toy import MOVE, source_of, texts_of

SEATS = 4
MOST_THROWS = 64

VOCABULARY = Vocabulary(
    operations=(
        Operation("try", (number("at_least", 1, 9),), "{who}: try for {at_least}", branches=True),
        Operation("duel", (number("with", 0, 3),), "{who}: a duel with seat {with}", branches=True),
        Operation("note", (number("n", 0, 9),), "note {n}", is_common=True),
    ),
    targets=(Target("all", "everybody", votes=True),),
)
TRY, DUEL, NOTE = range(3)

TABLE = np.dtype(
    [
        ("machine", MACHINE),
        ("coins", np.int32, (SEATS,)),
        ("bonus", np.int32, (SEATS,)),
        ("noted", np.int32),
        ("count", np.int32),
        ("throws", np.int32, (MOST_THROWS, 3)),  # side or seat, who paid, what came
        ("asked", np.int32, (MOST_THROWS,)),
        ("questions", np.int32),
    ],
    align=True,
)
STATE = np.dtype([("table", TABLE), ("chance", CHANCE)], align=True)
RULES = np.dtype([("program", program_dtype(8, 200)), ("drawer_first", np.int32)], align=True)


def write(table, who, payer, face):
    """Write down a throw, which a coin may have paid for."""
    if payer != NOBODY:
        table.coins[payer] -= 1
    table.throws[table.count, 0] = who
    table.throws[table.count, 1] = payer
    table.throws[table.count, 2] = face
    table.count += 1


def throw(state, rules, payer, log):
    """Throw the die of a roll."""
    face = 1 + below(state.chance, 6)
    write(state.table, state.table.machine.seat, payer, face)
    return face


def offers(state, rules, seats):
    """Offer another throw, once, to all with a coin."""
    count = 0
    for seat in range(SEATS):
        if state.table.coins[seat] > 0 and state.table.machine.throws == 1:
            seats[count] = seat
            count += 1
    return count


def throw_for_side(state, rules, side, payer, log):
    """Throw the die of a side."""
    face = 1 + below(state.chance, 6)
    write(state.table, side, payer, face)
    return face


def score(table, side):
    """Return the die of a side and the bonus of its seats."""
    found = table.machine.contest.faces[side]
    for seat in range(SEATS):
        found += table.bonus[seat] if table.machine.contest.side_of[seat] == side else 0
    return found


def side_ahead(state, rules):
    """Return the side with the highest score; of equal ones the last."""
    ahead = np.int64(0)
    for side in range(1, state.table.machine.contest.sides):
        if score(state.table, side) >= score(state.table, ahead):
            ahead = np.int64(side)
    return ahead


def offers_to_side(state, rules, side, seats):
    """Offer another throw to those of a side who have a coin."""
    count = 0
    for seat in range(SEATS):
        if state.table.machine.contest.side_of[seat] == side and state.table.coins[seat] > 0:
            seats[count] = seat
            count += 1
    return count


for helper in (write, score):
    kernel(helper)
roll = bind_roll(throw, offers)
contest = bind_contest(throw_for_side, side_ahead, offers_to_side)


def perform(state, rules, op, a, b, log):
    """Carry out an operation."""
    machine = state.table.machine
    if op == TRY:
        return roll(state, rules, machine, np.int64(a - state.table.bonus[machine.seat]), log)
    if op == NOTE:
        state.table.noted = a
        return DONE
    if machine.stage == 0:
        machine.stage = 1
        begin_contest(machine, 2)
        machine.contest.side_of[machine.seat] = 0
        machine.contest.side_of[a] = 1
        if rules.drawer_first:
            machine.contest.order = one_seat(0) | (one_seat(1) << 4)
    ahead = contest(state, rules, machine, log)
    if ahead == ASK:
        return ASK
    return DONE if ahead == 0 else FAILED


def settle(state, rules, tied, log):
    """Let the tied options fight, each with its voters."""
    machine = state.table.machine
    if machine.stage == SETTLING:
        machine.stage += 1
        begin_contest(machine, 32)
        for seat in range(SEATS):
            if machine.votes[seat] >= 0 and (tied >> machine.votes[seat]) & 1:
                machine.contest.side_of[seat] = machine.votes[seat]
        machine.contest.sides = 2
    return contest(state, rules, machine, log)


def targets(state, rules, target, seats):
    """List all seats."""
    for seat in range(SEATS):
        seats[seat] = seat
    return SEATS


do_text = bind_effects(GameFunctions(perform, targets=targets, throw=throw, offers=offers, settle=settle))


def play(state, rules, moves, drawer):
    """Do the first text; who must choose does so by chance."""
    table = state.table
    begin_text(table.machine, rules.program, 1, drawer)
    do_text(state, rules, table.machine, rules.program, None)
    while waits(table.machine) and table.questions < MOST_THROWS:
        count = list_choices(table.machine, moves)
        table.asked[table.questions] = table.machine.asked
        table.questions += 1
        give_answer(table.machine, moves[below(state.chance, count)].answer)
        do_text(state, rules, table.machine, rules.program, None)


compiled_play = compile_entry(play, checked=False)


def played(*entries: Any, seed: int = 1, coins: int = 1, drawer_first: bool = False) -> Any:
    """Return the table after a text was done, the same compiled and in plain Python."""
    found = []
    source = source_of({"card": list(entries)})
    program = compile_texts(VOCABULARY, source, texts_of(source))
    for way in (compiled_play, play):
        rules, state = zeros(1, RULES)[0], zeros(1, STATE)[0]
        program.fill(rules.program)
        rules.drawer_first = drawer_first
        open_stream(state.chance, seed, 0, 0)
        begin(state.chance, 0, 1)
        state.table.coins[:] = coins
        state.table.bonus[:] = seed % 2, 0, seed % 3, 1
        way(state, rules, zeros(64, MOVE), 0)
        found.append(state)
    assert found[0].tobytes() == found[1].tobytes()
    assert found[0].table.machine.text == NO_TEXT
    return found[0].table
