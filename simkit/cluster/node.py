"""The part of a cluster's work that is executed on the machines of the cluster.

A worker of Dask plays nothing itself: it hands what it gets to processes of its own, each of which loads one
bundle of code and nothing else.  So two runs with different strategies can share a cluster, no module
outlives its bundle, and a game that brings its process down leaves Dask's worker as it is.

The first process of a bundle gets ready: it loads, proves and compiles.  Those that play are copies of it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from simkit.cluster.copies import CAN_COPY, Copy, Original, serve_and_copy
from simkit.run.work.child import Child, serve

if TYPE_CHECKING:  # the worker itself loads neither Numba nor tables
    from simkit.cluster.pieces import Proof
    from simkit.run.store.parquet import Place
    from simkit.run.store.shards import Shard
    from simkit.run.work.in_worker import Task

IDLE = 60.0
"""Seconds for which a process waits for more work before it ends."""

READY, PLAYED = "ready", "played"
OTHER, MISSING = "other", "missing"
FAILED, RAISED, LOST = "failed", "raised", "lost"
"""What came of a piece of work: the worker can play; it has played; it has loaded something else, or does
not have the bundles; what was played failed; simkit did; the process was lost."""

MOST_KEPT = 16
"""The most bundles that a worker keeps in memory."""


@dataclass(frozen=True)
class WorkOrder:
    """A piece of work for a process of a worker."""

    code: str
    run: str
    """The names of the bundles with the code and with the description of the run; of a question's work there
    is no description."""

    call: bytes
    """A pickled function and its arguments; it gets the folder of the run's description first, or None."""

    @property
    def bundles(self) -> tuple[str, ...]:
        """The names of the bundles that it needs."""
        return (self.code, self.run) if self.run else (self.code,)


class _Process:
    """A process that has one bundle of code, named `code`, and does one thing after another.

    * `child`: how it is reached; by default a new process.
    * `has`: the names of the bundles that it has already.
    """

    def __init__(self, code: str, child: Child | Copy | None = None, has: Iterable[str] = ()) -> None:
        self.code = code
        self.child = child or (Original if CAN_COPY else Child)(
            __name__, str(os.getpid()), usual={"ARROW_DEFAULT_MEMORY_POOL": "system"}
        )
        self._has = set(has)

    def do(self, order: WorkOrder, bundles: dict[str, bytes]) -> bytes | None:
        """Return what a call comes to, as a pickle; None if the process had ended by itself, being idle."""
        new = {name: contents for name, contents in bundles.items() if name not in self._has}
        reply = self.child.ask((order, new))
        if reply is not None:
            self._has |= new.keys()
            return reply
        code = self.child.end()
        if code == 0:
            return None
        return pickle.dumps((LOST, f"signal {-code}" if code < 0 else f"exit code {code}"))

    def copy(self) -> _Process | None:
        """Return a copy of it, which has what it has; None if it has ended."""
        assert isinstance(self.child, Original)
        has = self._has.copy()
        child = self.child.copy()
        return _Process(self.code, child, has) if child else None

    @property
    def is_alive(self) -> bool:
        """True if it has not ended."""
        return self.child.is_alive


_bundles: dict[str, bytes] = {}
"""The last `MOST_KEPT` bundles that this worker got, by their names; it is sent the others again."""

_idle: list[_Process] = []
"""The processes that wait for work."""

_busy: set[_Process] = set()

_originals: dict[str, _Process] = {}
"""The processes of which those that play are copies, by their code."""

_lock = Lock()


def receive(bundles: dict[str, bytes], order: WorkOrder) -> bytes:
    """Keep the bundles of a run, and do something with them: see whether this worker can play it."""
    with _lock:
        for name, contents in bundles.items():
            _bundles.pop(name, None)
            _bundles[name] = contents
        for name in list(_bundles)[:-MOST_KEPT]:
            del _bundles[name]
    return _done(order, _ask_original if CAN_COPY else _ask_player)


def obey(order: WorkOrder) -> bytes:
    """Have a piece of work done by a process with the right code; return what it came to, as a pickle."""
    return _done(order, _ask_player)


def _done(order: WorkOrder, ask: Callable[[WorkOrder, dict[str, bytes]], bytes | None]) -> bytes:
    with _lock:
        bundles = {name: _bundles[name] for name in order.bundles if name in _bundles}
    if bundles.keys() != set(order.bundles):
        return pickle.dumps((MISSING, None))
    reply = None
    while reply is None:
        reply = ask(order, bundles)
    return reply


def _ask_original(order: WorkOrder, bundles: dict[str, bytes]) -> bytes | None:
    """Have work done by the process that is copied."""
    return _original_of(order.code).do(order, bundles)


def _ask_player(order: WorkOrder, bundles: dict[str, bytes]) -> bytes | None:
    """Have work done by a process that is at it alone."""
    with _lock:
        process = _idle_with(order.code)
    if process is None:
        process = _original_of(order.code).copy() if CAN_COPY else _Process(order.code)
    if process is None:
        return None
    with _lock:
        _busy.add(process)
    try:
        return process.do(order, bundles)
    finally:
        with _lock:
            _busy.discard(process)
            if process.is_alive:
                _idle.append(process)


def _original_of(code: str) -> _Process:
    """Return the process with some code that is copied; forget those that have ended."""
    with _lock:
        for ended in [process for process in _originals.values() if not process.is_alive]:
            _originals.pop(ended.code).child.end()
        if code not in _originals:
            _originals[code] = _Process(code)
        return _originals[code]


def _idle_with(code: str) -> _Process | None:
    """Take an idle process that has loaded some code; None if there is none.  Forget all that have ended."""
    for ended in [process for process in _idle if not process.is_alive]:
        ended.child.end()
        _idle.remove(ended)
    found = next((process for process in _idle if process.code == code), None)
    if found:
        _idle.remove(found)
    return found


def end_processes() -> None:
    """End all processes of this worker, also those at work, and one that hangs."""
    with _lock:
        idle, originals = _idle.copy(), list(_originals.values())
        _idle.clear()
        _originals.clear()
        for process in (*_busy, *idle, *originals):  # a copy's end is asked of its original
            process.child.kill()
    for process in (*idle, *originals):  # those at work are seen to have ended where they were given it
        process.child.end()


def _serve(*copied: str) -> None:
    """Do what comes in until nothing comes for long, or the worker is gone.

    `copied`: what `serve_and_copy` needs, for a process that is copied.
    """
    from simkit.errors import BadInput
    from simkit.run.work.loaded import OtherWorker

    folders: dict[str, Path] = {}

    def answer(sent: tuple[WorkOrder, dict[str, bytes]]) -> bytes:
        order, bundles = sent
        work, *arguments = pickle.loads(order.call)
        answer: tuple[str, Any]
        try:
            _unpack_all(order, bundles, folders)
            answer = work(folders.get(order.run), *arguments)
        except OtherWorker as other:
            answer = OTHER, (other.process, other.found, other.problem)
        except BadInput as problem:
            answer = FAILED, str(problem)
        except Exception as error:
            answer = RAISED, RuntimeError("".join(traceback.format_exception(error)))
        return pickle.dumps(answer)

    if copied:
        serve_and_copy(answer, IDLE, int(copied[0]))
    else:
        serve(answer, IDLE)


def _unpack_all(order: WorkOrder, bundles: dict[str, bytes], folders: dict[str, Path]) -> None:
    """Unpack new bundles, and load the code among them; those in use count as used now."""
    from simkit.cluster.bundle import Bundle, load_from, unpack
    from simkit.run.work.loaded import OtherWorker, process_in_words

    try:
        for name, contents in bundles.items():
            folders[name] = unpack(Bundle(contents))
            if name == order.code:
                load_from(folders[name])
        for name in order.bundles:
            os.utime(folders[name])
    except OSError as problem:
        raise OtherWorker(process_in_words(), None, str(problem)) from None


# What a process of a worker does.


def make_ready(described: Path, task: Task) -> tuple[str, Any]:
    """Make sure that this process plays the same as the run was begun with."""
    from simkit.run.store.manifest import EVENTS_ONE_IN
    from simkit.run.work.compiling import load_all
    from simkit.run.work.in_worker import directory_of

    run = directory_of(replace(task, described=described))
    experiment = run.manifest["experiment"]
    is_logged = bool(experiment.get(EVENTS_ONE_IN))
    load_all(run.game, run.strategies.values(), Path(experiment["folder"]), logged=is_logged)
    return READY, None


def play(described: Path, task: Task, shard: Shard, rules: tuple[bytes, ...]) -> tuple[str, Any]:
    """Play a shard; return what it came to, and the contents of its files."""
    from simkit.run.work.in_worker import play_in_worker

    contents: dict[str, bytes] = {}

    def keep(place: Place, own: bytes) -> None:
        contents[place.name] = own

    played = play_in_worker(replace(task, described=described), shard, rules, keep)
    return PLAYED, (played, contents)


def prove(_described: None, proof: Proof) -> tuple[str, Any]:
    """Make sure that this process has loaded the same as the one that asks."""
    proof.require()
    return READY, None


def call(_described: None, proof: Proof, shared: bytes, own: bytes) -> tuple[str, Any]:
    """Do a piece of a question's work, given what all pieces share and what this one has of its own."""
    from simkit.cluster.pieces import call_in_worker

    return PLAYED, call_in_worker(proof, shared, own)


if __name__ == "__main__":
    # Under its own name, as those know it that send work.
    from simkit.cluster import node
    from simkit.run.work.own_process import end_with, return_freed_memory

    return_freed_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that began the run handles Ctrl-C
    parent, *copied = sys.argv[1:]
    if not copied:  # one that is copied has no threads of its own; it ends when nobody can send anything
        end_with(int(parent))
    node._serve(*copied)
