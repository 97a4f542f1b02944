"""Perfect play of Pig, by value iteration, and a player that plays so."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from simkit.engine.contract.strategy import Strategy, strategy

TARGET = 100
SIDES = 6
ROLL, HOLD = range(2)

Chances = npt.NDArray[np.float64]


def improve(wins: Chances, holds: npt.NDArray[np.bool_] | None = None) -> Chances:
    """Return what each move is worth if turns that begin are worth `wins`: [move, total, own, other].

    Both are chances that the player to move wins; `wins` is by their own score and the other's.
    The turn goes on as `holds` says, by total, own and other score; in the best way without it.
    """
    found = np.ones((2, TARGET + SIDES + 1, TARGET, TARGET))
    goes_on = np.ones(found.shape[1:])
    for total in range(TARGET - 1, -1, -1):
        open_scores = TARGET - total  # with a lower score of their own, holding does not win yet
        after = goes_on[total + 2 : total + SIDES + 1].sum(axis=0)
        found[ROLL, total, :open_scores] = ((1 - wins.T) + after)[:open_scores] / SIDES
        found[HOLD, total, :open_scores] = 1 - wins.T[total:]
        roll, hold = found[:, total]
        goes_on[total] = np.maximum(roll, hold) if holds is None else np.where(holds[total], hold, roll)
    return found


def solve(holds: npt.NDArray[np.bool_] | None = None, accuracy: float = 1e-8) -> tuple[Chances, Chances]:
    """Return the chances that the player to move wins: by scores at the beginning of a turn, and by move.

    Both players play as `holds` says; perfectly without it.
    """
    wins = np.full((TARGET, TARGET), 0.5)
    while True:
        found = improve(wins, holds)
        roll, hold = found[:, 0]
        better = np.maximum(roll, hold) if holds is None else np.where(holds[0], hold, roll)
        if np.abs(better - wins).max() < accuracy:
            return better, found
        wins = better


def holding_at(n: int) -> npt.NDArray[np.bool_]:
    """Return where a player holds who rolls until the turn's total is `n`, or enough to win."""
    total, own, _ = np.ogrid[:TARGET, :TARGET, :TARGET]
    return np.broadcast_to((total >= n) | (own + total >= TARGET), (TARGET,) * 3)


WINS, WORTH = solve()
_ROLLS = WORTH[ROLL, :TARGET] > WORTH[HOLD, :TARGET]  # [total, own, other]
_BITS = np.packbits(_ROLLS.transpose(1, 2, 0), axis=2, bitorder="little")


@strategy(game="pig", skill="perfect")
def perfect(table, seat, rules, moves, count, parameters, chance):  # type: ignore[no-untyped-def]
    """Roll where that wins more often against one who plays as well."""
    own, other = table.score[seat.number], table.score[1 - seat.number]
    if own + table.total >= TARGET:
        return HOLD
    return ROLL if _BITS[own, other, table.total >> 3] >> (table.total & 7) & 1 else HOLD


PERFECT: Strategy = perfect
