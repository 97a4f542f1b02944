"""A shared folder or an object store that holds the tables of a run, at any address that fsspec knows.

The run directory keeps everything else: manifest, list of files, scenarios, summary, answers and report.
Workers write their files straight into the store.  What reads a run finds them there: a file is fetched into
the run directory when it is first needed, and compared with its checksum.  An object is never changed: it
lies below the run's identity, and a worker that writes it again writes the same bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from simkit.errors import BadInput, writing
from simkit.extras import STORE
from simkit.run.store.durable import written_in_one_step
from simkit.run.store.elsewhere import MENDED
from simkit.run.store.parquet import Place, Written
from simkit.run.store.states import State

ALLOWED = "allowed is an address that fsspec knows, such as file:///shared/runs or s3://bucket/runs"

ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://[^\x00-\x1f]+")
"""No chains of file systems (zip::s3://...): some of these run what they read."""

HAS_PASSWORD = re.compile(r"://[^/@]*:[^/@]*@")

MEMORY = "memory"
"""The file system that keeps what it has in this process alone, and loses it at its end."""

OBJECTS = frozenset(("s3", "s3a", "gs", "gcs", "abfs", "az", "oci", "oss", "r2"))
"""File systems without folders; to make one would be to make a bucket."""

CHANGES = ("ETag", "etag", "mtime", "LastModified", "last_modified", "created")
"""What stores say of an object that is another one after it was written again, the best first."""


class NotThere(Exception):
    """A file is not in a store, though a worker says that it has written it there."""


@dataclass(frozen=True)
class TableStore:
    """The place of one run's tables."""

    address: str
    """The address of the store, with a folder named after the run's identity."""

    @classmethod
    def of_run(cls, store: str, identity: str) -> TableStore:
        """Return the place of a run's tables in a store."""
        _require_address(store)
        if HAS_PASSWORD.search(store):
            raise BadInput(
                "store: the address holds a password, which would stand in the manifest; put it where its "
                "file system looks for it (s3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ~/.aws)"
            )
        found = cls(f"{store.rstrip('/')}/{identity}")
        _ = found._place
        return found

    @cached_property
    def _place(self) -> tuple[Any, str]:
        """The file system, and the path of the run's folder in it."""
        _require_address(self.address)  # a manifest may say anything
        fsspec = STORE.load("fsspec")
        with self._complaining("reached"):
            found: tuple[Any, str] = fsspec.core.url_to_fs(self.address)
        return found

    def put(self, place: Place, contents: bytes) -> None:
        """Write a file in one step."""
        files, root = self._place
        path = f"{root}/{place.name}"
        with self._complaining("written", place.name):
            if OBJECTS.isdisjoint(_names(files)):
                files.makedirs(path.rpartition("/")[0], exist_ok=True)
            if "file" in _names(files):
                with written_in_one_step(Path(path)) as temporary:
                    temporary.write_bytes(contents)
            else:  # an object is there as a whole, or not at all
                files.pipe_file(path, contents)

    def state(self, name: str) -> State:
        """Return an object's state: its size, and a hash of the first of `CHANGES` that its store says."""
        files, root = self._place
        with self._complaining("read", name):
            files.invalidate_cache()
            return _state_of(files.info(f"{root}/{name}"))

    def require(self, written: Iterable[Written]) -> None:
        """Make sure that files are there with their sizes, seen from this machine.

        Raises NotThere if one is not.
        """
        for file in written:
            try:
                found = self.state(file.path)[0]
            except BadInput as problem:
                raise NotThere(f"what it has written can't be found from here: {problem}") from None
            if found != file.bytes:
                raise NotThere(
                    f"{file.path} has {found} bytes in {self.address}, it has written {file.bytes}"
                )

    def states(self) -> dict[str, State]:
        """Return the states of all objects of the run, by their paths in it."""
        files, root = self._place
        with self._complaining("read"):
            files.invalidate_cache()
            try:
                found = files.find(root, detail=True)
            except FileNotFoundError:
                return {}
            return {path[len(root) :].lstrip("/"): _state_of(entry) for path, entry in found.items()}

    def read(self, name: str) -> bytes:
        """Return the contents of an object."""
        files, root = self._place
        with self._complaining("read", name):
            return bytes(files.cat_file(f"{root}/{name}"))

    @contextmanager
    def opened(self, name: str) -> Iterator[Any]:
        """Yield an object as an open file, of which only what is asked for is read."""
        files, root = self._place
        with self._complaining("read", name), files.open(f"{root}/{name}", "rb") as contents:
            yield contents

    def fetch(self, place: Place, expected: Written | None = None) -> None:
        """Copy an object into the run directory."""
        files, root = self._place
        with writing(place.path):
            place.path.parent.mkdir(parents=True, exist_ok=True)
            with written_in_one_step(place.path) as temporary:
                with self._complaining("read", place.name):
                    files.get_file(f"{root}/{place.name}", str(temporary))
                if expected is not None:
                    with temporary.open("rb") as contents:
                        self._require(contents, expected)

    def _require(self, contents: Any, expected: Written) -> None:
        if hashlib.file_digest(contents, "sha256").hexdigest() != expected.sha256:
            raise BadInput(f"{self.address}: {expected.path} is not what was written there; {MENDED}")

    def require_sizes(self, files: Iterable[Written]) -> None:
        """Complain unless files of a run are there with their sizes; one request tells."""
        found = self.states()
        for file in files:
            if file.path not in found:
                raise BadInput(f"{self.address}: {file.path} is missing there; {MENDED}")
            if (size := found[file.path][0]) != file.bytes:
                said = f"{file.path} has {size} bytes there, and {file.bytes} were written"
                raise BadInput(f"{self.address}: {said}; {MENDED}")

    def require_checksum(self, expected: Written) -> None:
        """Read an object, and complain unless it is what was written."""
        with self.opened(expected.path) as contents:
            self._require(contents, expected)

    @contextmanager
    def _complaining(self, what: str, name: str = "") -> Iterator[None]:
        """Turn whatever a file system raises into one message."""
        try:
            yield
        except BadInput:
            raise
        except FileNotFoundError:
            missing = f"{name or 'the run'} is missing there; {MENDED}"
            nowhere = f"{name} can't be written: there is no such bucket or folder"
            raise BadInput(f"{self.address}: {nowhere if what == 'written' else missing}") from None
        except Exception as error:
            said = getattr(error, "strerror", None) or str(error).partition("\n")[0] or type(error).__name__
            raise BadInput(f"{self.address}: {f'{name} ' if name else ''}can't be {what}: {said}") from None


def _require_address(address: object) -> None:
    if not isinstance(address, str) or not ADDRESS.fullmatch(address):
        raise BadInput(f"store: found {address!r}, {ALLOWED}")
    if address.partition(":")[0] == MEMORY:
        raise BadInput(f"store: {MEMORY}:// loses the tables when this process ends; {ALLOWED}")


def _names(files: Any) -> tuple[str, ...]:
    protocol = files.protocol
    return (protocol,) if isinstance(protocol, str) else tuple(protocol)


def _state_of(info: dict[str, Any]) -> State:
    change = next((info[key] for key in CHANGES if info.get(key) is not None), "")
    said = change.timestamp() if isinstance(change, datetime) else change
    return int(info["size"]), int(hashlib.sha256(str(said).encode()).hexdigest()[:15], 16), 0, 0
