"""Says how heavy a game is, by a formula that is written down.

The weight is the mean, over what there is to know and to think of, of the logarithm to base 2 of one more
than its number.  Each doubling of one of four parts adds a quarter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from simkit.stats.estimates import Estimate, sum_of_independent


def weight_of(parts: Sequence[Estimate]) -> Estimate:
    """Return the weight that some numbers make together.

    Its interval takes the numbers for independent, though they come from the same games: a number that is
    counted and not measured has an interval of no width.

    Parameters
    ----------
    parts : sequence of Estimate
        Numbers from 0 on: of rules, of kinds of moves, of options ...

    >>> three = Estimate(3, 3, 3, 1, "counted")
    >>> weight_of([three, replace(three, value=15, low=15, high=15)]).value
    3.0
    """
    found = sum_of_independent([(_doublings(part), 1 / len(parts)) for part in parts])
    return replace(found, low=max(found.low, 0.0), method="weight")


def _doublings(part: Estimate) -> Estimate:
    value, low, high = (float(np.log2(1 + max(end, 0.0))) for end in (part.value, part.low, part.high))
    return Estimate(value, low, high, part.n, part.method)


def product_of(one: Estimate, other: Estimate) -> Estimate:
    """Return the product of two independent numbers from 0 on, by the interval of the sum of logarithms.

    >>> half = Estimate(0.5, 0.4, 0.6, 9, "")
    >>> product_of(Estimate(10, 10, 10, 1, ""), half).high
    6.0
    """
    value, unit = one.value * other.value, one.unit
    if value <= 0:
        high = one.high * other.high
        return replace(one, value=0.0, low=0.0, high=high, n=min(one.n, other.n), method="product", unit=unit)
    tiny = np.finfo(np.float64).tiny
    logs = [
        (replace(part, value=float(np.log(part.value)), low=float(np.log(max(part.low, tiny))),
                 high=float(np.log(part.high))), 1.0)
        for part in (one, other)
    ]  # fmt: skip
    found = sum_of_independent(logs)
    low, high = float(np.exp(found.low)), float(np.exp(found.high))
    return replace(one, value=value, low=low, high=high, n=found.n, method="product", unit=unit)
