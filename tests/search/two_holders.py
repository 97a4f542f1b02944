"""The exact chances of two players of Pig who hold at totals of their own, by plain repetition."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tests.engine.perfect_pig import HOLD, ROLL


@cache
def chances_of_holding(target: int, first: int, second: int) -> Callable[[Any, int], float]:
    """Return what a move is worth to the seat that makes it, in any state.

    Parameters
    ----------
    target : int
        The points that win.
    first, second : int
        At which total each seat holds, unless less is enough to win.
    """
    holds_at = (first, second)
    wins = {(seat, mine, other): 0.5 for seat in (0, 1) for mine in range(target) for other in range(target)}

    def worth(seat: int, total: int, own: int, other: int, move: int) -> float:
        if move == HOLD:
            return 1.0 if own + total >= target else 1 - wins[1 - seat, other, own + total]
        after = [going_on(seat, total + die, own, other) for die in range(2, 7)]
        return (1 - wins[1 - seat, other, own] + sum(after)) / 6

    def going_on(seat: int, total: int, own: int, other: int) -> float:
        holds = total >= holds_at[seat] or own + total >= target
        return worth(seat, total, own, other, HOLD if holds else ROLL)

    for _ in range(60):
        wins.update({key: going_on(key[0], 0, *key[1:]) for key in wins})

    def of(state: Any, move: int) -> float:
        seat, table = int(state.seat), state.table
        return worth(seat, int(table.total), int(table.score[seat]), int(table.score[1 - seat]), move)

    return of
