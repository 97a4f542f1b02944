"""The journal of a run that is being played: which shards are done, and what the summary needs of them.

A run that was stopped goes on without reading what it has written, as long as its files are in the state in
which they were then (`simkit.run.store.states`).  The journal is removed when the run is finished.

Every line stands for itself: the first half of its SHA-256, a space, and JSON.  A damaged line does not
count, nor one that is torn because the run was killed as it wrote it; nothing else is lost by it.  The tables
don't depend on the journal: a shard without a line is read, or played again.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simkit.errors import writing
from simkit.run.store import broken as broken_games
from simkit.run.store.durable import remove_link
from simkit.run.store.elsewhere import store_at
from simkit.run.store.parquet import Written
from simkit.run.store.shards import Played, Shard
from simkit.run.store.states import State, boot, is_as, state_of
from simkit.stats.tally import Tally
from simkit.stats.whose import whose

JOURNAL = "journal.txt"

CHECK = 32
"""The characters of a line's checksum."""

LONG = 1 << 16
"""A line of more characters is left out if it is longer than a `SHARE` of the files that it stands for."""

SHARE = 0.25

UNREADABLE = (ValueError, LookupError, TypeError, OSError, pl.exceptions.PolarsError)


class Journal:
    """Writes the journal of a run; the first shard makes the file, or goes on with that of the same run."""

    def __init__(self, run: Path, identity: str, store: str = "") -> None:
        self._path, self._identity = run / JOURNAL, identity
        self._store = store
        self._handle: int | None = None

    def add(self, done: Played) -> dict[str, State]:
        """Write down that a shard is done; return the states of its files."""
        store = store_at(self._store) if self._store else None
        state = store.state if store else lambda name: state_of(self._path.parent / name)
        states = {file.path: state(file.path) for file in done.files}
        said = {"run": self._identity, "boot": "" if store else boot(), "store": self._store}
        line = _line(said | _as_data(done, states))
        if len(line) <= max(LONG, SHARE * sum(file.bytes for file in done.files)):
            with writing(self._path):
                os.write(self._open(), line)
        return states

    def close(self) -> None:
        """Close the file."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _open(self) -> int:
        if self._handle is None:
            remove_link(self._path)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
            self._handle = os.open(self._path, flags | getattr(os, "O_BINARY", 0), 0o666)
            os.write(self._handle, b"\n")  # the last line may be torn
        return self._handle


def read_journal(run: Path, identity: str) -> Iterator[Played]:
    """Yield the shards of a run that are done, as far as that is known without reading their files.

    They are those whose files have not been changed since, and can't have been lost in a power cut: in the
    order in which they were done, each once or more.  Where the system does not tell when it was started, a
    power cut can't be ruled out, and there are none.  The journal may be read while the run goes on.
    """
    there: dict[str, dict[str, State]] = {}  # by store
    with suppress(FileNotFoundError), (run / JOURNAL).open("rb") as file:
        now = boot()
        for line in file if now else ():
            with suppress(*UNREADABLE):
                said = _said(line)
                store = said["store"] if said else ""
                if said is None or (said["run"], said["boot"]) != (identity, "" if store else now):
                    continue
                done, states = _from_data(said)
                if store:
                    found = there.get(store) or there.setdefault(store, store_at(store).states())
                    is_left = all(found.get(name) == state for name, state in states.items())
                else:
                    is_left = all(is_as(run / name, state) for name, state in states.items())
                if is_left:
                    yield done


def _line(said: Mapping[str, Any]) -> bytes:
    text = json.dumps(said, separators=(",", ":")).encode()
    return _check(text) + b" " + text + b"\n"


def _said(line: bytes) -> dict[str, Any] | None:
    """Return what a line says; None if it is not whole."""
    check, _, text = line.removesuffix(b"\n").partition(b" ")
    if not line.endswith(b"\n") or check != _check(text):
        return None
    return dict(json.loads(text))


def _check(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest()[:CHECK].encode()


def _as_data(done: Played, states: Mapping[str, State]) -> dict[str, Any]:
    shard = done.shard
    return {
        "shard": [shard.scenarios.start, shard.scenarios.stop, shard.part, shard.first_game, shard.games],
        "files": [[*astuple(file), *states[file.path]] for file in done.files],
        "tallies": [
            [of.name, column, tally.values.tolist(), tally.counts.tolist()]
            for (of, column), tally in done.tallies.items()
        ],
        "is_told": done.is_told,
        "summary": "" if done.summary is None else base64.b64encode(packed(done.summary)).decode(),
        "broken": broken_games.as_data(done.broken),
    }


def _from_data(said: Mapping[str, Any]) -> tuple[Played, dict[str, State]]:
    first, stop, part, first_game, games = said["shard"]
    files = tuple(Written(*own[:4]) for own in said["files"])
    tallies = {
        (whose(of), column): Tally(_array(values), np.array(counts, np.int64))
        for of, column, values, counts in said["tallies"]
    }
    summary = unpacked(base64.b64decode(said["summary"])) if said["summary"] else None
    broken = broken_games.from_data(said.get("broken", []))
    shard = Shard(range(first, stop), part, first_game, games, is_all=summary is not None)
    is_told = bool(said.get("is_told"))
    done = Played(shard, tallies, summary, files, reused=True, broken=broken, is_told=is_told)
    return done, {own[0]: (own[4], own[5], own[6], own[7]) for own in said["files"]}


def _array(values: list[float]) -> Any:
    return np.array(values, np.float64 if values and isinstance(values[0], float) else np.int64)


def packed(summary: pl.DataFrame) -> bytes:
    """Return rows of a summary, compressed to a tenth of their size."""
    contents = io.BytesIO()
    summary.write_ipc(contents, compression="zstd")
    return contents.getvalue()


def unpacked(contents: bytes) -> pl.DataFrame:
    """Return rows of a summary as they were."""
    return pl.read_ipc(io.BytesIO(contents))
