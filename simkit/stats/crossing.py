"""Finds where a curve through estimates crosses a value, by interpolation between the levels played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from simkit.stats.estimates import Estimate


@dataclass(frozen=True)
class Crossing:
    """A place between levels at which a curve has a value."""

    at: float
    """Where the lines between the estimates have it."""

    low: float
    high: float
    """From where to where the intervals of the estimates, joined by lines, hold it.  An end is infinite if
    they hold it at the first or the last level, so that it may lie beyond the levels played."""

    is_rising: bool
    """Whether the curve is above the value after it."""


def crossings(levels: Sequence[float], found: Sequence[Estimate], value: float) -> list[Crossing]:
    """Return where a curve crosses a value, from the lowest level on.

    The interval is that of inverse regression: all places where the band around the curve, whose ends are
    the lines between the ends of the intervals, holds the value.

    * `levels`: in ascending order, at least one.
    * `found`: one for each level.
    """
    crossed = []
    for k in range(len(levels) - 1):
        one, other = found[k].value - value, found[k + 1].value - value
        if one == other or one * other > 0 or (one == 0 and k > 0):
            continue
        at = levels[k] + (levels[k + 1] - levels[k]) * one / (one - other)
        crossed.append(Crossing(at, *_held(levels, found, value, at), is_rising=other > one))
    return crossed


def _held(levels: Sequence[float], found: Sequence[Estimate], value: float, at: float) -> tuple[float, float]:
    """Return the ends of the stretch around a crossing in which the band holds the value."""
    ends = []
    for step in (-1, 1):
        places = [k for k in range(len(levels)) if step * (levels[k] - at) > 0 or levels[k] == at]
        ordered = places[::step] if step == 1 else places[::-1]
        ends.append(_end(levels, found, value, at, ordered))
    low, high = ends
    return (-low if low == float("inf") else low), high


def _end(
    levels: Sequence[float], found: Sequence[Estimate], value: float, at: float, places: Sequence[int]
) -> float:
    """Return where the band stops to hold the value, level by level away from a crossing."""
    inner, gaps = at, _gaps_at(levels, found, value, at)
    for place in places:
        own = found[place]
        here = (own.low - value, own.high - value)
        if not all(map(isfinite, here)):
            return float("inf")
        if here[0] > 0 or here[1] < 0:
            which = 0 if here[0] > 0 else 1
            gap = gaps[which]
            share = gap / (gap - here[which]) if gap != here[which] else 0.0
            return inner + (levels[place] - inner) * min(max(share, 0.0), 1.0)
        inner, gaps = levels[place], here
    return float("inf")


def _gaps_at(
    levels: Sequence[float], found: Sequence[Estimate], value: float, at: float
) -> tuple[float, float]:
    """Return how far the band's lower and upper end lie above a value at a place between two levels."""
    for k in range(len(levels) - 1):
        if levels[k] <= at <= levels[k + 1]:
            share = (at - levels[k]) / (levels[k + 1] - levels[k])
            one, other = found[k], found[k + 1]
            low = one.low + share * (other.low - one.low) - value
            return low, one.high + share * (other.high - one.high) - value
    return 0.0, 0.0
