"""Writes whole numbers that lie between two ends."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, floor, isfinite

from simkit.stats.estimates import Estimate, Unit
from simkit.stats.estimates import number as number


def with_interval(estimate: Estimate, *, is_share: bool = False, unit: str = "", signed: bool = False) -> str:
    """Return an estimate with its interval, with other words for its unit."""
    return f"{replace(estimate, unit=Unit(unit, 100.0 if is_share else 1.0, signed))}"


def without_interval(estimate: Estimate, *, is_share: bool = False, signed: bool = False) -> str:
    """Return an estimate alone, without its unit."""
    return f"{replace(estimate, unit=Unit('', 100.0 if is_share else 1.0, signed)):alone}"


def whole(low: float, high: float, name: str = "") -> str:
    """Return where a whole number lies: "at reserve 2", "between reserve 1 and 2", "below reserve 3".

    Parameters
    ----------
    low, high : float
        From where to where it may lie; an end may be infinite, and one of them must not.
    name : str
        What the number is called.
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
