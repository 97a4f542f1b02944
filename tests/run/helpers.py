"""Runs that are ended in their midst, have processes of their own, or are changed behind simkit's back."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

from simkit.run.store.listed import write_list
from simkit.run.store.manifest import identity_of
from simkit.run.store.parquet import Written
from simkit.run.work.compiling import Compiling
from simkit.run.work.listening import Listener

# Runs that are ended in their midst, and what tells whether two runs wrote the same bytes.


def table_hashes(run: Path) -> dict[str, str]:
    return {
        str(path.relative_to(run)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(run.rglob("*.parquet"))
    }


class Killed(Exception):
    """What ends a run in its midst."""


class Killer(Listener):
    """Ends a run when so many shards are done."""

    def __init__(self, shards: int) -> None:
        self.left = shards

    def compiling(self, compiling: Compiling) -> None: ...
    def started(self, games: int) -> None: ...

    def shard_played(self, played: object) -> None:
        self.left -= 1
        if not self.left:
            raise Killed


# Runs in a process group of their own, for tests that kill what belongs to them.


LONGEST = 120
"""Seconds for which something is waited for: machines may be slow."""


def start(arguments: list[str], folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Start simkit at the head of a process group, as a terminal does."""
    return subprocess.Popen(
        [sys.executable, "-m", "simkit", *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
        env=os.environ | environment,
        start_new_session=True,
        preexec_fn=_heed_signals,
    )  # fmt: skip


def _heed_signals() -> None:
    """Heed the signals that what runs in the background ignores, or what `nohup` started."""
    for number in (signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def wait_until(happened: Callable[[], object]) -> None:
    """Wait until something has happened."""
    deadline = time.monotonic() + LONGEST
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def members(group: int) -> dict[int, str]:
    """Return the command lines of the processes of a group that are still at work, by their numbers."""
    listed = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,pgid=,stat=,args="], capture_output=True, text=True
    )
    rows = (line.split(maxsplit=3) for line in listed.stdout.splitlines())
    return {int(row[0]): row[-1] for row in rows if row[1] == str(group) and not row[2].startswith("Z")}


def workers(group: int) -> list[int]:
    """Return the numbers of the worker processes of a run."""
    return [pid for pid, command in members(group).items() if pid != group and "popen_loky" in command]


def contents_of(run: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a run."""
    return {str(path.relative_to(run)): path.read_bytes() for path in run.rglob("*") if path.is_file()}


# Runs that were changed behind simkit's back, but so that they are in themselves what a run is.


def read_manifest_of(run: Path) -> dict[str, Any]:
    """Return a run's manifest as it lies on disk."""
    return dict(json.loads((run / "manifest.json").read_text()))


def flip(file: Path) -> None:
    """Change a byte of a file."""
    contents = bytearray(file.read_bytes())
    contents[40] ^= 0xFF
    file.write_bytes(contents)


def rewrite(file: Path, frame: pl.DataFrame) -> None:
    """Put other rows into a file, which still says of which run it is."""
    said = pq.read_schema(file).metadata
    stamp = {key: said[key] for key in (b"made by", b"run", b"file")}
    table = frame.to_arrow()
    pq.write_table(table.replace_schema_metadata(stamp), file)


def list_anew(run: Path) -> None:
    """Write the sizes and checksums of a run's files, as they are now, into its list of files."""
    manifest = read_manifest_of(run)
    files = []
    for row in csv.DictReader((run / "files.csv").read_text().splitlines()):
        contents = (run / row["path"]).read_bytes()
        sha256 = hashlib.sha256(contents).hexdigest()
        files.append(Written(row["path"], sha256, len(contents), int(row["rows"])))
    manifest["files"] = write_list(run, files)
    (run / "manifest.json").write_text(json.dumps(manifest))


def give_identity(run: Path, manifest: dict[str, Any]) -> None:
    """Write another manifest, and make it and all files those of the run that it tells of."""
    manifest["identity"] = identity_of(manifest)
    (run / "manifest.json").write_text(json.dumps(manifest))
    for file in run.rglob("*.parquet"):
        table = pq.read_table(file)
        stamp = {**table.schema.metadata, b"run": manifest["identity"].encode()}
        pq.write_table(table.replace_schema_metadata(stamp), file)
    list_anew(run)
