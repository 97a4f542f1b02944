"""Writes estimates, with decimals that follow from their intervals."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10

from simkit.stats.estimates import ROUNDING, Estimate

PLUS_MINUS, MINUS = "\N{PLUS-MINUS SIGN}", "\N{MINUS SIGN}"

NO_INTERVAL = 2
"""The decimals of a mean that has no interval."""


def decimals(half: float, *, is_share: bool = False) -> int:
    """Return how many decimals a number with an interval has.

    Means have enough to show two digits of half the interval's width: 0.0025, 1.3.  Shares in per cent have
    one, and more only if the ends would look the same otherwise.

    Parameters
    ----------
    half : float
        Half the width of the interval, in the unit that is written; NaN or 0 if there is none.
    is_share : bool
        Whether it is a share in per cent, or a difference of such shares.
    """
    if not isfinite(half) or half < ROUNDING:
        return 1 if is_share else NO_INTERVAL
    if is_share:
        return max(1, ceil(-log10(2 * half)))
    return max(0, 1 - floor(log10(half)))


def decimals_of(estimate: Estimate, *, is_share: bool = False) -> int:
    """Return how many decimals an estimate has; that of a share is written in per cent."""
    half = (estimate.high - estimate.low) / 2
    return decimals(100 * half if is_share else half, is_share=is_share)


def number(value: float, digits: int, *, signed: bool = False) -> str:
    """Return a number with some decimals and a minus sign, no hyphen; zero has no sign."""
    words = f"{value:+,.{digits}f}" if signed else f"{value:,.{digits}f}"
    return words.lstrip("+-") if not float(words.replace(",", "")) else words.replace("-", MINUS)


def _fewest(estimate: Estimate) -> int:
    """Return the decimals of a value that every game had: none for a whole number."""
    return 0 if float(estimate.value).is_integer() else NO_INTERVAL


def with_interval(estimate: Estimate, *, is_share: bool = False, unit: str = "", signed: bool = False) -> str:
    """Return an estimate with its interval: "81.3 % (81.1 to 81.5)", "-0.0539 (-0.0564 to -0.0514)".

    Parameters
    ----------
    estimate : Estimate
        Written alone if it has no interval.
    is_share : bool
        Whether it is written in per cent, or in points: a hundred times as large.
    unit : str
        Written after the value: " %".
    signed : bool
        Whether numbers above zero have a plus, as changes do.
    """
    value = f"{without_interval(estimate, is_share=is_share, signed=signed)}{unit}"
    if estimate.low == estimate.high or not (isfinite(estimate.low) and isfinite(estimate.high)):
        return value
    scale, digits = 100 if is_share else 1, decimals_of(estimate, is_share=is_share)
    low, high = (number(scale * end, digits, signed=signed) for end in (estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def without_interval(estimate: Estimate, *, is_share: bool = False, signed: bool = False) -> str:
    """Return an estimate alone, with as many decimals as it has beside its interval: "81.3", "+3.1"."""
    if estimate.low == estimate.high:  # all games had the same value
        return number(estimate.value * (100 if is_share else 1), _fewest(estimate), signed=signed)
    if not isfinite(estimate.value):
        return ""
    digits = decimals_of(estimate, is_share=is_share)
    return number((100 if is_share else 1) * estimate.value, digits, signed=signed)


def plus_minus(estimate: Estimate, *, is_share: bool = False, signed: bool = False) -> str:
    """Return an estimate with the longer side of its interval: "50.2±1.1", "-0.0539±0.0025", "+3.1±0.4"."""
    scale, digits = 100 if is_share else 1, decimals_of(estimate, is_share=is_share)
    value = number(scale * estimate.value, digits, signed=signed)
    if estimate.low == estimate.high:
        return number(scale * estimate.value, _fewest(estimate), signed=signed)
    if not isfinite(estimate.high - estimate.low):
        return value
    side = max(estimate.high - estimate.value, estimate.value - estimate.low)
    return f"{value}{PLUS_MINUS}{number(scale * side, digits)}"


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
