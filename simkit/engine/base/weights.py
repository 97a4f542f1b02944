"""Weights: things of which one is drawn, some more often than others, by whole numbers and exactly.

A loaded die, a weather that is mostly calm, a table of encounters.  A knob of the kind `Weights` has a record
of `weights_dtype` among the rules; a game draws from it.  Things stand in the order of their numbers and
share out the range of one even draw, the first from 0 on: where a rule changes a weight a little, nearly all
draws stay what they are (`simkit.engine.base.chance`).
"""

from collections.abc import Sequence

import numpy as np

from simkit.compile.kernel import kernel, separate_kernel
from simkit.engine.base.chance import below, below_apart

MOST_WEIGHT = 1_000_000
"""The largest sum of weights.  An even draw of so few numbers is drawn again once in 4,000 times at most."""

AT_ONCE = 128
"""Up to this sum, a table has the thing for each number that may be drawn: one look instead of a search."""


def weights_dtype(most: int) -> np.dtype[np.void]:
    """Return the layout of weights of at most `most` things.

    Parameters
    ----------
    most : int
        The most things that they ever hold.

    Returns
    -------
    numpy.dtype
        A record with the fields `count` (of things), `total` (the sum of weights), `things`, `up_to` (the sum
        of weights up to and with each thing), and a table for the engine; for `field`, or for a column of
        the rules that is worked out.
    """
    return np.dtype(
        [
            ("count", np.int32),
            ("total", np.int32),
            ("things", np.int32, (most,)),
            ("up_to", np.int32, (most,)),
            ("at_once", np.int32, (AT_ONCE,)),
        ],
        align=True,
    )


def fill_weights(record, things: Sequence[int], weights: Sequence[int]) -> None:
    """Fill a record of `weights_dtype`; from Python, as in `Knobs.work_out`.

    Parameters
    ----------
    record : record of `weights_dtype`
        All zeros.
    things, weights : sequence of int
        What may be drawn, and how often each in `sum(weights)` draws.
    """
    record["count"] = len(things)
    record["total"] = sum(weights)
    record["things"][: len(things)] = things
    record["up_to"][: len(things)] = np.cumsum(weights)
    if sum(weights) <= AT_ONCE:
        record["at_once"][: sum(weights)] = np.repeat(things, weights)


@kernel
def draw_weighted(chance, weights):
    """Draw a thing, each exactly as often as its weight says; one of weight 0 never.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    weights : record of `weights_dtype`
        A knob of the kind `Weights`: ``rules.die``.

    Returns
    -------
    int
        The thing; of a knob whose things are words, the word's place in its `choices`.
    """
    return thing_at(weights, below(chance, weights.total))


@kernel
def draw_weighted_apart(chance, purpose, turn, weights):
    """Draw a thing by weight, the only draw for its purpose in this turn; as `begin` and `draw_weighted`.

    It keeps the blocks that were computed ahead.  Code that then draws for another purpose calls `begin`.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    purpose, turn : int
        As for `begin`.
    weights : record of `weights_dtype`

    Returns
    -------
    int
        The thing.
    """
    return thing_at(weights, below_apart(chance, purpose, turn, weights.total))


@kernel
def roll_pool(chance, weights, count, shown):
    """Roll a pool of equal dice, one after another.

    Parameters
    ----------
    chance : record
        A stream of chance: ``state.chance`` in the rules, `chance` in a strategy and in `conceal`.
    weights : record of `weights_dtype`
        The die.
    count : int
        How many dice.
    shown : array of int
        What they show, ``shown[:count]``, is written here.

    Returns
    -------
    int
        The sum of what they show.
    """
    total = 0
    for i in range(count):
        shown[i] = draw_weighted(chance, weights)
        total += shown[i]
    return total


@kernel
def thing_at(weights, number):
    """Return the thing for a number from 0 to ``total - 1``."""
    if weights.total <= AT_ONCE:
        return np.int64(weights.at_once[np.uint64(number)])
    return _search(weights, number)


@separate_kernel
def _search(weights, number):
    """Return the first thing up to which the weights come to more than a number."""
    low, high = 0, int(weights.count) - 1
    while low < high:
        middle = (low + high) // 2
        if number < weights.up_to[middle]:
            high = middle
        else:
            low = middle + 1
    return np.int64(weights.things[low])
