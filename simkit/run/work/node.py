"""The part of a cluster's work that is executed on the machines of the cluster.

A worker of Dask plays nothing itself: it hands what it gets to a process of its own, which loads one bundle
of code and nothing else.  So two runs with different strategies can share a cluster, no module outlives its
bundle, and a game that brings its process down leaves Dask's worker as it is.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import subprocess
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:  # the worker itself loads neither Numba nor tables
    from simkit.run.store.parquet import Place
    from simkit.run.work.in_worker import Proof, Task
    from simkit.run.work.shard import Shard

IDLE = 60.0
"""Seconds for which a process waits for more work before it ends."""

READY, PLAYED = "ready", "played"
OTHER, MISSING = "other", "missing"
FAILED, RAISED, LOST = "failed", "raised", "lost"
"""What came of a piece of work: the worker can play; it has played; it has loaded something else, or does
not have the bundles; what was played failed; simkit did; the process was lost."""

LENGTH = 8
"""The bytes that say how long an answer is."""

MOST_KEPT = 16
"""The most bundles that a worker keeps in memory."""


@dataclass(frozen=True)
class Order:
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
    """A process that loads one bundle of code, named `code`, and does one thing after another."""

    def __init__(self, code: str) -> None:
        self.code = code
        command = (sys.executable, "-m", __name__, str(os.getpid()))
        own = {"ARROW_DEFAULT_MEMORY_POOL": "system"} | os.environ | {"PYTHONSAFEPATH": "1"}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=own)
        self._has: set[str] = set()

    def do(self, order: Order, bundles: dict[str, bytes]) -> bytes | None:
        """Return what a call comes to, as a pickle; None if the process had ended by itself, being idle."""
        pipe, answers = self._process.stdin, self._process.stdout
        assert pipe is not None and answers is not None
        new = {name: contents for name, contents in bundles.items() if name not in self._has}
        reply = b""
        try:
            pickle.dump((order, new), pipe)
            pipe.flush()
            self._has |= new.keys()
            size = int.from_bytes(answers.read(LENGTH), "big")
            reply = answers.read(size)
            if size and len(reply) == size:
                return reply
        except OSError:
            pass
        code = self.end()
        if code == 0:
            return None
        return pickle.dumps((LOST, f"signal {-code}" if code < 0 else f"exit code {code}"))

    def end(self) -> int:
        """End the process, if it does not end by itself; return its exit code."""
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
        code = self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        return code

    def kill(self) -> None:
        """End the process at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    @property
    def is_alive(self) -> bool:
        """True if it has not ended."""
        return self._process.poll() is None


_bundles: dict[str, bytes] = {}
"""The last `MOST_KEPT` bundles that this worker got, by their names; it is sent the others again."""

_idle: list[_Process] = []
"""The processes that wait for work."""

_busy: set[_Process] = set()
_lock = Lock()


def receive(bundles: dict[str, bytes], order: Order) -> bytes:
    """Keep the bundles of a run, and do something with them: see whether this worker can play it."""
    with _lock:
        for name, contents in bundles.items():
            _bundles.pop(name, None)
            _bundles[name] = contents
        for name in list(_bundles)[:-MOST_KEPT]:
            del _bundles[name]
    return obey(order)


def obey(order: Order) -> bytes:
    """Have a piece of work done by a process with the right code; return what it came to, as a pickle."""
    with _lock:
        bundles = {name: _bundles[name] for name in order.bundles if name in _bundles}
    if bundles.keys() != set(order.bundles):
        return pickle.dumps((MISSING, None))
    reply = None
    while reply is None:
        with _lock:
            process = _idle_with(order.code) or _Process(order.code)
            _busy.add(process)
        try:
            reply = process.do(order, bundles)
        finally:
            with _lock:
                _busy.discard(process)
                if process.is_alive:
                    _idle.append(process)
    return reply


def _idle_with(code: str) -> _Process | None:
    """Take an idle process that has loaded some code; None if there is none.  Forget all that have ended."""
    for ended in [own for own in _idle if not own.is_alive]:
        ended.end()
        _idle.remove(ended)
    found = next((own for own in _idle if own.code == code), None)
    if found:
        _idle.remove(found)
    return found


def end_processes() -> None:
    """End all processes of this worker, also those at work."""
    with _lock:
        idle = _idle.copy()
        _idle.clear()
        for own in (*_busy, *idle):
            own.kill()
    for own in idle:  # those at work are seen to have ended where they were given it
        own.end()


def _serve(answers: IO[bytes]) -> None:
    """Do what comes in until nothing comes for long, or the worker is gone."""
    from simkit.errors import BadInput
    from simkit.run.work.loaded import OtherWorker

    folders: dict[str, Path] = {}
    while _is_something_there():
        try:
            order, bundles = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
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
        reply = pickle.dumps(answer)
        try:
            answers.write(len(reply).to_bytes(LENGTH, "big") + reply)
            answers.flush()
        except BrokenPipeError:  # the worker was killed, and nobody is left to be told
            os._exit(0)


def _unpack_all(order: Order, bundles: dict[str, bytes], folders: dict[str, Path]) -> None:
    """Unpack new bundles, and load the code among them; those in use count as used now."""
    from simkit.run.work.bundle import Bundle, load_from, unpack
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


def _is_something_there() -> bool:
    if os.name != "posix":  # other systems can't wait for a pipe
        return True
    return bool(select.select([sys.stdin], [], [], IDLE)[0])


def _answers_apart() -> IO[bytes]:
    """Return where answers go; what a plug-in prints goes to standard error from now on."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


# What a process of a worker does.


def make_ready(described: Path, task: Task) -> tuple[str, Any]:
    """Make sure that this process plays the same as the run was begun with."""
    from simkit.run.work.in_worker import directory_of

    directory_of(replace(task, described=described))
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
    from simkit.run.work.in_worker import call_in_worker

    return PLAYED, call_in_worker(proof, shared, own)


if __name__ == "__main__":
    # Under its own name, as those know it that send work.
    from simkit.run.work import node
    from simkit.run.work.own_process import end_with, return_freed_memory

    return_freed_memory()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that began the run handles Ctrl-C
    end_with(int(sys.argv[1]))
    node._serve(_answers_apart())
