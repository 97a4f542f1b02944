"""Effects for `make bench`: the cost of an instruction of a card's text, and of a choice in it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from bench_pig import games_per_second

from simkit.compile.compiler import dispatcher
from simkit.content.source import Source
from simkit.engine.base.chance import CHANCE, begin, below, open_stream
from simkit.engine.base.machine_state import MACHINE
from simkit.engine.base.rows import zeros
from simkit.engine.effects.interpreter import GameFunctions, bind_effects
from simkit.engine.effects.machine import DONE, begin_text, give_answer, waits
from simkit.engine.effects.program import compile_texts, program_dtype
from simkit.engine.effects.vocabulary import Condition, Operation, Target, Text, Vocabulary, number

VOCABULARY = Vocabulary(
    (Operation("coins", (number("n", -9, 9),), "{n} coins"),),
    (Condition("has", (number("n", -9, 9),), "{n} coins"),),
    (Target("all", "all"),),
)
RULES = np.dtype([("program", program_dtype(2, 1000))], align=True)
STATE = np.dtype([("machine", MACHINE), ("coins", np.int32, (4,)), ("chance", CHANCE)], align=True)

COINS = {"coins": 1}
OPTIONS: list[dict[str, Any]] = [{"name": "x", "do": [COINS]}, {"name": "y", "do": []}]
TEXTS: dict[str, tuple[list[dict[str, Any]], int]] = {
    "an operation": ([COINS] * 100, 100),
    "an if with an operation": ([{"if": {"has": -9, "then": [COINS]}}] * 100, 100),
    "a roll with an operation": ([{"roll": {"at_least": 4, "then": [COINS]}}] * 100, 100),
    "an operation to each of four": ([{"coins": 1, "to": "all"}] * 100, 400),
    "a goto and back": ([{"goto": "other"}] * 100, 100),
    "a choice asked and answered": ([{"choose": {"options": OPTIONS}}] * 50, 50),
}
"""What is timed: a text, and the number by which its time is divided."""


def perform(state, rules, op, a, b, log):  # type: ignore[no-untyped-def]
    """Give coins."""
    state.coins[state.machine.seat] += a
    return DONE


def test(state, rules, condition, a, b):  # type: ignore[no-untyped-def]
    """Return True if there are that many coins."""
    return state.coins[state.machine.seat] >= a


def targets(state, rules, target, seats):  # type: ignore[no-untyped-def]
    """List all seats."""
    for seat in range(4):
        seats[seat] = seat
    return 4


def throw(state, rules, payer, log):  # type: ignore[no-untyped-def]
    """Throw a die."""
    return 1 + below(state.chance, 6)


do_text = bind_effects(GameFunctions(perform, test, targets, throw=throw))


@partial(dispatcher, checked=False)
def do_often(state, rules, times):  # type: ignore[no-untyped-def]
    """Do the first text a number of times, with the first answer to each question."""
    for _ in range(times):
        begin_text(state.machine, rules.program, 1, 0)
        do_text(state, rules, state.machine, rules.program, None)
        while waits(state.machine):
            give_answer(state.machine, 0)
            do_text(state, rules, state.machine, rules.program, None)


def nanoseconds() -> dict[str, float]:
    """Return the cost of each thing that a text can hold, the best of five."""
    found = {}
    for name, (text, parts) in TEXTS.items():
        source = Source(Path("cards"), {"first": text, "other": [COINS]})
        program = compile_texts(VOCABULARY, source, [Text("first", ("first",)), Text("other", ("other",))])
        rules, state = zeros(1, RULES)[0], zeros(1, STATE)[0]
        program.fill(rules.program)
        open_stream(state.chance, 1, 0, 0)
        begin(state.chance, 0, 1)
        speed = games_per_second(lambda times: do_often(state, rules, times), 2000)  # noqa: B023
        found[name] = 1e9 / speed / parts
    return found
