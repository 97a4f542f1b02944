"""Finds out whether the rules or a strategy made a game fail, and in which line.

Compiled code says what was raised but not where.  Playing the same game again in plain Python often finds the
line.
"""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from simkit.engine.base.cursor import NO_SUCH_CHOICE, NO_SUCH_SEAT
from simkit.engine.base.failure import GameFailure, Meddling, StrategyFailure
from simkit.engine.base.rows import Record, zeros
from simkit.engine.play.compiled import compiled
from simkit.engine.play.seating import Seating
from simkit.errors import BadInput, place_of, raised
from simkit.language import NOBODY

LONGEST_SEARCH = 10.0
"""Seconds to search for the line in plain Python; the search ends at the next move after that."""

ROOMIER = 1000
"""How many times as much room is tried where the game declares too little room for its legal moves."""

Walk = Callable[[int], Iterator[Any]]
"""A function that plays a game in plain Python, move by move."""


def out_of_range(seating: Seating, cursor: Record, ending: int) -> GameFailure:
    """Return the error for a play loop that stopped because a number was out of range."""
    number, found, allowed = int(cursor.game), int(cursor.found), int(cursor.allowed)
    if ending == NO_SUCH_CHOICE:
        return no_such_choice(seating, number, int(cursor.seat), found, allowed)
    if ending == NO_SUCH_SEAT:
        return no_such_seat(seating, number, found)
    return no_such_count(seating, number, found)


def no_such_choice(seating: Seating, number: int, seat: int, found: int, allowed: int) -> StrategyFailure:
    """Return the failure of a strategy whose index names no move."""
    name = seating.strategy_at(number, seat).name
    return StrategyFailure(name, number, f"returned {found}, allowed 0 to {allowed - 1},")


def no_such_seat(seating: Seating, number: int, seat: int) -> GameFailure:
    """Return the complaint that the rules gave the turn to a seat that does not exist."""
    allowed = len(seating.strategies) - 1
    return GameFailure(
        f"the rules of {seating.game.title} gave the turn to seat {seat} in game {number}, allowed 0 to "
        f"{allowed}",
        number,
    )


def no_such_count(seating: Seating, number: int, count: int) -> GameFailure:
    """Return the complaint that the rules listed no move, or too many moves."""
    return GameFailure(
        f"the rules of {seating.game.title} listed {count} moves in game {number}, allowed 1 to "
        f"{seating.game.max_moves}; Game(max_moves=...) says how many can be legal at once, by default one "
        "of each kind",
        number,
    )


def no_count(seating: Seating, number: int, found: Any) -> GameFailure:
    """Return the complaint that `options` returned something other than the number of moves."""
    what = "nothing" if found is None else repr(found)
    return GameFailure(
        f"the rules of {seating.game.title}: `options` returned {what} in game {number}; allowed is how many "
        "moves it listed",
        number,
    )


def too_many_moves(seating: Seating, number: int, state: Record) -> BadInput | None:
    """Return the complaint about a list of moves that is longer than its room, if more room would hold it.

    The rules are called in plain Python, with a copy of the state in which listing the moves failed.
    """
    game = seating.game
    states = zeros(1, game.state)
    states[0] = state
    with suppress(Exception), np.errstate(all="ignore"):
        count = int(game.options(states[0], seating.rules, zeros(ROOMIER * game.max_moves, game.move)))
        if count > game.max_moves:
            return no_such_count(seating, number, count)
    return None


def who_was_at_work(seating: Seating, number: int, seat: int) -> str:
    """Return what was running, in words: the strategy of a seat, or the rules."""
    if seat == NOBODY:
        return f"the rules of {seating.game.title}"
    return f"strategy '{seating.strategy_at(number, seat).name}'"


def folders_of(seating: Seating, number: int, seat: int) -> set[Path]:
    """Return the source folders of a seat's strategy, or of the rules."""
    game = seating.game
    functions: tuple[Any, ...] = (game.setup, game.options, game.apply)
    if seat != NOBODY:
        functions = (seating.strategy_at(number, seat).function,)
    return {Path(inspect.getfile(function)).parent for function in functions}


def strategy_failed(seating: Seating, number: int, seat: int, error: BaseException) -> StrategyFailure:
    """Return the failure of a strategy that raised an exception, with its line if that is known."""
    place = place_of(error, folders_of(seating, number, seat))
    return StrategyFailure(seating.strategy_at(number, seat).name, number, raised(error), place)


def meddled(seating: Seating, number: int, seat: int, done: str) -> Meddling:
    """Return the failure of a strategy that changed what it may only read; `done` says what it did."""
    return Meddling(seating.strategy_at(number, seat).name, number, f"{done},")


def rules_failed(
    seating: Seating, number: int, error: BaseException, walk: Walk | None = None
) -> GameFailure:
    """Return the complaint that the rules raised an exception; `walk` finds the line if that is not known."""
    place = place_of(error, folders_of(seating, number, NOBODY))
    if place is None and walk is not None:
        found = _found_in_plain_python(walk, number, type(error).__name__)
        if isinstance(found, GameFailure) and not isinstance(found, StrategyFailure):
            return found
    at = f" ({place})" if place else ""
    return GameFailure(f"the rules of {seating.game.title} {raised(error)} in game {number}{at}", number)


def not_compiled(seating: Seating, error: BaseException) -> BadInput:
    """Return the complaint that the rules can't be compiled, with the reason."""
    reason = compiled(seating.game).why_not(error)
    return BadInput(f"the rules of {seating.game.title} can't be compiled: {reason}")


def other_chance(seating: Seating, first_game: int, count: int) -> BadInput:
    """Return the complaint that random numbers were drawn from a source that no seed controls."""
    game = seating.game
    unproven = [player.name for player in seating.strategies if not game.proves(player.function)]
    suspects = [f"strategy '{name}'" for name in dict.fromkeys(unproven)]
    suspects += [] if game.proves(game.setup) else [f"the rules of {game.title}"]
    return BadInput(
        f"in games {first_game} to {first_game + count - 1} random numbers were drawn that the seed does not "
        f"control, by {' or '.join(suspects)}; draw them from chance instead "
        "(simkit.game: below, coin, uniform)"
    )


def what_failed(seating: Seating, cursor: Record, error: BaseException, walk: Walk) -> BaseException:
    """Return the failure behind an exception of compiled code; the exception itself if simkit is at fault."""
    number, seat = int(cursor.game), int(cursor.seat)
    kind = type(error).__name__
    if seat != NOBODY:
        failure = StrategyFailure(seating.strategy_at(number, seat).name, number, raised(error))
        return _with_its_line(failure, kind, _found_in_plain_python(walk, number, kind))
    if number == NOBODY:
        return not_compiled(seating, error)
    found = _found_in_plain_python(walk, number, kind)
    if found is None or isinstance(found, StrategyFailure):  # a strategy's numbers may overflow there
        return rules_failed(seating, number, error)
    return found


def _with_its_line(failure: StrategyFailure, kind: str, found: BadInput | None) -> StrategyFailure:
    """Return the failure found in plain Python if it is the same one, else the failure unchanged."""
    if not isinstance(found, StrategyFailure) or found.strategy != failure.strategy:
        return failure
    if found.reason.startswith(f"raised {kind}"):
        return found
    if kind == "ZeroDivisionError" and found.reason.startswith("raised FloatingPointError"):
        return StrategyFailure(failure.strategy, failure.game_number, failure.reason, found.place)
    return failure


def _found_in_plain_python(walk: Walk, number: int, kind: str) -> BadInput | None:
    """Return the complaint that a game raises in plain Python, or None if it raises none in time.

    NumPy's warnings are ignored, except divisions by zero when the failure to be found is one.
    """
    begun = time.monotonic()
    try:
        with np.errstate(all="ignore", divide="raise" if kind == "ZeroDivisionError" else "ignore"):
            for _ in walk(number):
                if time.monotonic() - begun > LONGEST_SEARCH:
                    break
    except BadInput as found:
        return found
    return None
