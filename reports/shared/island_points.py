"""Where the points of Nautilus Island come from, and how its strategies play."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from reports.shared.island_players import LineUps, mean_per_game
from reports.shared.island_scenarios import after, in_base, in_those, wrapped
from simkit.report.charts import key
from simkit.report.document import Figure, Table
from simkit.report.figures import colours_of, mark_of, new_figure
from simkit.report.paired import mean_of, sure
from simkit.report.parts import opening, signed
from simkit.run.directory import RunDirectory

SOURCES = {
    "porthole_points": "portholes",
    "bonus_double": "doubles",
    "bonus_two": "two points",
    "bonus_three": "three points",
    "bonus_per_card": "a point a card",
    "bonus_odd": "odd",
    "bonus_pair": "pairs",
    "treasure_points": "treasures",
}
MARK_EVERY = 7
"""Points of a curve from one mark to the next."""

CLOSED = ("closed_0", "closed_1", "closed_2", "closed_3")
"""Sets closed at each of the first sizes of `porthole_sizes`, whatever these are."""


def seats_by_score(run: RunDirectory, players: LineUps) -> pl.DataFrame:
    """Return, for each scenario, player and score, how many seats had it and their sums of all else.

    Sets closed are counted by their size: "sets of 3".
    """
    rows = [
        (scenario, player, name) for scenario, names in players.items() for player, name in enumerate(names)
    ]
    who = pl.DataFrame(rows, schema=["scenario", "player", "strategy"], orient="row").cast(
        {"scenario": pl.Int32, "player": pl.UInt8}
    )
    counted = [*SOURCES, *CLOSED, "stores", "last_position"]
    seats = (
        run.seats()
        .group_by("scenario", "player", "won", "score")
        .agg(pl.len().alias("seats"), *(pl.col(name).cast(pl.Int64).sum() for name in counted))
        .join(who.lazy(), on=["scenario", "player"])
        .sort("scenario", "player", "score", "won")
        .collect(engine="streaming")
    )
    return seats.with_columns(_sets_by_size(run)).drop(CLOSED)


def _sets_by_size(run: RunDirectory) -> list[pl.Expr]:
    """Return a column for every size that can be closed in some scenario, the sum of its piles."""
    where: dict[int, dict[str, list[int]]] = {}
    for scenario, knobs in run.scenarios().select("scenario", "knobs").iter_rows():
        for pile, size in zip(CLOSED, json.loads(knobs)["porthole_sizes"], strict=False):
            where.setdefault(size, {}).setdefault(pile, []).append(scenario)
    return [
        pl.sum_horizontal(
            pl.when(pl.col("scenario").is_in(scenarios)).then(pl.col(pile)).otherwise(0)
            for pile, scenarios in sorted(where[size].items())
        ).alias(f"sets of {size}")
        for size in sorted(where)
    ]


def set_columns(seats: pl.DataFrame) -> list[str]:
    """Return the columns of sets closed, the smallest size first."""
    return [name for name in seats.columns if name.startswith("sets of ")]


def means_of(seats: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """Return mean score and points by source, and sets closed, for each group of seats."""
    total = pl.col("seats").sum()
    return seats.group_by(by, maintain_order=True).agg(
        ((pl.col("score") * pl.col("seats")).sum() / total).alias("score"),
        *(
            (pl.col(name).sum() / total).alias(name)
            for name in (*SOURCES, *set_columns(seats), "last_position", "stores")
        ),
    )


def sources_figure(run: RunDirectory, seats: pl.DataFrame, names: list[str]) -> Figure:
    """Return where a castaway's points come from."""
    rows = {row["strategy"]: row for row in means_of(seats, ["strategy"]).iter_rows(named=True)}
    colours = colours_of(list(SOURCES.values()))
    figure, axes = new_figure(1, 1, 0.36 * len(names) + 1.2)
    panel, left = axes[0, 0], np.zeros(len(names))
    for source, words in SOURCES.items():
        points = np.array([rows[name][source] for name in names])
        panel.barh(
            np.arange(len(names)), points, left=left, color=colours[words], height=0.74, ec="white", lw=0.8
        )
        left += points
    panel.set_yticks(np.arange(len(names)), [wrapped(name) for name in names])
    panel.invert_yaxis()
    panel.set_xlabel("points")
    panel.grid(axis="y", visible=False)
    key(figure, colours)
    return Figure(
        "sources",
        figure,
        "Where a castaway's points come from, by strategy: means of all its games"
        f"{after(in_base(run), ' ')}.{_other_tables(seats)}",
        "One stacked bar a strategy, one part a source of points.",
    )


def scores_figure(run: RunDirectory, seats: pl.DataFrame, names: list[str]) -> Figure:
    """Return how the scores of each strategy are spread."""
    counts = seats.group_by("strategy", "score").agg(pl.col("seats").sum()).sort("score")
    colours = colours_of(names)
    figure, axes = new_figure(1, 1, 3.0)
    for name, colour in colours.items():
        own = counts.filter(pl.col("strategy") == name)
        share = 100 * own["seats"].to_numpy() / own["seats"].sum()
        axes[0, 0].plot(
            own["score"], share, color=colour, lw=1.5, marker=mark_of(colour), ms=4, markevery=MARK_EVERY
        )
    axes[0, 0].set_xlabel("points at the end")
    axes[0, 0].set_ylabel("share of seats, %")
    axes[0, 0].set_ylim(0)
    key(figure, colours, marks=True)
    return Figure(
        "scores",
        figure,
        f"Scores, by strategy{after(in_base(run))}.{_other_tables(seats)}",
        "One hill a strategy: share of seats against score.",
    )


def _other_tables(seats: pl.DataFrame) -> str:
    """Say so if the strategies did not all play at the same tables: points depend on the opponents."""
    tables = seats.group_by("strategy").agg(pl.col("scenario").unique().sort())["scenario"]
    if tables.n_unique() <= 1:
        return ""
    return " Not all of them sat at the same tables; points depend on the opponents too."


def worth_tables(run: RunDirectory, seats: pl.DataFrame, name: str) -> list[Table]:
    """Return what a strategy has more of where it wins, if it neither wins nor loses everything."""
    each = means_of(seats.filter(pl.col("strategy") == name), ["scenario", "won"])
    both = each.filter(pl.len().over("scenario") == 2)  # or one mean would be of other opponents
    won = {
        row["won"]: row
        for row in both.group_by("won").agg(pl.exclude("scenario").mean()).iter_rows(named=True)
    }
    if not won:
        return []
    scenarios = both["scenario"].n_unique()
    over = f", means of {scenarios} scenarios" if scenarios > 1 else after(in_base(run))
    where = f"{name} in games that it wins, and in those that it does not{over}"
    sizes = {column: column for column in set_columns(seats)}
    points = _won_and_lost(won, SOURCES, "points from").sort("more", descending=True)
    number = "{:.2f}".format
    formats: dict[str, Callable[[Any], str]] = {
        "games won": number,
        "other games": number,
        "more": partial(signed, digits=2),
    }
    return [
        Table(points, f"Points a game of {where}.", formats),
        Table(_won_and_lost(won, sizes, "sets closed"), f"Sets closed a game by {where}.", formats),
    ]


def _won_and_lost(won: dict[bool, dict[str, float]], columns: dict[str, str], heading: str) -> pl.DataFrame:
    rows = [
        (words, won[True][column], won[False][column], won[True][column] - won[False][column])
        for column, words in columns.items()
    ]
    heads = {heading: pl.String, "games won": pl.Float64, "other games": pl.Float64, "more": pl.Float64}
    return pl.DataFrame(rows, schema=heads, orient="row")


def play_table(run: RunDirectory, seats: pl.DataFrame, names: list[str]) -> Table:
    """Return how the strategies play."""
    means = means_of(seats, ["strategy"]).select(
        "strategy",
        pl.col("score"),
        pl.col("last_position").alias("last column (0 is the back)"),
        pl.col("stores"),
        *set_columns(seats),
    )
    frame = pl.DataFrame({"strategy": names}).join(means, on="strategy", maintain_order="left")
    formats = {name: "{:.2f}".format for name in frame.columns if name != "strategy"}
    return Table(
        frame,
        "How the strategies play: means a game of points, the column at the end, stores, and sets closed of "
        f"each size{after(in_base(run))}.",
        formats,
    )


def points_finding(run: RunDirectory, players: LineUps, seats: pl.DataFrame, name: str) -> str:
    """Return, in words, what a strategy scores and what it owes most of that to."""
    mine = seats.filter(pl.col("strategy") == name)
    (means,) = means_of(mine, ["strategy"]).iter_rows(named=True)
    first, second = sorted(SOURCES, key=lambda source: -means[source])[:2]
    own_scenarios = sorted(set(mine["scenario"]))
    own = mean_per_game(run, {s: players[s] for s in own_scenarios}, name, (first, second))
    words = [f"{SOURCES[source]} ({means[source]:.1f})" for source in (first, second)]
    most = (
        f"the most from {words[0]}"
        if sure(mean_of(own[first] - own[second]), len(SOURCES) - 1)
        else f"the most from {words[0]} and {words[1]}, which are not told apart"
    )
    where = in_those(run, own_scenarios) or "on average"
    return opening(f"{where}, {name} scores {means['score']:.1f} points a game, {most}.")
