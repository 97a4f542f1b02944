"""Works the summary of a run out from its tables, and compares it with the one that the run has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column, columns_dtype
from simkit.engine.base.rows import Rows
from simkit.errors import BadInput
from simkit.run.store.directory import RunDirectory
from simkit.run.store.files import UNREADABLE, first_line
from simkit.run.store.incomplete import joined, ranges_in
from simkit.run.store.manifest import ANEW, SCENARIOS, SUMMARY
from simkit.run.store.parquet import DAMAGED, GAME_KEYS, GAMES, SEAT_KEYS, SEATS, Arrays, read_columns
from simkit.run.store.shards import Played, Tallies
from simkit.run.work.shard import add_tallies, distributions_of, summary_of
from simkit.stats.distributions import Distributions

Parts = Mapping[str, Mapping[str, range]]
"""Files by table, each with its scenarios."""

KEYS = ("scenario", "of", "column", "level", "statistic")
"""The columns of a summary that say what a row is about."""

VALUES = ("estimate", "low", "high", "n", "method")

AS_GOOD_AS_EQUAL = 1e-9
"""Other versions of libraries may add in another order."""


def estimates_of(
    run: RunDirectory,
    parts: Parts,
    done: Mapping[str, Played] | None = None,
    numbers: dict[int, list[range]] | None = None,
) -> pl.DataFrame:
    """Return the summary of some files of games, as a finished run has it.

    Parameters
    ----------
    done : mapping of str to Played, optional
        What the journal says of files of games, which are not read then.
    numbers : dict, optional
        Gets the numbers of the games that are read, by scenario.
    """
    known = done or {}
    frames: list[pl.DataFrame] = []
    tallies: dict[int, Tallies] = {}
    for name, scenarios in parts[GAMES].items():
        before = known.get(name)
        if before and before.summary is not None:
            frames.append(before.summary)
            continue
        if before:
            add_tallies(tallies.setdefault(scenarios[0], {}), before.tallies)
            continue
        games = _rows(run, name, GAMES, parts)
        if numbers is not None:
            _note(games[0], numbers)
        found = distributions_of(run.game, games, _rows(run, name, SEATS, parts))
        if len(scenarios) > 1:
            frames.append(summary_of(run.game, found))
            continue
        own = {key: groups.together() for key, groups in found.items()}
        add_tallies(tallies.setdefault(scenarios[0], {}), own)
    by_keys: dict[tuple[Any, ...], dict[int, Tallies]] = {}
    for scenario, own in tallies.items():
        by_keys.setdefault(tuple(own), {})[scenario] = own
    for keys, alike in by_keys.items():  # all at once: one by one takes minutes if there are thousands
        of_key = {
            key: Distributions.joined(
                [Distributions.of_one(scenario, own[key]) for scenario, own in alike.items()]
            )
            for key in keys
        }
        frames.append(summary_of(run.game, of_key))
    return pl.concat(frames).sort("scenario", maintain_order=True)


class PartsOfRun(RunDirectory):
    """Some of a run's games: its summary is worked out from their files."""

    @cached_property
    def _done(self) -> Mapping[str, Played]:
        """What earlier checks found of files, so that they need not be read."""
        return {}

    def summary(self, **wanted: str | int) -> pl.DataFrame:
        """Return the estimates of these games, as `RunDirectory.summary` does."""
        return self._estimates.filter(*(pl.col(name) == value for name, value in wanted.items()))

    @cached_property
    def _estimates(self) -> pl.DataFrame:
        return estimates_of(self, self.parts, self._done)

    def _with_games(self, scenarios: pl.DataFrame) -> pl.DataFrame:
        return scenarios.filter(pl.col("scenario").is_in(list(self.games_played)))


def _note(keys: Arrays, numbers: dict[int, list[range]]) -> None:
    """Note the numbers of games by their scenarios, which stand in a file one after another."""
    scenarios = keys["scenario"]
    for own in np.split(np.arange(len(scenarios)), np.flatnonzero(np.diff(scenarios)) + 1):
        if len(own):
            numbers.setdefault(int(scenarios[own[0]]), []).extend(ranges_in(keys["game"][own]))


def _rows(run: RunDirectory, games: str, table: str, parts: Parts) -> tuple[Arrays, Rows]:
    """Return the keys and the outcomes in the file of a table that belongs to a file of games."""
    name = f"{table}/{games.partition('/')[2]}"
    keys, columns = (GAME_KEYS, run.game.columns) if table == GAMES else (SEAT_KEYS, run.game.seat_columns)
    if name not in parts[table]:
        return {}, np.recarray(0, columns_dtype(columns))
    contents = run.contents(name)
    try:
        known = _as_written(run, columns, {own.name: own for own in read_columns(BytesIO(contents))})
        frame = pl.read_parquet(BytesIO(contents), hive_partitioning=False)
        rows = np.recarray(len(frame), columns_dtype(known))
        for column in known:
            rows[column.name] = frame[column.name].to_physical().to_numpy()
        return {key.name: frame[key.name].to_numpy() for key in keys}, rows
    except (*DAMAGED, *UNREADABLE) as error:
        raise run.damaged(f"{name} can't be read: {first_line(error)}") from None


def _as_written(run: RunDirectory, columns: Sequence[Column], written: Mapping[str, Column]) -> list[Column]:
    """Return those of a game's columns that a file has; complain about words that have changed."""
    with run.made_with_other(f"columns of {run.game.name}"):
        for column in columns:
            if column.name in written and tuple(written[column.name].labels) != tuple(column.labels):
                raise BadInput(f"the words of {column.name} are others")
    return [column for column in columns if column.name in written]


def require_summary(run: RunDirectory) -> None:
    """Complain unless a whole run has the scenarios and games that it was begun with, and their summary.

    Checksums do not tell: a person who changes a file can write others.
    """
    with suppress(*DAMAGED):
        if not run.has_own_scenarios():
            raise BadInput(f"{run.path}: {SCENARIOS} does not have the scenarios of this run; {ANEW}")
    numbers: dict[int, list[range]] = {}
    expected = estimates_of(run, run.parts, numbers=numbers)
    for scenario in run.line_ups:
        if list(joined(numbers.get(scenario, []))) != joined(ranges_in(np.asarray(run.numbers(scenario)))):
            raise BadInput(
                f"{run.path}: the tables do not have the games of scenario {scenario}, each once; {ANEW}"
            )
    try:
        said = next(_differing(run.summary(), expected), "")
    except pl.exceptions.PolarsError as error:
        said = first_line(error)
    if said:
        raise BadInput(f"{run.path}: {SUMMARY} is not what the tables come to: {said}; {ANEW}")


def _differing(found: pl.DataFrame, expected: pl.DataFrame) -> Iterator[str]:
    """Yield, in words, how the rows of two summaries differ."""
    for column in (*KEYS, *VALUES):
        if column not in found.columns:
            yield f"it has no column {column}"
            return
    both = found.join(expected, on=KEYS, how="full", nulls_equal=True, suffix="_of_tables", coalesce=True)
    if len(both) != len(found) or len(found) != len(expected):
        yield f"it has {len(found):,} rows, they come to {len(expected):,}"
        return
    for column in VALUES:
        own, other = pl.col(column), pl.col(f"{column}_of_tables")
        is_same = own.eq_missing(other)
        if found.schema[column].is_float():
            is_same |= ((own - other).abs() <= AS_GOOD_AS_EQUAL * pl.max_horizontal(own.abs(), 1)).fill_null(
                value=False
            )
        for row in both.filter(~is_same).sort("scenario").head(1).iter_rows(named=True):
            about = " ".join(str(row[key]) for key in KEYS[1:] if row[key] not in (None, ""))
            yield (
                f"in scenario {row['scenario']} the {column} of {about} is {row[column]}, the tables have "
                f"{row[f'{column}_of_tables']}"
            )
