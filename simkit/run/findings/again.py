"""Plays a sample of a run's games again, to see whether they still come out as they were recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column
from simkit.errors import BadInput
from simkit.run.games import Games
from simkit.run.store.directory import RunDirectory
from simkit.run.store.people import ENTERED

TOGETHER = 50
"""How many games in a row are played at each of the places that are drawn."""

MOST_TOLD = 5
"""The most games that differ of which one is told how."""


@dataclass(frozen=True)
class Differing:
    """A game that comes out otherwise than it was recorded."""

    scenario: int
    game: int
    columns: tuple[tuple[str, Any, Any], ...]
    """Each column that differs, with what was recorded and what came out; of a seat "seat 1's score"."""


@dataclass(frozen=True)
class Again:
    """What playing games again came to."""

    games: int
    scenarios: int
    """How many games were played again, in how many scenarios."""

    differing: int
    """How many of them came out otherwise."""

    told: Sequence[Differing]
    """The first of these."""


def play_again(run: RunDirectory, sample: int, seed: int = 1) -> Again:
    """Play a sample of a finished run's games again, and compare all columns with the tables.

    * `sample`: at least how many games, in rows of `TOGETHER`; all if the run has no more.
    * `seed`: decides which.
    """
    if run.people is not None and run.people["how"] == ENTERED:
        raise BadInput(f"{run.path}: these games were played on a real table; they can't be played again")
    scenarios = sorted(run.line_ups)
    counts = [_count_rows(run.numbers(scenario)) for scenario in scenarios]
    ends, every = np.cumsum(counts), sum(counts)
    by_scenario: dict[int, list[range]] = {}
    left = sample
    for place in np.random.default_rng(seed).choice(every, min(sample, every), replace=False).tolist():
        if left <= 0:
            break
        at = int(np.searchsorted(ends, place, side="right"))
        row = _row(run.numbers(scenarios[at]), place - int(ends[at]) + counts[at])
        by_scenario.setdefault(scenarios[at], []).append(row)
        left -= len(row)
    played = 0
    differing: list[Differing] = []
    for scenario in sorted(by_scenario):
        together = sorted(by_scenario[scenario], key=lambda row: row.start)
        played += sum(map(len, together))
        differing += differing_in(run, scenario, together)
    return Again(played, len(by_scenario), len(differing), differing[:MOST_TOLD])


def differing_in(run: RunDirectory, scenario: int, together: Sequence[range]) -> list[Differing]:
    """Play some games of a scenario again, and return those that come out otherwise than recorded.

    `together`: the numbers of the games, of which the run has all.
    """
    match = run.match(scenario)
    match.compile()
    own, of_seats = _recorded(run, scenario, [number for row in together for number in row])
    differing: list[Differing] = []
    for row in together:
        differing += _compared(scenario, Games.play(match, row), own, of_seats)
    return differing


def _count_rows(numbers: Sequence[int]) -> int:
    """Return how many rows games make, each of consecutive numbers and of `TOGETHER` games at most."""
    return -(-len(numbers) // TOGETHER) if isinstance(numbers, range) else len(numbers)


def _row(numbers: Sequence[int], row: int) -> range:
    if isinstance(numbers, range):
        return numbers[row * TOGETHER : (row + 1) * TOGETHER]
    return range(numbers[row], numbers[row] + 1)  # people have played any


def _recorded(run: RunDirectory, scenario: int, numbers: Sequence[int]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the recorded rows of some games and of their seats, in order, with codes in place of words."""
    is_one = pl.col("game").is_in(numbers)
    games = (
        run.games_in([scenario]).filter(is_one).with_columns(pl.col(pl.Enum, pl.Categorical).to_physical())
    )
    if not run.has_seats(scenario):
        return run.collected(games.sort("game")), pl.DataFrame()
    seats = (
        run.seats_in([scenario]).filter(is_one).with_columns(pl.col(pl.Enum, pl.Categorical).to_physical())
    )
    return run.collected(games.sort("game")), run.collected(seats.sort("game", "seat"))


def _compared(
    scenario: int, played: Games, recorded: pl.DataFrame, seats_recorded: pl.DataFrame
) -> Iterator[Differing]:
    """Yield the games of a row that differ from what was recorded."""
    match, first = played.match, played.numbers.start
    seats = len(match.strategies)
    is_one = pl.col("game").is_between(first, played.numbers.stop - 1)
    found: dict[int, list[tuple[str, Any, Any]]] = {}
    own = recorded.filter(is_one)
    for column in match.game.columns:
        for at, before, now in _differing(column, played.rows, own):
            found.setdefault(at, []).append((column.name, before, now))
    if len(seats_recorded):
        own = seats_recorded.filter(is_one)
        for column in match.seat_columns:
            for at, before, now in _differing(column, played.seat_rows, own):
                name = f"seat {at % seats + 1}'s {column.name}"
                found.setdefault(at // seats, []).append((name, before, now))
    for at in sorted(found):
        yield Differing(scenario, first + at, tuple(found[at]))


def _differing(column: Column, rows: Any, recorded: pl.DataFrame) -> Iterator[tuple[int, Any, Any]]:
    """Yield the rows in which a column differs, with both values; all of one that was not recorded."""
    now = np.asarray(rows[column.name])
    if column.name not in recorded.columns:
        yield from ((at, "no such column", value.item()) for at, value in enumerate(now))
        return
    before = recorded[column.name].to_numpy()
    for at in np.flatnonzero(before != now).tolist():
        yield at, before[at].item(), now[at].item()
