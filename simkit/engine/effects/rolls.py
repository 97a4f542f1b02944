"""Rolls that players may pay to repeat, and contests in which several sides throw against each other.

Both stop to ask a seat whether it pays for another throw (`machine.question` is AGAIN), and go on with the
answer; what they need for that is in the machine.  The interpreter uses `roll` itself; a game uses both in
operations of its own::

    roll = bind_roll(throw, offers)
    contest = bind_contest(throw_for_side, side_ahead, offers_to_side)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from simkit.compile.kernel import kernel, separate_kernel
from simkit.compile.made import BOUND_LATER, bind
from simkit.engine.base.machine_state import MOST_SEATS
from simkit.engine.effects.machine import (
    AGAIN,
    DONE,
    FAILED,
    NO_OR_YES,
    NO_SIDE,
    YES,
    ask,
    first_of,
    one_seat,
    queue_of,
    without_first,
)
from simkit.language import NOBODY

# A game's own, bound by `bind_roll` and `bind_contest`.
throw: Any = BOUND_LATER
offers: Any = BOUND_LATER
throw_for_side: Any = BOUND_LATER
side_ahead: Any = BOUND_LATER
offers_to_side: Any = BOUND_LATER

NOT_BEGUN, GOES_ON = 0, 1


@kernel
def ask_next(machine):
    """Ask the next seat in `machine.queue` whether to pay for another throw: ``return ask_next(...)``."""
    seat = first_of(machine.queue)
    machine.queue = without_first(machine.queue)
    return ask(machine, seat, AGAIN, NO_OR_YES)


def _roll(state, rules, machine, at_least, log):
    """Throw until a throw is high enough or nobody pays for another one."""
    if machine.stage == 0 or machine.answer == YES:
        payer = machine.asked if machine.stage != 0 else NOBODY
        machine.throws = machine.throws + 1 if machine.stage != 0 else 1
        machine.stage = 1
        machine.at_least = at_least
        machine.face = throw(state, rules, payer, log)
        if machine.face >= at_least:
            return DONE
        machine.queue = queue_of(machine.seats, offers(state, rules, machine.seats))
    if machine.queue == 0:
        return FAILED
    return ask_next(machine)


@cache
def bind_roll(throw: Callable[..., Any], offers: Callable[..., Any]) -> Any:
    """Return the kernel of a roll: ``roll(state, rules, machine, at_least, log)`` is DONE, FAILED or ASK.

    `perform` calls it and returns its result; ``machine.stage`` must be 0 when it begins.

    Parameters
    ----------
    throw, offers : callable
        As in `simkit.engine.effects.interpreter.GameFunctions`.
    """
    return separate_kernel(bind(_roll, throw=kernel(throw), offers=kernel(offers)))


@kernel
def begin_contest(machine, sides):
    """Begin a contest of several sides, with no seat on a side yet (``machine.contest.side_of[seat]``).

    Sides are asked in the order of `order`, a queue of their numbers, if the game sets it.  Otherwise those
    that are behind after the first throws are asked first, in the order of their numbers, then the one ahead.
    """
    contest = machine.contest
    contest.stage = NOT_BEGUN
    contest.sides = sides
    contest.order = 0
    for seat in range(MOST_SEATS):
        contest.side_of[seat] = NO_SIDE
        contest.faces[seat] = 0


def _contest(state, rules, machine, log):
    """Throw for each side; then each side that is behind in its turn may throw again, once."""
    contest = machine.contest
    if contest.stage == NOT_BEGUN:
        contest.stage = GOES_ON
        machine.queue = 0
        for side in range(contest.sides):
            contest.faces[side] = throw_for_side(state, rules, side, NOBODY, log)
        if contest.order == 0:
            contest.order = _behind_first(contest.sides, side_ahead(state, rules))
    elif machine.answer == YES:
        machine.queue = 0
        side, payer = contest.asks, machine.asked
        contest.faces[side] = throw_for_side(state, rules, side, payer, log)
    while machine.queue == 0:
        ahead = side_ahead(state, rules)
        contest.ahead = ahead
        if contest.order == 0:
            return ahead
        contest.asks = first_of(contest.order)
        contest.order = without_first(contest.order)
        if ahead != contest.asks:
            found = offers_to_side(state, rules, contest.asks, machine.seats)
            machine.queue = queue_of(machine.seats, found)
    return ask_next(machine)


@kernel
def _behind_first(sides, ahead):
    """Return the sides as a queue: first those behind, then the one ahead."""
    queue = one_seat(ahead)
    for side in range(sides - 1, -1, -1):
        if side != ahead:
            queue = (queue << 4) | one_seat(side)
    return queue


@cache
def bind_contest(
    throw_for_side: Callable[..., Any],
    side_ahead: Callable[..., Any],
    offers_to_side: Callable[..., Any],
) -> Any:
    """Return the kernel of a contest: ``contest(state, rules, machine, log)`` returns the side ahead or ASK.

    Call it after `begin_contest`, and again with each answer: from `perform`, or from `settle` for a tied
    vote.  When nobody is asked any more, it returns the side that is ahead.

    Parameters
    ----------
    throw_for_side : callable
        ``throw_for_side(state, rules, side, payer, log)`` throws a side's die and returns what it shows;
        `payer` is the seat that pays for another throw (NOBODY for the first).
    side_ahead : callable
        ``side_ahead(state, rules)`` returns the number of the side that is ahead, given
        ``machine.contest.faces``; it also settles ties.
    offers_to_side : callable
        ``offers_to_side(state, rules, side, seats)`` lists, as `targets` does, the seats that may pay for
        another throw of a side that is behind; the first that agrees pays.
    """
    names = {
        "throw_for_side": separate_kernel(throw_for_side),
        "side_ahead": separate_kernel(side_ahead),
        "offers_to_side": separate_kernel(offers_to_side),
    }
    return separate_kernel(bind(_contest, **names))
