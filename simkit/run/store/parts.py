"""The parts of a run: the files of games, seats and events that are read, and the games in them.

A finished run has all of its parts.  Of one that was stopped, is still being played, or has lost files, the
parts are the files that are whole, together with the others of the same games; what is not is named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl
import pyarrow.parquet as pq

from simkit.errors import BadInput
from simkit.run.store.events import logged_games
from simkit.run.store.files import RunFiles
from simkit.run.store.incomplete import GameNumbers, LeftOut, joined, ranges_in
from simkit.run.store.layout import scenarios_of
from simkit.run.store.listed import FILES, read_played
from simkit.run.store.manifest import EVENTS_ONE_IN, SCENARIOS
from simkit.run.store.parquet import (
    DAMAGED,
    EVENTS,
    GAMES,
    SEATS,
    TABLES,
    NotAsWritten,
    Place,
    Written,
    is_of_the_run,
    on_disk,
    read_whole,
)
from simkit.run.store.shards import PlayedShard

Games = Mapping[int, list[range]]
"""The numbers of games, by scenario."""


class Parts(NamedTuple):
    """The files of a run that are read, by table and each with its scenarios, and the games in them."""

    files: Mapping[str, Mapping[str, range]]

    numbers: Mapping[int, Sequence[int]]
    """The numbers of the games of each scenario that has any, in order."""

    left_out: Sequence[LeftOut] = ()
    """The files that are not read, with those of the same games."""

    done: Mapping[str, PlayedShard] = {}
    """What the list tells of files of games, so that they need not be read."""


def parts_there(run: RunFiles, seats_of: Callable[[Games], int]) -> Parts:
    """Return the parts of a run that are whole; `seats_of` counts the rows of seats of some games."""
    return _Looking(run, seats_of).found()


class _Looking:
    """Looks at what there is of a run, file by file."""

    def __init__(self, run: RunFiles, seats_of: Callable[[Games], int]) -> None:
        self._run, self._seats_of = run, seats_of

    def found(self) -> Parts:
        """Return the parts that are whole."""
        left_out = list(self._wrong_besides())
        files: dict[str, dict[str, range]] = {table: {} for table in TABLES}
        ranges: dict[int, list[range]] = {}
        for piece, tables in sorted(self._pieces().items()):
            if GAMES not in tables and not self._run.finished:
                continue  # they were about to be written, or to be removed
            wrong, games = self._look_at(piece, tables)
            if wrong:
                left_out.append(wrong)
                continue
            for table in tables:
                files[table][f"{table}/{piece}"] = scenarios_of(f"{table}/{piece}")
            for scenario, played in games.items():
                ranges.setdefault(scenario, []).extend(played)
        numbers = {scenario: GameNumbers(joined(played)) for scenario, played in sorted(ranges.items())}
        return Parts(files, numbers, left_out, self._done)

    def _pieces(self) -> dict[str, set[str]]:
        """Return the files of the same games together: what their names share, with the tables."""
        pieces: dict[str, set[str]] = {}
        listed = (name for name in self._entries if scenarios_of(name))
        for name in {*self._present, *listed}:
            table, _, piece = name.partition("/")
            pieces.setdefault(piece, set()).add(table)
        if self._lost_all_events:
            for tables in pieces.values():
                tables.discard(EVENTS)
        return pieces

    @property
    def _lost_all_events(self) -> bool:
        """True if the run is finished and has lost the whole table of events: the others tell as much."""
        listed = any(name.startswith(f"{EVENTS}/") for name in self._entries)
        return listed and not any(name.startswith(f"{EVENTS}/") for name in self._present)

    @cached_property
    def _present(self) -> set[str]:
        """The files of games, seats and events that there are, here or in a store, whether whole or not."""
        return {*self._run.found("*.parquet"), *self._run.found_in_store}

    def _wrong_besides(self) -> Iterator[LeftOut]:
        """Yield what is wrong with files of a finished run that hold no games."""
        if not self._run.finished:
            return
        if not self._entries:
            yield LeftOut(FILES, "is missing or damaged")
        if self._lost_all_events:
            yield LeftOut(f"{EVENTS}/", "is missing")
        for name in sorted(self._entries):
            if not scenarios_of(name) and name != SCENARIOS and (wrong := self._wrong_in(name)):
                yield wrong

    def _look_at(self, piece: str, tables: set[str]) -> tuple[LeftOut | None, Games]:
        """Return what is wrong with the files of some games, if anything is, and the games by scenario."""
        name = f"{GAMES}/{piece}"
        if done := self._done.get(name):
            return None, {scenario: _without_broken(done, scenario) for scenario in done.shard.scenarios}
        if wrong := self._wrong_in(name):
            return wrong, {}
        games = self._games_in(name)
        for table in (SEATS, EVENTS):
            own = f"{table}/{piece}"
            if (table in tables or self._has(table, games)) and (wrong := self._wrong_in(own)):
                return wrong, {}
        seats = on_disk(self._run.path / SEATS / piece)
        if SEATS in tables and pq.read_metadata(seats).num_rows != self._seats_of(games):
            return LeftOut(f"{SEATS}/{piece}", "is not of the same games"), {}
        return None, games

    def _wrong_in(self, name: str) -> LeftOut | None:
        """Return what is wrong with a file, if anything is."""
        place, entry = self._run.place_of(name), self._entries.get(name)
        if self._entries and entry is None:
            return LeftOut(name, "is not a file of this run")
        if name in self._run.found_in_store:
            try:
                self._run.fetch(name)
            except BadInput:
                return LeftOut(name, "is not as it was written")
        if not place.path.is_file():
            return LeftOut(name, "is missing")
        if self._run.is_checked(name):
            return None
        try:
            if not is_of_the_run(place):
                return LeftOut(name, "was written for another run, or under another name")
            is_whole = _has_hash(place, entry.sha256) if entry else bool(read_whole(place))
        except (NotAsWritten, *DAMAGED):
            is_whole = False
        return None if is_whole else LeftOut(name, "is not as it was written")

    @cached_property
    def _entries(self) -> Mapping[str, Written]:
        """The list of files; empty if the run is not finished, or if that is damaged, too."""
        if self._run.finished:
            with suppress(BadInput):
                return self._run.files
        return {}

    @cached_property
    def _done(self) -> Mapping[str, PlayedShard]:
        """What the list tells of files of games that are whole, so that they need not be read."""
        known: dict[str, PlayedShard] = {}
        if self._run.finished:
            return known
        for done in read_played(self._run.path, self._run.manifest["identity"]):
            known |= {file.path: done for file in done.files if file.path.startswith(f"{GAMES}/")}
        return known

    def _has(self, table: str, games: Games) -> bool:
        """Return True if some games of a run that was stopped must have a file in a table."""
        if self._entries:
            return False  # all files are listed
        if table == SEATS:
            return bool(self._seats_of(games))
        one_in = self._run.manifest["experiment"].get(EVENTS_ONE_IN, 0)
        return any(
            logged_games(range_.start, len(range_), one_in) for ranges in games.values() for range_ in ranges
        )

    def _games_in(self, name: str) -> dict[int, list[range]]:
        """Return the numbers of the games in a file, by scenario."""
        keys = pl.read_parquet(on_disk(self._run.path / name), columns=["scenario", "game"], glob=False)
        return {
            int(scenario): ranges_in(frame["game"].to_numpy())
            for (scenario,), frame in keys.group_by("scenario", maintain_order=True)
        }


def _has_hash(place: Place, expected: str) -> bool:
    with place.path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == expected


def _without_broken(done: PlayedShard, scenario: int) -> list[range]:
    """Return the numbers of the games of a scenario that a shard has, which is done."""
    own = done.shard.numbers[scenario]
    broken = [fault.game for fault in done.broken if fault.scenario == scenario]
    return ranges_in(np.setdiff1d(np.arange(own.start, own.stop), broken))
