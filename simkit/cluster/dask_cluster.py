"""Plays on a cluster of Dask: hands out pieces of work, and takes what comes back.

A piece is a shard of a run, or some games of a question (`jobs`).  Each worker is handed pieces of its own,
one more than it can play at once.  So a worker that can't play them is left out and the others go on; what a
lost worker had is handed to others; and a piece that takes far longer than others do is played by a second
worker too.  A piece is a pure function of what it names, so it does not matter which of the two is first.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from queue import Empty, SimpleQueue
from statistics import median
from typing import Any, Generic, TypeVar

from simkit.cluster import node
from simkit.cluster.bundle import pack_code, pack_files
from simkit.cluster.jobs import Job, QuestionJob, RunJob
from simkit.cluster.table_store import NotThere
from simkit.errors import BadInput, quoted
from simkit.experiment.values import Experiment
from simkit.extras import CLUSTER
from simkit.language import plural
from simkit.run.store.manifest import MANIFEST, SCENARIOS, references_of
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.work.in_worker import Task
from simkit.run.work.listening import AtWork, Listener
from simkit.run.work.loaded import Loaded, OtherWorker, difference
from simkit.run.work.workers import RulesOf

Piece = TypeVar("Piece", bound=Hashable)
Result = TypeVar("Result")

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
"""How often the processes that play a piece may be lost, or those of a worker while they get ready."""

SLOW = 3.0
"""A piece is played by a second worker, if one is idle, after this many times what pieces take."""

SLOW_SECONDS = 2.0
"""... and not before this many seconds."""


UNWATCHED = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "5s",
    "distributed.admin.system-monitor.interval": "10s",
}
"""How Dask is set up for workers in this process.  By default it looks after itself up to a hundred times a
second, with 7 % of a core; there is no dashboard that shows what it sees."""


class Cluster:
    """A cluster of Dask, which is connected when it is first needed.

    `address`: that of its scheduler; or "local:4" for four workers on this machine.

    Raises BadInput if that is no address.
    """

    def __init__(self, address: str) -> None:
        local = LOCAL.fullmatch(address)
        if not local and not ADDRESS.fullmatch(address):
            raise BadInput(f"cluster: found {quoted(address)}, {ALLOWED}")
        self.address = address
        self._workers_here = int(local[1] or os.cpu_count() or 1) if local else 0
        self._started: Any = None
        self.workers = 0
        """How many workers it had at once at most while the last job was played."""

        self.known: dict[tuple[str, str], str] = {}
        """What workers, by their addresses, have said to a job, by its key: nothing, or why they can't."""

    def connect(self) -> None:
        """Connect it, if it is not connected yet: a wrong address is told before anything is compiled."""
        _ = self.client

    @cached_property
    def client(self) -> Any:
        """The connection."""
        distributed = CLUSTER.load("distributed")
        if self.address.startswith("tls:") and not _has_certificates():
            raise BadInput(
                f"cluster: {self.address} needs certificates here, too: Dask looks for them under "
                "distributed.comm.tls in ~/.config/dask (ca-file; client.cert and client.key)"
            )
        with _quiet():
            if self._workers_here:
                with import_module("dask.config").set(UNWATCHED):
                    self._started = distributed.LocalCluster(
                        n_workers=self._workers_here,
                        threads_per_worker=1,
                        processes=False,  # a worker's games are played in processes of its own
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

    def run_job(
        self, task: Task, loaded: Loaded, experiment: Experiment, rules_of: RulesOf
    ) -> Callable[[Iterable[Shard], Listener], Iterator[PlayedShard]]:
        """Return what plays shards of a run, in any order.

        * `task`: what each worker is told of the run; how many games it has is no part of it.
        * `rules_of`: returns the hashes of the rules records of a shard, with which a worker must agree.
        """
        code = pack_code(experiment.game, references_of(experiment), experiment.folder)
        described = pack_files({name: task.run / name for name in (MANIFEST, SCENARIOS)})
        job = RunJob(task, code, described, loaded, experiment, rules_of)
        return lambda shards, listener: play_on(self, job, shards, listener)

    def results(
        self,
        function: Callable[..., Any],
        shared: tuple[Any, ...],
        pieces: Sequence[tuple[Any, ...]],
        listener: Listener,
    ) -> Iterator[tuple[int, Any]]:
        """Yield the number of each piece of a question's work, and what came of it, in any order."""
        job = QuestionJob(function, shared, pieces)
        yield from play_on(self, job, job.pieces, listener)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _has_certificates() -> bool:
    """Return True if Dask's configuration says with which certificates a client may connect."""
    security = import_module("distributed.security").Security()
    return security.get_connection_args("client").get("ssl_context") is not None


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
    """A worker of the cluster, as far as it is known here."""

    name: str
    address: str
    threads: int
    """How many pieces it plays at once."""

    state: str = "asked"
    """One of "asked" (whether it can play the job), "ready", "left out"."""

    since: float = field(default_factory=time.monotonic)
    """When it was asked."""

    doing: dict[Any, tuple[Any, float]] = field(default_factory=dict)
    """What it was handed and has not answered yet -> the piece, and when it was handed out."""

    asked: Any = None
    losses: int = 0
    games: int = 0

    def at_work(self, now: float, in_words: Callable[[Any], str]) -> AtWork:
        """Return what it does."""
        piece, since = next(iter(self.doing.values()), (None, self.since))
        plays = "gets ready" if self.state == "asked" else ""
        plays = plays if piece is None else in_words(piece)
        return AtWork(self.name, plays, now - since, self.games, self.state == "left out")


def play_on(
    cluster: Cluster, job: Job[Piece, Result], pieces: Iterable[Piece], listener: Listener
) -> Iterator[Result]:
    """Play the pieces of a job on a cluster; yield what comes of them, in any order."""
    with _quiet():
        playing = _Playing(cluster, job, pieces, listener)
        try:
            yield from playing.results()
        finally:
            playing.cancel()


class _Playing(Generic[Piece, Result]):
    def __init__(
        self, cluster: Cluster, job: Job[Piece, Result], pieces: Iterable[Piece], listener: Listener
    ) -> None:
        self._cluster, self._client, self._job = cluster, cluster.client, job
        self._listener, self._tell = listener, listener.told
        cluster.workers = 0
        self._waiting = deque(pieces)
        self._left = set(self._waiting)
        self._workers: dict[str, _Worker] = {}
        self._known = 0
        self._answers: SimpleQueue[tuple[Any, str, Any]] = SimpleQueue()
        self._lost: Counter[Piece] = Counter()
        self._took: deque[float] = deque(maxlen=64)
        self._twice: set[Piece] = set()
        self._refusal = ""
        self._alone_since = time.monotonic()
        self._looked = 0.0

    def results(self) -> Iterator[Result]:
        """Yield what comes of the pieces, as it comes."""
        while self._left:
            if time.monotonic() - self._looked > LOOK:
                self._look()
                now = time.monotonic()
                self._cluster.workers = max(self._cluster.workers, len(self._workers))
                self._listener.working(
                    [worker.at_work(now, self._job.in_words) for worker in self._workers.values()]
                )
            self._hand_out()
            try:
                future, status, answer = self._answers.get(timeout=LOOK)
            except Empty:
                continue
            result = self._take(future, status, answer)
            if result is not None:
                yield result

    def cancel(self) -> None:
        """Give up what is still handed out."""
        futures = [
            future for worker in self._workers.values() for future in (*worker.doing, worker.asked) if future
        ]
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
            raise BadInput(f"the scheduler at {self._cluster.address} is gone; {self._job.afterwards}")
        for address in self._workers.keys() - there.keys():
            self._lose(self._workers.pop(address))
        for address in (address for address in there if address not in self._workers):
            self._known += 1
            name = f"worker {self._known}" if address.startswith("inproc") else address.partition("://")[2]
            self._workers[address] = own = _Worker(name, address, max(1, there[address]))
            self._meet(own)
        states = {worker.state for worker in self._workers.values()}
        if states == {"left out"}:
            raise BadInput(f"no worker of {self._cluster.address} can play {self._job.what}: {self._refusal}")
        if states:
            self._alone_since = time.monotonic()
        elif time.monotonic() - self._alone_since > _wait():
            raise BadInput(
                f"{self._cluster.address} has no worker, and none came for {_wait():g} s ({WAIT}=600 waits "
                f"ten minutes); {self._job.afterwards}"
            )

    def _meet(self, worker: _Worker) -> None:
        """Ask a worker whether it can play the job, unless it has said so."""
        said = self._cluster.known.get((worker.address, self._job.key))
        if said is None:
            self._ask(worker)
        elif said:
            worker.state, self._refusal = "left out", said
        else:
            worker.state = "ready"

    def _ask(self, worker: _Worker) -> None:
        """Send a worker what it needs, and ask whether it can play the job."""
        bundles = {bundle.name: bundle.contents for bundle in self._job.bundles}
        worker.state, worker.since = "asked", time.monotonic()
        worker.asked = self._submit(worker, node.receive, bundles, self._job.getting_ready())

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
        ready = [worker for worker in self._workers.values() if worker.state == "ready"]
        while self._waiting:
            free = [worker for worker in ready if len(worker.doing) <= worker.threads]
            if not free:
                return
            self._give(
                min(free, key=lambda worker: len(worker.doing) / worker.threads), self._waiting.popleft()
            )
        now = time.monotonic()
        if len(self._took) < 2:
            return
        longest = max(SLOW_SECONDS, SLOW * median(self._took))
        for idle in (worker for worker in ready if not worker.doing):
            late = [
                (since, worker, piece)
                for worker in self._workers.values()
                for piece, since in worker.doing.values()
                if now - since > longest and piece not in self._twice
            ]
            if late:
                since, slow, piece = min(late, key=lambda one: one[0])
                self._twice.add(piece)
                self._tell(
                    f"worker {slow.name} is slow: {self._job.in_words(piece)}, for {now - since:.0f} s, "
                    f"where {median(self._took):.0f} s are usual; {idle.name} plays them too"
                )
                self._give(idle, piece)

    def _give(self, worker: _Worker, piece: Piece) -> None:
        order = self._job.order(piece)
        worker.doing[self._submit(worker, node.obey, order)] = piece, time.monotonic()

    def _take(self, future: Any, status: str, answer: Any) -> Result | None:
        """Return what came of a piece, if an answer says so; do whatever else it asks for."""
        worker = next(
            (worker for worker in self._workers.values() if future in (*worker.doing, worker.asked)), None
        )
        if worker is None or status == "cancelled":
            return None
        piece, since = worker.doing.pop(future, (None, 0.0))
        if future is worker.asked:
            worker.asked = None
        if status != "finished":
            self._again(piece)
            self._leave_out(worker, f"{type(answer).__name__}: {answer}")
            return None
        said, what = pickle.loads(answer)
        if said == node.READY:
            worker.state = "ready"
            self._cluster.known[worker.address, self._job.key] = ""
        elif said == node.MISSING:
            self._again(piece)
            self._ask(worker)
        elif said == node.OTHER:
            self._again(piece)
            self._leave_out(worker, difference(OtherWorker(*what), self._job.own))
        elif said == node.FAILED:
            raise BadInput(what)
        elif said == node.RAISED:
            raise what
        elif said == node.LOST:
            follows = self._what_follows(0 if piece is None else 1)
            self._tell(f"{worker.name}: the process that plays there was lost ({what}){follows}")
            if piece is not None:
                self._count_loss(piece)
                self._again(piece)
            elif (losses := worker.losses + 1) == MOST_LOSSES:
                self._leave_out(worker, f"it lost the process that plays there {losses} times ({what})")
            else:
                worker.losses = losses
                self._ask(worker)
        elif piece is not None and piece in self._left:
            return self._keep(worker, piece, since, what)
        return None

    def _keep(self, worker: _Worker, piece: Piece, since: float, said: Any) -> Result | None:
        """Return what came of a piece, and give up what others do with it."""
        why = f"what it sent of {self._job.in_words(piece)} is not what it says"
        result = None
        try:
            result = self._job.take(piece, said)
        except NotThere as problem:
            why = str(problem)
        if result is None:
            self._again(piece)
            self._leave_out(worker, why)
            return None
        self._left.discard(piece)
        self._took.append(time.monotonic() - since)
        worker.games += self._job.games(piece)
        for other in self._workers.values():
            for future in [future for future, (given, _) in other.doing.items() if given == piece]:
                del other.doing[future]
                future.cancel()
        return result

    def _lose(self, worker: _Worker) -> None:
        """Hand out again what a lost worker had."""
        if worker.state != "left out":
            self._tell(f"worker {worker.name} is gone{self._what_follows(len(worker.doing))}")
        for future, (piece, _) in list(worker.doing.items()):
            future.cancel()
            self._again(piece)
        for piece, _ in list(worker.doing.values())[: worker.threads]:
            self._count_loss(piece)

    def _what_follows(self, pieces: int) -> str:
        unit = self._job.unit
        return f"; {plural(pieces, unit)} that it had will be played by others" if pieces else ""

    def _leave_out(self, worker: _Worker, why: str) -> None:
        worker.state, self._refusal = "left out", why
        self._cluster.known[worker.address, self._job.key] = why
        given, worker.doing = worker.doing, {}
        for future, (piece, _) in given.items():
            future.cancel()
            self._again(piece)
        self._tell(f"worker {worker.name} is left out: {why}")

    def _again(self, piece: Piece | None) -> None:
        """Let a piece be handed out again, unless it is played or another worker has it."""
        has = any(piece == given for worker in self._workers.values() for given, _ in worker.doing.values())
        if piece is not None and piece in self._left and not has and piece not in self._waiting:
            self._waiting.appendleft(piece)
            self._twice.discard(piece)

    def _count_loss(self, piece: Piece) -> None:
        self._lost[piece] += 1
        if self._lost[piece] == MOST_LOSSES:
            raise BadInput(
                f"the processes that played {self._job.in_words(piece)} were lost {MOST_LOSSES} times, most "
                f"likely because memory ran out: fewer threads per worker need less; {self._job.afterwards}"
            )


def _wait() -> float:
    said = os.environ.get(WAIT, "") or str(USUAL_WAIT)
    with suppress(ValueError):
        if (seconds := float(said)) > 0:
            return seconds
    raise BadInput(f"{WAIT} is '{said}'; allowed: seconds, more than 0, or inf")
