"""Decides whether effects may be averaged: only if they agree in sign and in size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import numpy as np

from simkit.stats.estimates import Estimate, is_significant, widened

Key = TypeVar("Key")


FAR_APART = 0.5
"""Results that differ by more are far apart: shares by half of the games, points by half of the most."""


def are_far_apart(values: Iterable[float], *, is_share: bool) -> bool:
    """Return True if results are so different that their mean describes none: 100, 100 and 0 %."""
    numbers = list(values)
    return max(numbers) - min(numbers) > FAR_APART * (1.0 if is_share else max(map(abs, numbers)))


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
