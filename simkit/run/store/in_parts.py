"""Reads the games of large runs in parts, so that many games take no more memory than few."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import polars as pl

from simkit.run.store.directory import RunDirectory

GAMES_AT_ONCE = 1 << 17
"""The rows of a run that are read at once, about as many as two of its files have."""

IN_STEP = 1 << 20
"""The rows that are read at once where a part has the games of all scenarios: each part looks into the files
of all."""


def in_parts(
    run: RunDirectory,
    scenarios: Sequence[int],
    rows: Callable[[list[int], range | None], pl.LazyFrame],
    seats: int = 1,
) -> Iterator[pl.LazyFrame]:
    """Yield the rows of some scenarios in parts: some scenarios after others, of each the first games first.

    Two runs that are read with the same `seats` have games of the same numbers in their first parts, and
    so on.

    * `rows`: returns the rows of some scenarios, given the numbers of the games; None for all.
    * `seats`: how many rows a game has at most.
    """
    at_once = max(1, GAMES_AT_ONCE // seats)
    end = _end(run, scenarios)
    together = max(1, at_once // max(end, 1))
    for first in range(0, len(scenarios), together):
        own = list(scenarios[first : first + together])
        for start in range(0, end, at_once):
            yield rows(own, None if end <= at_once else range(start, start + at_once))


def in_step(run: RunDirectory, scenarios: Sequence[int], rows: int) -> Iterator[range]:
    """Yield the numbers of the games of some scenarios in parts, to be read together of all of them.

    `rows`: how many rows there are of each number, in all scenarios.
    """
    at_once = max(1, IN_STEP // rows)
    end = _end(run, scenarios)
    for start in range(0, end, at_once):
        yield range(start, start + at_once)


def _end(run: RunDirectory, scenarios: Sequence[int]) -> int:
    """Return the number after the last game of some scenarios."""
    return max((run.numbers(scenario)[-1] + 1 for scenario in scenarios if run.numbers(scenario)), default=0)
