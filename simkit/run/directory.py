"""A run directory: what a run leaves behind, and how to read it.

::

    manifest.json        the experiment as it was run, versions, machine, timings, every file's checksum
    scenarios.parquet    one row a scenario: every factor's level, its knobs and its players
    games/               one row a game: game number and outcome columns (hive-partitioned by scenario)
    seats/               one row a seat of a game, where two or more play and seats have columns
    summary.parquet      estimates with intervals, n, and how they were made
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from simkit.engine.columns import Column
from simkit.engine.game import Game
from simkit.engine.knobs import Knobs
from simkit.engine.match import Match
from simkit.errors import Complaint
from simkit.plugins import find_game, find_strategy
from simkit.run.parquet import GAMES, SEAT_KEYS, SEATS, read_columns, read_whole
from simkit.run.recorded import ANEW, MANIFEST, SCENARIOS, SUMMARY, read_manifest

ON = "`simkit run ... --resume` goes on with it"
"""What helps if a run was stopped."""

_FILE = "the file that a row stands in"
_SCENARIO = r"scenario=(\d+)[/\\]part-\d{5}\.parquet$"

UNREADABLE = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What polars raises over a damaged file: it may lose its head, with what is no `Exception`."""


class RunDirectory:
    """A run directory on disk.

    Parameters
    ----------
    path : Path
        The directory.

    Raises
    ------
    Complaint
        If it is not a run directory, or one that can't be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.manifest: dict[str, Any] = read_manifest(path)

    @property
    def finished(self) -> bool:
        """Whether the run came to its end."""
        return bool(self.manifest["state"] == "finished")

    def require_finished(self) -> None:
        """Complain unless the run came to its end and its files are, byte for byte, what it has written."""
        if not self.finished:
            raise Complaint(f"{self.path}: this run was not finished; {ON}")
        self.require_sizes()
        self.require_checksums()

    def require_sizes(self) -> None:
        """Complain unless the files that a finished run has listed are there, and have the sizes listed.

        And no others with games: they would be read with its own.
        """
        for name, entry in self.manifest["files"].items():
            file = self.path / name
            if not file.is_file():
                raise self._damaged(f"{name} is missing")
            if file.stat().st_size != entry["bytes"]:
                raise self._damaged(
                    f"{name} has {file.stat().st_size} bytes, the manifest says {entry['bytes']}"
                )
        tables = (file for table in (GAMES, SEATS) for file in (self.path / table).rglob("*.parquet"))
        found = {file.relative_to(self.path).as_posix() for file in tables} if self.finished else set()
        if others := sorted(found - set(self.manifest["files"])):
            raise Complaint(f"{self.path}: {others[0]} is no file of this run; take it out of the directory")

    def require_checksums(self, scenarios: Sequence[int] | None = None) -> None:
        """Complain unless the files that a finished run has listed have the checksums listed.

        Those of an unfinished one are listed nowhere yet: every byte must be as such rows are written.

        Parameters
        ----------
        scenarios : sequence of int, optional
            Pass over the games and seats of all others.
        """
        if not self.finished:
            self._require_whole_parts(scenarios)
            return
        wanted = None if scenarios is None else {f"scenario={number}" for number in scenarios}
        for name, entry in self.manifest["files"].items():
            folder = Path(name).parent.name
            if wanted is not None and folder and folder not in wanted:
                continue
            try:
                with (self.path / name).open("rb") as file:
                    found = hashlib.file_digest(file, "sha256").hexdigest()
            except OSError as error:
                raise Complaint(f"{self.path}: {name} can't be read: {error.strerror}") from None
            if found != entry["sha256"]:
                raise self._damaged(f"the checksum of {name} is not the manifest's")

    def _require_whole_parts(self, scenarios: Sequence[int] | None) -> None:
        for table in (GAMES, SEATS):
            for number in self._numbers(scenarios):
                for part in self._parts(table, number):
                    name = part.relative_to(self.path).as_posix()
                    if read_whole(self.path, name) is None:
                        raise self._damaged(f"{name} is not as it was written")

    def _damaged(self, what: str) -> Complaint:
        return Complaint(f"{self.path}: damaged, {what}; {ANEW if self.finished else ON}")

    def scenarios(self) -> pl.DataFrame:
        """Return one row a scenario: `scenario`, a column a factor, `knobs` and `players` as JSON."""
        scenarios = self._read(SCENARIOS)
        if missing := [name for name in ("scenario", *self.factors) if name not in scenarios.columns]:
            raise self._damaged(f"{SCENARIOS} has no column {missing[0]}")
        found, said = len(scenarios), self.manifest["experiment"]["scenarios"]
        if found != said:
            raise self._damaged(f"{SCENARIOS} has {found} rows, the manifest says {said} scenarios")
        return scenarios

    def summary(self) -> pl.DataFrame:
        """Return the estimates: scenario, of, column, level, statistic, estimate, low, high, n, method."""
        return self._read(SUMMARY)

    def games(self, scenarios: Sequence[int] | None = None) -> pl.LazyFrame:
        """Return one row a game of some scenarios, or of all: `game`, the outcome columns, `scenario`."""
        return self._scan(GAMES, scenarios)

    def seats(self, scenarios: Sequence[int] | None = None) -> pl.LazyFrame:
        """Return one row a seat of a game: `game`, `seat`, `player`, the seats' columns, `scenario`."""
        return self._scan(SEATS, scenarios)

    def has_seats(self, scenario: int) -> bool:
        """Return True if a finished run has written what the seats of a scenario came to."""
        return any(name.startswith(f"{SEATS}/scenario={scenario}/") for name in self.manifest["files"])

    def columns(self, table: str, scenarios: Sequence[int]) -> list[Column]:
        """Return the outcome columns of some scenarios' games or seats, as they were when played."""
        part = next((part for number in scenarios for part in self._parts(table, number)), None)
        if part is None:
            raise self._not_there(table)
        try:
            columns = read_columns(part)
        except (OSError, ValueError, pa.ArrowException) as error:
            name = part.relative_to(self.path)
            raise self._damaged(f"{name} can't be read: {_first_line(error)}") from None
        keys = {key.name for key in SEAT_KEYS}
        return [column for column in columns if column.name not in keys]

    @cached_property
    def factors(self) -> list[str]:
        """The names of the experiment's factors, in its order."""
        return list(self.manifest["experiment"]["factors"])

    def rules(self) -> list[Knobs]:
        """Return the different rules that the scenarios play by.

        Raises
        ------
        Complaint
            If a knob is no longer what the run was made with.
        """
        name = self.manifest["experiment"]["game"]
        with self._made_with_other(f"rules of {name}"):
            knobs = self.scenarios()["knobs"].unique(maintain_order=True)
            return [_knobs(find_game(name), words) for words in knobs]

    @cached_property
    def _players(self) -> dict[int, list[dict[str, Any]]]:
        rows = self.scenarios().select("scenario", "players").iter_rows()
        return {scenario: json.loads(players) for scenario, players in rows}

    @cached_property
    def line_ups(self) -> dict[int, list[str]]:
        """The players' strategies by scenario, the first player's first."""
        return {scenario: [own["strategy"] for own in line_up] for scenario, line_up in self._players.items()}

    @cached_property
    def alike(self) -> frozenset[int]:
        """The scenarios in which all players have the same strategy and parameters: none is any other."""
        found = (number for number, players in self._players.items() if all(p == players[0] for p in players))
        return frozenset(found)

    @property
    def all_alike(self) -> bool:
        """Whether that holds for all scenarios: then players win their fair share, and only seats differ."""
        return len(self.alike) == len(self.line_ups)

    def scenarios_with(self, of: str) -> list[int]:
        """Return the scenarios that "player 1" or "seat 1" plays in, by number; all for "game"."""
        number = int(of.partition(" ")[2] or 0)
        return sorted(scenario for scenario, names in self.line_ups.items() if len(names) > number)

    def players(self, of: str) -> dict[int, str]:
        """Return by scenario which strategy "player 0" is; nothing for the game or a seat."""
        kind, _, number = of.partition(" ")
        if kind != "player":
            return {}
        return {scenario: self.line_ups[scenario][int(number)] for scenario in self.scenarios_with(of)}

    def players_to_tell(self, of: str) -> dict[int, str]:
        """Return what `players` does, unless a factor's levels are just that."""
        telling = {"strategy", "strategies", f"strategies.{of.rpartition(' ')[2]}"}
        return {} if telling & set(self.factors) else self.players(of)

    def match(self, scenario: int) -> Match:
        """Return the match that a scenario plays, with its plug-ins loaded.

        Raises
        ------
        Complaint
            If there is no such scenario; or if the game, a knob, a strategy or a parameter is no longer what
            the run was made with.
        """
        row = self.scenario(scenario)
        name, folder = self.manifest["experiment"]["game"], Path(self.manifest["experiment"]["folder"])
        players = json.loads(row["players"])
        parameters = tuple(player["parameters"] for player in players)
        with self._made_with_other("games"):
            game = find_game(name)
        with self._made_with_other("strategies"):
            strategies = tuple(find_strategy(name, player["strategy"], folder) for player in players)
            for strategy, chosen in zip(strategies, parameters, strict=True):
                strategy.parameter_row(chosen)
        with self._made_with_other(f"rules of {name}"):
            knobs = _knobs(game, row["knobs"])
            return Match(game, knobs, strategies, parameters, self.manifest["experiment"]["seed"])

    @contextmanager
    def _made_with_other(self, what: str) -> Iterator[None]:
        """Say of what is wrong that the run was made with something else than what is there today."""
        try:
            yield
        except Complaint as problem:
            raise Complaint(f"{self.path}: made with other {what} than today's: {problem}") from None

    def scenario(self, scenario: int) -> dict[str, Any]:
        """Return one scenario's row of `scenarios`.

        Raises
        ------
        Complaint
            If there is no such scenario.
        """
        rows = self._scenario_rows
        if not 0 <= scenario < len(rows):
            raise Complaint(f"there is no scenario {scenario}; allowed: 0 to {len(rows) - 1}")
        return rows[scenario]

    @cached_property
    def _scenario_rows(self) -> list[dict[str, Any]]:
        return self.scenarios().sort("scenario").to_dicts()

    def _read(self, name: str) -> pl.DataFrame:
        try:
            return pl.read_parquet(self.path / name, glob=False)
        except FileNotFoundError:
            raise self._damaged(f"{name} is missing") from None
        except OSError as error:
            raise Complaint(f"{self.path}: {name} can't be read: {_first_line(error)}") from None
        except UNREADABLE as error:
            raise self._damaged(f"{name} can't be read: {_first_line(error)}") from None

    def _scan(self, table: str, scenarios: Sequence[int] | None) -> pl.LazyFrame:
        parts = [part for number in self._numbers(scenarios) for part in self._parts(table, number)]
        if not parts:
            raise self._not_there(table)
        try:
            # All at once: a plan of one scan a scenario takes minutes where there are thousands of them.  Not
            # by hive partitions: a folder above the run may be called `scenario=7` too.
            frame = pl.scan_parquet(parts, glob=False, hive_partitioning=False, include_file_paths=_FILE)
            frame.collect_schema()
        except (OSError, *UNREADABLE) as error:
            raise self._damaged(f"{table} can't be read: {_first_line(error)}") from None
        scenario = pl.col(_FILE).str.extract(_SCENARIO).cast(pl.Int32)
        return frame.with_columns(scenario=scenario).drop(_FILE)

    def _numbers(self, scenarios: Sequence[int] | None) -> Sequence[int]:
        return range(self.manifest["experiment"]["scenarios"]) if scenarios is None else scenarios

    def _parts(self, table: str, scenario: int) -> list[Path]:
        return sorted((self.path / table / f"scenario={scenario}").glob("part-?????.parquet"))

    def _not_there(self, table: str) -> Complaint:
        if not self.finished:
            return Complaint(f"{self.path}: no such game was played before the run was stopped; {ON}")
        return Complaint(f"{self.path}: {table}/ is missing")


def find_run(reference: str, runs: Path) -> RunDirectory:
    """Return a run by its directory, or an experiment's newest run by the experiment's name.

    Raises
    ------
    Complaint
        If there is nothing of the kind.
    """
    path = Path(reference)
    if (path / MANIFEST).is_file():
        return RunDirectory(path)
    for folder in (path, runs / reference):
        newest = sorted(folder.glob(f"*/{MANIFEST}"), key=lambda file: file.stat().st_mtime)
        if newest:
            return RunDirectory(newest[-1].parent)
    known = sorted(folder.name for folder in runs.glob("*") if any(folder.glob(f"*/{MANIFEST}")))
    listed = f"; experiments with runs: {', '.join(known)}" if known else ""
    raise Complaint(f"{reference} is not a run directory (it has no {MANIFEST}){listed}")


def _knobs(game: Game, recorded: str) -> Knobs:
    try:
        return game.knobs.model_validate_json(recorded)
    except ValidationError as error:
        raise Complaint("; ".join(_knob_problem(problem) for problem in error.errors())) from None


def _knob_problem(problem: ErrorDetails) -> str:
    if problem["type"] == "extra_forbidden":
        return f"there is no knob {problem['loc'][0]} any more"
    return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
