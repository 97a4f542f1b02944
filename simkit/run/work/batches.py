"""Plays games in batches, in threads, for what is not written into a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import joblib

Part = TypeVar("Part")


def in_batches(
    work: Callable[[range], Part], numbers: range, at_once: int, jobs: int
) -> Iterator[tuple[int, Part]]:
    """Yield how many games are done, and what `work` has returned, batch by batch in their order.

    Parameters
    ----------
    work : callable
        Is given the numbers of some games.
    numbers : range
        Which games there are.
    at_once : int
        Games per batch: few where they are slow, so that all workers have some.
    jobs : int
        Workers at once; -1 means one per core.
    """
    batches = [numbers[first : first + at_once] for first in range(0, len(numbers), at_once)]
    calls = (joblib.delayed(work)(batch) for batch in batches)
    done = 0
    for batch, part in zip(
        batches, joblib.Parallel(n_jobs=jobs, prefer="threads", return_as="generator")(calls), strict=True
    ):
        done += len(batch)
        yield done, part
