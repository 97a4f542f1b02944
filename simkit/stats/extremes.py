"""Finds what is clearly the largest of several: the one, or the few, that chance did not put first.

Of many quantities one always comes first, often by chance.  What is said to be the most is therefore compared
with all others, first of all with the next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from simkit.stats.estimates import Estimate, is_significant

Key = TypeVar("Key")

MOST_TOGETHER = 2
"""The most that are said to be first together."""


def clearly_most(
    values: Mapping[Key, float],
    difference: Callable[[Key, Key], Estimate],
    *,
    together: int = MOST_TOGETHER,
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
        if all(is_ahead(own, other, comparisons) for own in ranked[:count] for other in ranked[count:]):
            return ranked[:count]
    return []
