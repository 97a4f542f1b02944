"""A toy game for the effects: four seats with coins, of which anybody may leave; every way to suspend."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import yaml

from simkit.compile.entry import compile_entry
from simkit.compile.kernel import kernel
from simkit.content.source import Source, read_source
from simkit.engine.base.chance import CHANCE, begin, below, open_stream
from simkit.engine.base.machine_state import MACHINE
from simkit.engine.base.rows import zeros
from simkit.engine.effects.interpreter import GameFunctions, bind_effects
from simkit.engine.effects.machine import (
    CALL,
    DONE,
    FAILED,
    NO_ANSWER,
    NO_OR_YES,
    NO_TEXT,
    SETTLING,
    YES,
    ask,
    begin_text,
    give_answer,
    list_choices,
    waits,
)
from simkit.engine.effects.program import Program, compile_texts, program_dtype
from simkit.engine.effects.vocabulary import (
    Condition,
    Operation,
    Price,
    Target,
    Text,
    Vocabulary,
    number,
    number_or_word,
    text_name,
    word,
)
from simkit.language import NOBODY

SEATS = 4
MOST_EVENTS = 4000

VOCABULARY = Vocabulary(
    operations=(
        Operation("coins", (number("n", -9, 9),), "{n:coin} for {who}", "{who}: pay {n:coin}"),
        Operation("leave", (), "{who}: leave the game"),
        Operation("weather", (word("kind", ("dry", "wet")),), "the weather is {kind}", is_common=True),
        Operation("pick", (number("n", 2, 9),), "{who}: pick a number below {n}"),
        Operation(
            "contest",
            (number_or_word("against", 1, 9, {"left": -1}), word("by", ("one", "all"), default="one")),
            "{who}: contest against {against} by {by}",
            branches=True,
        ),
        Operation("do_twice", (text_name("card"),), "do {card} twice", is_common=True),
        Operation("note_card", (text_name("card"), number("n", 0, 9, default=0)), "{card}", is_common=True),
    ),
    conditions=(
        Condition("has", (number("n", 0, 9),), "you have {n:coin}"),
        Condition("weather", (word("kind", ("dry", "wet")),), "it is {kind}"),
        Condition("alone", (), "you are alone"),
    ),
    targets=(
        Target("drawer", "the drawer"),
        Target("all", "everybody", votes=True),
        Target("backwards", "everybody, backwards"),
        Target("one", "one of you", asks=True),
        Target("nobody", "nobody", votes=True),
    ),
    prices=(Price("cost", "has", "coins"),),
)
COINS, LEAVE, WEATHER, PICK, CONTEST, DO_TWICE, NOTE_CARD = range(7)
HAS, IS_WEATHER, ALONE = range(3)
DRAWER, ALL, BACKWARDS, ONE, NO_SEAT = range(5)
WHICH_NUMBER, SEND, TIE = 1, 2, 3

PROGRAM = program_dtype(64, 4096)
RULES = np.dtype([("program", PROGRAM), ("rerolls", np.int32)], align=True)
TABLE = np.dtype(
    [
        ("machine", MACHINE),
        ("coins", np.int32, (SEATS,)),
        ("gone", np.int32, (SEATS,)),
        ("wet", np.int32),
        ("count", np.int32),
        ("events", np.int32, (MOST_EVENTS, 3)),
    ],
    align=True,
)
STATE = np.dtype([("table", TABLE), ("chance", CHANCE)], align=True)
MOVE = np.dtype([("kind", np.int32), ("answer", np.int32), ("at", np.int32)], align=True)


def write(table, what, a, b):
    """Write down an event."""
    if table.count < MOST_EVENTS:
        table.events[table.count, 0] = what
        table.events[table.count, 1] = a
        table.events[table.count, 2] = b
        table.count += 1


def perform(state, rules, op, a, b, log):
    """Carry out an operation."""
    table = state.table
    machine = table.machine
    seat = machine.seat
    if op == COINS:
        table.coins[seat] += a
        write(table, op, seat, a)
        return DONE
    if op == LEAVE:
        table.gone[seat] = 1
        write(table, op, seat, 0)
        return DONE
    if op == WEATHER:
        table.wet = a
        return DONE
    if op == PICK:
        if machine.answer == NO_ANSWER:
            return ask(machine, seat, WHICH_NUMBER, (1 << a) - 1)
        write(table, op, seat, machine.answer)
        return DONE
    if op == CONTEST:
        return contest(state, machine, a, b)
    if op == DO_TWICE:
        machine.stage += 1
        machine.call = a
        write(table, op, machine.stage, a)
        return CALL if machine.stage <= 2 else DONE
    write(table, op, a, b)
    return DONE


def contest(state, machine, against, by):
    """Ask each other seat, in two stages, for a coin; then throw."""
    table = state.table
    if machine.stage == 0:
        machine.stage = 1
        machine.memory[0] = 0  # the sum
        machine.memory[1] = 0  # the next seat to be asked
    elif machine.answer == YES:
        machine.memory[0] += 1
    while by == 1 and machine.memory[1] < SEATS:
        seat = machine.memory[1]
        machine.memory[1] += 1
        if table.gone[seat] == 0:
            machine.answer = NO_ANSWER
            return ask(machine, seat, SEND, NO_OR_YES)
    needed = against if against > 0 else table.coins[machine.seat]
    face = below(state.chance, 6) + 1 + machine.memory[0]
    write(table, CONTEST, face, needed)
    return DONE if face >= needed else FAILED


def test(state, rules, condition, a, b):
    """Answer a condition."""
    table = state.table
    if condition == HAS:
        return table.coins[table.machine.seat] >= a
    if condition == IS_WEATHER:
        return table.wet == a
    return table.gone.sum() == SEATS - 1


def targets(state, rules, target, seats):
    """List the seats that a target means; those that left are among them, for `takes_part` to skip."""
    if target == DRAWER:
        seats[0] = state.table.machine.drawer
        return 1
    if target == NO_SEAT:
        return 0
    for i in range(SEATS):
        seats[i] = SEATS - 1 - i if target == BACKWARDS else i
    return SEATS


def throw(state, rules, payer, log):
    """Throw a die; another throw costs a coin."""
    if payer != NOBODY:
        state.table.coins[payer] -= 1
    face = below(state.chance, 6) + 1
    write(state.table, 100, payer, face)
    return face


def offers(state, rules, seats):
    """Offer another throw to all who have a coin, as often as the rules say."""
    count = 0
    if state.table.machine.throws <= rules.rerolls:
        for seat in range(SEATS):
            if state.table.coins[seat] > 0 and state.table.gone[seat] == 0:
                seats[count] = seat
                count += 1
    return count


def settle(state, rules, tied, log):
    """Let the drawer choose among the tied."""
    machine = state.table.machine
    if machine.stage == SETTLING:
        machine.stage += 1
        return ask(machine, machine.drawer, TIE, tied)
    write(state.table, 101, tied, machine.answer)
    return machine.answer


def takes_part(state, rules, seat):
    """Return True for who has not left."""
    return state.table.gone[seat] == 0


def enter(state, rules, text, log):
    """Let no text be entered that the weather forbids: the first, while it is wet."""
    write(state.table, 102, text, state.table.machine.depth)
    return NO_TEXT if state.table.wet == 1 and text == 1 else text


do_text = bind_effects(
    GameFunctions(
        perform, test, targets, throw=throw, offers=offers, settle=settle, takes_part=takes_part, enter=enter
    )
)


def play(state, rules, moves, text, drawer, most):
    """Do a text; seats that must choose do so by chance, `most` times at most.  Return how often."""
    table = state.table
    begin_text(table.machine, rules.program, text, drawer)
    do_text(state, rules, table.machine, rules.program, None)
    asked = 0
    while waits(table.machine) and asked < most:
        count = list_choices(table.machine, moves)
        move = moves[below(state.chance, count)]
        write(table, 200 + move.kind, table.machine.asked, move.answer)
        give_answer(table.machine, move.answer)
        do_text(state, rules, table.machine, rules.program, None)
        asked += 1
    return asked


for helper in (write, contest):
    kernel(helper)
compiled_play = compile_entry(play, checked=False)


def source_of(cards: dict[str, Any], tmp_path: Path | None = None) -> Source:
    """Return a file of cards; written, if there is a folder, so that everything has its line."""
    if tmp_path is None:
        return Source(Path("cards.yaml"), {"cards": cards})
    file = tmp_path / "cards.yaml"
    file.write_text(yaml.safe_dump({"cards": cards}, sort_keys=False), encoding="utf-8")
    return read_source(file)


def texts_of(source: Source, starts: set[str] | None = None) -> list[Text]:
    """Return the texts of such a file, all of them starts unless some are named."""
    names = source.data["cards"]
    return [Text(name, ("cards", name), "", starts is None or name in starts) for name in names]


def program_of(cards: dict[str, Any], starts: set[str] | None = None) -> Program:
    """Compile cards."""
    source = source_of(cards)
    return compile_texts(VOCABULARY, source, texts_of(source, starts))


def played(program: Program, text: int = 1, seed: int = 1, rerolls: int = 1, compiled: bool = True) -> Any:
    """Return the state after a text was done (or 50 questions were answered), by chance."""
    rules, state = zeros(1, RULES)[0], zeros(1, STATE)[0]
    program.fill(rules.program)
    rules.rerolls = rerolls
    open_stream(state.chance, seed, 0, 0)
    begin(state.chance, 0, 1)
    state.table.coins[:] = 2
    (compiled_play if compiled else play)(state, rules, zeros(64, MOVE), text, seed % SEATS, 50)
    return state
