"""Plays the shards of a run on a cluster of Dask: hands them out, and keeps what comes back.

Each worker is handed shards of its own, one more than it can play at once.  So a worker that can't play the
run is left out and the others go on; what a lost worker had is handed to others; and a shard that takes far
longer than shards do is played by a second worker too.  A shard is a pure function of what it names, so it
does not matter which of the two is first.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import re
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from queue import Empty, SimpleQueue
from statistics import median
from typing import Any

from simkit.errors import BadInput
from simkit.run.store.parquet import Place, keep_in_run
from simkit.run.work import node
from simkit.run.work.bundle import Bundle
from simkit.run.work.in_worker import Task
from simkit.run.work.loaded import KEPT, Loaded, OtherWorker, difference
from simkit.run.work.node import Order
from simkit.run.work.shard import Played, Shard
from simkit.words import plural

ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d{1,5}")
LOCAL = re.compile(r"local(?::([1-9]\d{0,3}))?")
ALLOWED = (
    "allowed are tcp://HOST:PORT or tls://HOST:PORT, the address that `dask scheduler` prints, and local:4, "
    "which starts four workers here"
)

ANSWERS_WITHIN = 10.0
"""Seconds within which a scheduler must answer."""

WAIT = "SIMKIT_CLUSTER_WAIT"
"""The environment variable that says for how many seconds a run waits for a worker."""

USUAL_WAIT = 60.0

LOOK = 0.5
"""Seconds between two looks at which workers there are."""

MOST_LOSSES = 3
"""How often the processes that play a shard may be lost, or those of a worker while they get ready."""

SLOW = 3.0
"""A shard is played by a second worker, if one is idle, after this many times what shards take."""

SLOW_SECONDS = 2.0
"""... and not before this many seconds."""


@dataclass(frozen=True)
class AtWork:
    """What a worker of a cluster does: its name, what it plays and since when, and what it has played.

    `plays` is empty for a worker that plays nothing at the moment; one that `is_left_out` never will.
    """

    name: str
    plays: str
    seconds: float
    games: int
    is_left_out: bool = False

    def in_words(self) -> str:
        """Return it as a line for the screen."""
        does = "left out" if self.is_left_out else "waits"
        does = f"{self.plays}, for {self.seconds:.0f} s" if self.plays else does
        return f"{self.name}: {does}; {self.games:,} games played"


class Cluster:
    """A cluster of Dask, which is connected when it is first needed.

    Parameters
    ----------
    address : str
        That of its scheduler; or "local:4" for four workers on this machine.

    Raises
    ------
    BadInput
        If that is no address.
    """

    def __init__(self, address: str) -> None:
        local = LOCAL.fullmatch(address)
        if not local and not ADDRESS.fullmatch(address):
            raise BadInput(f"cluster: found '{address}', {ALLOWED}")
        self.address = address
        self._workers_here = int(local[1] or os.cpu_count() or 1) if local else 0
        self._started: Any = None

    @cached_property
    def client(self) -> Any:
        """The connection.

        Raises
        ------
        BadInput
            If Dask is not installed, or no scheduler answers.
        """
        try:
            distributed = import_module("distributed")  # types are checked without it, too
        except ImportError:
            raise BadInput(
                "a cluster needs Dask: pip install 'simkit[dask]', here and where the workers are"
            ) from None
        with _quiet():
            if self._workers_here:
                self._started = distributed.LocalCluster(
                    n_workers=self._workers_here,
                    threads_per_worker=1,
                    processes=False,  # a worker's games are played in a process of its own
                    memory_limit=0,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            where = self._started or self.address
            try:
                return distributed.Client(where, timeout=ANSWERS_WITHIN, set_as_default=False)
            except (OSError, TimeoutError, ValueError, RuntimeError) as error:
                raise BadInput(
                    f"cluster: no scheduler answers at {self.address} within {ANSWERS_WITHIN:g} s; `dask "
                    f"scheduler` starts one and prints its address ({type(error).__name__})"
                ) from None

    def close(self) -> None:
        """Close the connection; end what was started here."""
        if "client" in vars(self):
            with _quiet(), suppress(Exception):
                self.client.close(timeout=2)
            del self.client
        if self._started is not None:
            node.end_processes()
            with _quiet(), suppress(Exception):
                self._started.close(timeout=5)
            self._started = None

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask from telling on the screen what simkit tells in its own words."""
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(before)


@dataclass(eq=False)
class _Worker:
    """A worker of the cluster, as far as it is known here.

    Parameters
    ----------
    threads : int
        How many shards it plays at once.
    state : str
        "asked" whether it can play the run, "ready", or "left out".
    since : float
        When it was asked.
    doing : dict
        What it was handed and has not answered yet -> the shard, and when it was handed out.
    """

    name: str
    address: str
    threads: int
    state: str = "asked"
    since: float = field(default_factory=time.monotonic)
    doing: dict[Any, tuple[Shard, float]] = field(default_factory=dict)
    asked: Any = None
    losses: int = 0
    games: int = 0

    def at_work(self, now: float) -> AtWork:
        """Return what it does."""
        shard, since = next(iter(self.doing.values()), (None, self.since))
        plays = _in_words(shard) if shard else "gets ready" if self.state == "asked" else ""
        return AtWork(self.name, plays, now - since, self.games, self.state == "left out")


def _in_words(shard: Shard) -> str:
    first, last = shard.scenarios[0], shard.scenarios[-1]
    scenarios = f"scenario {first}" if first == last else f"scenarios {first} to {last}"
    kind = "trial games" if shard.is_trial else "games"
    return f"{scenarios}, {shard.games:,} {kind} from {shard.first_game:,}"


@dataclass(frozen=True)
class Job:
    """What a cluster is to play.

    Parameters
    ----------
    task : Task
        What each worker is told of the run.
    code, description : Bundle
        The code that simkit does not ship; the run's manifest and scenarios.
    own : Loaded
        What this process has loaded.
    rules_of : callable
        Returns the hashes of the rules records of a shard.
    """

    task: Task
    code: Bundle
    description: Bundle
    own: Loaded
    rules_of: Callable[[Shard], tuple[bytes, ...]]

    def order(self, work: Callable[..., tuple[str, Any]], *arguments: Any) -> Order:
        """Return a piece of work for a worker."""
        return Order(self.code.name, self.description.name, pickle.dumps((work, self.task, *arguments)))


def play_on(
    cluster: Cluster,
    job: Job,
    shards: Iterable[Shard],
    tell: Callable[[str], object],
    show: Callable[[Sequence[AtWork]], object],
) -> Iterator[Played]:
    """Play shards on a cluster, in any order, and write their files into the run directory.

    Parameters
    ----------
    tell : callable
        Is told, in a sentence, what happens to workers.
    show : callable
        Is shown what every worker does.

    Raises
    ------
    BadInput
        If no worker is left, or what is played fails.
    """
    with _quiet():
        playing = _Playing(cluster, job, shards, tell)
        try:
            yield from playing.results(show)
        finally:
            playing.cancel()


class _Playing:
    def __init__(
        self, cluster: Cluster, job: Job, shards: Iterable[Shard], tell: Callable[[str], object]
    ) -> None:
        self._cluster, self._client, self._job, self._tell = cluster, cluster.client, job, tell
        self._waiting = deque(shards)
        self._left = set(self._waiting)
        self._workers: dict[str, _Worker] = {}
        self._known = 0
        self._answers: SimpleQueue[tuple[Any, str, Any]] = SimpleQueue()
        self._lost: Counter[Shard] = Counter()
        self._took: deque[float] = deque(maxlen=64)
        self._twice: set[Shard] = set()
        self._refusal = ""
        self._alone_since = time.monotonic()
        self._looked = 0.0

    def results(self, show: Callable[[Sequence[AtWork]], object]) -> Iterator[Played]:
        """Yield what is played, as it comes."""
        while self._left:
            if time.monotonic() - self._looked > LOOK:
                self._look()
                show([own.at_work(time.monotonic()) for own in self._workers.values()])
            self._hand_out()
            try:
                future, status, answer = self._answers.get(timeout=LOOK)
            except Empty:
                continue
            played = self._take(future, status, answer)
            if played is not None:
                yield played

    def cancel(self) -> None:
        """Give up what is still handed out."""
        futures = [future for own in self._workers.values() for future in (*own.doing, own.asked) if future]
        with suppress(Exception):
            self._client.cancel(futures, force=True)

    def _look(self) -> None:
        """See which workers there are; what lost ones had is handed out again."""
        self._looked = time.monotonic()
        try:
            there: dict[str, int] = self._client.nthreads()
        except Exception:
            there = {}
        if self._client.status != "running":
            raise BadInput(
                f"the scheduler at {self._cluster.address} is gone; {KEPT}, --resume continues the run"
            )
        for address in self._workers.keys() - there.keys():
            self._lose(self._workers.pop(address))
        for address in (own for own in there if own not in self._workers):
            self._known += 1
            name = f"worker {self._known}" if address.startswith("inproc") else address.partition("://")[2]
            self._workers[address] = own = _Worker(name, address, max(1, there[address]))
            self._ask(own)
        states = {own.state for own in self._workers.values()}
        if states == {"left out"}:
            raise BadInput(f"no worker of {self._cluster.address} can play this run: {self._refusal}")
        if states:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > _wait():
            raise BadInput(
                f"{self._cluster.address} has no worker, and none came for {_wait():g} s ({WAIT}=600 waits "
                f"ten minutes); {KEPT}, --resume continues the run"
            )

    def _ask(self, worker: _Worker) -> None:
        """Send a worker what it needs, and ask whether it can play the run."""
        job = self._job
        bundles = {own.name: own.contents for own in (job.code, job.description)}
        worker.state, worker.since = "asked", time.monotonic()
        worker.asked = self._submit(worker, node.receive, bundles, job.order(node.make_ready))

    def _submit(self, worker: _Worker, work: Callable[..., bytes], *arguments: Any) -> Any:
        future = self._client.submit(
            work, *arguments, workers=[worker.address], allow_other_workers=False, pure=False, retries=0
        )
        future.add_done_callback(self._fetch)
        return future

    def _fetch(self, future: Any) -> None:
        """Put an answer into the queue; Dask calls this in a thread."""
        status = str(future.status)
        answer: Any = None
        try:
            if status == "finished":
                answer = future.result(timeout=ANSWERS_WITHIN * 6)
            elif status == "error":
                answer = future.exception(timeout=ANSWERS_WITHIN)
        except BaseException as error:
            status, answer = "error", error
        self._answers.put((future, status, answer))

    def _hand_out(self) -> None:
        ready = [own for own in self._workers.values() if own.state == "ready"]
        while self._waiting:
            free = [own for own in ready if len(own.doing) <= own.threads]
            if not free:
                return
            self._give(min(free, key=lambda own: len(own.doing) / own.threads), self._waiting.popleft())
        now = time.monotonic()
        if len(self._took) < 2:
            return
        longest = max(SLOW_SECONDS, SLOW * median(self._took))
        for idle in (own for own in ready if not own.doing):
            late = [
                (since, own, shard)
                for own in self._workers.values()
                for shard, since in own.doing.values()
                if now - since > longest and shard not in self._twice
            ]
            if late:
                since, slow, shard = min(late, key=lambda one: one[0])
                self._twice.add(shard)
                self._tell(
                    f"worker {slow.name} is slow: {_in_words(shard)}, for {now - since:.0f} s, where "
                    f"{median(self._took):.0f} s are usual; {idle.name} plays them too"
                )
                self._give(idle, shard)

    def _give(self, worker: _Worker, shard: Shard) -> None:
        order = self._job.order(node.play, shard, self._job.rules_of(shard))
        worker.doing[self._submit(worker, node.obey, order)] = shard, time.monotonic()

    def _take(self, future: Any, status: str, answer: Any) -> Played | None:
        """Return what was played, if an answer says so; do whatever else it asks for."""
        worker = next((own for own in self._workers.values() if future in (*own.doing, own.asked)), None)
        if worker is None or status == "cancelled":
            return None
        shard, since = worker.doing.pop(future, (None, 0.0))
        if future is worker.asked:
            worker.asked = None
        if status != "finished":
            self._again(shard)
            self._leave_out(worker, f"{type(answer).__name__}: {answer}")
            return None
        said, what = pickle.loads(answer)
        if said == node.READY:
            worker.state = "ready"
        elif said == node.MISSING:
            self._again(shard)
            self._ask(worker)
        elif said == node.OTHER:
            self._again(shard)
            self._leave_out(worker, difference(OtherWorker(*what), self._job.own))
        elif said == node.FAILED:
            raise BadInput(what)
        elif said == node.RAISED:
            raise what
        elif said == node.LOST:
            follows = self._what_follows(0 if shard is None else 1)
            self._tell(f"{worker.name}: the process that plays there was lost ({what}){follows}")
            if shard is not None:
                self._count_loss(shard)
                self._again(shard)
            elif (losses := worker.losses + 1) == MOST_LOSSES:
                self._leave_out(worker, f"it lost the process that plays there {losses} times ({what})")
            else:
                worker.losses = losses
                self._ask(worker)
        elif shard in self._left:
            return self._keep(worker, shard, since, *what)
        return None

    def _keep(
        self, worker: _Worker, shard: Shard, since: float, played: Played, contents: dict[str, bytes]
    ) -> Played | None:
        """Write the files of a shard, and return what was played."""
        if not _is_whole(shard, played, contents):
            self._again(shard)
            self._leave_out(worker, f"what it sent of {_in_words(shard)} is not what it says")
            return None
        self._left.discard(shard)
        self._took.append(time.monotonic() - since)
        worker.games += shard.all_games
        for name, own in contents.items():
            keep_in_run(Place(self._job.task.run, self._job.task.identity, name), own)
        for other in self._workers.values():
            for future in [future for future, (own, _) in other.doing.items() if own == shard]:
                del other.doing[future]
                future.cancel()
        return played

    def _lose(self, worker: _Worker) -> None:
        """Hand out again what a lost worker had."""
        if worker.state != "left out":
            self._tell(f"worker {worker.name} is gone{self._what_follows(len(worker.doing))}")
        for future, (shard, _) in list(worker.doing.items()):
            future.cancel()
            self._again(shard)
        for shard, _ in list(worker.doing.values())[: worker.threads]:
            self._count_loss(shard)

    def _what_follows(self, shards: int) -> str:
        return f"; {plural(shards, 'shard')} that it had will be played by others" if shards else ""

    def _leave_out(self, worker: _Worker, why: str) -> None:
        worker.state, self._refusal = "left out", why
        given, worker.doing = worker.doing, {}
        for future, (shard, _) in given.items():
            future.cancel()
            self._again(shard)
        self._tell(f"worker {worker.name} is left out: {why}")

    def _again(self, shard: Shard | None) -> None:
        """Let a shard be handed out again, unless it is played or another worker has it."""
        has = any(shard == own for worker in self._workers.values() for own, _ in worker.doing.values())
        if shard is not None and shard in self._left and not has and shard not in self._waiting:
            self._waiting.appendleft(shard)
            self._twice.discard(shard)

    def _count_loss(self, shard: Shard) -> None:
        self._lost[shard] += 1
        if self._lost[shard] == MOST_LOSSES:
            raise BadInput(
                f"the processes that played {_in_words(shard)} were lost {MOST_LOSSES} times, most likely "
                f"because memory ran out: fewer threads per worker need less; {KEPT}, --resume continues the "
                "run"
            )


def _is_whole(shard: Shard, played: Played, contents: dict[str, bytes]) -> bool:
    """Return True if the files of a shard are those that a worker says it has written."""
    said = {file.path: (file.sha256, file.bytes) for file in played.files}
    found = {name: (hashlib.sha256(own).hexdigest(), len(own)) for name, own in contents.items()}
    return played.shard == shard and said == found


def _wait() -> float:
    said = os.environ.get(WAIT, "") or str(USUAL_WAIT)
    with suppress(ValueError):
        if (seconds := float(said)) > 0:
            return seconds
    raise BadInput(f"{WAIT} is '{said}'; allowed: seconds, more than 0, or inf")
