"""Finds the estimates that a run's targets are about, and the targets that it has by default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf, nan
from sys import intern
from typing import Any

import polars as pl

from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS, COMPONENT
from simkit.experiment.keys import is_of_players
from simkit.experiment.target import (
    BEST,
    FIRST_PLAYER,
    FIRST_SEAT,
    GAMES,
    PLAYERS,
    SEAT_1,
    SEAT_NUMBERS,
    SEATS,
    TURN_ORDER,
    Goal,
    Target,
    from_data,
)
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, shares, unit_of
from simkit.stats.summary import SCHEMA
from simkit.stats.verdicts import Bounds
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose, is_of, whose

SEATED = {
    TURN_ORDER: (PLACE, None),
    FIRST_PLAYER: (PLACE, 0),
    SEATS: (SEAT, None),
    SEAT_NUMBERS: (SEAT, None),
    FIRST_SEAT: (SEAT, 0),
    SEAT_1: (SEAT, 0),
}
"""For subjects about seats: the kind of their estimates, and the number (None for each)."""

WINNABLE = 0.3, 0.9
"""The default range for how often the best player wins in a cooperative or solo game."""

EVEN = 0.05
"""The default limit for how far a seat's share of wins may lie from the fair share."""

LONGEST = 2.0
"""The default limit for the length of the longest games in twenty, as a multiple of the median."""

DECIDED = 0.95
"""Where one of several players wins at least this share from every seat, seats have about the fair share of
wins whatever they are worth."""

RANDOM = "random"
"""The strategy that plays at random, whose results say nothing about people."""


@dataclass(frozen=True)
class Found:
    """An estimate that a target is about."""

    scenario: int
    of: Whose
    player: str
    """The strategy that it is about; empty if none."""

    estimate: Estimate
    """With its 95 % interval."""

    bounds: Bounds
    """The range that the target allows."""

    opponent: str = ""
    """In a matrix, the player on the other side; else empty."""


def targets_of(run: RunDirectory) -> list[Target]:
    """Return a run's targets, or simkit's defaults for such a game."""
    targets = run.manifest["experiment"].get("targets")
    return [from_data(target) for target in targets] if targets else list(_defaults(run))


def _defaults(run: RunDirectory) -> Iterator[Target]:
    """Yield the targets of an experiment that sets none, by what players strive for.

    They are about the rules as assumed and the whole game: results under an alternative assumption, or
    without a component, are no fault of the game.
    """
    where = {ASSUMPTIONS: (AS_ASSUMED,)} if ASSUMPTIONS in run.factors else {}
    if COMPONENT in run.factors:
        where[COMPONENT] = (str(run.levels.sort("scenario")[COMPONENT][0]),)
    first = next(iter(run.objectives), None)
    yes_no = first and not run.estimates(column=first["column"], statistic="rate").is_empty()
    if first and yes_no and first["of"] == "game":
        yield Target(BEST, first["column"], *WINNABLE, where=where, is_default=True)
    elif first and yes_no and first.get("shared") == "one" and run.compares_seats:
        subject = TURN_ORDER if run.turn_order else SEATS
        yield Target(subject, first["column"], -EVEN, EVEN, of_fair=True, where=where, is_default=True)
    means = run.estimates(scenario=0, of="game", statistic="mean")["column"]
    length = run.game.length_column
    if length and length.name in means:
        yield Target(GAMES, length.name, -inf, LONGEST, where=where, is_spread=True, is_default=True)


class TargetReader:
    """Reads the estimates that targets are about."""

    def __init__(self, run: RunDirectory) -> None:
        self._run = run
        self._won_by_one: dict[tuple[str, float], frozenset[int]] = {}

    @cached_property
    def _shares(self) -> frozenset[str]:
        return frozenset(self._run.estimates(statistic="rate", level="")["column"].unique())

    def is_share(self, target: Target) -> bool:
        """Return True if a share of games is judged: of those with yes, or of those within the range."""
        return bool(target.in_games) or target.column in self._shares

    def found(self, target: Target) -> tuple[Found, ...]:
        """Return all estimates that a target is about, scenario by scenario."""
        if target.is_spread:
            return tuple(self._spreads(target))
        scenarios = list(self._scenarios(target))
        if target.in_games:
            rows = self._within(target, scenarios)
        else:
            statistic = "rate" if self.is_share(target) else "mean"
            rows = self._run.estimates(column=target.column, statistic=statistic)
            rows = rows.filter(pl.col("scenario").is_in(scenarios))
        seats = rows.filter(is_of(SEAT))
        fair = dict(seats.group_by("scenario").agg(pl.col("estimate").mean()).iter_rows())
        if target.goals:
            return tuple(self._pairs(target, rows, fair))
        found = [
            Found(row["scenario"], of, player, estimate_of(row), _bounds(target, fair, row["scenario"]))
            for row in rows.iter_rows(named=True)
            for of in (whose(row["of"]),)
            for player in self._about(target, row["scenario"], of, row["column"])
            if not (target.is_default and player == RANDOM)
        ]
        return tuple(self._best(found, target)) if target.subject == BEST else tuple(found)

    def _within(self, target: Target, scenarios: list[int]) -> pl.DataFrame:
        """Return, as rows of a summary, in which share of the games a value lies in the target's range."""
        run, is_within = self._run, pl.col(target.column).is_between(target.low, target.high)
        every = run.estimates(column=target.column, statistic="mean")
        frames = []
        for name in every["of"].unique(maintain_order=True):
            of = whose(name)
            shared = sorted({*scenarios} & {*every.filter(of=name)["scenario"]})
            table = run.games_in(shared) if of == GAME else run.rows_of(of, shared)
            counts = table.group_by("scenario").agg(is_within.sum().alias("within"), pl.len()).collect()
            found = shares(counts["within"].to_numpy(), counts["len"].to_numpy())
            ends = {"estimate": found.values, "low": found.low, "high": found.high, "n": found.n}
            said = {"of": name, "column": target.column, "statistic": "rate", "method": found.method}
            words = {key: pl.lit(text) for key, text in said.items()}
            numbers = {key: pl.Series(values, dtype=SCHEMA[key]) for key, values in ends.items()}
            frames.append(counts.select("scenario", **words, **numbers))
        return pl.concat(frames).sort("scenario", maintain_order=True)

    def _pairs(self, target: Target, rows: pl.DataFrame, fair: Mapping[int, float]) -> Iterator[Found]:
        names = self._run.names
        found: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for row in rows.iter_rows(named=True):
            of = whose(row["of"])
            if of.kind == PLAYER and len(names[row["scenario"]]) == 2:
                first, second = names[row["scenario"]]
                found.setdefault((second, first) if of.number else (first, second), []).append(row)
        for goal in target.goals:
            for row in found.get((goal.player, goal.opponent), ()):
                bounds = _bounds(goal, fair, row["scenario"])
                own = (row["scenario"], whose(row["of"]), goal.player, estimate_of(row))
                yield Found(*own, bounds, goal.opponent)

    def _scenarios(self, target: Target) -> set[int]:
        where = {factor: levels for factor, levels in target.where.items() if factor in self._run.factors}
        return {
            row["scenario"]
            for row in self._run.levels.iter_rows(named=True)
            if all(row[factor] in levels for factor, levels in where.items())
            and target.players in (0, len(self._run.line_ups[row["scenario"]]))
        }

    def _about(self, target: Target, scenario: int, of: Whose, column: str) -> list[str]:
        """Return the players for whom an estimate counts ("" for no player in particular); empty if none."""
        subject, names = target.subject, self._run.line_ups[scenario]
        if subject == GAMES:
            return [""] if of == GAME else []
        if subject in SEATED:
            if scenario in self.won_by_one(column, DECIDED if target.is_default else 1.0):
                return []
            kind, number = SEATED[subject]
            if kind == SEAT and not self._run.knows_seats:
                return []
            return [""] if of.kind == kind and number in (None, of.number) else []
        if of == GAME:  # a result of the whole game counts for a strategy if all players have it
            counts = scenario in self._run.alike and column not in self._columns_of_seats
            return [name for name in set(names) if counts and subject in (BEST, name)]
        alike = scenario in self._run.alike and column in self._shares  # if so, each wins the fair share
        if of.kind == PLAYER and not alike and subject in (PLAYERS, names[of.number]):
            return [names[of.number]]
        return []

    def won_by_one(self, column: str, least: float = 1.0) -> frozenset[int]:
        """Return the scenarios in which one player has every yes of a column, whatever its seat.

        As players change seats, all seats have the fair share there: it says nothing about seats.
        """
        if (column, least) not in self._won_by_one:
            self._won_by_one[column, least] = won_by_one(self._run, column, least)
        return self._won_by_one[column, least]

    @cached_property
    def _columns_of_seats(self) -> frozenset[str]:
        of_game = {objective["column"] for objective in self._run.objectives if objective["of"] == "game"}
        return frozenset(self._run.estimates(of=Whose(PLAYER, 0).name)["column"].unique()) - of_game

    @cached_property
    def _less_better(self) -> frozenset[str]:
        """The columns of which players want low values."""
        return frozenset(
            objective["column"] for objective in self._run.objectives if objective.get("better") == "less"
        )

    def _best(self, found: list[Found], target: Target) -> Iterator[Found]:
        """Yield, of each setting of the factors that are not about players, the best player's estimate."""
        others = [factor for factor in self._run.factors if not is_of_players(factor)]
        settings = {
            row["scenario"]: tuple(row[factor] for factor in others)
            for row in self._run.levels.iter_rows(named=True)
        }
        best: dict[tuple[str, ...], Found] = {}
        sign = -1 if target.column in self._less_better and not target.in_games else 1
        for one in found:
            setting = settings[one.scenario]
            if setting not in best or sign * (one.estimate.value - best[setting].estimate.value) > 0:
                best[setting] = one
        yield from best.values()

    def _spreads(self, target: Target) -> Iterator[Found]:
        """Yield, for each scenario, the length of the longest games in twenty as a multiple of the median."""
        told = {
            scenario for scenario in self._scenarios(target) if RANDOM not in self._run.line_ups[scenario]
        }
        rows = self._run.estimates(of="game", column=target.column).filter(
            pl.col("scenario").is_in(list(told))
        )
        medians, longs = (rows.filter(statistic=name).sort("scenario") for name in ("median", "q95"))
        for median, long_row in zip(medians.iter_rows(named=True), longs.iter_rows(named=True), strict=True):
            scenario, middle, long = median["scenario"], estimate_of(median), estimate_of(long_row)
            if middle.value <= 0:
                continue
            low, high = _ratio(long.low, middle.high), _ratio(long.high, middle.low)
            ratio = Estimate(long.value / middle.value, low, high, long.n, "ratio of quantiles")
            yield Found(scenario, GAME, "", ratio, Bounds(target.low, target.high))


def won_by_one(run: RunDirectory, column: str, least: float = 1.0) -> frozenset[int]:
    """Return the scenarios in which one of several players has at least a share of every yes of a column.

    By default that is all: no other has any.
    """
    rows = run.estimates(column=column, statistic="rate")
    rates = rows.filter(is_of(PLAYER)).group_by("scenario")
    ends = rates.agg(pl.col("estimate").max().alias("most"), pl.col("estimate").sum().alias("all"), pl.len())
    found = ends.filter(pl.col("len") > 1, pl.col("most") >= least, pl.col("all") <= 2 - least)
    return frozenset(found["scenario"].to_list())


def _ratio(upper: float, lower: float) -> float:
    return upper / lower if lower > 0 else nan


def estimate_of(row: Mapping[str, Any]) -> Estimate:
    """Return the estimate in a row of a run's summary; NaN for missing ends."""
    low, high = (nan if row[end] is None else float(row[end]) for end in ("low", "high"))
    unit = unit_of(row["statistic"] == "rate")
    return Estimate(float(row["estimate"]), low, high, int(row["n"]), intern(str(row["method"])), unit)


def _bounds(target: Target | Goal, fair: Mapping[int, float], scenario: int) -> Bounds:
    if isinstance(target, Target) and target.in_games:
        return Bounds(target.in_games, inf)
    base = fair[scenario] if target.of_fair else 0.0
    return Bounds(base + target.low, base + target.high)
