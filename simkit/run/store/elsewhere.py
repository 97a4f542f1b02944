"""Tables that lie elsewhere than in the run directory: what a store, an optional part, has to do."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any, Protocol, cast

from simkit.installed import find_part
from simkit.run.store.parquet import Place, Written
from simkit.run.store.states import State

MENDED = "`simkit run ... --resume` plays again what is lost"
"""The advice for a finished run of which files are damaged or missing."""


class Store(Protocol):
    """The place of one run's tables."""

    @property
    def address(self) -> str:
        """Its address, as the manifest says it."""

    def put(self, place: Place, contents: bytes) -> None:
        """Write a file in one step."""

    def state(self, name: str) -> State:
        """Return the state of a file."""

    def states(self) -> dict[str, State]:
        """Return the states of all files of the run, by their paths in it."""

    def read(self, name: str) -> bytes:
        """Return the contents of a file."""

    def opened(self, name: str) -> AbstractContextManager[Any]:
        """Yield a file, of which only what is asked for is read."""

    def fetch(self, place: Place, expected: Written | None = None) -> None:
        """Copy a file into the run directory; complain if it is not what was written."""

    def require_sizes(self, files: Iterable[Written]) -> None:
        """Complain unless files are there with their sizes."""

    def require_checksum(self, expected: Written) -> None:
        """Read a file, and complain unless it is what was written."""


def store_at(address: str) -> Store:
    """Return the store of a run at an address that a manifest says."""
    return cast(Store, find_part("store")(address))


def store_of_run(store: str, identity: str) -> Store:
    """Return the place of a run's tables in a store; complain if there is no such store."""
    return cast(Store, find_part("store").of_run(store, identity))
