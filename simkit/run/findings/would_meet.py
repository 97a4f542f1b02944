"""Finds what would meet a missed target: a single change of those played, or a range of a rule's values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite

from simkit.experiment.keys import is_of_players
from simkit.experiment.target import Target
from simkit.run.findings.targeted import Found, TargetReader
from simkit.run.store.directory import RunDirectory
from simkit.stats.crossing import Crossing, crossings
from simkit.stats.verdicts import Judgement, judge


@dataclass(frozen=True)
class Change:
    """A level of one factor, with what the target's estimate is there and everything else as it was."""

    factor: str
    level: str
    """What is changed, and to what."""

    found: Found
    judgement: Judgement
    """Whether it meets the target, allowing for all changes that are compared."""


@dataclass(frozen=True)
class MetBetween:
    """The values of a number between which a target is met, by interpolation between those played."""

    factor: str
    low: Crossing | None
    high: Crossing | None
    """Where the target begins to be met, and where it ceases; None if it is met from the lowest value played
    on, or up to the highest."""


@dataclass(frozen=True)
class WouldMeet:
    """What would meet a missed target."""

    changes: tuple[Change, ...]
    ranges: tuple[MetBetween, ...]
    """Of each number that was played with several values, where the target is met."""

    @cached_property
    def meeting(self) -> list[Change]:
        """The changes that meet the target."""
        return [change for change in self.changes if change.judgement.outcome == "met"]

    @cached_property
    def nearest(self) -> Change | None:
        """The change whose estimate lies nearest to what the target allows."""
        return min(self.changes, key=lambda change: abs(change.judgement.by), default=None)


def would_meet(run: RunDirectory, target: Target, missed: Found) -> WouldMeet | None:
    """Return what would meet a target that is missed; None if nothing else was played.

    Compared are scenarios that differ from that of the estimate that misses in one factor only, also those
    with which the target is not meant to hold.

    * `target`: the target: a range of a share or a mean.
    * `missed`: the estimate that misses it.
    """
    every = TargetReader(run).found(replace(target, where={}))
    alike = [found for found in every if found.of == missed.of and found.player == missed.player]
    levels = {row["scenario"]: row for row in run.levels.iter_rows(named=True)}
    factors = [factor for factor in run.factors if not is_of_players(factor)]
    by_factor: dict[str, list[Found]] = {}
    for near in alike:
        differ = [
            factor
            for factor in run.factors
            if levels[near.scenario][factor] != levels[missed.scenario][factor]
        ]
        if len(differ) == 1 and differ[0] in factors:
            by_factor.setdefault(differ[0], []).append(near)
    count = sum(map(len, by_factor.values()))
    if not count:
        return None
    changes = tuple(
        Change(factor, str(levels[near.scenario][factor]), near, judge(near.estimate, near.bounds, count))
        for factor, found in by_factor.items()
        for near in found
    )
    ranges = (_met_between(factor, [missed, *found], levels) for factor, found in by_factor.items())
    return WouldMeet(changes, tuple(range_ for range_ in ranges if range_))


def _met_between(
    factor: str, found: Sequence[Found], levels: Mapping[int, Mapping[str, str]]
) -> MetBetween | None:
    """Return where a target is met on a curve over a number that rises or falls throughout; else None."""
    try:
        ranked = sorted(
            ((float(levels[near.scenario][factor]), near) for near in found), key=lambda pair: pair[0]
        )
    except ValueError:  # no numbers
        return None
    numbers, estimates = [at for at, _ in ranked], [near.estimate for _, near in ranked]
    bounds = {near.bounds for near in found}
    if len(bounds) > 1 or not all(isfinite(estimate.low) for estimate in estimates):
        return None
    allowed = bounds.pop()
    crossed = [
        (crossing, is_low)
        for value, is_low in ((allowed.low, True), (allowed.high, False))
        if isfinite(value)
        for crossing in crossings(numbers, estimates, value)
    ]
    entries = [crossing for crossing, is_low in crossed if crossing.is_rising == is_low]
    exits = [crossing for crossing, is_low in crossed if crossing.is_rising != is_low]
    if len(entries) > 1 or len(exits) > 1 or not (entries or exits):
        return None
    low, high = (side[0] if side else None for side in (entries, exits))
    if low and high and low.at > high.at:
        return None
    return MetBetween(factor, low, high)
