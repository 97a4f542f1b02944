"""The decisions of a game as a table, and the functions made from it, which list moves and make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from simkit.compile.made import by_number


class Decision(NamedTuple):
    """A decision that a seat may have to make."""

    asks: int
    """The number that stands for it in the state."""

    options: Callable[..., Any]
    """``options(state, rules, moves)`` lists the legal moves and returns how many there are."""

    answer: Callable[..., Any]
    """``answer(state, rules, move, log)`` makes the move that was chosen."""


def decided_by(decisions: Sequence[Decision]) -> tuple[Any, Any]:
    """Return the two kernels of a table of decisions.

    They are ``list_options(asks, state, rules, moves)`` and ``take_answer(asks, state, rules, move, log)``.
    They compare `asks` with the table's numbers in order, so the most frequent decisions should come first.
    """
    options = {decision.asks: decision.options for decision in decisions}
    answers = {decision.asks: decision.answer for decision in decisions}
    return (
        by_number("list_options", "state, rules, moves", options),
        by_number("take_answer", "state, rules, move, log", answers),
    )
