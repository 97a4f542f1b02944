"""Estimates how long games last at the table, from the decisions of logged games and seconds for each.

A game declares how long each kind of move takes (`MoveKind`); an experiment can say otherwise (`seconds`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from simkit.engine.contract.game import Game
from simkit.run.store.directory import RunDirectory
from simkit.run.store.events import DECISION, MOVER

SECONDS = "seconds"
"""The key of an experiment's own seconds, by kind of move."""

A_MINUTE = 60


def seconds_of(game: Game, chosen: Mapping[str, float]) -> dict[str, float]:
    """Return the seconds of each kind of move, by name: those chosen, otherwise the game's."""
    return {kind.name: float(chosen.get(kind.name, kind.seconds)) for kind in game.moves}


def seconds_in(run: RunDirectory) -> dict[str, float]:
    """Return the seconds of each kind of move in the games of a run."""
    return seconds_of(run.game, run.manifest["experiment"].get(SECONDS, {}))


def minutes_of_games(run: RunDirectory, scenarios: Sequence[int] | None = None) -> pl.DataFrame:
    """Return the minutes that each logged game would take at the table.

    Decisions follow one another; anything without a decision (dealing, rolling, scoring) takes no time.

    Returns one row per logged game: scenario, game, `minutes` of the whole game, and `wait`, the longest time
    in minutes that a player waited for their next decision (0 where a single player decides all).
    """
    return minutes_of(run.events_in(DECISION, scenarios), run.game, seconds_in(run))


def minutes_of(decided: pl.LazyFrame, game: Game, seconds: Mapping[str, float]) -> pl.DataFrame:
    """Return the same of decisions in their order: scenario, game, `MOVER`, and `move`, a kind's number."""
    by_number = {kind.number: seconds[kind.name] for kind in game.moves}
    of_game, of_seat = ["scenario", "game"], ["scenario", "game", MOVER]
    decided = decided.with_columns(took=pl.col("move").replace_strict(by_number, return_dtype=pl.Float64))
    ends = pl.col("took").cum_sum().over(of_game)
    waits = pl.col("begins") - pl.col("ends").shift(1, fill_value=0.0).over(of_seat)
    return (
        decided.with_columns(ends=ends)
        .with_columns(begins=pl.col("ends") - pl.col("took"))
        .with_columns(wait=waits)
        .group_by(of_game)
        .agg(minutes=pl.col("took").sum() / A_MINUTE, wait=pl.col("wait").max() / A_MINUTE)
        .sort(of_game)
        .collect()
    )
