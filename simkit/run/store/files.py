"""Reads the files of a run, and checks that they exist, are undamaged and belong to the run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import polars as pl

from simkit.content.characters import REFUSED, refused_in
from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.run.store.durable import is_locked_elsewhere
from simkit.run.store.elsewhere import MENDED, Store, store_at
from simkit.run.store.layout import scenarios_of
from simkit.run.store.listed import FILES, read_list, write_list
from simkit.run.store.manifest import CHOICES, LEVELS, MANIFEST, SCENARIOS, STORE, SUMMARY, read_manifest
from simkit.run.store.parquet import DAMAGED, TABLES, Place, Written, is_of_the_run, on_disk, read_columns
from simkit.run.store.states import State, is_as, state_of, that_count

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

    `asked` says whether the run may be incomplete.  `files_read` is how many were read in full, to compare
    their checksums; `files_there` how many lie in a store alone, where only their sizes were compared.
    """

    def __init__(self, path: Path, *, asked: bool = False) -> None:
        self.asked = asked
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

    def fetch(self, name: str) -> None:
        """Fetch a file of games, seats or events, if it lies in a store and not here."""
        if self.store and scenarios_of(name) and not (self.path / name).exists():
            self.store.fetch(self.place_of(name), self.files.get(name) if self.finished else None)

    @property
    def finished(self) -> bool:
        """True if the run is finished."""
        return bool(self.manifest["state"] == "finished")

    @property
    def files(self) -> dict[str, Written]:
        """The files of a finished run, by their paths."""
        return self._list[0]

    @cached_property
    def _list(self) -> tuple[dict[str, Written], dict[str, State]]:
        """The files of a finished run, and the states in which their bytes were compared before."""
        try:
            found = read_list(self.path, self.manifest["files"], (SCENARIOS, SUMMARY, CHOICES))
        except FileNotFoundError:
            raise self.damaged(f"{FILES} is missing") from None
        except OSError as error:
            raise BadInput(f"{self.path}: {FILES} can't be read: {error.strerror}") from None
        except ValueError as error:
            raise self.damaged(str(error)) from None
        for name in (SCENARIOS, SUMMARY):
            if name not in found[0]:
                raise self.damaged(f"{FILES} lacks {name}")
        return found

    def require_files(self, scenarios: Sequence[int] | None = None, *, deep: bool = False) -> None:
        """Complain unless the files of a finished run are, byte for byte, as it wrote them.

        Files that are in the state in which they were checked here before are not read again
        (`simkit.run.store.states`), unless `deep`.  With `scenarios`, files with games, seats and events of
        other scenarios are not read.
        """
        self._require_sizes()
        self._require_checksums(scenarios, deep=deep)

    def _require_sizes(self) -> None:
        """Complain unless all files in the list exist and have the right sizes.

        Also if there are other files with games, which a scan of the folder would read too.
        """
        if self.store:
            self.store.require_sizes(written for name, written in self.files.items() if scenarios_of(name))
        for name, entry in self.files.items():
            file = self.path / name
            if self.store and scenarios_of(name) and not file.exists():
                continue
            if not file.is_file():
                raise self.damaged(f"{name} is missing")
            if file.stat().st_size != entry.bytes:
                raise self.damaged(f"{name} has {file.stat().st_size} bytes, {FILES} says {entry.bytes}")
        if others := sorted(set(self.found("*.parquet")) - set(self.files)):
            raise BadInput(
                f"{self.path}: {others[0]} is not a file of this run; remove it from the directory; "
                f"{INCOMPLETE}"
            )

    def _require_checksums(self, scenarios: Sequence[int] | None, *, deep: bool) -> None:
        """Complain unless all files in the list have the right checksums and belong to the run."""
        wanted = None if scenarios is None else set(scenarios)
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
            if deep or not self.is_checked(name):
                self._checked[name] = self._require_checksum(entry)
        self._write_states(that_count(self._checked, self.manifest["files"]["bytes"]))

    def _write_states(self, states: Mapping[str, State]) -> None:
        """Write down in which states files were compared; not where nothing can be written.

        Nor if the manifest has changed: another process may be writing its own list.
        """
        if states != self._list[1] and _state_of(self._home / MANIFEST) == self._when_read:
            with suppress(BadInput):
                write_list(self.path, self.files.values(), states)

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
            self._write_states({})
            raise self.damaged(f"the checksum of {name} is not that in {FILES}")
        self._require_own(name)
        self.files_read += 1
        return state

    @cached_property
    def _checked(self) -> dict[str, State]:
        """The states in which files had their checksums."""
        with suppress(BadInput):
            return dict(self._list[1]) if self.finished else {}
        return {}

    def is_checked(self, name: str) -> bool:
        """Return True if a file is in the state in which its bytes were compared."""
        return name in self._checked and is_as(self.path / name, self._checked[name])

    def columns_in(self, name: str) -> dict[str, Column]:
        """Return the columns that a file describes, by name."""
        columns = self.said_in(read_columns, name)
        for column in columns:
            said = (column.name, column.description, column.unit, *column.labels)
            for _, character in refused_in(said):
                raise self.damaged(f"{name}: {character} is not text")
        return {column.name: column for column in columns}

    def said_in(self, read: Callable[[Path], T], name: str) -> T:
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
        if self._is_another() or (self.finished and is_locked_elsewhere(self._home)):
            return self._played_again()
        is_needed = what.startswith(SCENARIOS)
        needed = " and nothing else says what was played" if is_needed else ""
        part = "" if self.asked or is_needed else f", {INCOMPLETE}"
        way_out = f"{MENDED}{part}" if self.finished else ON
        return BadInput(f"{self.path}: damaged, {what}{needed}; {way_out}")

    @contextmanager
    def made_with_other(self, what: str) -> Iterator[None]:
        """Turn a complaint into one which says that something has changed since the run was made."""
        try:
            yield
        except BadInput as problem:
            raise BadInput(f"{self.path}: made with other {what} than today's: {problem}") from None

    def place_of(self, name: str) -> Place:
        """Return where a file of the run belongs."""
        return Place(self.path, self.manifest["identity"], name)

    def _require_own(self, name: str) -> None:
        """Complain unless a file's metadata say that it belongs to this run; each file is checked once."""
        if name in self._known or self.is_checked(name):
            return
        self.fetch(name)
        try:
            is_own = is_of_the_run(self.place_of(name))
        except FileNotFoundError:
            raise self.damaged(f"{name} is missing") from None
        except DAMAGED as error:
            raise self.damaged(f"{name} can't be read: {first_line(error)}") from None
        if not is_own:
            raise self.damaged(f"{name} was written for another run, or under another name")
        self._known.add(name)

    def found(self, pattern: str) -> list[str]:
        """Return the names of the files of games, seats and events that lie here, whether whole or not."""
        tables = (file for table in TABLES for file in (self.path / table).rglob(pattern))
        return sorted(file.relative_to(self.path).as_posix() for file in tables)

    @cached_property
    def found_in_store(self) -> list[str]:
        """The names of those that lie in the store."""
        return [name for name in self.store.states() if scenarios_of(name)] if self.store else []

    def contents(self, name: str) -> bytes:
        """Return what a file holds, here or in the store."""
        file = self.path / name
        if self.store and not file.exists():
            return self.store.read(name)
        try:
            return file.read_bytes()
        except OSError as error:
            raise BadInput(f"{self.path}: {name} can't be read: {error.strerror}") from None

    @cached_property
    def listed(self) -> dict[str, dict[str, range]]:
        """The files of games, seats and events of a finished run, by table, each with its scenarios."""
        return {table: _by_name(table, self.files) for table in TABLES}

    def _read(self, name: str, *wanted: pl.Expr) -> pl.DataFrame:
        self.require_unchanged()
        self._require_own(name)
        try:
            table = pl.scan_parquet(on_disk(self.path / name), glob=False).filter(*wanted).collect()
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


def _state_of(file: Path) -> tuple[int, int]:
    """Return a value that changes whenever a file is rewritten; nothing if it can't be read."""
    try:
        status = file.stat()
    except OSError:
        return (0, 0)
    return status.st_ino, status.st_mtime_ns


def _by_name(table: str, names: Iterable[str]) -> dict[str, range]:
    files = {name: scenarios_of(name) for name in sorted(names) if name.startswith(f"{table}/")}
    return {name: scenarios for name, scenarios in files.items() if scenarios}


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
