"""The list of a run's files, ``files.csv``: path, SHA-256, bytes and rows, and when it was looked at last.

While the run is played, a line is added for each file as it is finished.  The line of a file of games also
has what the summary needs of its shard, so that a run that was stopped goes on without reading what it has
written, as long as the files are in the state in which they were then (`simkit.run.store.states`).  Such a
line ends with the first half of the SHA-256 of the rest: one that is damaged does not count, nor one that is
torn because the run was killed as it wrote it, and nothing else is lost by it.  The tables don't depend on
it: a shard without a line is read, or played again.

When the run is finished the list is written once more, in order, and the manifest says its checksum: that of
the files' paths, checksums, sizes and rows.  The states are those in which files had their checksums; they
are written anew whenever files were read to compare these.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simkit.errors import writing
from simkit.run.store import broken as broken_games
from simkit.run.store.durable import keep, remove_link, written_in_one_step
from simkit.run.store.elsewhere import store_at
from simkit.run.store.layout import scenarios_of
from simkit.run.store.parquet import GAMES, Written
from simkit.run.store.shards import PlayedShard, Shard
from simkit.run.store.states import State, boot, is_as, state_of, that_count
from simkit.stats.tally import Tally
from simkit.stats.whose import whose

FILES = "files.csv"

FORMER = ("journal.txt", "checked.json")
"""Files about the files of a run in format 5, of which the list has everything today."""

OF_A_FILE = [field.name for field in fields(Written)]
HEADER = [*OF_A_FILE, "changed", "entry_changed", "inode"]
"""The columns; lines of a run that is played have two more, what was played and the line's checksum."""

CHECK = 32
"""The characters of a line's checksum."""

LONG = 1 << 16
"""What was played, of more characters, is left out if it is longer than a `SHARE` of the files."""

SHARE = 0.25

UNREADABLE = (ValueError, LookupError, TypeError, OSError, zlib.error, pl.exceptions.PolarsError)


class Listing:
    """Adds files to the list of a run; the first shard makes it, or goes on with that of the same run."""

    def __init__(self, run: Path, identity: str, store: str = "") -> None:
        self._path, self._identity, self._store = run / FILES, identity, store
        self._handle: int | None = None

    def add(self, done: PlayedShard) -> dict[str, State]:
        """Write down the files of a shard that is done; return their states."""
        store = store_at(self._store) if self._store else None
        state = store.state if store else lambda name: state_of(self._path.parent / name)
        states = {file.path: state(file.path) for file in done.files}
        said = {
            "run": self._identity,
            "boot": "" if store else boot(),
            "store": self._store,
            **_as_data(done),
        }
        played = base64.b64encode(zlib.compress(json.dumps(said).encode(), 1)).decode()
        if len(played) > max(LONG, SHARE * sum(file.bytes for file in done.files)):
            played = ""
        lines = []
        for file in sorted(done.files, key=_is_of_games):  # after the others of the same games
            text = ",".join([*_cells(file, states[file.path]), played if _is_of_games(file) else ""])
            lines.append(f"{text},{_check(text)}\n")
        with writing(self._path):
            os.write(self._open(), "".join(lines).encode())
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
            is_new = not os.fstat(self._handle).st_size
            os.write(self._handle, f"{','.join(HEADER) if is_new else ''}\n".encode())  # the last may be torn
        return self._handle


def _is_of_games(file: Written) -> bool:
    return file.path.startswith(f"{GAMES}/")


def read_played(run: Path, identity: str) -> Iterator[PlayedShard]:
    """Yield the shards of a run that are done, as far as that is known without reading their files.

    They are those whose files have not been changed since, and can't have been lost in a power cut: in the
    order in which they were done, each once or more.  Where the system does not tell when it was started, a
    power cut can't be ruled out, and there are none.  The list may be read while the run goes on.
    """
    there: dict[str, dict[str, State]] = {}  # by store
    known: dict[str, tuple[Written, State]] = {}
    with suppress(FileNotFoundError), (run / FILES).open("rb") as file:
        now = boot()
        for line in file if now else ():
            with suppress(*UNREADABLE):
                text, _, check = line.decode().removesuffix("\n").rpartition(",")
                if not line.endswith(b"\n") or check != _check(text):
                    continue
                cells, _, played = text.rpartition(",")
                own, state = _read(cells.split(","))
                if state and scenarios_of(own.path):
                    known[own.path] = own, state
                if not played:
                    continue
                said = json.loads(zlib.decompress(base64.b64decode(played)))
                store = said["store"]
                if (said["run"], said["boot"]) != (identity, "" if store else now):
                    continue
                if said.get("is_told"):  # by simkit 0.1: what a worker of a cluster said
                    continue
                if store and store not in there:
                    there[store] = store_at(store).states()
                files = [known[name] for name in said["files"]]
                if all(
                    there[store].get(written.path) == state if store else is_as(run / written.path, state)
                    for written, state in files
                ):
                    yield _from_data(said, tuple(written for written, _ in files))


def write_list(
    run: Path, files: Iterable[Written], states: Mapping[str, State] | None = None
) -> dict[str, Any]:
    """Write the list of a finished run's files, and return what the manifest says of it.

    `states` are those in which files had their checksums.
    """
    ordered = sorted(files, key=lambda file: file.path)
    size = sum(file.bytes for file in ordered)
    sure = that_count(states or {}, size)
    lines = [HEADER, *(_cells(file, sure.get(file.path)) for file in ordered)]
    with writing(run / FILES):
        with written_in_one_step(run / FILES) as temporary:
            temporary.write_text("".join(f"{','.join(line)}\n" for line in lines), encoding="utf-8")
            keep([temporary])
        keep([run / FILES])
    return {
        "sha256": _digest(ordered),
        "count": len(ordered),
        "bytes": size,
        "games": sum(file.rows for file in ordered if _is_of_games(file)),
    }


def read_list(
    run: Path, said: Mapping[str, Any], others: Iterable[str]
) -> tuple[dict[str, Written], dict[str, State]]:
    """Return the files of a finished run by their paths, in order, and the states in which they were whole.

    * `said`: what the manifest says of the list.
    * `others`: the files besides those of games, seats and events that a run may have.

    Raises OSError if the list can't be read.
    Raises ValueError if it is not what the manifest says of it, with the reason.
    """
    header, *lines = (run / FILES).read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    if header not in (",".join(HEADER), ",".join(OF_A_FILE)):
        raise ValueError(f"{FILES}:1: found {header!r}, expected {','.join(HEADER)!r}")
    files: dict[str, Written] = {}
    states: dict[str, State] = {}
    allowed = set(others)
    for number, line in enumerate(lines, start=2):
        try:
            file, state = _read(line.split(","))
        except ValueError:
            raise ValueError(f"{FILES}:{number}: found {line!r}, which describes no file") from None
        if file.path not in allowed and not scenarios_of(file.path):
            raise ValueError(f"{FILES}:{number}: {file.path!r} is not a file that a run has")
        files[file.path] = file
        states |= {file.path: state} if state else {}
    if _digest(files.values()) != said["sha256"]:
        raise ValueError(f"the checksum of {FILES} is not the manifest's")
    return files, states


def _cells(written: Written, state: State | None) -> list[str]:
    return [*map(str, astuple(written)), *(map(str, state[1:]) if state else [""] * 3)]


def _read(cells: list[str]) -> tuple[Written, State | None]:
    """Return a file and its state, None if that is not known, from the cells of a line."""
    path, sha256, size, rows, *times = cells
    written = Written(path, sha256, int(size), int(rows))
    with suppress(ValueError):
        changed, entry_changed, inode = map(int, times)
        return written, (written.bytes, changed, entry_changed, inode)
    return written, None


def _digest(files: Iterable[Written]) -> str:
    lines = [OF_A_FILE, *(map(str, astuple(file)) for file in files)]
    return hashlib.sha256("".join(f"{','.join(line)}\n" for line in lines).encode()).hexdigest()


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:CHECK]


def _as_data(done: PlayedShard) -> dict[str, Any]:
    shard = done.shard
    games = shard.games if len(set(shard.games)) > 1 else shard.games[:1]
    return {
        "shard": [shard.scenarios.start, shard.scenarios.stop, shard.part, shard.first_game, *games],
        "files": [file.path for file in done.files],
        "tallies": [
            [of.name, column, tally.values.tolist(), tally.counts.tolist()]
            for (of, column), tally in done.tallies.items()
        ],
        "summary": "" if done.summary is None else base64.b64encode(packed(done.summary)).decode(),
        "broken": broken_games.as_data(done.broken),
    }


def _from_data(said: Mapping[str, Any], files: tuple[Written, ...]) -> PlayedShard:
    first, stop, part, first_game, *games = said["shard"]
    games = games if len(games) > 1 else games * (stop - first)
    tallies = {
        (whose(of), column): Tally(_array(values), np.array(counts, np.int64))
        for of, column, values, counts in said["tallies"]
    }
    summary = unpacked(base64.b64decode(said["summary"])) if said["summary"] else None
    broken = broken_games.from_data(said["broken"])
    shard = Shard(range(first, stop), part, first_game, tuple(games), is_all=summary is not None)
    return PlayedShard(shard, tallies, summary, files, reused=True, broken=broken)


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
