"""Plays in workers: what a question asks, in threads or on a cluster; the shards of a run in processes.

If the system kills a process to get memory, its shards are played again by fewer processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import joblib
from joblib.externals.loky.backend import resource_tracker

from simkit.errors import BadInput
from simkit.run.store.durable import remove_unfinished
from simkit.run.work.own_process import end_with, return_freed_memory
from simkit.run.work.shard import Played, Shard
from simkit.run.work.signals import hang_up_ignored

if TYPE_CHECKING:  # most work is done without a cluster
    from simkit.run.work.cluster import AtWork, Cluster

Part = TypeVar("Part")


def _nothing(_: object) -> None:
    """Tell and show nothing."""


@dataclass(frozen=True)
class Workers:
    """What plays for a question: the threads of this process, or a cluster.

    A piece of work is a function at the top of a module of simkit, and values: so it can be done anywhere.
    """

    jobs: int = -1
    """Threads at once; -1 means one per core."""

    cluster: Cluster | None = None
    """Plays in place of the threads."""

    tell: Callable[[str], object] = _nothing
    show: Callable[[Sequence[AtWork]], object] = _nothing
    """`tell` is told, in a sentence, what happens to workers of the cluster; `show` is shown what each of
    them does."""

    def results(
        self, function: Callable[..., Part], shared: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[Part]:
        """Yield what a function comes to for each piece of work, in their order.

        Parameters
        ----------
        function : callable
            A function at the top of a module.
        shared : tuple
            Its first arguments, which all pieces share.
        pieces : sequence of tuple
            The others, for each piece.

        Raises
        ------
        BadInput
            If a cluster is to play what only this process knows; or what the function raises.
        """
        if self.cluster is None:
            calls = (joblib.delayed(function)(*shared, *own) for own in pieces)
            yield from joblib.Parallel(n_jobs=self.jobs, prefer="threads", return_as="generator")(calls)
            return
        from simkit.run.work.cluster import play_on
        from simkit.run.work.jobs import QuestionJob

        if not pieces:
            return
        job = QuestionJob(function, shared, pieces)
        early: dict[int, Part] = {}
        following = 0
        for number, part in play_on(self.cluster, job, job.pieces, self.tell, self.show):
            early[number] = part
            while following in early:
                yield early.pop(following)
                following += 1


HERE = Workers()
"""All cores of this machine."""


def in_batches(
    workers: Workers,
    function: Callable[..., Part],
    shared: tuple[Any, ...],
    numbers: range,
    at_once: int,
) -> Iterator[tuple[int, Part]]:
    """Yield how many games are done, and what a function comes to for each batch of them, in their order.

    Parameters
    ----------
    function : callable
        A function at the top of a module; its last argument are the numbers of some games.
    shared : tuple
        Its other arguments.
    at_once : int
        Games per batch: few if they are slow, so that all workers have some.
    """
    batches = [numbers[first : first + at_once] for first in range(0, len(numbers), at_once)]
    done = 0
    results = workers.results(function, shared, [(batch,) for batch in batches])
    for batch, part in zip(batches, results, strict=True):
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
