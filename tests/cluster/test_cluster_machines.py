"""A real scheduler, and workers in networks of their own: one is killed, one slow, one of another version."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import pytest

import simkit
from simkit.run.runner import run_experiment
from tests.run.helpers import LONGEST, start, table_hashes, wait_until

ROOT = Path(__file__).parents[2]
CAREFUL = """
from simkit.engine.contract.strategy import strategy


@strategy(game="pig", skill="none")
def careful(table, seat, rules, moves, count, parameters, chance):
    return 0 if table.total < 12 else count - 1
"""
EXPERIMENT = (
    "name: x\ngame: pig\ngames: 8_000_000\nseed: 4\nreport: none\nstrategies: [./my.py:careful, hold_at]\n"
)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def network(number: int) -> Iterator[tuple[list[str], str]]:
    """Yield what a command begins with to see no network but its own, and how it reaches this machine.

    Where networks can't be made, everything is on this machine's own.
    """
    name, here, host = (
        f"simkit{os.getpid()}-{number}",
        f"sk{os.getpid() % 100000}h{number}",
        f"10.77.{number}",
    )
    try:
        ip("netns", "add", name)
    except (OSError, subprocess.CalledProcessError):
        yield [], "127.0.0.1"
        return
    try:
        ip("link", "add", here, "type", "veth", "peer", "name", "there", "netns", name)
        ip("addr", "add", f"{host}.1/24", "dev", here)
        ip("link", "set", here, "up")
        ip("-n", name, "addr", "add", f"{host}.2/24", "dev", "there")
        ip("-n", name, "link", "set", "there", "up")
        ip("-n", name, "link", "set", "lo", "up")
        yield ["ip", "netns", "exec", name], f"{host}.1"
    finally:
        ip("netns", "del", name)


@contextmanager
def program(command: list[str], log: Path, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as file:
        process = subprocess.Popen(
            command, stdout=file, stderr=file, env=os.environ | environment, start_new_session=True
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def descendants(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, listed.splitlines())}
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


@contextmanager
def slowed(process: int) -> Iterator[None]:
    """Let what a worker has started work only a fiftieth of the time."""
    over = Event()

    def slow() -> None:
        while not over.is_set():
            for sign, seconds in ((signal.SIGSTOP, 1.96), (signal.SIGCONT, 0.04)):
                for child in descendants(process):
                    with suppress(ProcessLookupError):
                        os.kill(child, sign)
                time.sleep(seconds)

    thread = Thread(target=slow)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def other_version(folder: Path) -> Path:
    """Copy simkit and change a line of it."""
    shutil.copytree(ROOT / "simkit", folder / "simkit", ignore=shutil.ignore_patterns("__pycache__"))
    loop = folder / "simkit" / "engine" / "play" / "loop.py"
    loop.write_text(loop.read_text() + "# another version\n")
    return folder


@pytest.mark.long
def test_machines_are_killed_slow_and_of_another_version(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    file = tmp_path / "x.yaml"
    file.write_text(EXPERIMENT)
    (tmp_path / "my.py").write_text(CAREFUL)
    other = other_version(tmp_path / "other")
    port = free_port()
    with ExitStack() as stack:
        scheduler = [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--port",
            str(port),
            "--no-dashboard",
        ]
        stack.enter_context(program(scheduler, tmp_path / "scheduler.log"))
        workers = []
        for number, more in enumerate([{}, {}, {}, {"PYTHONPATH": str(other)}]):
            prefix, host = stack.enter_context(network(number))
            command = [
                *prefix, sys.executable, "-m", "distributed.cli.dask_worker", f"tcp://{host}:{port}",
                "--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60",
            ]  # fmt: skip
            workers.append(stack.enter_context(program(command, tmp_path / f"worker{number}.log", **more)))
        wait_until(lambda: (tmp_path / "scheduler.log").read_text().count("Register worker") == 4)
        run = start(["run", "x.yaml", "--out", "out", "--cluster", f"tcp://127.0.0.1:{port}"], tmp_path)
        try:
            wait_until(lambda: len(list(tmp_path.rglob("part-*.parquet"))) > 40 or run.poll() is not None)
            stack.enter_context(slowed(workers[1].pid))
            workers[0].kill()
            said = run.communicate(timeout=2 * LONGEST)[0]
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 0, said
    lines = said.splitlines()
    assert any(line.endswith("is gone; 2 shards that it had will be played by others") for line in lines), (
        said
    )
    assert any("is left out: process " in line and "loop.py" in line for line in lines), said
    assert any(" is slow: scenario 0, " in line for line in lines), said
    here = run_experiment(simkit.experiment(file), tmp_path / "here", jobs=2)
    assert table_hashes(tmp_path / "out") == table_hashes(here.path)


def certificates(folder: Path) -> dict[str, str]:
    """Make an authority and a certificate that it has signed; return how Dask is told of them."""
    authority, key, signed = (str(folder / name) for name in ("authority.pem", "key.pem", "signed.pem"))
    request, serial, authority_key = (str(folder / name) for name in ("request.pem", "serial", "own.pem"))
    of = ["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj"]
    for command in (
        [*of, "/CN=authority", "-x509", "-days", "1", "-keyout", authority_key, "-out", authority],
        [*of, "/CN=simkit", "-keyout", key, "-out", request],
        ["openssl", "x509", "-req", "-in", request, "-CA", authority, "-CAkey", authority_key,
         "-CAcreateserial", "-CAserial", serial, "-days", "1", "-out", signed],
    ):  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
    told = {
        "DASK_DISTRIBUTED__COMM__TLS__CA_FILE": authority,
        "DASK_DISTRIBUTED__COMM__REQUIRE_ENCRYPTION": "True",
    }
    for role in ("SCHEDULER", "WORKER", "CLIENT"):
        told |= {
            f"DASK_DISTRIBUTED__COMM__TLS__{role}__CERT": signed,
            f"DASK_DISTRIBUTED__COMM__TLS__{role}__KEY": key,
        }
    return told


@pytest.mark.long
def test_a_cluster_that_others_can_not_listen_to(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl")
    file = tmp_path / "x.yaml"
    file.write_text(EXPERIMENT.replace("8_000_000", "70_000"))
    (tmp_path / "my.py").write_text(CAREFUL)
    told, address = certificates(tmp_path), f"tls://127.0.0.1:{free_port()}"
    log = tmp_path / "scheduler.log"
    with ExitStack() as stack:
        scheduler = ["--port", address.rpartition(":")[2], "--protocol", "tls", "--no-dashboard"]
        command = [sys.executable, "-m", "distributed.cli.dask_scheduler", *scheduler]
        stack.enter_context(program(command, log, **told))
        worker = [address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        command = [sys.executable, "-m", "distributed.cli.dask_worker", *worker]
        stack.enter_context(program(command, tmp_path / "worker.log", **told))
        wait_until(lambda: log.read_text().count("Register worker") == 1)
        for environment, code in ((told, 0), ({}, 2)):
            run = start(
                ["run", "x.yaml", "--out", f"out{code}", "--cluster", address], tmp_path, **environment
            )
            said = run.communicate(timeout=LONGEST)[0]
            assert run.returncode == code, said
        assert f"cluster: {address} needs certificates here, too: Dask looks for" in " ".join(said.split())
    here = run_experiment(simkit.experiment(file), tmp_path / "here", jobs=1)
    assert table_hashes(tmp_path / "out0") == table_hashes(here.path)
