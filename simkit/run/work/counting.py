"""Finds how many games each scenario needs for the precision that an experiment asks for.

What a scenario gets is a function of its own games alone: of trial games first, and where these were too few,
of those that count.  It does not depend on workers, nor on where a run was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import polars as pl

from simkit.engine.contract.game import Game
from simkit.experiment.precision import asked_in
from simkit.experiment.values import Experiment
from simkit.run.store.layout import part_name
from simkit.run.store.parquet import TABLES
from simkit.run.store.shards import PlayedShard, Shard, Tallies
from simkit.run.store.summing import add_tallies
from simkit.run.work.shard import share_files, trial_shards_of
from simkit.stats.precision import (
    FEWEST,
    GamesNeeded,
    games_in_addition,
    games_to_count,
    need_of_mean,
    need_of_share,
)
from simkit.stats.whose import GAME

Play = Callable[[list[Shard]], Iterator[PlayedShard]]
"""Plays shards, in any order."""


def needs_in(
    tallies: Tallies, game: Game, precision: Mapping[str, float]
) -> Iterator[tuple[str, GamesNeeded]]:
    """Yield how many games each interval of the columns that are to be narrow needs, and who asked for it."""
    own = {column.name: column for column in game.columns}
    seats = {column.name: column for column in game.seat_columns}
    asked_for = list(asked_in(precision))
    for (of, name), tally in tallies.items():
        for asked in (asked for asked in asked_for if asked.is_about(of.kind, name)):
            column, half = (own if of == GAME else seats)[name], asked.half_width
            if column.is_yes_no:
                yield asked.name, need_of_share(tally.count_of(1), tally.total, half)
            elif column.labels:
                for count in tally.counts.tolist():
                    yield asked.name, need_of_share(count, tally.total, half)
            else:
                yield asked.name, need_of_mean(tally, half)


def count_games(
    experiment: Experiment, found: dict[str, list[Any]], play: Play, keep: Callable[[int], None]
) -> None:
    """Play trial games until it is known how many games of each scenario count.

    * `found`: two lists, `games` and `trial`, with a number for each scenario, or None while it is not known;
      `few`, of the scenarios in which a mean that was asked for hangs on few games; and `together`, which
      scenarios share a file, once all numbers are known.  They are filled.
    * `play`: plays shards, in any order.
    * `keep`: is called whenever some numbers are known, with how many.
    """
    games, trial = found["games"], found["trial"]
    undecided = {scenario: Tallies() for scenario, counted in enumerate(games) if counted is None}
    tried, more = 0, min(FEWEST, experiment.games)
    while undecided:
        shards = [
            shard for scenario in undecided for shard in trial_shards_of(experiment, scenario, tried, more)
        ]
        for played in play(shards):
            add_tallies(undecided[played.shard.scenarios.start], played.tallies)
        tried += more
        for scenario in list(undecided):
            needs = list(needs_in(undecided[scenario], experiment.game, experiment.precision))
            count = games_to_count((need for _, need in needs), tried, experiment.games)
            if count is not None:
                games[scenario], trial[scenario] = count, tried
                few = dict.fromkeys(asked for asked, need in needs if need.to_see > count)
                found["few"].extend({"scenario": scenario, "asked": asked} for asked in few)
                del undecided[scenario]
        more = min(tried, experiment.games - tried)
        if not undecided:
            found["together"] = share_files(experiment, games)
        keep(len(games) - len(undecided))


def widths_in(summary: pl.DataFrame, precision: Mapping[str, float]) -> pl.DataFrame:
    """Return the widest interval of those that are to be narrow, in every scenario, for each wish.

    Returns scenario, asked (as it is written), of, half_width, and `relative`, as a multiple of what is asked
    for; infinite where there is no interval.
    """
    half = (pl.col("high") - pl.col("low")) / 2
    estimates = summary.filter(pl.col("statistic").is_in(["rate", "mean"])).with_columns(half_width=half)
    kind = pl.col("of").str.split(" ").list.first()
    widest = []
    for asked in asked_in(precision):
        is_meant = (pl.col("column") == asked.column) & (kind.is_in(asked.kinds) if asked.kinds else True)
        relative = (pl.col("half_width") / asked.half_width).fill_null(float("inf"))
        widest.append(
            estimates.filter(is_meant)
            .with_columns(relative=relative, asked=pl.lit(asked.name))
            .sort("scenario", "relative", descending=[False, True], maintain_order=True)
            .group_by("scenario", maintain_order=True)
            .first()
            .select("scenario", "asked", "of", "half_width", "relative")
        )
    return pl.concat(widest).sort("scenario", maintain_order=True)


def games_after(widths: pl.DataFrame, games: list[int], most: int) -> list[int]:
    """Return how many games of each scenario count after all: more where an interval is still too wide."""
    relative = dict(widths.group_by("scenario").agg(pl.col("relative").max()).iter_rows())

    def after(scenario: int, count: int) -> int:
        widest = relative.get(scenario, 0.0)
        return games_in_addition(count, widest, most) if widest > 1 and count < most else count

    return [after(scenario, count) for scenario, count in enumerate(games)]


def too_wide(widths: pl.DataFrame) -> list[dict[str, Any]]:
    """Return the intervals that stayed too wide, as a manifest has them."""
    wide = widths.filter(pl.col("relative") > 1).select("scenario", "asked", "of", "half_width")
    return list(wide.iter_rows(named=True))


def remove_short_parts(run: Path, before: Iterable[Shard], after: Iterable[Shard]) -> None:
    """Remove the files of the shards that get more games."""
    games = {(shard.scenarios, shard.part): shard.games for shard in after}
    for shard in before:
        if games[shard.scenarios, shard.part] == shard.games:
            continue
        for table in TABLES:
            with suppress(FileNotFoundError):
                (run / part_name(table, shard.scenarios, shard.part)).unlink()
