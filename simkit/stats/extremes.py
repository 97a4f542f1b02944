"""Finds what is clearly the largest of several, and how large the largest may be.

Of many quantities one always comes first, often by chance.  What is said to be the most is therefore compared
with all others, first of all with the next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import isfinite, nan
from typing import TypeVar

from simkit.stats.estimates import Estimate, is_significant, widened

Key = TypeVar("Key")

MOST_TOGETHER = 2
"""The most that are said to be first together."""


def clearly_most(
    values: Mapping[Key, float], difference: Callable[[Key, Key], Estimate], *, together: int = MOST_TOGETHER
) -> list[Key]:
    """Return what is clearly the largest, or the few that are clearly larger than all others.

    The first is compared with each of the others, at a level divided by their number (Bonferroni).  If it is
    not clearly ahead of all, the fewest are sought of which each is clearly ahead of all that are left, at a
    level divided by the number of all pairs.  So at most one answer in twenty names anything wrongly, however
    many quantities there are.

    Parameters
    ----------
    values : mapping
        The quantities; for the smallest, with their signs turned.
    difference : callable
        Returns by how much the first of two is larger than the second, with its 95 % interval: of paired
        games, where they share their chance.
    together : int
        The most that are named together.

    Returns
    -------
    list
        The largest first.  Empty if none is clear, or if there are fewer than two.

    References
    ----------
    Hsu, "Multiple Comparisons: Theory and Methods", 1996, chapter 4: comparisons with the best.
    """
    ranked = sorted(values, key=lambda name: -values[name])
    pairs = len(ranked) * (len(ranked) - 1) // 2
    known: dict[tuple[Key, Key], Estimate] = {}

    def is_ahead(high: Key, low: Key, comparisons: int) -> bool:
        if (high, low) not in known:
            known[high, low] = difference(high, low)
        lead = known[high, low]
        return lead.value > 0 and is_significant(lead, comparisons)

    for count in range(1, min(together, len(ranked) - 1) + 1):
        comparisons = len(ranked) - 1 if count == 1 else pairs
        if all(is_ahead(key, other, comparisons) for key in ranked[:count] for other in ranked[count:]):
            return ranked[:count]
    return []


def may_be_most(values: Mapping[Key, float], difference: Callable[[Key, Key], Estimate]) -> list[Key]:
    """Return all that may be the largest, the first of them first: those that it is not clearly ahead of.

    In 19 of 20 answers at least, the truly largest is among them.

    Parameters
    ----------
    values, difference
        As `clearly_most` takes them; at least one.
    """
    first, *rest = sorted(values, key=lambda name: -values[name])
    return [first, *(key for key in rest if not is_significant(difference(first, key), len(rest)))]


def furthest_from_zero(effects: Collection[Estimate], comparisons: int = 0) -> float:
    """Return how far from 0 any of several effects may be: what bounds those that show nothing.

    Parameters
    ----------
    effects : collection of Estimate
        With Student's t intervals; those without one say nothing.
    comparisons : int
        For how many effects their intervals are widened; for all of these by default.

    Returns
    -------
    float
        NaN if none has an interval.
    """
    wide = (widened(effect, comparisons or len(effects)) for effect in effects)
    return max(
        (abs(end) for estimate in wide for end in (estimate.low, estimate.high) if isfinite(end)), default=nan
    )


def stands_out(first: Estimate, others: Collection[Estimate]) -> bool:
    """Return whether one estimate is further from 0 than all others, by intervals widened for all of them."""
    wide = widened(first, len(others) + 1)
    return max(wide.low, -wide.high) > furthest_from_zero(others) if others else wide.excludes(0)
