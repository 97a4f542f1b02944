"""Tell who wins Nautilus Island, with what points, and how close games are.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
seats where everybody plays alike, a grid where two strategies meet, components where they are varied.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from reports.shared.island_components import component_findings, component_sections
from reports.shared.island_players import (
    LineUps,
    by_strength,
    everybody_alike,
    in_order,
    line_ups,
    strength_findings,
)
from simkit.report.charts import dots, key, share_grid
from simkit.report.document import Block, Figure, KeyFigure, Report, Section, Table, Text
from simkit.report.figures import PALETTE, colours_of, new_figure, small_multiples
from simkit.report.parts import (
    assumptions_section,
    estimates,
    facts,
    in_levels,
    interval,
    percent,
    reproduce_section,
    require_game,
    signed,
)
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import wilson

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
CLOSED = ("closed_0", "closed_1", "closed_2", "closed_3")
CLOSE_MARGIN = 3
MOST_ROWS = 40
MOST_PANELS = 12


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_game(run, "nautilus_island", "nautilus_island")
    players = line_ups(run)
    seats = _seats(run, players)
    strength = by_strength(seats, players)
    names = in_order(seats, strength)
    sections = [
        *_seat_section(run, players),
        *_pair_section(seats, players),
        *component_sections(run),
        *_scenario_section(run, seats),
        Section("Points", [_sources(seats, names), _scores(seats, names), *_worth(seats, names)]),
        Section("Length and tension", [_tension(run), _position(seats, names)]),
        assumptions_section(run),
        reproduce_section(run),
    ]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=_key_figures(run, seats, names),
        findings=_findings(run, players, seats, strength, names),
        sections=sections,
    )


def _seats(run: RunDirectory, players: LineUps) -> pl.DataFrame:
    """Return, for each scenario, player and score, how many seats had it and their sums of all else."""
    rows = [
        (scenario, player, name, len(names))
        for scenario, names in players.items()
        for player, name in enumerate(names)
    ]
    who = pl.DataFrame(rows, schema=["scenario", "player", "strategy", "players"], orient="row").cast(
        {"scenario": pl.Int32, "player": pl.UInt8}
    )
    counted = [*SOURCES, *CLOSED, "stores", "collected", "dead_cards", "last_position"]
    return (
        run.seats()
        .group_by("scenario", "player", "won", "score")
        .agg(pl.len().alias("seats"), *(pl.col(name).cast(pl.Int64).sum() for name in counted))
        .join(who.lazy(), on=["scenario", "player"])
        .sort("scenario", "player", "score", "won")
        .collect(engine="streaming")
    )


def _labels(run: RunDirectory) -> dict[int, str]:
    return {row["scenario"]: in_levels(run, row) for row in run.scenarios().iter_rows(named=True)}


def _seat_shares(run: RunDirectory, scenario: int, count: int) -> pl.DataFrame:
    frames = [
        run.summary().filter(
            (pl.col("scenario") == scenario) & (pl.col("column") == "won") & (pl.col("of") == f"seat {seat}")
        )
        for seat in range(count)
    ]
    return pl.concat(frames)


def _fair(shares: pl.DataFrame) -> float:
    """Return a seat's fair share: one over their number, or more where a shared victory counts for each."""
    return float(shares["estimate"].mean())  # type: ignore[arg-type]


def _seat_section(run: RunDirectory, players: LineUps) -> list[Section]:
    alike = everybody_alike(players)
    if not alike:
        return []
    words = (
        "Everybody plays the same way, so a seat that wins more than its fair share owes it to the seat. "
        "Where seat 0 begins every game (first_player: fixed), seats are numbered in the order of round 1."
    )
    blocks: list[Block] = [Text(words), _seat_table(run, alike, players)]
    if len(alike) <= MOST_PANELS:
        blocks.insert(1, _seat_figure(run, alike, players))
    return [Section("Seats", blocks)]


def _seat_figure(run: RunDirectory, alike: list[int], players: LineUps) -> Figure:
    labels = _labels(run)
    figure, panels = small_multiples([labels[scenario] for scenario in alike], 1.5, across=2)
    for scenario in alike:
        panel, count = panels[labels[scenario]], len(players[scenario])
        shares = _seat_shares(run, scenario, count)
        value, low, high = (shares[name].to_numpy() for name in ("estimate", "low", "high"))
        dots(panel, [f"seat {seat}" for seat in range(count)], value, low, high, PALETTE[0])
        panel.axvline(100 * _fair(shares), color=PALETTE[1], lw=1.2, ls="--", zorder=2)
        panel.set_xlabel("games won, %")
    return Figure(
        "seats",
        figure,
        "Win share of each seat with 95 % intervals; the dashed line is the fair share.",
        "One panel a scenario, one dot a seat, a dashed line at the mean of the seats.",
    )


def _seat_table(run: RunDirectory, alike: list[int], players: LineUps) -> Table:
    labels, rows = _labels(run), []
    for scenario in alike:
        count = len(players[scenario])
        shares = _seat_shares(run, scenario, count)
        fair = _fair(shares)
        for seat, row in enumerate(shares.iter_rows(named=True)):
            gap = "" if row["low"] <= fair <= row["high"] else "beyond the interval"
            shown = (percent(row["estimate"]), interval(row["low"], row["high"]), percent(fair), gap)
            rows.append((labels[scenario], seat, *shown))
    names = ["scenario", "seat", "games won", "95 % interval", "fair share", "off the fair share"]
    return Table(pl.DataFrame(rows, schema=names, orient="row"), "Win share of each seat.")


def pair_shares(seats: pl.DataFrame, pairs: dict[int, list[str]]) -> dict[tuple[str, str], float]:
    """Return how often one strategy beats another at tables of two, over all scenarios in which they meet."""
    won: dict[tuple[str, str], float] = {}
    games: dict[tuple[str, str], float] = {}
    for row in seats.iter_rows(named=True):
        (other,) = set(pairs[row["scenario"]]) - {row["strategy"]}
        meeting = row["strategy"], other
        won[meeting] = won.get(meeting, 0.0) + row["seats"] * row["won"]
        games[meeting] = games.get(meeting, 0.0) + row["seats"]
    return {meeting: won[meeting] / games[meeting] for meeting in won}


def _pair_section(seats: pl.DataFrame, players: LineUps) -> list[Section]:
    pairs = {s: names for s, names in players.items() if len(names) == 2 and len(set(names)) == 2}
    if not pairs:
        return []
    played = seats.filter(pl.col("scenario").is_in(list(pairs)))
    names = in_order(played, by_strength(played, pairs))
    grid = np.full((len(names), len(names)), np.nan)
    for (strategy, other), share in pair_shares(played, pairs).items():
        grid[names.index(strategy), names.index(other)] = share
    figure, axes = new_figure(1, 1, 0.45 * len(names) + 1.0)
    share_grid(axes[0, 0], grid, names, names)
    axes[0, 0].tick_params(axis="x", rotation=30)
    words = (
        "Two castaways at a table, every seating equally often: how often the strategy of the row beats "
        "that of the column, in per cent, over all scenarios. Who wins most stands on top."
    )
    drawing = Figure(
        "pairs",
        figure,
        "Games won by the row's strategy against the column's, per cent.",
        "A grid of strategies by strategies, darker where the row wins more often.",
    )
    return [Section("Strategy against strategy", [Text(words), drawing])]


def _scenario_section(run: RunDirectory, seats: pl.DataFrame) -> list[Section]:
    if not run.factors or len(run.scenarios()) > MOST_ROWS:
        return []
    labels = _labels(run)
    means = _means(seats, ["scenario"])
    rounds = estimates(run, "rounds", "mean").select("scenario", pl.col("estimate").alias("rounds"))
    frame = means.join(rounds, on="scenario").sort("scenario")
    named = frame.select(
        pl.col("scenario").replace_strict(labels, return_dtype=pl.String).alias("scenario"),
        pl.col("rounds"),
        pl.col("score"),
        *(pl.col(source).alias(name) for source, name in SOURCES.items()),
    )
    formats = {name: "{:.1f}".format for name in named.columns if name != "scenario"}
    words = "Mean points of a castaway, by where they come from, in every scenario."
    return [Section("Scenario by scenario", [Table(named, words, formats)])]


def _means(seats: pl.DataFrame, by: list[str]) -> pl.DataFrame:
    """Return mean score and points by source, and sets closed, for each group of seats."""
    total = pl.col("seats").sum()
    return seats.group_by(by, maintain_order=True).agg(
        ((pl.col("score") * pl.col("seats")).sum() / total).alias("score"),
        *(
            (pl.col(name).sum() / total).alias(name)
            for name in (*SOURCES, *CLOSED, "last_position", "stores")
        ),
    )


def _sources(seats: pl.DataFrame, names: list[str]) -> Figure:
    means = _means(seats, ["strategy"])
    rows = {row["strategy"]: row for row in means.iter_rows(named=True)}
    colours = colours_of(list(SOURCES.values()))
    figure, axes = new_figure(1, 1, 0.36 * len(names) + 1.2)
    panel, left = axes[0, 0], np.zeros(len(names))
    for source, words in SOURCES.items():
        points = np.array([rows[name][source] for name in names])
        panel.barh(
            np.arange(len(names)), points, left=left, color=colours[words], height=0.74, ec="white", lw=0.8
        )
        left += points
    panel.set_yticks(np.arange(len(names)), names)
    panel.invert_yaxis()
    panel.set_xlabel("points")
    panel.grid(axis="y", visible=False)
    key(figure, colours)
    return Figure(
        "sources",
        figure,
        "Where a castaway's points come from, by strategy (means over all its games).",
        "One stacked bar a strategy, one part a source of points.",
    )


def _scores(seats: pl.DataFrame, names: list[str]) -> Figure:
    counts = seats.group_by("strategy", "score").agg(pl.col("seats").sum()).sort("score")
    figure, axes = new_figure(1, 1, 2.8)
    for name, colour in colours_of(names).items():
        own = counts.filter(pl.col("strategy") == name)
        share = 100 * own["seats"].to_numpy() / own["seats"].sum()
        axes[0, 0].plot(own["score"], share, color=colour, lw=1.5, label=name)
    axes[0, 0].set_xlabel("points at the end")
    axes[0, 0].set_ylabel("share of seats, %")
    axes[0, 0].set_ylim(0)
    axes[0, 0].legend(ncols=2)
    return Figure(
        "scores", figure, "Scores, by strategy.", "One hill a strategy: share of seats against score."
    )


def _worth(seats: pl.DataFrame, names: list[str]) -> list[Table]:
    """Return what a strategy has more of where it wins, if it neither wins nor loses everything."""
    own = _means(seats.filter(pl.col("strategy") == names[0]), ["won"])
    won = {row["won"]: row for row in own.iter_rows(named=True)}
    if len(won) < 2:
        return []
    of_size = {name: f"sets closed, size no. {i + 1}" for i, name in enumerate(CLOSED)}
    rows = [
        (words, won[True][name], won[False][name], won[True][name] - won[False][name])
        for name, words in {**SOURCES, **of_size}.items()
    ]
    heads = {"what": pl.String, "games won": pl.Float64, "other games": pl.Float64, "more": pl.Float64}
    frame = pl.DataFrame(rows, schema=heads, orient="row").sort("more", descending=True)
    number = "{:.2f}".format
    words = (
        f"What {names[0]} has in games that it wins, and in those that it does not, over all scenarios: "
        "points or sets a game."
    )
    return [
        Table(frame, words, {"games won": number, "other games": number, "more": partial(signed, digits=2)})
    ]


def _tension(run: RunDirectory) -> Table:
    labels = _labels(run)
    games = (
        run.games()
        .group_by("scenario")
        .agg(
            pl.col("rounds").mean(),
            pl.col("rounds").min().alias("shortest"),
            pl.col("rounds").max().alias("longest"),
            pl.col("lead_changes").mean().alias("lead changes"),
            pl.col("margin").mean(),
            (pl.col("margin") <= CLOSE_MARGIN).mean().alias(f"within {CLOSE_MARGIN} points"),
        )
        .sort("scenario")
        .collect(engine="streaming")
    )
    frame = games.with_columns(pl.col("scenario").replace_strict(labels, return_dtype=pl.String))
    number = "{:.1f}".format
    formats = {
        "rounds": number,
        "lead changes": number,
        "margin": number,
        f"within {CLOSE_MARGIN} points": percent,
    }
    words = (
        "Rounds; how often another castaway took the lead at a round's end; points between first and "
        "second, and how often those were few."
    )
    return Table(frame, words, formats)


def _position(seats: pl.DataFrame, names: list[str]) -> Table:
    means = _means(seats, ["strategy"]).select(
        "strategy",
        pl.col("score"),
        pl.col("last_position").alias("last column (0 is the back)"),
        pl.col("stores"),
        *(pl.col(c).alias(f"sets closed, size no. {i + 1}") for i, c in enumerate(CLOSED)),
    )
    order = pl.DataFrame({"strategy": names})
    frame = order.join(means, on="strategy", maintain_order="left")
    formats = {name: "{:.2f}".format for name in frame.columns if name != "strategy"}
    return Table(frame, "How the strategies play: means a game.", formats)


def _key_figures(run: RunDirectory, seats: pl.DataFrame, names: list[str]) -> list[KeyFigure]:
    rounds = estimates(run, "rounds", "mean")["estimate"].to_numpy()
    margin = estimates(run, "margin", "mean")["estimate"].to_numpy()
    best = _means(seats.filter(pl.col("strategy") == names[0]), ["strategy"])["score"][0]
    return [
        KeyFigure(f"{float(np.mean(rounds)):.1f}", "rounds a game, on average over the scenarios"),
        KeyFigure(f"{best:.1f}", f"points on average: {names[0]}"),
        KeyFigure(f"{float(np.mean(margin)):.1f}", "points between first and second"),
    ]


def _findings(
    run: RunDirectory,
    players: LineUps,
    seats: pl.DataFrame,
    strength: dict[str, float],
    names: list[str],
) -> list[str]:
    labels, findings = _labels(run), []
    alike = everybody_alike(players)[:MOST_PANELS]
    looked_at = sum(len(players[scenario]) for scenario in alike)
    for scenario in alike:
        shares = _seat_shares(run, scenario, len(players[scenario]))
        best = int(np.argmax(shares["estimate"].to_numpy()))
        share, n = shares["estimate"][best], shares["n"][best]
        # One seat in twenty is beyond its 95 % interval by chance, so the most of many has to be further off.
        if wilson(round(share * n), n, 1 - 0.05 / looked_at).low > _fair(shares):
            seat = f"With {labels[scenario]}, seat" if run.factors else "Seat"
            findings.append(
                f"{seat} {best} wins most, {percent(share)} of games (fair: {percent(_fair(shares))})."
            )
    findings += component_findings(run)
    findings += strength_findings(run, players, strength)
    means = _means(seats.filter(pl.col("strategy") == names[0]), ["strategy"]).row(0, named=True)
    top = sorted(SOURCES, key=lambda source: -means[source])[:2]
    findings.append(
        f"On average {names[0]} scores {means['score']:.1f} points, the most from "
        f"{SOURCES[top[0]]} ({means[top[0]]:.1f}), then from {SOURCES[top[1]]} ({means[top[1]]:.1f})."
    )
    return findings
