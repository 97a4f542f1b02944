"""Tallies: exact distributions of columns that can be added up in any order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import Any

import numpy as np
import numpy.typing as npt

WIDEST_COUNTED_RANGE = 1 << 20
"""Values in a range up to this size are counted directly; those in wider ranges are sorted."""


def counted(column: npt.ArrayLike) -> npt.NDArray[Any]:
    """Return a column's values as they are counted: fractions as float64, without -0, all others as int64."""
    values = np.asarray(column)
    return values.astype(np.float64) + 0.0 if values.dtype.kind == "f" else values.astype(np.int64)


@dataclass(frozen=True, eq=False)
class Tally:
    """How often each value of a column was seen."""

    values: npt.NDArray[Any]
    """The different values, ascending; int64 or float64, shape (n,)."""

    counts: npt.NDArray[np.int64]
    """How often each was seen, at least once; shape (n,)."""

    @classmethod
    def of(cls, column: npt.NDArray[Any]) -> Tally:
        """Count a column of numbers or of yes and no, shape (n,)."""
        numbers = counted(column)
        if numbers.size == 0:
            return cls(numbers, np.zeros(0, np.int64))
        low = numbers.min()
        if numbers.dtype == np.int64 and int(numbers.max()) - int(low) < WIDEST_COUNTED_RANGE:
            counts = np.bincount(numbers - low)
            seen = np.flatnonzero(counts)
            return cls(seen + low, counts[seen])
        values, counts = np.unique(numbers, return_counts=True)
        return cls(values, counts)

    @classmethod
    def of_each(cls, values: npt.NDArray[Any], times: npt.NDArray[Any] | None = None) -> Tally:
        """Count values, shape (n,), each as often as `times` says; once by default."""
        if times is None:
            return cls.of(values)
        different, places = np.unique(counted(values), return_inverse=True)
        return cls(different, np.bincount(places, times).astype(np.int64))

    def __add__(self, other: Tally) -> Tally:
        values, places = np.unique(np.concatenate([self.values, other.values]), return_inverse=True)
        counts = np.zeros(len(values), dtype=np.int64)
        np.add.at(counts, places, np.concatenate([self.counts, other.counts]))
        return Tally(values, counts)

    @cached_property
    def total(self) -> int:
        """The number of values counted."""
        return int(self.counts.sum())

    @cached_property
    def mean(self) -> float:
        """The mean; NaN if nothing was counted."""
        if not self.total:
            return float("nan")
        if self.values.dtype == np.float64:
            return fsum((self.values * self.counts).tolist()) / self.total
        # As Python's integers: a sum of large values may have more than 64 bits.
        return int(np.dot(self.values.astype(object), self.counts)) / self.total

    @cached_property
    def variance(self) -> float:
        """The unbiased sample variance; NaN for fewer than two values."""
        if self.total < 2:
            return float("nan")
        return float((self.counts * (self.values - self.mean) ** 2).sum() / (self.total - 1))

    @cached_property
    def spread(self) -> float:
        """The variance of the values themselves, as of a whole population."""
        return float((self.counts * (self.values - self.mean) ** 2).sum() / self.total)

    def count_of(self, value: float) -> int:
        """Return the number of times that `value` was seen."""
        return int(self.counts[self.values == value].sum())
