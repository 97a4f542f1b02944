"""Reads the files of a run, and checks that they exist, are undamaged and belong to the run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from simkit.content.characters import REFUSED, refused_in
from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.run.store.durable import is_locked_elsewhere
from simkit.run.store.elsewhere import MENDED, Store, store_at
from simkit.run.store.journal import read_journal
from simkit.run.store.layout import scenarios_of
from simkit.run.store.listed import FILES, read_list
from simkit.run.store.manifest import (
    CHOICES,
    LEVELS,
    MANIFEST,
    SCENARIOS,
    STORE,
    SUMMARY,
    read_manifest,
)
from simkit.run.store.parquet import (
    DAMAGED,
    SEAT_KEYS,
    TABLES,
    NotAsWritten,
    Place,
    Written,
    is_of_the_run,
    read_columns,
    read_metadata,
    read_whole,
)
from simkit.run.store.states import State, checked_before, forget, is_as, remember, state_of

T = TypeVar("T")

ON = "`simkit run ... --resume` continues it"
"""The advice for a run that was stopped."""

INCOMPLETE = "--incomplete (in Python incomplete=True) reads what there is"
"""The advice for a run that is not whole, to those who want to read it all the same."""

_JSON = (LEVELS, "knobs", "players")
"""Columns of JSON in the scenarios' table; refused characters may stand there as escapes."""

UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What polars raises about a damaged file; a panic of its Rust code is not an `Exception`."""


class RunFiles:
    """The files of a run directory; `simkit.run.store.directory.RunDirectory` reads their contents.

    `files_read` is how many were read in full, to compare their checksums; `files_there` how many lie in a
    store alone, where only their sizes were compared.
    """

    def __init__(self, path: Path) -> None:
        self.path = self._home = path  # tables may lie in a folder of the run
        self._when_read = _state_of(path / MANIFEST)
        self.manifest: dict[str, Any] = read_manifest(path)
        self._known: set[str] = set()  # files that were found to be of this run
        self.files_read = self.files_there = 0

    @cached_property
    def store(self) -> Store | None:
        """What holds the tables, if that is not the run directory."""
        address = self.manifest.get(STORE)
        return store_at(str(address)) if address else None

    def _fetch(self, name: str) -> None:
        """Fetch a file of games, seats or events, if it lies in a store and not here."""
        if self.store and scenarios_of(name) and not (self.path / name).exists():
            self.store.fetch(self._place(name), self.files.get(name) if self.finished else None)

    @property
    def finished(self) -> bool:
        """True if the run is finished."""
        return bool(self.manifest["state"] == "finished")

    def require_finished(self, *, deep: bool = False) -> None:
        """Complain unless the run is finished and its files are, byte for byte, as it wrote them.

        Files that are in the state in which they were checked here before are not read again
        (`simkit.run.store.states`), unless `deep`.
        """
        if not self.finished:
            raise BadInput(f"{self.path}: this run was not finished; {ON}")
        self.require_sizes()
        self.require_checksums(deep=deep)

    @cached_property
    def files(self) -> dict[str, Written]:
        """The files of a finished run, by their paths."""
        try:
            found = read_list(self.path, self.manifest["files"], (SCENARIOS, SUMMARY, CHOICES))
        except FileNotFoundError:
            raise self.damaged(f"{FILES} is missing") from None
        except OSError as error:
            raise BadInput(f"{self.path}: {FILES} can't be read: {error.strerror}") from None
        except ValueError as error:
            raise self.damaged(str(error)) from None
        for name in (SCENARIOS, SUMMARY):
            if name not in found:
                raise self.damaged(f"{FILES} lacks {name}")
        return found

    def require_sizes(self) -> None:
        """Complain unless all files in a finished run's list exist and have the right sizes.

        Also if there are other files with games, which a scan of the folder would read too.
        """
        if not self.finished:
            return
        if self.store:
            self.store.require_sizes(own for name, own in self.files.items() if scenarios_of(name))
        for name, entry in self.files.items():
            file = self.path / name
            if self.store and scenarios_of(name) and not file.exists():
                continue
            if not file.is_file():
                raise self.damaged(f"{name} is missing")
            if file.stat().st_size != entry.bytes:
                raise self.damaged(f"{name} has {file.stat().st_size} bytes, {FILES} says {entry.bytes}")
        if others := sorted(set(self._found("*.parquet")) - set(self.files)):
            raise BadInput(
                f"{self.path}: {others[0]} is not a file of this run; remove it from the directory; "
                f"{INCOMPLETE}"
            )

    def require_checksums(self, scenarios: Sequence[int] | None = None, *, deep: bool = False) -> None:
        """Complain unless all files in a finished run's list have the right checksums and belong to the run.

        Files of an unfinished run are listed nowhere yet: every byte must be as `PartWriter` writes it,
        unless the journal tells of the file.  With `scenarios`, files with games, seats and events of other
        scenarios are skipped; with `deep`, every byte is read.
        """
        if not self.finished:
            done = read_journal(self.path, self.manifest["identity"])
            known = set() if deep else {file.path for own in done if not own.is_told for file in own.files}
            for name in (name for table in TABLES for name in self._parts(table, scenarios)):
                if name not in known:
                    self._fetch(name)
                    try:
                        read_whole(self._place(name))
                    except NotAsWritten:
                        raise self.damaged(f"{name} is not as it was written") from None
            return
        wanted = None if scenarios is None else set(scenarios)
        has_read = False
        for name, entry in self.files.items():
            own = scenarios_of(name)
            if own and wanted is not None and wanted.isdisjoint(own):
                continue
            if own and self.store and (deep or not (self.path / name).exists()):
                if deep:
                    self.store.require_checksum(entry)
                if not (self.path / name).exists():  # compared when it is fetched
                    self.files_read, self.files_there = self.files_read + deep, self.files_there + (not deep)
                    continue
            if deep or not self._is_checked(name):
                self._checked[name] = self._require_checksum(entry)
                has_read = True
        if has_read:
            remember(self.path, self.manifest["files"], self._checked)

    def _require_checksum(self, entry: Written) -> State:
        """Complain unless a file has its checksum and belongs to the run; return its state."""
        name, file = entry.path, self.path / entry.path
        try:
            state = state_of(file)
            with file.open("rb") as contents:
                found = hashlib.file_digest(contents, "sha256").hexdigest()
        except OSError as error:
            raise BadInput(f"{self.path}: {name} can't be read: {error.strerror}") from None
        if found != entry.sha256:
            forget(self.path)
            raise self.damaged(f"the checksum of {name} is not that in {FILES}")
        self._require_own(name)
        self.files_read += 1
        return state

    @cached_property
    def _checked(self) -> dict[str, State]:
        """The states in which files had their checksums."""
        return checked_before(self.path, self.manifest["files"]) if self.finished else {}

    def _is_checked(self, name: str) -> bool:
        return name in self._checked and is_as(self.path / name, self._checked[name])

    def columns(self, table: str, scenarios: Sequence[int] | None = None) -> list[Column]:
        """Return the outcome columns of some scenarios' games or seats, as their files describe them."""
        parts = self._parts(table, scenarios)
        if not parts:
            raise self._not_there(table)
        keys = {key.name for key in SEAT_KEYS}
        return [column for name, column in self._columns_in(parts[0]).items() if name not in keys]

    def _columns_in(self, name: str) -> dict[str, Column]:
        """Return the columns that a file describes, by name."""
        columns = self._said(read_columns, name)
        for column in columns:
            said = (column.name, column.description, column.unit, *column.labels)
            for _, character in refused_in(said):
                raise self.damaged(f"{name}: {character} is not text")
        return {column.name: column for column in columns}

    def _metadata(self, table: str, scenarios: Sequence[int] | None = None) -> Iterator[dict[str, str]]:
        for name in self._parts(table, scenarios):
            yield self._said(read_metadata, name)

    def _said(self, read: Callable[[Path], T], name: str) -> T:
        """Return the result of `read`, called with a file's footer."""
        self._require_own(name)
        try:
            return read(self.path / name)
        except DAMAGED as error:
            raise self.damaged(f"{name} can't be read: {first_line(error)}") from None

    def require_unchanged(self) -> None:
        """Complain if another command has begun to play the run again since its manifest was read here."""
        now = _state_of(self._home / MANIFEST)
        if now != self._when_read:
            if self._is_another():
                raise self._played_again()
            self._when_read = now  # a title may be new

    def _is_another(self) -> bool:
        """Return True if the directory holds another run than when its manifest was read here."""
        with suppress(BadInput):
            now = read_manifest(self._home)
            return any(now[key] != self.manifest[key] for key in ("identity", "started_at"))
        return False

    def _played_again(self) -> BadInput:
        return BadInput(
            f"{self.path}: another `simkit run` has begun to play it again since this command began to read "
            "it; repeat the command when that run is finished"
        )

    def damaged(self, what: str) -> BadInput:
        """Return a complaint about what is damaged, with what is to be done."""
        if is_locked_elsewhere(self._home) or self._is_another():
            return self._played_again()
        way_out = f"{MENDED}, {INCOMPLETE}" if self.finished else ON
        return BadInput(f"{self.path}: damaged, {what}; {way_out}")

    def _not_there(self, table: str) -> BadInput:
        if not self.finished:
            return BadInput(f"{self.path}: no such game was played before the run was stopped; {ON}")
        return BadInput(f"{self.path}: {table}/ is missing")

    def _place(self, name: str) -> Place:
        return Place(self.path, self.manifest["identity"], name)

    def _require_own(self, name: str) -> None:
        """Complain unless a file's metadata say that it belongs to this run; each file is checked once."""
        if name in self._known or self._is_checked(name):
            return
        self._fetch(name)
        try:
            is_own = is_of_the_run(self._place(name))
        except FileNotFoundError:
            raise self.damaged(f"{name} is missing") from None
        except DAMAGED as error:
            raise self.damaged(f"{name} can't be read: {first_line(error)}") from None
        if not is_own:
            raise self.damaged(f"{name} was written for another run, or under another name")
        self._known.add(name)

    def _found(self, pattern: str) -> list[str]:
        tables = (file for table in TABLES for file in (self.path / table).rglob(pattern))
        return sorted(file.relative_to(self.path).as_posix() for file in tables)

    @cached_property
    def _found_in_store(self) -> list[str]:
        return [name for name in self.store.states() if scenarios_of(name)] if self.store else []

    def _parts(self, table: str, scenarios: Sequence[int] | None = None) -> list[str]:
        wanted = None if scenarios is None else set(scenarios)
        parts = (
            self._listed[table]
            if self.finished
            else _by_name(table, {*self._found("part-?????.parquet"), *self._found_in_store})
        )
        return [name for name, own in parts.items() if wanted is None or not wanted.isdisjoint(own)]

    @property
    def parts(self) -> Mapping[str, Mapping[str, range]]:
        """The files of games, seats and events that are read, by table: each with its scenarios."""
        return self._listed

    def contents(self, name: str) -> bytes:
        """Return what a file holds, here or in the store."""
        file = self.path / name
        if self.store and not file.exists():
            return self.store.read(name)
        try:
            return file.read_bytes()
        except OSError as error:
            raise BadInput(f"{self.path}: {name} can't be read: {error.strerror}") from None

    def _is_in(self, table: str, scenario: int) -> bool:
        """Return True if some file of a table has rows of a scenario."""
        return (
            scenario in self._scenarios_in[table] if self.finished else bool(self._parts(table, [scenario]))
        )

    @cached_property
    def _scenarios_in(self) -> dict[str, set[int]]:
        return {
            table: {scenario for name in self._parts(table) for scenario in scenarios_of(name) or ()}
            for table in TABLES
        }

    @cached_property
    def _listed(self) -> dict[str, dict[str, range]]:
        return {table: _by_name(table, self.files) for table in TABLES}

    def _read(self, name: str, *wanted: pl.Expr) -> pl.DataFrame:
        self.require_unchanged()
        self._require_own(name)
        try:
            table = pl.scan_parquet(self.path / name, glob=False).filter(*wanted).collect()
            refused = next(_refused_words(table), None)
        except OSError as error:
            raise BadInput(f"{self.path}: {name} can't be read: {first_line(error)}") from None
        except (ValueError, *UNREADABLE) as error:
            raise self.damaged(f"{name} can't be read: {first_line(error)}") from None
        if refused:
            raise self.damaged(f"{name}: {refused} is not text")
        return table

    def collected(self, rows: pl.LazyFrame) -> pl.DataFrame:
        """Return rows of the run's tables."""
        try:
            return rows.collect()
        except (OSError, *UNREADABLE) as error:
            raise self.damaged(f"a table can't be read: {first_line(error)}") from None

    def _scan(self, table: str, scenarios: Sequence[int] | None) -> pl.LazyFrame:
        self.require_unchanged()
        parts = self._parts(table, scenarios)
        if not parts:
            raise self._not_there(table)
        for name in parts:
            self._require_own(name)
        try:
            # All at once: a plan of one scan per scenario takes minutes where there are thousands of them.
            # Not by hive partitions: a folder above the run may be called `scenario=7`.
            files = [self.path / name for name in parts]
            frame = pl.scan_parquet(files, glob=False, hive_partitioning=False)
            frame.collect_schema()
        except (OSError, *UNREADABLE) as error:
            raise self.damaged(f"{table} can't be read: {first_line(error)}") from None
        wanted = None if scenarios is None else set(scenarios)
        if wanted is None or all(wanted.issuperset(scenarios_of(name)) for name in parts):
            return frame
        return frame.filter(pl.col("scenario").is_in(sorted(wanted)))


def _state_of(file: Path) -> tuple[int, int]:
    """Return a value that changes whenever a file is rewritten; nothing if it can't be read."""
    try:
        status = file.stat()
    except OSError:
        return (0, 0)
    return status.st_ino, status.st_mtime_ns


def _by_name(table: str, names: Iterable[str]) -> dict[str, range]:
    own = {name: scenarios_of(name) for name in sorted(names) if name.startswith(f"{table}/")}
    return {name: scenarios for name, scenarios in own.items() if scenarios}


def _refused_words(table: pl.DataFrame) -> Iterator[str]:
    """Yield the refused characters in a table's texts and column names."""
    for column in table.iter_columns():
        if column.dtype == pl.String:
            words = column.filter(column.str.contains(REFUSED))
            hidden = column.filter(column.str.contains("\\u", literal=True) & (column.name in _JSON))
            said = [column.name, *words, *map(json.loads, hidden)]
            yield from (character for _, character in refused_in(said))


def first_line(error: BaseException) -> str:
    """Return the first line of an error's words."""
    return str(error).partition("\n")[0]
