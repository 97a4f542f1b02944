"""Report who wins Nautilus Island, with what points, and how close games are.

A report script: a function `report` that gets a run and returns a `Report`.  It draws what a run has to show:
the turn order where everybody plays alike, a grid where two strategies meet, who wins where three or four do,
components where they are varied.
"""

from __future__ import annotations

import json
from dataclasses import replace

import polars as pl

from simkit.report.columns import column_of, game_columns, parts_of, seat_columns
from simkit.report.document import KeyFigure, OwnPart, Section, Table
from simkit.report.in_short import answer_in_short
from simkit.report.line_ups import by_strength, counted_seats, in_order, line_ups, with_one_strategy
from simkit.report.parts import after, estimates, require_game
from simkit.report.report import Report
from simkit.report.scenarios import base, in_base, in_those
from simkit.report.sections.length import Margin, length_table
from simkit.report.sections.minutes import minutes_section
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.sections.points_by_source import Points, Worth, scenario_sections
from simkit.report.sections.seats import IN_TURN_ORDER, Seats
from simkit.report.sections.worth_of_components import (
    ComponentWords,
    component_findings,
    component_sections,
    component_tables,
)
from simkit.run.directory import RunDirectory
from simkit.run.unknown import spans_of

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
    IN_TURN_ORDER,
    introduction=(
        "All castaways play the same way: one who wins significantly more than the fair share owes it to the "
        "place in the order of round 1. Where seat 1 begins every game (first_player: fixed), "
        "seat 1 has place 1, seat 2 place 2, and so on; where chance says who begins, the seat's number "
        "means nothing."
    ),
    column="turn_position",
    each="place in the order of round 1",
    scenarios="scenarios in which all castaways play alike",
)


def report(run: RunDirectory) -> Report:
    """Return the report."""
    require_game(run, "nautilus_island", "nautilus_island")
    every = _points(run)
    contest = Contest.read(run, every.players, every.seats, player=PLAYER)
    names = in_order(contest.seats, by_strength(contest.seats, contest.players))
    points = Points(run, contest.players, contest.seats, names, every.sources, player=PLAYER)
    turn_order = Seats.read(run, with_one_strategy(every.players), TURN_ORDER)
    components = component_tables(run, ComponentWords(player=PLAYER))
    sets = {name: name for name in points.seats.columns if name.startswith("sets of ")}
    own = OwnPart(
        key_figures=_key_figures(run, contest, turn_order, points),
        findings=[
            *component_findings(components),
            *contest.findings(),
            *turn_order.findings(),
            points.finding(),
        ],
        sections=[
            *component_sections(run, components),
            *contest.sections(),
            *turn_order.sections(),
            *scenario_sections(every, _rounds(run)),
            Section(
                "Points",
                [
                    points.sources_figure(),
                    points.scores_figure(),
                    *points.worth_tables(names[0], Worth(sets, "sets closed", "Sets closed per game by")),
                ],
            ),
            Section("Length and tension", [_tension(run), _play(points, sets)]),
            *minutes_section(run),
        ],
        in_short=answer_in_short(
            run, spans_of(run), turn_order.answer() if run.all_alike else turn_order.on_first_place()
        ),
    )
    return Report(run, [own])


def _points(run: RunDirectory) -> Points:
    """Return the points of all scenarios; sets closed are counted by their size: "sets of 3"."""
    players, sources = line_ups(run), parts_of(seat_columns(run), "score")
    counted = [*SOURCES, *CLOSED, "stores", "last_position"]
    seats = counted_seats(run, players, by=["score"], sums=counted)
    seats = seats.with_columns(_sets_by_size(run)).drop(CLOSED)
    return Points(run, players, seats, [], {name: sources[name] for name in SOURCES}, player=PLAYER)


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


def _rounds(run: RunDirectory) -> pl.DataFrame:
    return estimates(run, "rounds", "mean").select("scenario", pl.col("estimate").alias("rounds"))


def _tension(run: RunDirectory) -> Table:
    words = (
        "Rounds; how often another castaway took the lead at a round's end; points between first and "
        "second, and how often those were few."
    )
    rounds = column_of(game_columns(run), "rounds")
    return length_table(run, rounds, words, means={"lead_changes": "lead changes"}, margin=Margin())


def _play(points: Points, sets: dict[str, str]) -> Table:
    columns = {"last_position": "last column (0 is the back)", "stores": "stores"} | sets
    return points.play_table(
        columns,
        "How the strategies play: means per game of points, the column at the end, stores, and sets closed "
        "of each size",
    )


def _key_figures(run: RunDirectory, contest: Contest, turn_order: Seats, points: Points) -> list[KeyFigure]:
    """Return the key figures: the strongest strategy or, if none met, the effect of the turn order."""
    where, name = after(in_base(run)), points.names[0]
    rounds, margin = (_mean(run, column) for column in ("rounds", "margin"))
    own = points.seats.filter(pl.col("strategy") == name)
    best = points.means(["strategy"], where=pl.col("strategy") == name)["score"][0]
    best_where = after(in_those(run, own["scenario"].unique().to_list()))
    first = contest.key_figures() or turn_order.key_figures()
    return [
        *first,
        KeyFigure(f"{best:.1f}", f"points per game of {name}{best_where}"),
        KeyFigure(f"{rounds:.1f}", f"rounds per game{where}"),
        *([] if len(first) > 1 else [KeyFigure(f"{margin:.1f}", f"points between first and second{where}")]),
    ]


def _mean(run: RunDirectory, column: str) -> float:
    """Return the mean of a column of the games, averaged over the scenarios that means are taken over."""
    means = estimates(run, column, "mean").filter(pl.col("scenario").is_in(base(run)))
    return float(means["estimate"].to_numpy().mean())
