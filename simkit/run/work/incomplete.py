"""Reads an incomplete run: the games whose files are whole, and an account of those that are not."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl
import pyarrow.parquet as pq

from simkit.errors import BadInput
from simkit.experiment.factors import level_in_words
from simkit.run.store.directory import RunDirectory
from simkit.run.store.durable import is_locked_elsewhere
from simkit.run.store.elsewhere import MENDED
from simkit.run.store.events import logged_games
from simkit.run.store.files import INCOMPLETE, ON
from simkit.run.store.incomplete import (
    MOST_NAMED,
    Incomplete,
    LeftOut,
    Numbers,
    State,
    joined,
    ranges_in,
)
from simkit.run.store.journal import read_journal
from simkit.run.store.layout import scenarios_of
from simkit.run.store.listed import FILES
from simkit.run.store.manifest import EVENTS_ONE_IN, PRECISION, SCENARIOS
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
    read_whole,
)
from simkit.run.store.shards import Played
from simkit.run.work.summing import PartsOfRun


class _Whole(NamedTuple):
    """The files that are whole by table, the numbers of their games by scenario, and what is left out."""

    files: Mapping[str, Mapping[str, range]]
    numbers: Mapping[int, Numbers]
    left_out: Sequence[LeftOut]


class IncompleteRun(PartsOfRun):
    """A run that was stopped, is still being played, or of which files are damaged, missing or foreign.

    It has the games whose files are whole, all of them; what is not is named in `incomplete`.  Scenarios of
    which there is no game are in none of its tables.  The summary is worked out from the games that there
    are.

    Parameters
    ----------
    path, trusted
        As `RunDirectory` takes them.
    asked : bool
        Whether an incomplete run was asked for; if not, one that is damaged is refused, and one that was
        stopped may be read but not compared.
    """

    def __init__(self, path: Path, *, trusted: bool = False, asked: bool = False) -> None:
        super().__init__(path, trusted=trusted)
        self.asked = asked

    def require_finished(self, *, deep: bool = False) -> None:
        """Complain unless an incomplete run was asked for, and there is something to read."""
        if not self.asked:
            raise BadInput(f"{self.path}: this run was not finished; {ON}; {INCOMPLETE}")
        self.require_readable()

    def require_readable(self) -> None:
        """Complain if there is nothing to read."""
        if not self.parts[GAMES]:
            state = "damaged" if self.finished else "this run was not finished"
            why = f" ({self._left_out[0]})" if self._left_out else ""
            raise BadInput(
                f"{self.path}: {state}, and there is nothing to read: no file of games is whole{why}; "
                f"{self._way_out}"
            )
        self._require_scenarios()

    def _require_scenarios(self) -> None:
        """Complain unless the scenarios are those that the run was begun with."""
        wrong = LeftOut(SCENARIOS, "is not as it was written")
        place = self._place(SCENARIOS)
        with suppress(*DAMAGED):
            if not place.path.is_file():
                wrong = LeftOut(SCENARIOS, "is missing")
            elif is_of_the_run(place) and self.has_own_scenarios():
                return
        raise self.damaged(str(wrong))

    def damaged(self, what: str) -> BadInput:
        """Return a complaint about what is damaged, with what is to be done."""
        if self._is_another():
            return self._played_again()
        needed = " and nothing else says what was played" if what.startswith(SCENARIOS) else ""
        return BadInput(f"{self.path}: damaged, {what}{needed}; {self._way_out}")

    @property
    def _way_out(self) -> str:
        return MENDED if self.finished else ON

    def require_sizes(self) -> None:
        """Complain about nothing: files that are not whole are left out."""

    def require_checksums(self, scenarios: Sequence[int] | None = None, *, deep: bool = False) -> None:
        """Complain about nothing: files that are not whole are left out."""

    @cached_property
    def incomplete(self) -> Incomplete:
        """What there is of the run, and what is left out."""
        experiment = self.manifest["experiment"]
        every = range(experiment["scenarios"])
        state: State = "damaged" if self.finished else "stopped"
        if not self.finished and is_locked_elsewhere(self.path):
            state = "being played"
        without = tuple(scenario for scenario in every if scenario not in self.games_played)
        return Incomplete(
            state,
            sum(self.games_played.values()),
            self._planned,
            len(every),
            without,
            tuple(map(self._in_words, without[:MOST_NAMED])),
            tuple(self._left_out),
            bool(experiment.get("targets")),
        )

    def _in_words(self, scenario: int) -> str:
        row = self.scenario(scenario)
        return ", ".join(level_in_words(factor, row[factor]) for factor in self.factors)

    @property
    def _planned(self) -> int | None:
        if self.people is not None:
            return len(self.people["games"])
        experiment = self.manifest["experiment"]
        if not experiment.get(PRECISION):
            return int(experiment["games"] * experiment["scenarios"])
        counted = self.manifest[PRECISION]["games"]
        return sum(counted) if all(counted) else None

    @cached_property
    def games_played(self) -> dict[int, int]:
        """The number of games that there are of each scenario that has any."""
        return {scenario: len(numbers) for scenario, numbers in self._numbers.items()}

    def numbers(self, scenario: int) -> Sequence[int]:
        """Return the numbers of the games that there are of a scenario, in order."""
        return self._numbers.get(scenario, Numbers([]))

    @cached_property
    def has_events(self) -> bool:
        """True if there are events of the games that were logged."""
        return super().has_events and bool(self.parts[EVENTS])

    def _parts(self, table: str, scenarios: Sequence[int] | None = None) -> list[str]:
        wanted = None if scenarios is None else set(scenarios)
        parts = self.parts[table]
        return [name for name, own in parts.items() if wanted is None or not wanted.isdisjoint(own)]

    # The files, and which of them are whole.

    @property
    def parts(self) -> Mapping[str, Mapping[str, range]]:
        """The files that are read, by table: each with its scenarios."""
        return self._whole.files

    @property
    def _numbers(self) -> Mapping[int, Numbers]:
        return self._whole.numbers

    @property
    def _left_out(self) -> Sequence[LeftOut]:
        return self._whole.left_out

    @cached_property
    def _whole(self) -> _Whole:
        left_out = list(self._wrong_besides())
        files: dict[str, dict[str, range]] = {table: {} for table in TABLES}
        ranges: dict[int, list[range]] = {}
        for piece, tables in sorted(self._pieces().items()):
            if GAMES not in tables and not self.finished:
                continue  # they were about to be written, or to be removed
            wrong, games = self._look_at(piece, tables)
            if wrong:
                left_out.append(wrong)
                continue
            for table in tables:
                files[table][f"{table}/{piece}"] = scenarios_of(f"{table}/{piece}")
            for scenario, own in games.items():
                ranges.setdefault(scenario, []).extend(own)
        numbers = {scenario: Numbers(joined(own)) for scenario, own in sorted(ranges.items())}
        return _Whole(files, numbers, left_out)

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
        return {*self._found("*.parquet"), *self._found_in_store}

    def _wrong_besides(self) -> Iterator[LeftOut]:
        """Yield what is wrong with files of a finished run that hold no games."""
        if not self.finished:
            return
        if not self._entries:
            yield LeftOut(FILES, "is missing or damaged")
        if self._lost_all_events:
            yield LeftOut(f"{EVENTS}/", "is missing")
        for name in sorted(self._entries):
            if not scenarios_of(name) and name != SCENARIOS and (wrong := self._wrong_in(name)):
                yield wrong

    def _look_at(self, piece: str, tables: set[str]) -> tuple[LeftOut | None, Mapping[int, list[range]]]:
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
        if SEATS in tables and pq.read_metadata(self.path / SEATS / piece).num_rows != self._seats_of(games):
            return LeftOut(f"{SEATS}/{piece}", "is not of the same games"), {}
        return None, games

    def _wrong_in(self, name: str) -> LeftOut | None:
        """Return what is wrong with a file, if anything is."""
        place, entry = self._place(name), self._entries.get(name)
        if self._entries and entry is None:
            return LeftOut(name, "is not a file of this run")
        if name in self._found_in_store:
            try:
                self._fetch(name)
            except BadInput:
                return LeftOut(name, "is not as it was written")
        if not place.path.is_file():
            return LeftOut(name, "is missing")
        if self._is_checked(name):
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
        if self.finished:
            with suppress(BadInput):
                return self.files
        return {}

    @cached_property
    def _done(self) -> Mapping[str, Played]:
        """What the journal tells of files of games that are whole, so that they need not be read."""
        known: dict[str, Played] = {}
        if self.finished:
            return known
        for done in read_journal(self.path, self.manifest["identity"]):
            if done.is_told:
                continue  # nobody has read what a worker of a cluster has sent
            known |= {file.path: done for file in done.files if file.path.startswith(f"{GAMES}/")}
        return known

    def _has(self, table: str, games: Mapping[int, list[range]]) -> bool:
        """Return True if some games of a run that was stopped must have a file in a table."""
        if self._entries:
            return False  # all files are listed
        if table == SEATS:
            return bool(self._seats_of(games))
        one_in = self.manifest["experiment"].get(EVENTS_ONE_IN, 0)
        return any(logged_games(own.start, len(own), one_in) for ranges in games.values() for own in ranges)

    def _seats_of(self, games: Mapping[int, list[range]]) -> int:
        """Return how many seats there are in some games, by scenario, together."""
        if not self._game_played.seat_columns:
            return 0
        players = {scenario: len(self._players[scenario]) for scenario in games}
        return sum(
            len(own) * players[scenario]
            for scenario, ranges in games.items()
            for own in ranges
            if players[scenario] > 1
        )

    def _games_in(self, name: str) -> dict[int, list[range]]:
        """Return the numbers of the games in a file, by scenario."""
        keys = pl.read_parquet(self.path / name, columns=["scenario", "game"], glob=False)
        return {
            int(scenario): ranges_in(own["game"].to_numpy())
            for (scenario,), own in keys.group_by("scenario", maintain_order=True)
        }


def _has_hash(place: Place, expected: str) -> bool:
    with place.path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == expected


def _without_broken(done: Played, scenario: int) -> list[range]:
    """Return the numbers of the games of a scenario that a shard has, which is done."""
    numbers = np.arange(done.shard.first_game, done.shard.first_game + done.shard.games)
    broken = [own.game for own in done.broken if own.scenario == scenario]
    return ranges_in(np.setdiff1d(numbers, broken))


def as_it_is(run: RunDirectory, *, asked: bool) -> RunDirectory:
    """Return a run for reading: a whole one itself, any other as what there is of it.

    Parameters
    ----------
    asked : bool
        Whether an incomplete run was asked for; if not, a damaged one is returned as it is, and refused by
        whatever reads it.
    """
    if run.finished:
        try:
            if asked:
                run.require_finished()
            return run
        except BadInput:
            pass
    return IncompleteRun(run.path, trusted=run.trusted, asked=asked)
