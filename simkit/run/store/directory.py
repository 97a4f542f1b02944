"""Reads run directories: the results of runs.

::

    manifest.json        the experiment as it was run, versions, machine, timings, every file's checksum
    scenarios.parquet    one row per scenario: every setting that varies, typed
                         (`simkit.run.store.settings`); the labels of the factors' levels, its knobs and its
                         players, as JSON
    games/               one row per game: scenario, game number, outcome columns; in files as
                         `simkit.run.store.layout` describes
    seats/               one row per seat and game, where two or more play and seats have columns
    events/              one row per event of the games that are logged, where the experiment asks for them
    choices.parquet      what people chose, in runs of games that people have played at a table
    summary.parquet      estimates with intervals, n, and how they were made
    answers/             what was asked of it besides: a folder per question
    verdict.json         what the experiment's targets came to (`simkit.run.findings.verdict`)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property
from pathlib import Path
from sys import intern
from typing import Any

import polars as pl
import pyarrow.parquet as pq
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from simkit.content.characters import path_in
from simkit.engine.base.columns import Column
from simkit.engine.contract.content import content_of
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.player import Reference
from simkit.engine.play.match import Match
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import Factor, level_in_words
from simkit.experiment.keys import EVERY_PLAYER, LINE_UP, OnePlayer
from simkit.experiment.values import player_in_words
from simkit.plugins import find_game, find_strategy
from simkit.run.store import broken as broken_games
from simkit.run.store.broken import BROKEN, Broken
from simkit.run.store.durable import is_locked_elsewhere
from simkit.run.store.elsewhere import MENDED
from simkit.run.store.events import DROPPED, FIELDS, MOVER, SHARED, WORDS, column_names, in_words
from simkit.run.store.files import INCOMPLETE, ON, UNREADABLE, RunFiles, first_line
from simkit.run.store.incomplete import MOST_NAMED, GameNumbers, Incomplete, OrderOfGames, State, order_of
from simkit.run.store.layout import scenarios_of
from simkit.run.store.manifest import (
    CHOICES,
    EVENTS_ONE_IN,
    LEVELS,
    MANIFEST,
    PRECISION,
    SCENARIO_ROWS,
    SCENARIOS,
    SUMMARY,
    TURN_ORDER,
)
from simkit.run.store.parquet import (
    DAMAGED,
    EVENTS,
    GAMES,
    SEAT_KEYS,
    SEATS,
    is_of_the_run,
    numbers_within,
    on_disk,
    read_metadata,
)
from simkit.run.store.parts import Parts, parts_there
from simkit.run.store.people import ENTERED, Choices, PlayedMatch, as_recorded, choices_in, people_of
from simkit.run.store.settings import has_rules_of
from simkit.run.store.summing import estimates_of
from simkit.run.store.trust import require_trust
from simkit.stats.whose import GAME, MOST, PLACE, PLAYER, SEAT, STRATEGY, Kind, Whose, is_of

TEXTS = (LEVELS, "knobs", "players")
"""The columns of scenarios.parquet that are JSON."""


class RunDirectory(RunFiles):
    """A run directory on disk, with its tables and settings.

    Parameters
    ----------
    path : Path
        The directory.
    trusted : bool
        Whether to import all files with code that it names.  If not, see `simkit.run.store.trust`.
    asked : bool
        Whether an incomplete run was asked for.  If not, one that is damaged is refused, and one that was
        stopped may be read but not compared.

    Raises
    ------
    BadInput
        If it is not a run directory, or one that can't be read.
    """

    def __init__(self, path: Path, *, trusted: bool = False, asked: bool = False) -> None:
        super().__init__(path, asked=asked)
        self.trusted = trusted
        self._kept_rows = range(0), pl.DataFrame()
        self._order: OrderOfGames | None = None
        self._numbers_within: dict[str, range] = {}

    def require_trust(self, file: str, strategy: Reference | None = None) -> None:
        """Refuse a code file that the run names, unless the run is trusted or this account wrote it."""
        if not self.trusted:
            place = path_in(Path(self.manifest["experiment"]["folder"]), file)
            require_trust(self._home, self.manifest, place, strategy)

    def scenario_rows(self) -> pl.DataFrame:
        """Return one row per scenario: `scenario`, each factor's level by its label, `knobs`, `players`.

        Levels are text, as reports show them; `scenarios` has their values.  `knobs` and `players` are JSON.
        An incomplete run has those of which there are games.
        """
        return self._with_games(self._scenarios)

    def every_scenario(self) -> pl.DataFrame:
        """Return `scenario_rows` with those of which an incomplete run has no games."""
        return self._scenarios

    @property
    def scenarios(self) -> pl.DataFrame:
        """One row per scenario: its number, and a typed column for every setting that varies.

        Numbers are numbers.  A factor whose levels are named variants has their names, and each rule and
        player that they set has a column of its own, with the value in force in every scenario.
        """
        return self._with_games(self._as_written.drop(*TEXTS))

    def _with_games(self, scenarios: pl.DataFrame) -> pl.DataFrame:
        """Return the rows of the scenarios of which there are games."""
        if len(self.games_played) == len(scenarios):
            return scenarios
        return scenarios.filter(pl.col("scenario").is_in(list(self.games_played)))

    @cached_property
    def _as_written(self) -> pl.DataFrame:
        return self._read(SCENARIOS)

    @cached_property
    def _scenarios(self) -> pl.DataFrame:
        table = self._as_written
        if missing := [name for name in ("scenario", *TEXTS) if name not in table.columns]:
            raise self.damaged(f"{SCENARIOS} has no column {missing[0]}")
        found, said = len(table), self.manifest["experiment"]["scenarios"]
        if found != said:
            raise self.damaged(f"{SCENARIOS} has {found} rows, the manifest says {said} scenarios")
        try:
            read = (json.loads(levels) for levels in table[LEVELS])
            rows = [[intern(str(row[name])) for name in self.factors] for row in read]
        except (KeyError, TypeError, ValueError) as error:
            raise self.damaged(f"{SCENARIOS} does not say all factors' levels ({error})") from None
        types = dict.fromkeys(self.factors, pl.String)
        texts = [text for text in TEXTS if text != LEVELS]
        levels = pl.DataFrame(rows, schema=types, orient="row")
        return pl.DataFrame([table["scenario"], *levels, *table.select(texts)])

    @cached_property
    def levels(self) -> pl.DataFrame:
        """One row per scenario: `scenario`, and the label of each factor's level."""
        return self.scenario_rows().select("scenario", *self.factors)

    @property
    def summary(self) -> pl.DataFrame:
        """One row per estimate: scenario, levels, whose number it is, value, interval, n, method.

        Examples
        --------
        >>> won = run.summary.filter(of="player 0", column="won", statistic="rate")
        >>> bool((won["low"] > 0.9).all())
        True
        """
        levels = self.scenarios.select("scenario", *self.factors)
        found = self.estimates()
        if not self.knows_seats:
            found = found.filter(~is_of(SEAT))
        return levels.join(found, on="scenario", maintain_order="right")

    @property
    def games(self) -> pl.LazyFrame:
        """One row per game: scenario, game, and the game's outcome columns.

        Examples
        --------
        >>> run.games.filter(scenario=0).collect().height
        200
        """
        return self.games_in()

    @property
    def seats(self) -> pl.LazyFrame:
        """One row per seat and game: scenario, game, seat, player (from 0), and the seats' columns.

        Raises
        ------
        BadInput
            If the game has a single player.

        Examples
        --------
        >>> run.seats.select(pl.col("won").sum()).collect().item()  # one winner a game, two scenarios
        400
        """
        if not self.has_any_seats:
            raise BadInput(
                f"{self.manifest['experiment']['name']}: a single player has no table of seats; see games"
            )
        return self.seats_in()

    @property
    def events(self) -> pl.LazyFrame:
        """One row per event of the logged games.

        Raises
        ------
        BadInput
            If no games were logged: the experiment needs ``events={"one_in": 100}``.

        Examples
        --------
        >>> logged = simkit.run(game="pig", strategy="hold_at", games=10, events={"one_in": 5})
        >>> logged.events.select(pl.col("game").n_unique()).collect().item()
        2
        """
        return self.events_in()

    def events_of(self, kind: str) -> pl.LazyFrame:
        """Return the events of one kind, with their fields by name; `simkit kinds GAME` lists the kinds.

        `mover` is the seat whose move it was; `seat` is the event's own, if it has one.  What has words, such
        as cards, is in words.

        Raises
        ------
        BadInput
            If no games were logged, or there is no such kind.

        Examples
        --------
        >>> logged = simkit.run(game="pig", strategy="hold_at", games=10, events={"one_in": 5})
        >>> logged.events_of("banked").collect_schema().names()[-2:]
        ['total', 'score']
        """
        return self.events_in(kind, words=True)

    def estimates(self, **wanted: str | int) -> pl.DataFrame:
        """Return the estimates: scenario, of, column, level, statistic, estimate, low, high, n, method.

        `wanted` selects rows: ``estimates(of="game", column="won", statistic="rate")``.  With many scenarios
        a summary is large, and only these rows are read.
        """
        conditions = [pl.col(name) == value for name, value in wanted.items()]
        return self._read(SUMMARY, *conditions) if self.is_whole else self._estimates.filter(*conditions)

    @cached_property
    def _estimates(self) -> pl.DataFrame:
        return estimates_of(self, self.game, self.parts)

    def games_in(self, scenarios: Sequence[int] | None = None, numbers: range | None = None) -> pl.LazyFrame:
        """Return one row per game of some scenarios, or of all: `game`, the outcome columns, `scenario`.

        `numbers`: only games of these numbers; by default all.
        """
        return self._scan(GAMES, scenarios, numbers)

    def seats_in(self, scenarios: Sequence[int] | None = None, numbers: range | None = None) -> pl.LazyFrame:
        """Return one row per seat and game: `game`, `seat`, `player`, the seats' columns, `scenario`.

        `numbers`: only games of these numbers; by default all.
        """
        return self._scan(SEATS, scenarios, numbers)

    def events_in(
        self, kind: str | None = None, scenarios: Sequence[int] | None = None, *, words: bool = False
    ) -> pl.LazyFrame:
        """Return the events of the games that were logged, one row per event, in order.

        Parameters
        ----------
        kind : str, optional
            Only events of this kind, with their fields by name: those "collected" have scenario, game,
            turn, step, mover, and the fields of a "collected".  `mover` is the seat whose move it was, null
            for the set-up; `seat` is a field of the event itself, if it has one.  A field that is called like
            one of the shared columns has the kind's name before its own: "collected_turn".  Without a kind:
            every event, with fields as `a`, `b`, `c`, and `mover` -1 for the set-up.
        scenarios : sequence of int, optional
            Only these scenarios.
        words : bool
            Whether fields whose values have words are words; else all are numbers.
        """
        if not self.has_events:
            raise BadInput(
                f"{self.path}: no events were logged; add `events: {{one_in: 100}}` to the experiment and "
                "run it again"
            )
        events = self._scan(EVENTS, scenarios)
        if MOVER not in events.collect_schema():  # as in `former.MOVERS`
            events = events.rename({"seat": MOVER})
        if kind is None:
            return events
        columns = self.columns(EVENTS, scenarios)
        labels = next(list(column.labels) for column in columns if column.name == "kind")
        if kind not in labels:
            raise BadInput(unknown("kind of event", kind, labels))
        fields = self._fields_of_events(scenarios)[kind]
        named = column_names(kind, fields, SHARED)
        said = self._words_of_events(kind, scenarios) if words else {}
        mover = pl.when(pl.col(MOVER) >= 0).then(MOVER)
        return events.filter(pl.col("kind") == kind).select(
            *(mover if name == MOVER else name for name in SHARED),
            *(
                (in_words(column, said[field]) if field in said else pl.col(column)).alias(name)
                for field, (column, name) in zip(fields, named.items(), strict=False)
            ),
        )

    def _words_of_events(self, kind: str, scenarios: Sequence[int] | None) -> dict[str, dict[str, str]]:
        """Return the words of the fields' values of a kind of event, as all files say them."""
        found: dict[str, dict[str, str]] = {}
        try:
            for said in self._metadata(EVENTS, scenarios):
                for field, words in json.loads(said[WORDS]).get(kind, {}).items():
                    found.setdefault(field, {}).update(words)
        except (KeyError, ValueError):
            raise self.damaged("events/ does not say what the values of its events mean") from None
        return found

    def _fields_of_events(self, scenarios: Sequence[int] | None) -> dict[str, list[str]]:
        try:
            fields: dict[str, list[str]] = json.loads(next(self._metadata(EVENTS, scenarios))[FIELDS])
        except (KeyError, ValueError):
            raise self.damaged("events/ does not say what the fields of its events are") from None
        return fields

    @cached_property
    def events_dropped(self) -> int:
        """The number of events that are missing because a move had more of them than its log holds."""
        try:
            return sum(int(said[DROPPED]) for said in self._metadata(EVENTS))
        except (KeyError, ValueError):
            raise self.damaged("events/ does not say how many events are missing") from None

    def has_seats(self, scenario: int) -> bool:
        """Return True if the run has outcomes of the seats of a scenario."""
        return scenario in self._with_seats and len(self._players[scenario]) > 1

    @property
    def has_any_seats(self) -> bool:
        """True if the run has outcomes of the seats of some scenario."""
        return any(map(self.has_seats, self.line_ups))

    @cached_property
    def _with_seats(self) -> set[int]:
        return {scenario for file in self.parts.files[SEATS].values() for scenario in file}

    @cached_property
    def is_whole(self) -> bool:
        """True if the run is finished and has all its parts, as it wrote them.

        That is looked at if an incomplete run was asked for; otherwise what reads a damaged one complains.
        """
        if self.finished and self.asked:
            with suppress(BadInput):
                self.require_files()
                return True
            return False
        return self.finished

    @cached_property
    def parts(self) -> Parts:
        """The files of games, seats and events that are read, and the games in them."""
        return Parts(self.listed, self._planned) if self.is_whole else parts_there(self, self._seats_of)

    def _seats_of(self, games: Mapping[int, Sequence[range]]) -> int:
        """Return how many rows of seats some games have together."""
        if not self._game_played.seat_columns:
            return 0
        counts = ((len(self._players[scenario]), sum(map(len, ranges))) for scenario, ranges in games.items())
        return sum(players * count for players, count in counts if players > 1)

    @cached_property
    def incomplete(self) -> Incomplete | None:
        """What there is of a run that is not whole, and what is left out; None of a whole one."""
        if self.is_whole:
            return None
        experiment = self.manifest["experiment"]
        state: State = "damaged" if self.finished else "stopped"
        if not self.finished and is_locked_elsewhere(self.path):
            state = "being played"
        counted = self.manifest[PRECISION]["games"] if experiment.get(PRECISION) else [0]
        planned = sum(map(self.games_planned, range(experiment["scenarios"])))
        without = tuple(at for at in range(experiment["scenarios"]) if at not in self.games_played)
        return Incomplete(
            state,
            sum(self.games_played.values()),
            planned if None not in counted else None,
            experiment["scenarios"],
            without,
            tuple(map(self._in_words, without[:MOST_NAMED])),
            tuple(self.parts.left_out),
            bool(experiment.get("targets")),
        )

    def _in_words(self, scenario: int) -> str:
        row = self.scenario(scenario)
        return ", ".join(level_in_words(factor, row[factor]) for factor in self.factors)

    def has_own_scenarios(self) -> bool:
        """Return True if the scenarios are those that the run was begun with, and the rules beside them.

        Raises
        ------
        OSError, ValueError, pyarrow.ArrowException
            If the file can't be read.
        """
        table = pq.read_table(on_disk(self.path / SCENARIOS), page_checksum_verification=True)
        texts = table.select(TEXTS).to_pylist()
        digest = hashlib.sha256("".join(map(json.dumps, texts)).encode()).hexdigest()
        return digest == self.manifest["hashes"]["scenarios"] and has_rules_of(
            pl.DataFrame(pl.from_arrow(table)), [json.loads(text["knobs"]) for text in texts]
        )

    def require_finished(self, *, deep: bool = False) -> None:
        """Complain unless the run is finished, or was asked for as it is, and can be read."""
        if not (self.finished or self.asked):
            raise BadInput(f"{self.path}: this run was not finished; {ON}; {INCOMPLETE}")
        self.require_readable(deep=deep)

    def require_readable(self, scenarios: Sequence[int] | None = None, *, deep: bool = False) -> None:
        """Complain unless the run can be read.

        Of a whole run all files must be as they were written (`require_files`).  Of any other there must be
        games, unless none is wanted, and the scenarios with which it was begun.
        """
        if self.is_whole:
            self.require_files(scenarios, deep=deep)
            return
        if not self.games_played and (scenarios is None or scenarios):
            state = "damaged" if self.finished else "this run was not finished"
            why = f" ({self.parts.left_out[0]})" if self.parts.left_out else ""
            raise BadInput(
                f"{self.path}: {state}, and there is nothing to read: no file of games is whole{why}; "
                f"{MENDED if self.finished else ON}"
            )
        wrong = "is not as it was written"
        place = self.place_of(SCENARIOS)
        with suppress(*DAMAGED):
            if not place.path.is_file():
                wrong = "is missing"
            elif is_of_the_run(place) and self.has_own_scenarios():
                return
        raise self.damaged(f"{SCENARIOS} {wrong}")

    @property
    def has_events(self) -> bool:
        """True if there are events of games that were logged."""
        return EVENTS_ONE_IN in self.manifest["experiment"] and bool(self.parts.files[EVENTS])

    @cached_property
    def games_played(self) -> dict[int, int]:
        """The number of games of each scenario that has any."""
        return {scenario: len(numbers) for scenario, numbers in self.parts.numbers.items()}

    @cached_property
    def broken_games(self) -> tuple[Broken, ...]:
        """The games that could not be played to their end, and that the run has gone on without."""
        return broken_games.from_data(self.manifest.get(BROKEN, ()))

    @cached_property
    def _broken_by(self) -> dict[int, list[int]]:
        """The numbers of the broken games of each scenario that has any, in order."""
        found: dict[int, list[int]] = {}
        for game in self.broken_games:
            found.setdefault(game.scenario, []).append(game.game)
        return found

    @property
    def mark(self) -> list[str]:
        """What must be known of the run before anything else is said of it, in sentences.

        What there is of an incomplete one, and the games that are broken.
        """
        there = [self.incomplete.words, *self.incomplete.more] if self.incomplete else []
        several = self.manifest["experiment"]["scenarios"] > 1
        return [
            *there,
            *broken_games.in_words(
                self.broken_games, self.path, sum(self.games_played.values()), has_several=several
            ),
        ]

    def games_planned(self, scenario: int) -> int:
        """Return how many games a scenario has in the finished run; the most where that is not known yet."""
        experiment = self.manifest["experiment"]
        counted = self.manifest[PRECISION]["games"][scenario] if experiment.get(PRECISION) else None
        return int(counted or experiment["games"])

    def side_by_side(self) -> RunDirectory:
        """Return the run with its games numbered so that those that most scenarios have come first.

        Reports compare the first games of one scenario with the first of another, which in a whole run have
        the same numbers, and so the same chance.  Where a game is missing they would not.
        """
        if self.people is not None:
            return self
        order = order_of(map(self.numbers, self.games_played))
        if order is None:
            return self
        other = copy(self)
        other._order = order
        return other

    def columns(self, table: str, scenarios: Sequence[int] | None = None) -> list[Column]:
        """Return the outcome columns of some scenarios' games or seats, as their files describe them."""
        parts = self._parts(table, scenarios)
        if not parts:
            raise self._not_there(table)
        keys = {key.name for key in SEAT_KEYS}
        return [column for name, column in self.columns_in(parts[0]).items() if name not in keys]

    def _parts(self, table: str, scenarios: Sequence[int] | None = None) -> list[str]:
        wanted = None if scenarios is None else set(scenarios)
        parts = self.parts.files[table]
        return [name for name, games in parts.items() if wanted is None or not wanted.isdisjoint(games)]

    def _metadata(self, table: str, scenarios: Sequence[int] | None = None) -> Iterator[dict[str, str]]:
        for name in self._parts(table, scenarios):
            yield self.said_in(read_metadata, name)

    def _not_there(self, table: str) -> BadInput:
        if not self.finished:
            return BadInput(f"{self.path}: no such game was played before the run was stopped; {ON}")
        return BadInput(f"{self.path}: {table}/ is missing")

    def _scan(
        self, table: str, scenarios: Sequence[int] | None, numbers: range | None = None
    ) -> pl.LazyFrame:
        self.require_unchanged()
        parts = self._parts(table, scenarios)
        if numbers is not None and self._order is None:  # a file that has none of them need not be opened
            parts = [name for name in parts if self._may_have(name, numbers)] or parts[:1]
        if not parts:
            raise self._not_there(table)
        for name in parts:
            self._require_own(name)
        try:
            # All at once: a plan of one scan per scenario takes minutes where there are thousands of them.
            # Not by hive partitions: a folder above the run may be called `scenario=7`.
            home = on_disk(self.path)
            files = [home / name for name in parts]
            frame = pl.scan_parquet(files, glob=False, hive_partitioning=False)
            frame.collect_schema()
        except (OSError, *UNREADABLE) as error:
            raise self.damaged(f"{table} can't be read: {first_line(error)}") from None
        wanted = None if scenarios is None else set(scenarios)
        if wanted is not None and not all(wanted.issuperset(scenarios_of(name)) for name in parts):
            frame = frame.filter(pl.col("scenario").is_in(sorted(wanted)))
        frame = frame if self._order is None else self._order.renumbered(frame)
        if numbers is None:
            return frame
        return frame.filter(pl.col("game").is_between(numbers.start, numbers.stop - 1))

    def _may_have(self, name: str, numbers: range) -> bool:
        """Return whether a file may have games of some numbers; what it says of itself is read once."""
        if name not in self._numbers_within:
            self._numbers_within[name] = self.said_in(numbers_within, name)
        own = self._numbers_within[name]
        return own.start < numbers.stop and numbers.start < own.stop

    @property
    def most_games(self) -> int:
        """The number of games of the scenario that has the most."""
        return max(self.games_played.values())

    @cached_property
    def factors(self) -> list[str]:
        """The names of the experiment's factors, in its order."""
        return list(self.manifest["experiment"]["factors"])

    @property
    def objectives(self) -> list[dict[str, Any]]:
        """What players strive for, the most important first, as the run was made with it."""
        return self.manifest["experiment"].get("objectives") or []

    @cached_property
    def headline(self) -> tuple[str, str] | None:
        """The column of the main objective, and whether it is of the "game" or a "seat"; None without one."""
        first = next(iter(self.objectives), None)
        return (first["column"], first["of"]) if first else None

    @property
    def turn_order(self) -> str:
        """The seats' column with the places in the turn order; empty without one."""
        return str(self.manifest["experiment"].get(TURN_ORDER, ""))

    @property
    def seats_are(self) -> Kind:
        """Return how seats are compared: by places in the turn order where the game has them, else by number.

        If chance decides which seat begins, all numbered seats win the fair share, whatever beginning is
        worth.
        """
        return PLACE if self.turn_order else SEAT

    @property
    def knows_seats(self) -> bool:
        """True unless people's results were entered without the seats; these are then in no real order."""
        return self.people is None or bool(self.people.get("seats", True))

    @property
    def people_take_turns(self) -> bool:
        """True if more people have played than sit at the table at once: then each has other games."""
        return self.people is not None and len(self.people["names"]) > self.people.get("at_once", MOST)

    @property
    def compares_seats(self) -> bool:
        """True if what `seats_are` is known: who sat where, or who had which place in the turn order."""
        return bool(self.turn_order) or self.knows_seats

    @property
    def place(self) -> pl.Expr:
        """The place in the turn order of each row of seats, 0 for the player that begins."""
        order = pl.col(self.turn_order).cast(pl.Int64)
        return order - order.min()

    def rows_of(
        self, of: Whose, scenarios: Sequence[int] | None = None, numbers: range | None = None
    ) -> pl.LazyFrame:
        """Return the rows of a player, a seat or a place, one per game; or of all seats of a strategy."""
        rows = self.seats_in(scenarios, numbers)
        if of.kind == STRATEGY:
            schema = {"scenario": pl.Int64, "player": pl.Int64}
            sits = pl.LazyFrame(self._sits.get(of.called, []), schema, orient="row")
            return rows.join(sits, on=["scenario", "player"], how="semi")
        return rows.filter((self.place if of.kind == PLACE else pl.col(of.kind)) == of.number)

    def rules(self) -> list[Knobs]:
        """Return the rules of the scenarios, each different set once."""
        return [self._read_rules(text) for text in self.scenario_rows()["knobs"].unique(maintain_order=True)]

    def rules_of(self, scenario: int) -> Knobs:
        """Return the rules of a scenario."""
        return self._read_rules(self.scenario(scenario)["knobs"])

    @cached_property
    def _rules(self) -> dict[str, Knobs]:
        """Rules that were asked for, by their text: all of a run with many scenarios take much memory."""
        return {}

    def _read_rules(self, text: str) -> Knobs:
        if text not in self._rules:
            with self.made_with_other(f"rules of {self.manifest['experiment']['game']}"):
                self._rules[text] = _knobs(self.game, text)
        return self._rules[text]

    @cached_property
    def game(self) -> Game:
        """The game, with the content that the run was made with."""
        game = self._game_played
        if self.people is None or self.people["how"] != ENTERED:
            return game
        has_seats = bool(self._parts(SEATS))
        of_games, of_seats = self.columns(GAMES), self.columns(SEATS) if has_seats else []
        return as_recorded(game, [column.name for column in of_games], [seat.name for seat in of_seats])

    @property
    def _game_played(self) -> Game:
        experiment = self.manifest["experiment"]
        with self.made_with_other("games"):
            game = find_game(experiment["game"])
        if experiment.get("content") is None:
            return game
        with self.made_with_other(f"content of {game.name}"):
            if game.content is None:
                raise BadInput(f"{game.title} declares no content")
            return game.with_content(content_of(type(game.content), experiment["content"]))

    @cached_property
    def _players(self) -> dict[int, list[dict[str, Any]]]:
        texts = dict(self._in_order.select("scenario", "players").iter_rows())
        read = {text: json.loads(text) for text in set(texts.values())}
        for name in {player["strategy"] for line_up in read.values() for player in line_up}:
            if name not in self.strategies:
                raise self.damaged(f"{MANIFEST} does not say which strategy '{name}' is")
        return {scenario: read[text] for scenario, text in texts.items()}

    @cached_property
    def line_ups(self) -> dict[int, list[str]]:
        """The players' strategies, by scenario, in the players' order."""
        return self._of_each(lambda player: str(player["strategy"]))

    def _of_each(self, name_of: Callable[[dict[str, Any]], str]) -> dict[int, list[str]]:
        """Return what each player is called, by scenario; those with the same players share a list."""
        players = self._players
        different = {id(line_up): line_up for line_up in players.values()}
        named = {key: [name_of(player) for player in line_up] for key, line_up in different.items()}
        return {i: named[id(players[i])] for i in self.levels["scenario"].sort()}

    @cached_property
    def strategies(self) -> dict[str, Reference]:
        """The strategies that play, by the names that tables and reports have for them."""
        recorded = self.manifest["experiment"]["players"]
        return {name: Reference.from_data(reference) for name, reference in recorded.items()}

    @cached_property
    def varied(self) -> tuple[Factor, ...]:
        """The factors, with what each of their levels sets."""
        return tuple(Factor.from_data(factor) for factor in self.manifest["experiment"]["varied"])

    @cached_property
    def names(self) -> dict[int, list[str]]:
        """The players with all their parameters, "hold_at (n 25)", by scenario, in the players' order."""
        return self._of_each(lambda player: player_in_words(player["strategy"], player["parameters"]))

    @cached_property
    def alike(self) -> frozenset[int]:
        """The scenarios in which all players have the same strategy and parameters."""
        players = self._players
        return frozenset(i for i in self.line_ups if all(player == players[i][0] for player in players[i]))

    @property
    def all_alike(self) -> bool:
        """True if all players are alike in every scenario, so that only seats can differ."""
        return len(self.alike) == len(self.line_ups)

    def scenarios_with(self, of: Whose) -> list[int]:
        """Return the scenarios with rows of a certain player, seat or strategy; all for the game.

        Games of a single player have no rows of seats.
        """
        if of.kind == STRATEGY:
            sits = {scenario for scenario, _ in self._sits.get(of.called, [])}
            return sorted(scenario for scenario in sits if len(self.line_ups[scenario]) > 1)
        fewest = 0 if of == GAME else max(of.number + 1, 2)
        return sorted(scenario for scenario, names in self.line_ups.items() if len(names) >= fewest)

    @cached_property
    def _sits(self) -> dict[str, list[tuple[int, int]]]:
        """The scenarios and players of each strategy with its parameters: there may be hundreds."""
        found: dict[str, list[tuple[int, int]]] = {}
        for scenario, names in self.names.items():
            for player, name in enumerate(names):
                found.setdefault(name, []).append((scenario, player))
        return found

    @cached_property
    def sizes(self) -> frozenset[int]:
        """The numbers of players of the scenarios."""
        return frozenset(map(len, self.line_ups.values()))

    def players(self, of: Whose) -> dict[int, str]:
        """Return the strategy of a player by scenario; empty for the game or a seat."""
        if of.kind != PLAYER:
            return {}
        number = of.number
        return {
            scenario: names[number]
            for scenario, names in sorted(self.line_ups.items())
            if len(names) > number
        }

    def players_to_name(self, of: Whose) -> dict[int, str]:
        """Return a player's strategy by scenario; empty if a factor's levels already name it."""
        naming = {EVERY_PLAYER.name, LINE_UP.name, OnePlayer(str(of.number)).name}
        return {} if naming & set(self.factors) else self.players(of)

    def match(self, scenario: int) -> Match:
        """Return the match of a scenario, with its plug-ins loaded."""
        return self._match(self.scenario(scenario))

    def matches(self, scenarios: range) -> list[Match]:
        """Return the matches of some scenarios; the rows of other scenarios are not read."""
        wanted = pl.col("scenario").is_between(scenarios[0], scenarios[-1])
        matches: list[Match] = []
        known = ""
        for row in self._rows_beside(scenarios).filter(wanted).iter_rows(named=True):
            is_known = row["players"] == known and self.people is None
            matches.append(self._match(row, matches[-1] if is_known else None))
            known = row["players"]
        return matches

    def _rows_beside(self, scenarios: range) -> pl.DataFrame:
        """Return the rows of some scenarios and of others beside them, which are wanted next."""
        first, last = (end // SCENARIO_ROWS for end in (scenarios[0], scenarios[-1]))
        whole = range(first * SCENARIO_ROWS, (last + 1) * SCENARIO_ROWS)
        kept, rows = self._kept_rows
        if not kept or not kept.start <= whole.start <= whole.stop <= kept.stop:
            rows = self._read(SCENARIOS, pl.col("scenario").is_between(whole[0], whole[-1]))
            self._kept_rows = whole, rows
        return rows

    def _match(self, row: dict[str, Any], alike: Match | None = None) -> Match:
        """Return the match of a scenario; `alike` is one of the same players under other rules, if known."""
        game = self.game
        with self.made_with_other(f"rules of {game.name}"):
            knobs = _knobs(game, row["knobs"])
        if alike is not None:
            return alike.under(knobs)
        name, folder = self.manifest["experiment"]["game"], Path(self.manifest["experiment"]["folder"])
        players = json.loads(row["players"])
        parameters = tuple(player["parameters"] for player in players)
        with self.made_with_other("strategies"):
            named = [self.strategies[player["strategy"]] for player in players]
            for reference in named:
                for file in reference.files:
                    self.require_trust(file, reference)
            strategies = tuple(find_strategy(name, reference, folder) for reference in named)
            for strategy, chosen in zip(strategies, parameters, strict=True):
                strategy.parameter_row(chosen)
        seated = game, knobs, strategies, parameters, self.manifest["experiment"]["seed"]
        if self.people is None:
            return Match(*seated)
        seats = game.seats_under(knobs)  # of results that are entered, more people may have taken turns
        seated = game, knobs, strategies[:seats], parameters[:seats], self.manifest["experiment"]["seed"]
        return PlayedMatch(*seated, self._choices_of(row["scenario"]))

    def _choices_of(self, scenario: int) -> Choices | None:
        """Return what people chose in a scenario; None if nobody wrote it down."""
        assert self.people is not None
        if CHOICES not in self.files:
            return None
        return choices_in(self.choices(), scenario, self.people["games"])

    def choices(self) -> pl.DataFrame:
        """Return one row per choice of a person, and of a player that looked ahead with them at the table."""
        if self.people is None or CHOICES not in self.files:
            raise BadInput(f"{self.path}: nobody's choices are known in this run")
        return self._read(CHOICES)

    @cached_property
    def people(self) -> dict[str, Any] | None:
        """What people have played: how, names, games, contents; None in a run of simulations."""
        return people_of(self.manifest)

    def numbers(self, scenario: int) -> Sequence[int]:
        """Return the numbers of the games of a scenario, in order."""
        return self.parts.numbers.get(scenario, range(0))

    @property
    def _planned(self) -> dict[int, Sequence[int]]:
        """The numbers of the games of each scenario of a finished run, in order."""
        scenarios = range(self.manifest["experiment"]["scenarios"])
        if self.people is not None:
            return dict.fromkeys(scenarios, self.people["games"])
        planned: dict[int, Sequence[int]] = {at: range(self.games_planned(at)) for at in scenarios}
        for scenario, missing in self._broken_by.items():
            ends = zip([-1, *missing], [*missing, len(planned[scenario])], strict=True)
            planned[scenario] = GameNumbers([range(start + 1, end) for start, end in ends if start + 1 < end])
        return planned

    def scenario(self, scenario: int) -> dict[str, Any]:
        """Return one scenario's row of `scenario_rows`."""
        rows = self._in_order
        if not 0 <= scenario < len(rows):
            raise BadInput(f"there is no scenario {scenario}; allowed: 0 to {len(rows) - 1}")
        return rows.row(scenario, named=True)

    @cached_property
    def _in_order(self) -> pl.DataFrame:
        scenarios = self._scenarios
        return scenarios if scenarios["scenario"].is_sorted() else scenarios.sort("scenario")


def _knobs(game: Game, recorded: str) -> Knobs:
    try:
        return game.knobs.from_json(recorded)
    except ValidationError as error:
        raise BadInput("; ".join(_knob_problem(problem) for problem in error.errors())) from None


def _knob_problem(problem: ErrorDetails) -> str:
    if problem["type"] == "extra_forbidden":
        return f"there is no rule {problem['loc'][0]} any more"
    return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"
