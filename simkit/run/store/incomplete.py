"""What an incomplete run has: one that was stopped, is still being played, or of which files are damaged."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from typing import Any, Literal, NamedTuple, overload

import numpy as np
import polars as pl

from simkit.language import plural

MARKS = ("Unfinished", "Damaged")
"""The words that stand before everything about an incomplete run."""

State = Literal["stopped", "being played", "damaged"]

MOST_NAMED = 3
"""The most files, and the most scenarios, that a sentence names."""


@dataclass(frozen=True)
class LeftOut:
    """A file that is not read: its path within the run directory, and why."""

    file: str
    why: str

    def __str__(self) -> str:
        return f"{self.file} {self.why}"


@dataclass(frozen=True)
class Incomplete:
    """What an incomplete run has."""

    state: State
    """Why it is incomplete."""

    games: int
    planned: int | None
    """The games that a finished run has; None where that depends on precision and is not known yet."""

    scenarios: int
    without: tuple[int, ...]
    """The scenarios of which there is no game."""

    named: tuple[str, ...]
    """The first scenarios without a game, in words."""

    left_out: tuple[LeftOut, ...]
    """The files that are not read, with those of the same games."""

    has_targets: bool

    @property
    def mark(self) -> str:
        """The word that stands before everything about the run: "Unfinished", or "Damaged"."""
        return MARKS[self.state == "damaged"]

    @property
    def words(self) -> str:
        """What there is, in a sentence that begins with the mark."""
        of = f" of {self.planned:,}" if self.planned is not None else ""
        games = f"{self.games:,}{of} game{'' if (self.planned or self.games) == 1 else 's'}"
        none = len(self.without)
        have = f" ({none:,} of {plural(self.scenarios, 'scenario')} {'has' if none == 1 else 'have'} none)"
        return f"{self.mark}: {games} {self._how}{have if none else ''}."

    @property
    def _how(self) -> str:
        if self.state == "stopped":
            return "were played before the run was stopped"
        return "are left" if self.state == "damaged" else "are played so far, and the run goes on"

    @property
    def more(self) -> list[str]:
        """Sentences about what is not there: scenarios, files, and the verdict."""
        unnamed = len(self.without) - len(self.named)
        scenarios = f"; and {plural(unnamed, 'more scenario')}" if unnamed > 0 else ""
        none = [f"No game of: {'; '.join(self.named)}{scenarios}."] if any(self.named) else []
        named = ", ".join(map(str, self.left_out[:MOST_NAMED]))
        rest = len(self.left_out) - MOST_NAMED
        others = f", and {plural(rest, 'more file')}" if rest > 0 else ""
        said = [f"Left out: {named}{others}."]
        unjudged = ["Targets are judged when the run is whole."]
        return [*none, *(said if self.left_out else []), *(unjudged if self.has_targets else [])]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {
            "state": self.state,
            "in_words": self.words,
            "games": self.games,
            "planned": self.planned,
            "scenarios": self.scenarios,
            "scenarios_without_games": list(self.without),
            "left_out": [{"file": out.file, "why": out.why} for out in self.left_out],
        }

    def __str__(self) -> str:
        return " ".join([self.words, *self.more])


class Numbers(Sequence[int]):
    """The numbers of the games that there are of a scenario, in order; there may be gaps.

    `ranges`: the numbers in ascending order, each range at least one number long.
    """

    def __init__(self, ranges: Sequence[range]) -> None:
        self.ranges = tuple(ranges)
        self._ends = list(accumulate(map(len, ranges)))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[int]:
        for range_ in self.ranges:
            yield from range_

    def __contains__(self, number: object) -> bool:
        return any(number in range_ for range_ in self.ranges)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        """Return the number at a place, or the numbers of a slice."""
        if isinstance(place, slice):
            return [self[index] for index in range(*place.indices(len(self)))]
        at = place + len(self) if place < 0 else place
        if not 0 <= at < len(self):
            raise IndexError(place)
        which = bisect_right(self._ends, at)
        return self.ranges[which][at - (self._ends[which - 1] if which else 0)]

    def __str__(self) -> str:
        return ", ".join(
            f"{range_[0]}" if len(range_) == 1 else f"{range_[0]} to {range_[-1]}" for range_ in self.ranges
        )


def shared_games(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many numbers two scenarios' games share."""
    pairs = product(ranges_of(one), ranges_of(other))
    return sum(max(0, min(a.stop, b.stop) - max(a.start, b.start)) for a, b in pairs)


def ranges_of(numbers: Sequence[int]) -> Sequence[range]:
    """Return the numbers of a scenario's games as ranges."""
    if isinstance(numbers, Numbers):
        return numbers.ranges
    if isinstance(numbers, range):
        return [numbers] if numbers else []
    return [range(number, number + 1) for number in numbers]


def ranges_in(numbers: Any) -> list[range]:
    """Return numbers as ranges without gaps."""
    parts = np.split(numbers, np.flatnonzero(np.diff(numbers) != 1) + 1)
    return [range(int(part[0]), int(part[-1]) + 1) for part in parts if len(part)]


def joined(ranges: Sequence[range]) -> list[range]:
    """Return ranges in ascending order, those joined that follow each other without a gap."""
    found: list[range] = []
    for range_ in sorted(ranges, key=lambda one: one.start):
        if found and found[-1].stop == range_.start:
            found[-1] = range(found[-1].start, range_.stop)
        else:
            found.append(range_)
    return found


class Order(NamedTuple):
    """Where ranges of games start, and by how much the numbers of each are moved."""

    starts: pl.Series
    moved: pl.Series

    def renumbered(self, frame: pl.LazyFrame) -> pl.LazyFrame:
        """Return rows with their games' numbers moved."""
        starts, moved = map(pl.lit, self)
        return frame.with_columns(
            game=pl.col("game") + moved.gather(starts.search_sorted(pl.col("game"), side="right") - 1)
        )


def order_of(scenarios: Iterable[Sequence[int]]) -> Order | None:
    """Return the order in which games come first that most scenarios have; None if they have no gaps.

    If the games of each scenario are among those of every scenario with more games, then each has the first
    games in that order, up to a number.

    `scenarios`: the numbers of the games of each.
    """
    every = [ranges_of(scenario) for scenario in scenarios]
    if all(len(ranges) == 1 and not ranges[0].start for ranges in every):
        return None
    ends = {end for ranges in every for each in ranges for end in (each.start, each.stop)}
    starts = np.array(sorted({0, *ends}))
    having = np.zeros(len(starts), np.int64)
    for ranges in every:
        for each in ranges:
            having[np.searchsorted(starts, each.start) : np.searchsorted(starts, each.stop)] += 1
    sizes = np.diff(starts, append=starts[-1])
    order = np.argsort(-having, kind="stable")
    moved = np.empty(len(starts), np.int64)
    moved[order] = np.cumsum(sizes[order]) - sizes[order]
    return Order(pl.Series(starts), pl.Series(moved - starts))
