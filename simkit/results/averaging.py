"""Decides whether effects may be averaged: only if they agree in sign and in size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from simkit.stats.estimates import Estimate, is_significant, widened

Key = TypeVar("Key")


def average_or_ends(effects: Mapping[str, Estimate], average: Estimate, over: str = "") -> str:
    """Return an average effect in words, or both extremes if no average would describe the effects.

    Parameters
    ----------
    effects : mapping
        Each effect, by the words for its setting or player: "board A1".
    average : Estimate
        Their average.
    over : str
        What it is an average over: "the boards"; not said if empty.
    """
    if may_be_averaged(effects):
        return f"{average}{f', on average over {over}' if over and len(effects) > 1 else ''}"
    ranked = sorted(effects, key=lambda name: effects[name].value)
    low, high = (f"{effects[name]} ({name})" for name in (ranked[0], ranked[-1]))
    return f"from {low} to {high}"


@dataclass(frozen=True)
class Users:
    """The players whose results an effect raises, lowers and does not change."""

    raised: list[str]
    lowered: list[str]
    unmoved: list[str]

    @property
    def surprise(self) -> int:
        """A rank: 0 if it helps some players and costs others, 1 if it affects some, 2 if none, else 3."""
        if self.raised and self.lowered:
            return 0
        moved = [*self.raised, *self.lowered]
        if moved and self.unmoved:
            return 1
        return 3 if moved else 2


def users_of(effects: Mapping[str, Estimate], comparisons: int) -> Users:
    """Return the players whose results an effect significantly raises, lowers, and does neither."""
    clear = {name: is_significant(effect, comparisons) for name, effect in effects.items()}
    return Users(
        [name for name, effect in effects.items() if clear[name] and effect.value > 0],
        [name for name, effect in effects.items() if clear[name] and effect.value < 0],
        [name for name in effects if not clear[name]],
    )


FAR_APART = 0.5
"""Results that differ by more are far apart: shares by half of the games, points by half of the most."""


def are_far_apart(values: Iterable[float], *, is_share: bool) -> bool:
    """Return True if results are so different that their mean describes none: 100, 100 and 0 %."""
    own = list(values)
    return max(own) - min(own) > FAR_APART * (1.0 if is_share else max(map(abs, own)))


def may_be_averaged(effects: Mapping[Key, Estimate]) -> bool:
    """Return False if effects differ in sign or by more than their intervals.

    A mean over such players or settings would describe none of them.  Intervals are widened for the number
    of effects: of many, some lie far apart by chance alone.

    Parameters
    ----------
    effects : mapping
        The same effect for different players or in different settings; those without an interval say
        nothing.
    """
    known = [effect for effect in effects.values() if np.isfinite(effect.low)]
    signs = {np.sign(effect.value) for effect in known if is_significant(effect, len(known))}
    if len(signs) > 1:
        return False
    wide = [widened(effect, len(known)) for effect in known]
    if not wide:
        return True
    highest_low, lowest_high = max(effect.low for effect in wide), min(effect.high for effect in wide)
    return highest_low <= lowest_high
