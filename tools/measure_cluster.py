"""Measures what a cluster costs: processor time and wall time against threads, and what travels.

    python tools/measure_cluster.py              # both, some minutes
    python tools/measure_cluster.py --only traffic
    python tools/measure_cluster.py --only speed --games 1_000_000

Local workers are compared with two threads, in turns, because other programs may share the machine; the best
of each is what counts.  What travels is counted between a client and a scheduler with four workers,
processes of their own, by a proxy that passes on every byte.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread

EXPERIMENT = "name: bench\ngame: nautilion\nseed: 1\ngames: {games}\nstrategy: planner\nreport: none\n"

WORKERS = (2, 4, 8)
"""How many local workers play, one number after the other."""

SIMKIT = [sys.executable, "-m", "simkit"]


def measured(command: list[str], folder: Path) -> tuple[float, float]:
    """Run a command; return its processor time, with that of all its processes, and its wall time."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begun


def compare(folder: Path, games: int, turns: int) -> None:
    """Print the processor time and the wall time of local workers, and of two threads."""
    ways = {"two threads": ["--jobs", "2"]}
    ways |= {f"{workers} local workers": ["--cluster", f"local:{workers}"] for workers in WORKERS}
    best: dict[str, list[float]] = {}
    for _ in range(turns):
        for name, options in ways.items():
            found = measured([*SIMKIT, "run", "x.yaml", "--again", "--out", "run", *options], folder)
            print(f"{name}: processor {found[0]:.1f} s, wall {found[1]:.1f} s", flush=True)
            best[name] = [min(pair) for pair in zip(found, best.get(name, found), strict=True)]
    threads, *others = best.values()
    print(f"best of {turns}, {games:,} games, compared with two threads:")
    for workers, own in zip(WORKERS, others, strict=True):
        processor, wall = own[0] / threads[0], own[1] / threads[1]
        print(f"{workers} workers: {processor:.3f} times the processor time, {wall:.3f} times the wall time")


class Proxy:
    """Passes on what comes in at a port of its own to another, and counts the bytes of both directions."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.bytes: Counter[str] = Counter()
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self._listening.accept()
            other = socket.create_connection(("127.0.0.1", self._to))
            Thread(target=self._pass, args=(near, other, "from here"), daemon=True).start()
            Thread(target=self._pass, args=(other, near, "to here"), daemon=True).start()

    def _pass(self, source: socket.socket, to: socket.socket, way: str) -> None:
        with suppress(OSError):
            while contents := source.recv(1 << 20):
                self.bytes[way] += len(contents)
                to.sendall(contents)
        for end in (source, to):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def started(module: str, *arguments: str) -> Iterator[None]:
    """Run one of Dask's programs meanwhile."""
    command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def traffic(folder: Path, games: int) -> None:
    """Print what travels between the client and the scheduler, for each way to keep the tables."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with ExitStack() as stack:
        stack.enter_context(started("dask_scheduler", "--port", str(port)))
        address = f"tcp://127.0.0.1:{port}"
        for _ in range(4):
            stack.enter_context(started("dask_worker", address, "--nthreads", "1", "--no-nanny"))
        ways = {"into the run directory": [], "into a store": ["--store", (folder / "store").as_uri()]}
        for name, options in ways.items():
            proxy = Proxy(port)
            command = [*SIMKIT, "run", "x.yaml", "--again", "--out", "run", *options]
            measured([*command, "--cluster", f"tcp://127.0.0.1:{proxy.port}"], folder)
            each = {way: count * 1e6 / games / 1e6 for way, count in proxy.bytes.items()}
            said = ", ".join(f"{count:.3f} MB {way}" for way, count in sorted(each.items()))
            print(f"tables {name}: {said}, per million games", flush=True)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=("speed", "traffic"))
    parser.add_argument("--games", type=int, default=10_000_000)
    parser.add_argument("--turns", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "x.yaml").write_text(EXPERIMENT.format(games=given.games))
        if given.only != "traffic":
            compare(folder, given.games, given.turns)
        if given.only != "speed":
            traffic(folder, given.games)


if __name__ == "__main__":
    main()
