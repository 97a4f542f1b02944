"""Plays in workers: what a question asks, in threads or on a cluster; the shards of a run in processes.

If the system kills a process to get memory, its shards are played again by fewer processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, get_args

import numpy as np

from simkit.engine.base.rows import Rows
from simkit.engine.play.match import Match
from simkit.errors import BadInput, quoted, unknown
from simkit.run.games import Games
from simkit.run.store.durable import remove_unfinished
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work import MOST_JOBS
from simkit.run.work.child import SAFE_PATH
from simkit.run.work.listening import Listener
from simkit.run.work.own_process import end_with, return_freed_memory
from simkit.run.work.signals import hang_up_ignored

if TYPE_CHECKING:
    from simkit.experiment.values import Experiment
    from simkit.run.work.in_worker import Task
    from simkit.run.work.loaded import Loaded

Part = TypeVar("Part")

Backend = Literal["threads", "processes"]

RulesOf = Callable[[Shard], tuple[bytes, ...]]
"""Returns the hashes of the rules records of a shard."""


class ClusterToPlayOn(Protocol):
    """Other machines that play; what it is made of is an optional part of simkit."""

    workers: int
    """How many workers it had at once at most while the last job was played."""

    def connect(self) -> None:
        """Connect it; complain if nobody answers."""

    def close(self) -> None:
        """Close the connection."""

    def run_job(
        self, task: Task, loaded: Loaded, experiment: Experiment, rules_of: RulesOf
    ) -> Callable[[Iterable[Shard], Listener], Iterator[PlayedShard]]:
        """Return what plays shards of a run, in any order."""

    def results(
        self,
        function: Callable[..., Any],
        shared: tuple[Any, ...],
        pieces: Sequence[tuple[Any, ...]],
        listener: Listener,
    ) -> Iterator[tuple[int, Any]]:
        """Yield the number of each piece of a question's work, and what came of it, in any order."""


@dataclass(frozen=True)
class Where:
    """Where games are played, where what they come to is kept, and who hears of it.

    It is made once, and handed down whole.  As a context, it closes the cluster at its end.

    Raises
    ------
    BadInput
        If there are too many workers, or workers of an unknown kind.
    """

    jobs: int = -1
    """Workers at once; -1 means one per core."""

    backend: Backend = "threads"
    """What the workers of a run are: compiled code holds no lock, so threads are as fast as processes and
    start faster.  A question is worked out in threads."""

    cluster: ClusterToPlayOn | None = None
    """Plays in place of this machine, which compiles, sums up and writes."""

    store: str | None = None
    """The address of a shared folder or object store that a run's tables go to, and not its directory; a run
    that is resumed goes on in its own."""

    runs: Path = Path("runs")
    """The folder of all runs."""

    out: Path | None = None
    """The directory of a run, if it is not to be one in that folder."""

    listener: Listener = field(default_factory=Listener)
    """Hears how far the work is."""

    def __post_init__(self) -> None:
        if not isinstance(self.jobs, int) or (self.jobs != -1 and not 1 <= self.jobs <= MOST_JOBS):
            allowed = f"allowed are 1 to {MOST_JOBS}, or -1 for one per core"
            raise BadInput(f"jobs: found {quoted(self.jobs)}, {allowed}")
        if not isinstance(self.backend, str) or self.backend not in get_args(Backend):
            raise BadInput(unknown("backend", quoted(self.backend), get_args(Backend)))

    def __enter__(self) -> Where:
        return self

    def __exit__(self, *_: object) -> None:
        if self.cluster is not None:
            self.cluster.close()

    def results(
        self, function: Callable[..., Part], shared: tuple[Any, ...], pieces: Sequence[tuple[Any, ...]]
    ) -> Iterator[Part]:
        """Yield what a function comes to for each piece of a question's work, in their order.

        * `function`: a function at the top of a module of simkit, so that it can be called anywhere.
        * `shared`: its first arguments, which all pieces share; all are values.
        * `pieces`: the others, for each piece.
        """
        if self.cluster is None:
            import joblib  # what plays by itself, as a page does, need not wait for it

            calls = (joblib.delayed(function)(*shared, *piece) for piece in pieces)
            yield from joblib.Parallel(n_jobs=self.jobs, prefer="threads", return_as="generator")(calls)
            return
        if not pieces:
            return
        early: dict[int, Part] = {}
        following = 0
        for number, part in self.cluster.results(function, shared, pieces, self.listener):
            early[number] = part
            while following in early:
                yield early.pop(following)
                following += 1


HERE = Where()

PIECES = 16
"""The fewest pieces that games are cut into, so that all workers have some."""


def in_batches(
    workers: Where,
    function: Callable[..., Part],
    shared: tuple[Any, ...],
    numbers: range,
    at_once: int,
    called: str = "",
) -> list[Part]:
    """Return what a function comes to for each batch of games, in their order.

    * `function`: a function at the top of a module; its last argument are the numbers of some games.
    * `shared`: its other arguments.
    * `at_once`: the most games per batch.
    * `called`: what the listener calls the games when it hears how many are done; it hears nothing of others.
    """
    at_once = min(at_once, max(1, -(-len(numbers) // PIECES)))
    batches = [numbers[first : first + at_once] for first in range(0, len(numbers), at_once)]
    found: list[Part] = []
    for part in workers.results(function, shared, [(batch,) for batch in batches]):
        found.append(part)
        if called:
            workers.listener.played(called, min(len(found) * at_once, len(numbers)), len(numbers))
    return found


AT_ONCE = 4096
"""Games per piece of work of players that do not look ahead."""

GAMES_AHEAD = 1_000_000
"""The most games of several matches that are in memory at once; of a match, all are."""


def play_each(workers: Where, matches: Sequence[Match], numbers: range) -> Iterator[Games]:
    """Play some games of each match; workers begin the next before one is finished."""
    batches = [numbers[begin : begin + AT_ONCE] for begin in range(0, len(numbers), AT_ONCE)]
    together = max(1, GAMES_AHEAD // max(len(numbers), 1))
    for begin in range(0, len(matches), together):
        some = matches[begin : begin + together]
        parts = workers.results(play_some, (), [(match, batch) for match in some for batch in batches])
        for match in some:
            yield Games.joined([Games(match, batch, *next(parts)) for batch in batches])


def play_all(workers: Where, match: Match, numbers: range, called: str = "") -> Games:
    """Play some games of a match."""
    parts = in_batches(workers, play_some, (match,), numbers, AT_ONCE, called)
    rows, seat_rows = map(np.concatenate, zip(*parts, strict=True))
    return Games(match, numbers, rows, seat_rows)


def play_some(match: Match, numbers: range) -> tuple[Rows, Rows]:
    """Play some games of a match; return their rows, and those of their seats."""
    return match.play(numbers.start, len(numbers))


MOST_LOSSES = 3
"""How often in a row workers may be killed without having finished a shard."""


class Play(Protocol):
    """A function that plays shards in worker processes, in any order."""

    def __call__(self, some: Iterable[Shard], **start: Any) -> Iterator[PlayedShard]:
        """Play some shards; each worker calls `start` first."""


def play_in_processes(run: Path, shards: Iterable[Shard], play: Play) -> Iterator[PlayedShard]:
    """Play shards in workers that end with this process; if one is killed, others play its shards.

    joblib gives up all workers when one of them is killed, with the shards that had not been reported by
    then.
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


@contextmanager
def taking_no_module_from_here() -> Iterator[None]:
    """Let processes that start meanwhile take no module from the current folder, as `string` from string.py.

    Afterwards the environment is as it was: the caller may start programs that do.
    """
    usual = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if usual is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = usual


def _start_tracker() -> None:
    """Start joblib's process that removes temporary files so that it ignores the hang-up of a terminal.

    It ignores Ctrl-C and SIGTERM by itself.  Without it joblib would warn of leaks.
    """
    from joblib.externals.loky.backend import resource_tracker

    with hang_up_ignored():
        resource_tracker.ensure_running()


def _begin(process: int) -> None:
    return_freed_memory()
    end_with(process)
