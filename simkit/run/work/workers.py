"""Plays in workers: batches in threads where no run is written; shards in processes.

If the system kills a process to get memory, its shards are played again by fewer processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Protocol, TypeVar

import joblib
from joblib.externals.loky.backend import resource_tracker

from simkit.errors import BadInput
from simkit.run.store.durable import remove_unfinished
from simkit.run.work.own_process import end_with, return_freed_memory
from simkit.run.work.shard import Played, Shard
from simkit.run.work.signals import hang_up_ignored

Part = TypeVar("Part")


def in_batches(
    work: Callable[[range], Part], numbers: range, at_once: int, jobs: int
) -> Iterator[tuple[int, Part]]:
    """Yield how many games are done, and the result of `work`, batch by batch in their order.

    Parameters
    ----------
    work : callable
        Takes the numbers of some games.
    numbers : range
        All games.
    at_once : int
        Games per batch: few if they are slow, so that all workers have some.
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


MOST_LOSSES = 3
"""How often in a row workers may be killed without having finished a shard."""


class Play(Protocol):
    """A function that plays shards in worker processes, in any order."""

    def __call__(self, some: Iterable[Shard], **start: Any) -> Iterator[Played]:
        """Play some shards; each worker calls `start` first."""


def play_in_processes(run: Path, shards: Iterable[Shard], play: Play) -> Iterator[Played]:
    """Play shards in workers that end with this process; if one is killed, others play its shards.

    joblib gives up all workers when one of them is killed, with the shards that had not been reported by
    then.

    Raises
    ------
    BadInput
        If workers are killed again and again.
    """
    _start_tracker()
    left = dict.fromkeys(shards)
    losses = 0
    while left:
        try:
            for played in play(tuple(left), initializer=_begin, initargs=(os.getpid(),)):
                del left[played.shard]
                losses = 0
                yield played
        except BrokenProcessPool:
            losses += 1
            if losses == MOST_LOSSES:
                raise BadInput(
                    f"worker processes were killed {MOST_LOSSES} times in a row before they had finished a "
                    "shard, most likely because memory ran out: fewer --jobs need less; what was played is "
                    "kept, --resume continues the run"
                ) from None
            remove_unfinished(run)


def _start_tracker() -> None:
    """Start joblib's process that removes temporary files so that it ignores the hang-up of a terminal.

    It ignores Ctrl-C and SIGTERM by itself.  Without it joblib would warn of leaks.
    """
    with hang_up_ignored():
        resource_tracker.ensure_running()


def _begin(process: int) -> None:
    return_freed_memory()
    end_with(process)
