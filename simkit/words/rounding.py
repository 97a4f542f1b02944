"""Rounds the numbers of claims where they stand in a sentence or a title, instead of in a table."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from simkit.results.claims import Claim, Quantity
from simkit.stats.estimates import Estimate

WHOLE = 10
"""From this number on a title has no decimals; of shares, up to as far from all."""

WIDE = 1.0
"""From this half-width of an interval on, in points, a sentence has no decimals of a share."""


ROUGH = 10.0
"""From this half-width of an interval on, in points, a share never stands without its interval."""


class Said(Estimate):
    """An estimate as a sentence has it: a share without decimals, where these are chance."""

    def __format__(self, words: str) -> str:
        """Return it as it is written, with its interval where hardly more is known than that."""
        is_rough = self.unit.is_share and self.unit.scale * (self.high - self.low) >= 2 * ROUGH
        return super().__format__(words.replace("alone", "") if is_rough else words)

    @property
    def decimals(self) -> int:
        """How many decimals it is written with."""
        return 0 if self.is_wide else super().decimals

    @property
    def is_wide(self) -> bool:
        """Whether it is a share whose decimals are chance."""
        return self.unit.is_share and self.unit.scale * (self.high - self.low) >= 2 * WIDE


class Titled(Said):
    """An estimate as a title has it: without its interval, which the figure shows, and to few digits."""

    def __format__(self, words: str) -> str:
        """Return it as it is written, without its interval."""
        return Estimate.__format__(self, f"{words} alone")

    @property
    def decimals(self) -> int:
        """How many decimals it is written with."""
        size = abs(self.unit.scale * self.value)
        is_near_all = self.unit.is_share and not self.unit.is_change and size > 99
        return min(super().decimals, int(size < WHOLE or is_near_all))


def as_said(value: Any, kind: type[Estimate] = Said) -> Any:
    """Return an estimate, or what has some, such as a claim, with its numbers rounded.

    Parameters
    ----------
    value : Any
        Nothing changes in what has no estimates, nor in an estimate that is rounded already.
    kind : type
        `Said` for a sentence, `Titled` for a title.
    """
    match value:
        case Said():
            return value
        case Estimate():
            return kind(value.value, value.low, value.high, value.n, value.method, value.unit)
        case Quantity():
            return replace(value, estimate=as_said(value.estimate, kind))
        case Claim():
            return replace(
                value, **{part.name: as_said(getattr(value, part.name), kind) for part in fields(value)}
            )
        case tuple():
            return tuple(as_said(part, kind) for part in value)
    return value
