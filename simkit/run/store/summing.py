"""Counts the rows of games and seats, and makes the estimates of a summary of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column
from simkit.engine.contract.game import Game
from simkit.errors import BadInput
from simkit.run.games import places
from simkit.run.store.files import UNREADABLE, RunFiles, first_line
from simkit.run.store.incomplete import ranges_in
from simkit.run.store.parquet import DAMAGED, GAME_KEYS, GAMES, SEAT_KEYS, SEATS, Arrays, read_columns
from simkit.run.store.parts import Parts
from simkit.run.store.shards import Tallies
from simkit.stats.distributions import Distributions, Divisions
from simkit.stats.summary import Key, summarise
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME, PLAYER, SEAT, Whose


def distributions_of(
    game: Game, games: tuple[Arrays, Arrays], seats: tuple[Arrays, Arrays]
) -> dict[Key, Distributions]:
    """Return the distributions of every column of the rows, by scenario: of games, players, seats, places.

    * `games`, `seats`: the keys of the rows, and their columns; no rows of seats if these have none.
    """
    keys, rows = games
    found = {
        (GAME, column.name): Distributions.of(rows[column.name], keys["scenario"])
        for column in _columns_in(rows, game.columns)
    }
    keys, rows = seats
    if not keys or not len(keys["game"]):
        return found
    numbers = {kind: keys[kind] for kind in (PLAYER, SEAT)}
    numbers |= places(game.turn_order, rows)
    divisions = Divisions(keys["scenario"], numbers)
    for column in _columns_in(rows, game.seat_columns):
        own = {Whose(kind, i): counts for kind, i, counts in divisions.of(rows[column.name])}
        found |= {(of, column.name): own[of] for of in sorted(own, key=lambda of: of.number)}
    return found


def _columns_in(rows: Arrays, columns: Sequence[Column]) -> list[Column]:
    """Return the columns that rows have: of games on a real table nobody may have written down all."""
    return [column for column in columns if column.name in rows]


def summary_of(game: Game, distributions: Mapping[Key, Distributions]) -> pl.DataFrame:
    """Return the estimates of some scenarios, as rows of the summary."""
    own = {column.name: column for column in game.columns}
    seats = {column.name: column for column in game.seat_columns}
    columns = {(of, name): (own if of == GAME else seats)[name] for of, name in distributions}
    labels = {key: column.labels for key, column in columns.items()}
    yes_no = frozenset(key for key, column in columns.items() if column.is_yes_no)
    return summarise(distributions, labels, yes_no)


def add_tallies(tallies: Tallies, more: Mapping[Key, Tally]) -> None:
    """Add the distributions of more games of a scenario to some."""
    for key, tally in more.items():
        tallies[key] = tallies[key] + tally if key in tallies else tally


def estimates_of(
    run: RunFiles, game: Game, parts: Parts, numbers: dict[int, list[range]] | None = None
) -> pl.DataFrame:
    """Return the summary of a run's parts, as a finished run has it.

    `numbers` gets the numbers of the games that are read, by scenario.
    """
    frames: list[pl.DataFrame] = []
    tallies: dict[int, Tallies] = {}
    for name, scenarios in parts.files[GAMES].items():
        before = parts.done.get(name)
        if before and before.summary is not None:
            frames.append(before.summary)
            continue
        if before:
            add_tallies(tallies.setdefault(scenarios[0], {}), before.tallies)
            continue
        games = _rows(run, game, name, GAMES, parts)
        if numbers is not None:
            _note(games[0], numbers)
        found = distributions_of(game, games, _rows(run, game, name, SEATS, parts))
        if len(scenarios) > 1:
            frames.append(summary_of(game, found))
            continue
        tally = {key: groups.together() for key, groups in found.items()}
        add_tallies(tallies.setdefault(scenarios[0], {}), tally)
    by_keys: dict[tuple[Any, ...], dict[int, Tallies]] = {}
    for scenario, tally in tallies.items():
        by_keys.setdefault(tuple(tally), {})[scenario] = tally
    for keys, alike in by_keys.items():  # all at once: one by one takes minutes if there are thousands
        of_key = {
            key: Distributions.joined(
                [Distributions.of_one(scenario, tally[key]) for scenario, tally in alike.items()]
            )
            for key in keys
        }
        frames.append(summary_of(game, of_key))
    return pl.concat(frames).sort("scenario", maintain_order=True)


def _note(keys: Arrays, numbers: dict[int, list[range]]) -> None:
    """Note the numbers of games by their scenarios, which stand in a file one after another."""
    scenarios = keys["scenario"]
    for rows in np.split(np.arange(len(scenarios)), np.flatnonzero(np.diff(scenarios)) + 1):
        if len(rows):
            numbers.setdefault(int(scenarios[rows[0]]), []).extend(ranges_in(keys["game"][rows]))


def _rows(run: RunFiles, game: Game, games: str, table: str, parts: Parts) -> tuple[Arrays, Arrays]:
    """Return the keys and the outcomes in the file of a table that belongs to a file of games."""
    name = f"{table}/{games.partition('/')[2]}"
    keys, columns = (GAME_KEYS, game.columns) if table == GAMES else (SEAT_KEYS, game.seat_columns)
    if name not in parts.files[table]:
        return {}, {}
    contents = run.contents(name)
    try:
        known = _as_written(
            run, game, columns, {number.name: number for number in read_columns(BytesIO(contents))}
        )
        frame = pl.read_parquet(BytesIO(contents), hive_partitioning=False)
        rows = {column.name: frame[column.name].to_physical().to_numpy() for column in known}
        return {key.name: frame[key.name].to_numpy() for key in keys}, rows
    except (*DAMAGED, *UNREADABLE) as error:
        raise run.damaged(f"{name} can't be read: {first_line(error)}") from None


def _as_written(
    run: RunFiles, game: Game, columns: Sequence[Column], written: Mapping[str, Column]
) -> list[Column]:
    """Return those of a game's columns that a file has; complain about words that have changed."""
    with run.made_with_other(f"columns of {game.name}"):
        for column in columns:
            if column.name in written and tuple(written[column.name].labels) != tuple(column.labels):
                raise BadInput(f"the words of {column.name} are others")
    return [column for column in columns if column.name in written]
