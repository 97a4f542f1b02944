"""The rehearsal: strategies that only their author has tried play a game in plain Python, and are watched."""

from __future__ import annotations

import time

import numpy as np

from simkit.engine.kernel import is_shipped
from simkit.engine.match import Match

LONGEST = 2.0
"""Seconds after which a rehearsal ends, for a strategy that thinks long thinks far longer in plain Python."""


def rehearse(match: Match) -> None:
    """Play game 0 of a match in plain Python, if a strategy in it is not simkit's own.

    Compiled code can't be watched: that a strategy writes into the table, or draws random numbers which no
    seed repeats, would be seen in the numbers only, or not at all.

    Raises
    ------
    StrategyFailure
        If a strategy raises, returns an index out of range, or changes what is not its own.
    """
    if all(is_shipped(strategy.function.__module__) for strategy in match.strategies):
        return
    end = time.monotonic() + LONGEST
    with np.errstate(all="ignore"):  # as compiled code does
        for _ in match.walk(0, plain=True):
            if time.monotonic() > end:
                break
