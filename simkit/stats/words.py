"""Writes whole numbers that lie between two ends."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil, floor, isfinite

from simkit.language import UNKNOWN
from simkit.stats.estimates import Estimate, Range
from simkit.stats.estimates import number as number
from simkit.stats.extremes import furthest_from_zero


def whole(low: float, high: float, name: str = "") -> str:
    """Return where a whole number lies: "at reserve 2", "between reserve 1 and 2", "below reserve 3".

    `low`, `high`: from where to where it may lie; an end may be infinite, and one of them must not.
    """
    before = f"{name} " if name else ""
    if not isfinite(low):
        return f"below {before}{number(floor(high) + 1, 0)}"
    if not isfinite(high):
        return f"above {before}{number(ceil(low) - 1, 0)}"
    first, last = ceil(low), floor(high)
    if first > last:  # no whole number is in it
        return f"between {before}{number(last, 0)} and {number(first, 0)}"
    return f"at {before}{number(first, 0)}{f' to {number(last, 0)}' if last > first else ''}"


WORTH_PLAYING = 1_000_000
"""What takes more games of a setting to be decided is too small to be worth them."""


def rounded_up(games: float) -> int:
    """Return a number of games rounded up to two digits, because it is only an estimate."""
    unit = int(10 ** max(0, len(str(ceil(games))) - 2))
    return ceil(games / unit) * unit


def bound_in_words(effects: Collection[Estimate], comparisons: int = 0) -> str:
    """Return how far from 0 any of several effects may be: "3.1 points" (see `furthest_from_zero`)."""
    unit = next(iter(effects)).unit
    furthest = unit.scale * furthest_from_zero(effects, comparisons)
    if not isfinite(furthest):
        return "an unknown amount"
    return f"{number(furthest, 1 if furthest >= 0.1 else 2)}{unit.words}"


def both_uncertainties(estimate: Estimate, span: Range | None) -> str:
    """Return an estimate with both kinds of uncertainty, from chance and from unknown values of rules.

    `span`: from where to where it moves over what is not known of the rules.
    """
    if span is None:
        return f"{estimate}"
    by_chance, unknown = f"{estimate:ends bare}", " to ".join(map(estimate.beside, span))
    return f"{estimate:alone} ({f'{by_chance} by chance; ' if by_chance else ''}{unknown} {UNKNOWN})"
