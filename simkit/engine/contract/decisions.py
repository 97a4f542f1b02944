"""The decisions of a game as a table, from which the functions are made that list moves and take them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from simkit.compile.made import by_number


class Decision(NamedTuple):
    """A decision that a seat may be asked for.

    Parameters
    ----------
    asks : int
        The number by which the state says that it is asked for.
    options : kernel
        ``options(state, rules, moves)`` lists the legal moves and returns how many there are.
    answer : kernel
        ``answer(state, rules, move, log)`` makes the move that was chosen.
    """

    asks: int
    options: Callable[..., Any]
    answer: Callable[..., Any]


def decided_by(decisions: Sequence[Decision]) -> tuple[Any, Any]:
    """Return the two kernels of a table of decisions.

    They are ``list_options(asks, state, rules, moves)`` and ``take_answer(asks, state, rules, move, log)``.
    Decisions are looked for in the order of the table: what is asked most often stands first.
    """
    options = {own.asks: own.options for own in decisions}
    answers = {own.asks: own.answer for own in decisions}
    return (
        by_number("list_options", "state, rules, moves", options),
        by_number("take_answer", "state, rules, move, log", answers),
    )
