"""Measures what a cluster costs: processor time against two threads, and bytes sent per million games.

    python tools/measure_cluster.py experiments/nautilion_base.yaml 2000000

Bytes are those of a network of its own in which one worker is, so it needs Linux and the right to make one.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PORT = 8796
WORKER = ["-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
NAME, HERE = "simkitmeasure", "skmeasure"


def seconds_of(file: str, games: int, *more: str) -> float:
    """Return the processor seconds that a run takes, with all processes that it starts."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [
            sys.executable,
            "-m",
            "simkit",
            "run",
            file,
            "--games",
            str(games),
            "--no-report",
            "--again",
        ]
        subprocess.run([*command, "--out", f"{folder}/run", *more], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def bytes_of(file: str, games: int) -> int:
    """Return the bytes that go to and from one worker while it plays a whole run."""
    python = sys.executable
    for words in (
        f"netns add {NAME}",
        f"link add {HERE} type veth peer name there netns {NAME}",
        f"addr add 10.78.0.1/24 dev {HERE}",
        f"link set {HERE} up",
        f"-n {NAME} addr add 10.78.0.2/24 dev there",
        f"-n {NAME} link set there up",
        f"-n {NAME} link set lo up",
    ):
        subprocess.run(["ip", *words.split()], check=True)
    nothing = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = subprocess.Popen(
        [python, "-m", "distributed.cli.dask_scheduler", "--port", str(PORT), "--no-dashboard"],
        **nothing,  # type: ignore[call-overload]
    )
    worker = subprocess.Popen(
        ["ip", "netns", "exec", NAME, python, *WORKER, f"tcp://10.78.0.1:{PORT}"],
        **nothing,  # type: ignore[call-overload]
    )
    try:
        time.sleep(15)
        before = _sent()
        seconds_of(file, games, "--cluster", f"tcp://127.0.0.1:{PORT}")
        return _sent() - before
    finally:
        worker.kill()
        scheduler.kill()
        subprocess.run(["ip", "netns", "del", NAME], check=True)


def _sent() -> int:
    """Return the bytes that have gone through the network so far, in both directions."""
    line = next(line for line in Path("/proc/net/dev").read_text().splitlines() if HERE in line)
    numbers = line.partition(":")[2].split()
    return int(numbers[0]) + int(numbers[8])


def main() -> None:
    """Print all figures."""
    file, games = sys.argv[1], int(sys.argv[2])
    many = f"{games:,} games"
    for more in (["--jobs", "2"], ["--cluster", "local:4"]):
        seconds_of(file, games // 100, *more)  # compiled
        few, all_ = (seconds_of(file, count, *more) for count in (games // 100, games))
        print(
            f"{' '.join(more)}: {few:.1f} s of processor for a hundredth, {all_:.1f} s for {many}", flush=True
        )
    if os.geteuid() == 0:
        print(f"sent: {bytes_of(file, games) / games * 1e6 / 1e6:.2f} MB per million games")


if __name__ == "__main__":
    main()
