"""The interpreter carries out the instructions of a text and calls the game for the game's own operations.

A game binds its functions into it once::

    do_text = bind_effects(GameFunctions(perform, test, targets))

What to do is in the rules (`simkit.engine.effects.program`); how far it has got is in the state
(`simkit.engine.effects.machine`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.compile.numbers import lowest_bit
from simkit.engine.base.machine_state import MOST_SEATS
from simkit.engine.effects.machine import (
    ASK,
    CALL,
    CHOOSE,
    COMMON,
    DONE,
    END,
    EVERY,
    GOTO,
    IF,
    JUMP,
    NEXT,
    NO_ANSWER,
    NO_TEXT,
    NOTHING,
    OPTION,
    ROLL,
    SETTLING,
    VOTE,
    WHOM,
    ask,
    bit,
    body_of,
    end_text,
    first_of,
    go_on,
    most_voted,
    one_seat,
    push,
    queue_of,
    set_of,
    stop,
    without_first,
)
from simkit.engine.effects.rolls import bind_roll
from simkit.language import NOBODY

# A game's own, bound by `bind_effects`.
perform: Any = BOUND_LATER
test: Any = BOUND_LATER
targets: Any = BOUND_LATER
roll: Any = BOUND_LATER
settle: Any = BOUND_LATER
takes_part: Any = BOUND_LATER
enter: Any = BOUND_LATER


def no_throw(state: Any, rules: Any, payer: Any, log: Any) -> Any:
    """Throw no die, so that every roll fails."""
    return 0


def no_offers(state: Any, rules: Any, seats: Any) -> Any:
    """Offer no seat another throw."""
    return 0


def first_of_the_equal(state: Any, rules: Any, tied: Any, log: Any) -> Any:
    """Decide a tied vote in favour of the first option."""
    return lowest_bit(tied)


def every_seat_takes_part(state: Any, rules: Any, seat: Any) -> Any:
    """Let every seat take part."""
    return True


def enter_any_text(state: Any, rules: Any, text: Any, log: Any) -> Any:
    """Let every `goto` continue with the text that it names."""
    return text


def _holds(state, rules, program, first, count):
    """Return True if all of the `count` conditions from `first` on hold."""
    for at in range(first, first + count):
        need = program.code[at]
        if not test(state, rules, need.number, need.a, need.b):
            return False
    return True


def _open_cases(state, rules, program, at, count):
    """Return the open options of a choice as a mask; their cases begin at `at`."""
    found = 0
    for case in range(count):
        needs = program.code[at].number
        if _holds(state, rules, program, at + 1, needs):
            found |= bit(case)
        at += 1 + needs
    return found


def _list_seats(state, rules, machine, target):
    """Return the seats of a target as a queue."""
    return queue_of(machine.seats, targets(state, rules, target, machine.seats))


def _vote(state, rules, machine, target, log):
    """Ask each voter and settle a tie; return the chosen option, or NO_ANSWER if there is none yet."""
    if machine.stage == 1:
        machine.queue = _list_seats(state, rules, machine, target)
        for seat in range(MOST_SEATS):
            machine.votes[seat] = NO_ANSWER
        machine.stage = 2
    elif machine.stage == 2:
        machine.votes[machine.asked] = machine.answer
    if machine.stage == 2:
        if machine.queue != 0:
            seat = first_of(machine.queue)
            machine.queue = without_first(machine.queue)
            return ask(machine, seat, VOTE, machine.options)
        tied = most_voted(machine.votes)
        if tied & (tied - 1) == 0:
            return lowest_bit(tied) if tied != 0 else NO_ANSWER
        machine.stage = SETTLING
        machine.answer = NO_ANSWER
    return settle(state, rules, most_voted(machine.votes), log)


def _choose(state, rules, machine, program, log):
    """Find out which option is done; return False if a player must be asked first."""
    at = machine.at
    step = program.code[at]
    chosen = machine.answer
    if machine.stage == 0:
        machine.options = _open_cases(state, rules, program, at + 1, step.number)
        if machine.options == 0:
            chosen = step.b
        elif machine.options & (machine.options - 1) == 0:
            chosen = lowest_bit(machine.options)
        else:
            machine.stage = 1
            if step.a == NOBODY:
                ask(machine, machine.seat, OPTION, machine.options)
                return False
    if machine.stage != 0 and step.a != NOBODY:
        chosen = _vote(state, rules, machine, step.a, log)
        if machine.question != NOTHING:
            return False
    go_on(machine, step.end if chosen < 0 else body_of(program, at + 1, chosen))
    return True


def _begin_every(state, rules, machine, program):
    """Begin a loop over the seats of a target; return False if a player must choose the seat first."""
    step = program.code[machine.at]
    if machine.stage == 1:
        queue = one_seat(machine.answer)
    else:
        queue = _list_seats(state, rules, machine, step.number)
        is_for_one = step.a != 0  # for one of those listed, which the seat chooses
        if is_for_one and without_first(queue) != 0:
            if takes_part(state, rules, machine.seat):
                machine.stage = 1
                ask(machine, machine.seat, WHOM, set_of(queue))
                return False
            queue = 0
    body = machine.at + 1
    go_on(machine, step.jump)
    return push(machine, queue, body, machine.text)


def _next(state, rules, machine):
    """Do the body of the innermost loop for the next seat, or leave the loop."""
    frame = machine.frames[machine.depth - 1]
    while frame.queue != 0:
        seat = first_of(frame.queue)
        frame.queue = without_first(frame.queue)
        if takes_part(state, rules, seat):
            machine.seat = seat
            machine.at = frame.at
            return
    machine.seat = frame.seat
    machine.depth -= 1
    machine.at += 1


def _goto(state, rules, machine, program, log):
    """Continue with the named text, if the game allows it; return False if there is no room left."""
    step = program.code[machine.at]
    text = NO_TEXT
    if takes_part(state, rules, machine.seat):
        text = enter(state, rules, step.number, log)
    if text == NO_TEXT:
        machine.at += 1
        return True
    if step.kind == GOTO and not push(machine, 0, machine.at + 1, machine.text):
        return False
    machine.text = text
    machine.at = program.first[text]
    return True


def _do_text(state, rules, machine, program, log):
    """Carry out a text from its current place until it ends or a player must choose."""
    for _ in range(program.most_steps):
        if machine.text == NO_TEXT:
            return
        step = program.code[machine.at]
        kind = step.kind
        if kind <= ROLL and kind != END:
            if kind != COMMON and not takes_part(state, rules, machine.seat):
                go_on(machine, step.end)
                continue
            if kind == ROLL:
                ending = roll(state, rules, machine, step.a, log)
            else:
                ending = perform(state, rules, step.number, step.a, step.b, log)
            if ending == ASK:
                return
            if ending == CALL:
                if not push(machine, 0, machine.at, machine.text):
                    return
                machine.text = machine.call
                go_on(machine, program.first[machine.call])
            else:
                go_on(machine, machine.at + 1 if ending == DONE else step.jump)
        elif kind == IF:
            holds = _holds(state, rules, program, machine.at + 1, step.number)
            machine.at = machine.at + 1 + step.number if holds else step.jump
        elif kind == JUMP:
            machine.at = step.jump
        elif kind == END:
            end_text(machine)
        elif kind == CHOOSE:
            if step.a == NOBODY and not takes_part(state, rules, machine.seat):
                go_on(machine, step.end)
            elif not _choose(state, rules, machine, program, log):
                return
        elif kind == NEXT:
            _next(state, rules, machine)
        elif kind == EVERY:
            if not _begin_every(state, rules, machine, program):
                return
        elif not _goto(state, rules, machine, program, log):
            return
    if machine.text != NO_TEXT:
        stop(machine)


def _no_test(state: Any, rules: Any, condition: Any, a: Any, b: Any) -> Any:
    return False


def _no_targets(state: Any, rules: Any, target: Any, seats: Any) -> Any:
    return 0


@dataclass(frozen=True)
class GameFunctions:
    """The functions that a game supplies to the interpreter: `perform`, and others if its texts need them."""

    perform: Callable[..., Any]
    """``perform(state, rules, op, a, b, log)`` carries out an operation for ``machine.seat`` and returns how
    it ended: DONE, FAILED, ``ask(...)`` or CALL."""
    test: Callable[..., Any] = _no_test
    """``test(state, rules, condition, a, b)`` returns True if a condition holds for ``machine.seat``."""
    targets: Callable[..., Any] = _no_targets
    """``targets(state, rules, target, seats)`` writes the seats that a target means into `seats`, in the
    order in which it is done to them, and returns how many there are."""
    throw: Callable[..., Any] = no_throw
    """``throw(state, rules, payer, log)`` throws the die of a roll and returns what it shows; `payer` is the
    seat that pays for another throw (NOBODY for the first)."""
    offers: Callable[..., Any] = no_offers
    """``offers(state, rules, seats)`` lists, as `targets` does, the seats that may pay for another throw
    after one that is too low."""
    settle: Callable[..., Any] = first_of_the_equal
    """``settle(state, rules, tied, log)`` returns which of the tied options (a mask) is chosen, or
    ``ask(...)``; after the answer it is called again.  ``machine.stage`` is SETTLING at first."""
    takes_part: Callable[..., Any] = every_seat_takes_part
    """``takes_part(state, rules, seat)`` returns False for a seat that is dead or out of the game: whatever
    is done to it alone, its rolls, its choices and `goto` are left out."""
    enter: Callable[..., Any] = enter_any_text
    """``enter(state, rules, text, log)`` is called for a `goto`; it returns the text, or NO_TEXT for none."""


def bind_effects(game: GameFunctions) -> Any:
    """Return the kernel that carries out a game's texts: ``do_text(state, rules, machine, program, log)``.

    Raises
    ------
    TypeError
        If one of the game's functions is a function inside another.
    """
    names = {
        "perform": kernel(game.perform),
        "test": kernel(game.test),
        "targets": separate_kernel(game.targets),
        "roll": bind_roll(game.throw, game.offers),
        "settle": kernel(game.settle),
        "takes_part": kernel(game.takes_part),
        "enter": kernel(game.enter),
    }
    parts = (_holds, _open_cases, _list_seats, _vote, _choose, _begin_every, _next, _goto)
    return separate_kernel(bind(_do_text, *parts, **names))
