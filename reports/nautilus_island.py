"""Report who wins Nautilus Island, with what points, and how close games are.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the turn order where everybody plays alike, a grid where two strategies meet, who wins where three or four do,
components where they are varied.
"""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl

from simkit import report as r

PLAYER = "castaway"

SOURCES = (
    "porthole_points",
    "bonus_double",
    "bonus_two",
    "bonus_three",
    "bonus_per_card",
    "bonus_odd",
    "bonus_pair",
    "treasure_points",
)
"""The sources of points in the order in which they are stacked: doubles next to the portholes they double."""

CLOSED = ("closed_0", "closed_1", "closed_2", "closed_3")
"""Sets closed at each of the first sizes of `porthole_sizes`, whatever these are."""

TURN_ORDER = replace(
    r.parts.IN_TURN_ORDER,
    introduction=(
        "All castaways play the same way: one who wins significantly more than the fair share owes it to the "
        "place in the order of round 1. Where seat 1 begins every game (first_player: fixed), "
        "seat 1 has place 1, seat 2 place 2, and so on; where chance says who begins, the seat's number "
        "means nothing."
    ),
    each="place in the order of round 1",
)


def report(run: r.Run) -> r.Report:
    """Return the report."""
    r.parts.require_game(run, "nautilus_island", "nautilus_island")
    every = _points(run)
    contest = r.parts.Contest.read(run, every.players, every.seats, player=PLAYER)
    points = r.parts.Points(run, contest.players, contest.seats, contest.names, every.sources, player=PLAYER)
    turn_order = r.parts.Seats.read(run, r.stats.with_one_strategy(every.players), TURN_ORDER)
    components = r.parts.Components(run)
    return r.Report(
        run,
        [
            components,
            contest,
            r.parts.CeilingOfPlay(run),
            turn_order,
            r.parts.OwnPart(sections=r.parts.scenario_sections(every, _rounds(run))),
            _play(run, points),
            r.parts.Minutes(run),
        ],
        key_figures=[contest if contest.key_figures() else turn_order],
    )


def _play(run: r.Run, points: r.parts.Points) -> r.parts.Part:
    """Return where the strategies' points come from, how they play, and how long and close games are."""
    sets = {name: name for name in points.seats.columns if name.startswith("sets of ")}
    counted = r.parts.Worth(sets, "sets closed", "Sets closed per game by")
    blocks: list[r.parts.Block] = [
        points.sources_figure(),
        points.scores_figure(),
        *points.worth_tables(points.names[0], counted),
    ]
    return r.parts.OwnPart(
        sections=[
            r.parts.Section("Points", blocks),
            r.parts.Section("Length and tension", [_tension(run), _play_table(points, sets)]),
        ]
    )


def _points(run: r.Run) -> r.parts.Points:
    """Return the points of all scenarios; sets closed are counted by their size: "sets of 3"."""
    players, sources = r.stats.line_ups_of(run), r.stats.parts_of(r.stats.seat_columns(run), "score")
    counted = [*SOURCES, *CLOSED, "stores", "last_position"]
    seats = r.stats.counted_seats(run, players, by=["score"], sums=counted)
    seats = seats.with_columns(_sets_by_size(run)).drop(CLOSED)
    return r.parts.Points(run, players, seats, [], {name: sources[name] for name in SOURCES}, player=PLAYER)


def _sets_by_size(run: r.Run) -> list[pl.Expr]:
    """Return a column for every size that can be closed in some scenario, the sum of its piles."""
    where: dict[int, dict[str, list[int]]] = {}
    for scenario, knobs in run.scenario_rows().select("scenario", "knobs").iter_rows():
        for pile, size in zip(CLOSED, json.loads(knobs)["porthole_sizes"], strict=False):
            where.setdefault(size, {}).setdefault(pile, []).append(scenario)
    return [
        pl.sum_horizontal(
            pl.when(pl.col("scenario").is_in(scenarios)).then(pl.col(pile)).otherwise(0)
            for pile, scenarios in sorted(where[size].items())
        ).alias(f"sets of {size}")
        for size in sorted(where)
    ]


def _rounds(run: r.Run) -> pl.DataFrame:
    return r.stats.estimates(run, "rounds", "mean").select("scenario", pl.col("estimate").alias("rounds"))


def _tension(run: r.Run) -> r.parts.Table:
    words = (
        "Rounds; how often another castaway took the lead at a round's end; points between first and "
        "second, and how often those were few."
    )
    rounds = r.stats.column_of(r.stats.game_columns(run), "rounds")
    return r.charts.length_table(run, rounds, words, {"lead_changes": "lead changes"})


def _play_table(points: r.parts.Points, sets: dict[str, str]) -> r.parts.Table:
    columns = {"last_position": "last column (0 is the back)", "stores": "stores"} | sets
    return points.play_table(
        columns,
        "How the strategies play: means per game of points, the column at the end, stores, and sets closed "
        "of each size",
    )
