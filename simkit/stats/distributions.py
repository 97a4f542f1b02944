"""Exact distributions of a column in many groups, with the statistics of all groups at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.stats.tally import WIDEST_COUNTED_RANGE, Tally, counted
from simkit.stats.whose import Kind

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

FEW_CELLS = 1 << 12
"""The most counts that are cheap to add up, however few rows are counted."""


BLOCK = 1 << 14
"""Rows that are counted at once: what is worked out for so few stays in the processor's caches."""


def _range_of(column: npt.NDArray[Any]) -> tuple[int, int]:
    """Return the smallest of some whole numbers, and in how wide a range all of them lie.

    The range of fractions is too wide to count them in.
    """
    if column.dtype.kind == "f":
        return 0, WIDEST_COUNTED_RANGE
    low = int(column.min())
    return low, int(column.max()) - low + 1


def _count(column: npt.NDArray[Any], range_: tuple[int, int], cells: npt.NDArray[Any], many: int) -> Ints:
    """Return how often each whole number of a range was seen in each cell, cell after cell.

    * `range_`: the smallest of the numbers, and how many there are.
    * `cells`: the cell of each row, from 0; there are `many`.
    """
    low, width = range_
    every = np.zeros(many * width, dtype=np.int64)
    block = max(BLOCK, len(every))
    for first in range(0, len(column), block):
        rows = slice(first, first + block)
        values = counted(column[rows])
        values -= low
        if many > 1:
            values += cells[rows] * np.int64(width)
        every += np.bincount(values, minlength=len(every))
    return every


@dataclass(frozen=True, eq=False)
class Distributions:
    """How often each value of a column was seen in each of several groups."""

    groups: Ints
    """The group of each entry, ascending; shape (n,)."""

    values: npt.NDArray[Any]
    """The different values of each group, ascending within it; int64 or float64, shape (n,)."""

    counts: Ints
    """How often the group has the value, at least once; shape (n,)."""

    @classmethod
    def of(cls, column: npt.NDArray[Any], groups: npt.NDArray[Any]) -> Distributions:
        """Count a column of numbers or of yes and no, shape (rows,), not empty, by integer `groups`."""
        column, first = np.ascontiguousarray(column), int(groups.min())
        many = int(groups.max()) - first + 1
        low, width = _range_of(column)
        if many * width < WIDEST_COUNTED_RANGE:
            cells = groups.astype(np.int64) - first if many > 1 else groups
            return cls._of_counts(_count(column, (low, width), cells, many), first, low, width)
        values, groups = counted(column), groups.astype(np.int64)
        order = np.lexsort((values, groups))
        values, groups = values[order], groups[order]
        changes = (values[1:] != values[:-1]) | (groups[1:] != groups[:-1])
        begins = np.flatnonzero(np.append(True, changes))
        return cls(groups[begins], values[begins], np.diff(begins, append=len(values)))

    @classmethod
    def _of_counts(cls, every: Ints, first: int, low: int, width: int) -> Distributions:
        """Return what is counted in `every`: for group ``first`` the values from `low` on, and so on."""
        seen = np.flatnonzero(every)
        return cls(seen // width + first, seen % width + low, every[seen])

    @classmethod
    def of_one(cls, group: int, tally: Tally) -> Distributions:
        """Return a tally as the distribution of a single group."""
        return cls(np.full(len(tally.values), group, dtype=np.int64), tally.values, tally.counts)

    @classmethod
    def stacked(cls, every: Sequence[Distributions]) -> Distributions:
        """Return the groups of several columns one after another, with new numbers, of one type of values."""
        sizes = [len(distribution.names) for distribution in every]
        first = np.cumsum([0, *sizes[:-1]])
        groups = (
            at + np.repeat(np.arange(size), np.diff(distribution.starts, append=len(distribution.groups)))
            for at, size, distribution in zip(first, sizes, every, strict=True)
        )
        values, counts = (
            np.concatenate([getattr(distribution, name) for distribution in every])
            for name in ("values", "counts")
        )
        return cls(np.concatenate(list(groups)), values, counts)

    @classmethod
    def joined(cls, parts: Sequence[Distributions]) -> Distributions:
        """Return the distributions of all rows of which some are counted in each part."""
        if len(parts) == 1:
            return parts[0]
        groups, values, counts = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("groups", "values", "counts")
        )
        order = np.lexsort((values, groups))
        groups, values = groups[order], values[order]
        is_new = np.append(True, (values[1:] != values[:-1]) | (groups[1:] != groups[:-1]))
        begins = np.flatnonzero(is_new)
        return cls(groups[begins], values[begins], np.add.reduceat(counts[order], begins))

    def together(self) -> Tally:
        """Return the distribution over all groups together."""
        values, places = np.unique(self.values, return_inverse=True)
        counts = np.zeros(len(values), dtype=np.int64)
        np.add.at(counts, places, self.counts)
        return Tally(values, counts)

    @cached_property
    def starts(self) -> Ints:
        """The place where each group's entries begin."""
        return np.flatnonzero(np.diff(self.groups, prepend=self.groups[0] - 1))

    @cached_property
    def names(self) -> Ints:
        """The groups, each once."""
        return self.groups[self.starts]

    @cached_property
    def totals(self) -> Ints:
        """The number of values counted in each group."""
        return np.add.reduceat(self.counts, self.starts)

    @cached_property
    def is_small(self) -> bool:
        """True if 64 bits hold the square of each group's sum."""
        most = int(np.abs(self.values).max()) + 1
        return most * most * int(self.totals.max()) ** 2 < 1 << 62

    @cached_property
    def sizes(self) -> tuple[Ints, Ints]:
        """The different numbers of values in groups, and for each group the place of its own number."""
        different, which = np.unique(self.totals, return_inverse=True)
        return different, which

    @cached_property
    def _exact(self) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
        """Each group's total, sum and sum of squares of whole numbers, as Python's integers if large."""
        totals, values, counts = (
            part if self.is_small else part.astype(object) for part in (self.totals, self.values, self.counts)
        )
        sums = np.add.reduceat(values * counts, self.starts)
        return totals, sums, np.add.reduceat(values * values * counts, self.starts)

    def _sums(self, values: Floats) -> Floats:
        """Return each group's sum of fractions, one for each entry; it does not depend on their order."""
        return np.array([fsum(part.tolist()) for part in np.split(values, self.starts[1:])])

    @cached_property
    def means(self) -> Floats:
        """Each group's mean."""
        if self.values.dtype == np.float64:
            return self._sums(self.values * self.counts) / self.totals
        totals, sums, _ = self._exact
        return np.asarray(sums / totals, dtype=np.float64)

    @cached_property
    def variances(self) -> Floats:
        """Each group's unbiased sample variance; NaN for fewer than two values."""
        if self.values.dtype == np.float64:
            means = np.repeat(self.means, np.diff(self.starts, append=len(self.values)))
            with np.errstate(invalid="ignore"):
                return self._sums(self.counts * (self.values - means) ** 2) / (self.totals - 1)
        totals, sums, squares = self._exact
        deviations = (totals * squares - sums * sums).astype(np.float64)
        n = self.totals.astype(np.float64)
        with np.errstate(invalid="ignore"):
            return np.asarray(deviations / (n * (n - 1)))

    @property
    def lowest(self) -> Ints | Floats:
        """Each group's smallest value."""
        return self.values[self.starts]

    @property
    def highest(self) -> Ints | Floats:
        """Each group's largest value."""
        return np.asarray(self.values[np.append(self.starts[1:], len(self.values)) - 1])

    def counts_of(self, value: float) -> Ints:
        """Return the number of times that each group has a value."""
        return np.add.reduceat(np.where(self.values == value, self.counts, 0), self.starts)

    @cached_property
    def _up_to(self) -> Ints:
        """The number of values up to each entry, over all groups."""
        return np.cumsum(self.counts)

    def at_ranks(self, rank_for: Callable[[int], int]) -> Floats:
        """Return each group's value of a rank (1 is the smallest); NaN for groups without such a rank.

        `rank_for`: returns the rank for a group's total.
        """
        different, which = self.sizes
        ranks = np.array([rank_for(total) for total in different.tolist()], dtype=np.int64)[which]
        there = (ranks >= 1) & (ranks <= self.totals)
        up_to = self._up_to
        before = up_to[self.starts] - self.counts[self.starts]
        places = np.searchsorted(up_to, before + np.where(there, ranks, 1))
        return np.where(there, self.values[places].astype(np.float64), np.nan)


class Divisions:
    """Ways to divide the same rows, such as by seat and by player, for columns counted in all of them.

    * `groups` (integer array, shape (rows,)): the group of each row, as for `Distributions.of`.
    * `parts` (mapping of integer arrays, shape (rows,)): for each way the part to which each row belongs,
      from 0.
    """

    def __init__(self, groups: npt.NDArray[Any], parts: Mapping[Kind, npt.NDArray[Any]]) -> None:
        self._groups, self._parts = groups, dict(parts)
        self._first = int(groups.min())
        self._own = groups.astype(np.int64) - self._first
        self._many = int(self._own.max()) + 1
        self._sizes = {way: int(part.max()) + 1 for way, part in self._parts.items()}
        self._together = self._cells(list(self._parts))

    def _cells(self, ways: Sequence[Kind]) -> Ints:
        """Return a number for each row, the same for rows of the same group and the same part in each way."""
        cells = self._own
        for way in ways:
            cells = cells * self._sizes[way] + self._parts[way]
        return cells

    def of(self, column: npt.NDArray[Any]) -> Iterator[tuple[Kind, int, Distributions]]:
        """Yield for each way and each part that has rows the distributions of a column, shape (rows,)."""
        column = np.ascontiguousarray(column)
        low, width = _range_of(column)
        cells = self._many * prod(self._sizes.values())
        if cells * width > max(len(column), FEW_CELLS):
            for (way, part), rows in self._rows.items():
                yield way, part, Distributions.of(column[rows], self._groups[rows])
            return
        found = _count(column, (low, width), self._together, cells)
        every = found.reshape(self._many, *self._sizes.values(), width)
        for axis, (way, size) in enumerate(self._sizes.items(), start=1):
            others = tuple(i for i in range(1, every.ndim - 1) if i != axis)
            counts = every.sum(axis=others)
            for part in range(size):
                own = Distributions._of_counts(counts[:, part].ravel(), self._first, low, width)
                if len(own.counts):
                    yield way, part, own

    @cached_property
    def _rows(self) -> dict[tuple[Kind, int], Ints]:
        """The rows of each part that has any."""
        return {
            (way, part): np.flatnonzero(parts == part)
            for way, parts in self._parts.items()
            for part in np.unique(parts).tolist()
        }
