"""The machine that carries out a card's text, stops when a player must choose, and resumes afterwards.

All that it needs to go on is in the state, as a record of `MACHINE`.  A game calls its `do_text`
(`simkit.engine.effects.interpreter`) after `begin_text` and after every `give_answer`, until the machine is
idle.
"""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.compile.numbers import lowest_bit
from simkit.engine.base.machine_state import MOST_FRAMES, MOST_SEATS

# How an operation ends: what `perform` returns.
DONE = 0
FAILED = 1
"""Returned by an operation with branches: continue with `else`."""
ASK = -1
"""Returned if a player must choose first (`ask`): `perform` is called again with ``machine.answer``."""
CALL = -2
"""Returned if the text ``machine.call`` comes first: `perform` is called again, ``machine.stage`` kept."""

# What a seat is asked (`machine.question`): the kind of the moves that answer it (`answer_kinds`).
# A game's own questions are kinds of its own moves, from 1 on.
NOTHING = 0
OPTION = 101
"""Which option to take; the answer is its number, in the order of the text."""
VOTE = 102
"""Which option to vote for."""
WHOM = 103
"""To whom something is done; the answer is a seat."""
AGAIN = 104
"""Whether to pay for another throw; the answer is NO or YES."""

NO, YES = 0, 1
NO_OR_YES = 3
"""Both, as `ask` takes them."""

NO_ANSWER = -1
SETTLING = 3
"""`machine.stage` when `settle` is called for the first time; it may set a higher one."""

NO_TEXT = 0
"""The number of the first text: 0 means that the machine is idle."""

NO_SIDE = -1
"""The side of a seat that is on no side of a contest."""

# Kinds of instruction.
END, PERFORM, COMMON, ROLL, IF, NEED, CHOOSE, CASE, JUMP, GOTO, GOTO_AT_END, EVERY, NEXT = range(13)

INSTRUCTION = np.dtype(
    [
        ("kind", np.int32),
        ("number", np.int32),  # of the operation, the condition, the target, the text; how many needs, cases
        ("a", np.int32),
        ("b", np.int32),
        ("jump", np.int32),  # where it goes on if not at the next instruction
        ("end", np.int32),  # where it goes on if the whole instruction is left out
    ],
    align=True,
)


@kernel
def begin_text(machine, program, text, drawer):
    """Begin a text, for the seat that drew the card."""
    machine.text = text
    machine.at = program.first[text]
    machine.drawer = drawer
    machine.seat = drawer
    machine.question = NOTHING
    machine.answer = NO_ANSWER
    machine.stage = 0
    machine.depth = 0


@kernel
def is_idle(machine):
    """Return True if no text is being carried out."""
    return machine.text == NO_TEXT


@kernel
def waits(machine):
    """Return True if the seat `machine.asked` must choose."""
    return machine.question != NOTHING


@kernel
def ask(machine, seat, question, open_answers):
    """Ask a seat a question from within an operation: ``return ask(...)``.

    `open_answers` has bit `answer` for each answer allowed (0 to 62), at least one.
    """
    machine.asked = seat
    machine.question = question
    machine.open = open_answers
    return ASK


@kernel
def list_choices(machine, moves):
    """List a move for each allowed answer, with the question's kind, `answer` and `at`.

    `at` is the instruction that asks, by which `Program.option` finds an option's name.
    """
    count, answers = 0, machine.open
    while answers != 0:
        moves[count].kind = machine.question
        moves[count].answer = lowest_bit(answers)
        moves[count].at = machine.at
        count += 1
        answers &= answers - 1
    return count


@kernel
def give_answer(machine, answer):
    """Store the answer to the question; then call the game's `do_text` to continue the text."""
    machine.answer = answer
    machine.question = NOTHING
    machine.open = 0  # it may reveal a hand


@kernel
def one_seat(seat):
    """Return a queue of one seat."""
    return np.int64(seat) + 1


@kernel
def queue_of(seats, count):
    """Return a queue of the first `count` seats in a list: four bits each, the first seat lowest."""
    queue = 0
    for i in range(count - 1, -1, -1):
        queue = (queue << 4) | one_seat(seats[i])
    return queue


@kernel
def first_of(queue):
    """Return the first seat of a queue."""
    return (np.int64(queue) & 15) - 1


@kernel
def without_first(queue):
    """Return a queue without its first seat."""
    return np.int64(queue) >> 4


@kernel
def bit(number):
    """Return a mask with one bit set."""
    return np.int64(1) << number


@kernel
def set_of(queue):
    """Return the set of the seats in a queue, as a mask."""
    seats = 0
    while queue != 0:
        seats |= bit(first_of(queue))
        queue = without_first(queue)
    return seats


@kernel
def stop(machine):
    """Give up a text that does not end; `machine.stuck` holds its number."""
    machine.stuck = machine.text
    machine.text = NO_TEXT
    machine.question = NOTHING


@kernel
def push(machine, queue, at, text):
    """Push a frame to return to later; if there is no room left, give up the text and return False."""
    if machine.depth == MOST_FRAMES:
        stop(machine)
        return False
    frame = machine.frames[machine.depth]
    frame.queue = queue
    frame.at = at
    frame.text = text
    frame.seat = machine.seat
    frame.stage = machine.stage
    machine.depth += 1
    return True


@kernel
def go_on(machine, at):
    """Leave a finished instruction and continue at another one."""
    machine.at = at
    machine.answer = NO_ANSWER
    machine.stage = 0


@kernel
def end_text(machine):
    """End a text: continue with the one that called it, or become idle."""
    if machine.depth == 0:
        machine.text = NO_TEXT
        return
    machine.depth -= 1
    frame = machine.frames[machine.depth]
    machine.text = frame.text
    machine.at = frame.at
    machine.seat = frame.seat
    machine.stage = frame.stage
    machine.answer = NO_ANSWER


@kernel
def body_of(program, at, case):
    """Return the place where an option's instructions begin; the choice's first case is at `at`."""
    for _ in range(case):
        at += 1 + program.code[at].number
    return program.code[at].jump


@kernel
def most_voted(votes):
    """Return the options with the most votes as a mask; 0 if nobody voted."""
    found, most = 0, 0
    for i in range(MOST_SEATS):
        count = 0
        for other in range(MOST_SEATS):
            count += 1 if votes[other] == votes[i] else 0
        if votes[i] != NO_ANSWER and count >= most:
            found = bit(votes[i]) | (found if count == most else 0)
            most = count
    return found


@kernel
def price_of(program, at, case, price):
    """Return how much of one price (by its number in the vocabulary) an option costs.

    For strategies: `at` is the instruction that asks (``moves[i].at``), `case` the option
    (``moves[i].answer``).
    """
    at += 1
    for _ in range(case):
        at += 1 + program.code[at].number
    last = at + program.code[at].number
    for need in range(last - program.code[at].b + 1, last + 1):
        if program.code[need].end == price:
            return program.code[need].a
    return 0
