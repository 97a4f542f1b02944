"""Tell who wins Nautilus Island, with what points, and how close games are.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the turn order where everybody plays alike, a grid where two strategies meet, who wins where three or four do,
components where they are varied.
"""

from __future__ import annotations

import polars as pl

from reports.shared.island_components import component_findings, component_sections, component_tables
from reports.shared.island_pairs import pair_findings, pair_section, pairs_of
from reports.shared.island_players import LineUps, by_strength, in_order, line_ups
from reports.shared.island_points import (
    SOURCES,
    means_of,
    play_table,
    points_finding,
    scores_figure,
    seats_by_score,
    sources_figure,
    worth_tables,
)
from reports.shared.island_scenarios import after, base, in_base, in_those, scenario_column
from reports.shared.island_strength import strength_figures, strength_findings
from reports.shared.island_turn_order import (
    TurnOrders,
    turn_order_figures,
    turn_order_findings,
    turn_order_section,
    turn_orders,
)
from reports.shared.island_wins import wins_by_table, wins_findings, wins_section
from simkit.report.document import KeyFigure, Report, Section, Table
from simkit.report.parts import (
    assumptions_section,
    estimates,
    facts,
    percent,
    reproduce_section,
    require_game,
)
from simkit.report.settings import variants_section
from simkit.run.directory import RunDirectory

CLOSE_MARGIN = 3
MOST_ROWS = 40


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_game(run, "nautilus_island", "nautilus_island")
    players = line_ups(run)
    every = seats_by_score(run, players)
    seats = every.filter(pl.col("scenario").is_in(base(run)))
    shown = {scenario: players[scenario] for scenario in base(run)}
    names = in_order(seats, by_strength(seats, shown))
    orders, wins = turn_orders(run, players), wins_by_table(run, players)
    pairs, components = pairs_of(run, players), component_tables(run)
    sections = [
        *component_sections(run, components),
        *wins_section(run, wins),
        *pair_section(run, pairs, players, seats),
        *turn_order_section(run, orders),
        *_scenario_section(run, every),
        Section(
            "Points",
            [
                sources_figure(run, seats, names),
                scores_figure(run, seats, names),
                *worth_tables(run, seats, names[0]),
            ],
        ),
        Section("Length and tension", [_tension(run), play_table(run, seats, names)]),
        *variants_section(run),
        assumptions_section(run),
        reproduce_section(run),
    ]
    return Report(
        title=run.manifest["experiment"]["title"],
        subtitle=run.manifest["experiment"]["description"],
        facts=facts(run),
        key_figures=_key_figures(run, shown, orders, seats, names),
        findings=[
            *component_findings(components),
            *strength_findings(run, shown, seats),
            *pair_findings(pairs),
            *wins_findings(run, wins),
            *turn_order_findings(run, orders),
            points_finding(run, players, seats, names[0]),
        ],
        sections=sections,
    )


def _scenario_section(run: RunDirectory, seats: pl.DataFrame) -> list[Section]:
    if not run.factors or len(run.scenarios()) > MOST_ROWS:
        return []
    rounds = estimates(run, "rounds", "mean").select("scenario", pl.col("estimate").alias("rounds"))
    frame = means_of(seats, ["scenario"]).join(rounds, on="scenario").sort("scenario")
    means = frame.select("rounds", "score", *(pl.col(source).alias(name) for source, name in SOURCES.items()))
    formats = dict.fromkeys(means.columns, "{:.1f}".format)
    words = "Mean points of a castaway, by where they come from, in every scenario."
    return [Section("Scenario by scenario", [Table(_named(run, frame, means), words, formats)])]


def _named(run: RunDirectory, frame: pl.DataFrame, columns: pl.DataFrame) -> pl.DataFrame:
    """Return columns with the scenario of each row before them, if there are several."""
    names = [
        pl.Series(name, rows) for name, rows in scenario_column(run, frame["scenario"].to_list()).items()
    ]
    return columns.select(*names, pl.all())


def _tension(run: RunDirectory) -> Table:
    few = f"within {CLOSE_MARGIN} points"
    games = (
        run.games()
        .group_by("scenario")
        .agg(
            pl.col("rounds").mean(),
            pl.col("rounds").min().alias("shortest"),
            pl.col("rounds").max().alias("longest"),
            pl.col("lead_changes").mean().alias("lead changes"),
            pl.col("margin").mean(),
            (pl.col("margin") <= CLOSE_MARGIN).mean().alias(few),
        )
        .sort("scenario")
        .collect(engine="streaming")
    )
    number = "{:.1f}".format
    formats = {"rounds": number, "lead changes": number, "margin": number, few: percent}
    words = (
        "Rounds; how often another castaway took the lead at a round's end; points between first and "
        "second, and how often those were few."
    )
    return Table(_named(run, games, games.drop("scenario")), words, formats)


def _key_figures(
    run: RunDirectory, players: LineUps, orders: TurnOrders, seats: pl.DataFrame, names: list[str]
) -> list[KeyFigure]:
    """Return what comes first: who is strongest, or if nobody met, what the turn order does."""
    where = after(in_base(run))
    rounds, margin = (_mean(run, column) for column in ("rounds", "margin"))
    own = seats.filter(pl.col("strategy") == names[0])
    best = means_of(own, ["strategy"])["score"][0]
    best_where = after(in_those(run, own["scenario"].unique().to_list()))
    first = strength_figures(run, players, seats) or turn_order_figures(run, orders)
    return [
        *first,
        KeyFigure(f"{best:.1f}", f"points a game of {names[0]}{best_where}"),
        KeyFigure(f"{rounds:.1f}", f"rounds a game{where}"),
        *([] if len(first) > 1 else [KeyFigure(f"{margin:.1f}", f"points between first and second{where}")]),
    ]


def _mean(run: RunDirectory, column: str) -> float:
    """Return the mean of a column of the games, averaged over the scenarios that means are taken over."""
    means = estimates(run, column, "mean").filter(pl.col("scenario").is_in(base(run)))
    return float(means["estimate"].to_numpy().mean())
