"""How often games, players and seats win: each scenario's rate, and what it is beside the fair share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import polars as pl

from simkit.document.blocks import Table
from simkit.engine.contract.person import YOU, is_person
from simkit.errors import BadInput, unknown
from simkit.experiment.factors import short_label
from simkit.language import FAIR, UNKNOWN, outcome_heading
from simkit.results.columns import column_of
from simkit.results.line_ups import line_ups_of
from simkit.results.paired import Floats, SideBySide, places_of
from simkit.results.result import WON, Result, is_contested, measures_of, results_of
from simkit.results.scenarios import base, in_levels, levels_in_words
from simkit.run.findings.targeted import estimate_of
from simkit.run.findings.unknown import spans_of
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_parts
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import Estimate, mean_of, paired_difference, percent
from simkit.stats.summary import STATISTICS
from simkit.stats.whose import PLACE, PLAYER, SEAT, STRATEGY, Whose, is_of, whose

BEYOND_FAIR = " beyond the fair share"
"""The ending of a rate's name if the fair share, which differs, has been subtracted."""


class Wins:
    """The wins (or points) of the game, of a player or of a seat in all scenarios that have one.

    Parameters
    ----------
    run : RunDirectory
        The run.
    of : str
        Whose: "game", "player 0", "seat 0".
    result : Result
        What it is to win; or which points.

    Attributes
    ----------
    rest : Wins or None
        Those of the only other player or seat, if it wins all the games that this one doesn't, or loses the
        points that this one gains.
    """

    def __init__(self, run: RunDirectory, of: str, result: Result = WON) -> None:
        self.run = run
        self.of = whose(of).name  # a wrong name is told at once
        self.result = result
        self.rest: Wins | None = None
        self._whole: Wins | None = None

    @property
    def everybody(self) -> tuple[str, ...]:
        """Whose results are averaged."""
        return (self.of,)

    @cached_property
    def rates(self) -> pl.DataFrame:
        """The win rates, or mean points, of all these scenarios."""
        if whose(self.of).kind != STRATEGY:
            return estimates(self.run, self.result.column, self.result.statistic, self.of)
        each = [(scenario, self.average([scenario])) for scenario in self.run.scenarios_with(whose(self.of))]
        rows = [(scenario, found.value, found.low, found.high, found.n) for scenario, found in each]
        return pl.DataFrame(rows, ["scenario", "estimate", "low", "high", "n"], orient="row")

    def at_tables(self, scenarios: Iterable[int]) -> Wins:
        """Return the wins for comparisons of some scenarios only.

        Where their tables have as many seats, a change is that of the win rate: no fair share is subtracted,
        which differs only as far as wins are shared.
        """
        line_ups = line_ups_of(self.run)
        if not self.less_fair or len({len(line_ups[scenario]) for scenario in scenarios}) > 1:
            return self
        wins = copy(self)
        wins.less_fair, wins._whole = False, self
        return wins

    @cached_property
    def of_whom(self) -> str:
        """The words for whose wins they are, to follow "win rate"."""
        return f" of {self.name}" if self.of != "game" else ""

    @property
    def rate(self) -> str:
        """The words for the estimate: "win rate of player 1 (expert)"."""
        return f"{self.result.rate}{self.of_whom}"

    @cached_property
    def name(self) -> str:
        """The player or seat; for a player with only one strategy, with its name; a person by name alone."""
        names = set(self.run.players(whose(self.of)).values())
        who = whose(self.of).from_1
        if (
            len(names) == 1
            and YOU not in names
            and all(is_person(self.run.strategies[name]) for name in names)
        ):
            return names.pop()
        return f"{who} ({names.pop()})" if len(names) == 1 else who

    @property
    def player(self) -> int | None:
        """The player's number from 0; None for the game or a seat."""
        who = whose(self.of)
        return who.number if who.kind == PLAYER else None

    @cached_property
    def fair(self) -> dict[int, float]:
        """The share that a seat wins on average, by scenario; empty if seats don't compete for the wins."""
        if self.of == "game" or not self.result.is_share or not is_contested(self.run, self.result):
            return {}
        return fair_shares_in_run(self.run, self.result)

    @cached_property
    def less_fair(self) -> bool:
        """True if the fair share is subtracted from changes, because it differs between scenarios."""
        return bool(self.fair) and len(self.run.sizes) > 1

    @property
    def measure(self) -> str:
        """The words for what changes are measured in: the win rate, or the win rate minus the fair share."""
        return f"{self.rate}{BEYOND_FAIR if self.less_fair else ''}"

    def fair_over(self, scenarios: Sequence[int]) -> float:
        """Return the average fair share of some scenarios; 0 if it is the same in all scenarios."""
        return sum(self.fair[scenario] for scenario in scenarios) / len(scenarios) if self.less_fair else 0.0

    @property
    def common_fair(self) -> list[float]:
        """The fair share if it is the same in all scenarios, in a list; else an empty list."""
        shares = [self.fair[scenario] for scenario in self.rates["scenario"]] if self.fair else []
        return shares[:1] if len({percent(share) for share in shares}) == 1 else []

    @cached_property
    def _players(self) -> dict[int, str]:
        """The player's strategy by scenario, if it varies and no level names it."""
        names = self.run.players_to_name(whose(self.of))
        return names if len(set(names.values())) > 1 else {}

    def in_levels(self, row: Mapping[str, Any], *, quoted: bool = False) -> str:
        """Return a scenario in words, with the player's strategy if no level names it."""
        levels = levels_in_words(self.run, row, self.run.factors, quoted=quoted) or in_levels(self.run, row)
        return f"{levels} ({self._players[row['scenario']]})" if self._players else levels

    @property
    def rest_in_words(self) -> str:
        """A sentence about the winner of the other games, or an empty text."""
        if self.rest and not self.result.is_share:
            return f"What {self.name} gains, {self.rest.name} loses."
        return f"All other games are won by {self.rest.name}." if self.rest else ""

    @cached_property
    def won(self) -> SideBySide:
        """Whether each game was won, in all scenarios side by side."""
        if self._whole:
            return self._whole.won
        return SideBySide.read(self.run, self.result.column, self.of)

    @cached_property
    def _counted(self) -> SideBySide | None:
        """The wins counted, where there is one scenario: for its average no game needs to be read."""
        if self._whole or list(self.run.games_played) != [0]:
            return None
        return SideBySide.counted(self.run, (self.result.column, self.of))[0]

    @cached_property
    def _place(self) -> dict[int, int]:
        """The place of each scenario's wins; scenarios with too few seats have none."""
        return places_of(self.run, self.of)

    def places(self, scenarios: Sequence[int]) -> list[int]:
        """Return the places of some scenarios in `won`."""
        return [self._place[scenario] for scenario in scenarios]

    def per_game(self, scenarios: Sequence[int]) -> Floats:
        """Return the average of some scenarios in every game, less the fair share if that varies."""
        games = self.won.per_game(self.places(scenarios))
        return games - self.fair_over(scenarios)

    def average(self, scenarios: Sequence[int]) -> Estimate:
        """Return the win rate over some scenarios."""
        if self._counted:
            return self._counted.average(self.places(scenarios))
        return self.won.average(self.places(scenarios))

    def effect(self, before: Sequence[int], after: Sequence[int]) -> Estimate:
        """Return the average change of wins from the scenarios `before` to the scenarios `after`.

        If numbers of players are compared, the fair share is subtracted first: a player who wins a half of
        the games for two and a third of those for three has not become worse.
        """
        groups = ([self._place[scenario] for scenario in group] for group in (before, after))
        found, fair = self.won.effect(*groups), self.fair_over(after) - self.fair_over(before)
        return replace(found, value=found.value - fair, low=found.low - fair, high=found.high - fair)


class OfAlike(Wins):
    """The points of each of several players who are all alike: the mean of all, which is the most exact.

    `count`: how many play.
    """

    def __init__(self, run: RunDirectory, result: Result, count: int) -> None:
        super().__init__(run, Whose(PLAYER, 0).name, result)
        self._each = [Wins(run, Whose(PLAYER, player).name, result) for player in range(count)]

    @property
    def everybody(self) -> tuple[str, ...]:
        """All of them."""
        return tuple(wins.of for wins in self._each)

    def per_game(self, scenarios: Sequence[int]) -> Floats:
        """Return the average of some scenarios and all players in every game."""
        return np.asarray(np.mean([wins.per_game(scenarios) for wins in self._each], axis=0))

    def average(self, scenarios: Sequence[int]) -> Estimate:
        """Return the mean over some scenarios."""
        return mean_of(self.per_game(scenarios), self.result.unit)

    def effect(self, before: Sequence[int], after: Sequence[int]) -> Estimate:
        """Return the average change from the scenarios `before` to the scenarios `after`."""
        return paired_difference(
            self.per_game(before), self.per_game(after), unit=self.result.unit.of_changes
        )


def all_wins(run: RunDirectory, result: Result = WON) -> list[Wins]:
    """Return the win rates to report: of the game, or of its players and then its seats.

    If two win every game between them, only the first is returned, with the other as its `rest`.  If all
    players are the same, they win their fair share under any rules: then only seats matter.
    """
    won = run.estimates(column=result.column, statistic=result.statistic)
    seats_not_compared = SEAT if run.turn_order else PLACE
    won = won.filter(~is_of(seats_not_compared))
    if not run.knows_seats:
        won = won.filter(~is_of(SEAT))
    if run.all_alike:
        won = won.filter(~is_of(PLAYER))
    by_kind: dict[str, list[Wins]] = {}
    for of in won["of"].unique(maintain_order=True):
        by_kind.setdefault(whose(of).kind, []).append(Wins(run, of, result))
    for kind, both in by_kind.items():
        if len(both) == 2 and _add_up(*both):
            both[0].rest = both[1]
            by_kind[kind] = both[:1]
    return [wins for kind in sorted(by_kind) for wins in by_kind[kind]]


def _add_up(one: Wins, other: Wins) -> bool:
    """Return True if exactly one of two players wins every game, or their points add up to 0."""
    if not one.result.is_share:
        return len(one.rates) == len(other.rates) and _sum_in_every_game(one, other, 0)
    together = one.rates.join(other.rates, on="scenario", suffix="_of_other")
    sums = together["estimate"] + together["estimate_of_other"]
    if len(together) != len(one.rates) or not ((sums - 1).abs() < 1e-12).all():
        return False
    return _sum_in_every_game(one, other, 1)  # not as many by both as by neither


_SUMS: WeakKeyDictionary[RunDirectory, dict[tuple[str, int], bool]] = WeakKeyDictionary()


def _sum_in_every_game(one: Wins, other: Wins, total: int) -> bool:
    """Return True if the results of two, who have all seats, add up to the same in every game.

    All games are read for it, in parts; once per run.
    """
    run, key = one.run, (one.result.column, total)
    known = _SUMS.setdefault(run, {})
    if key not in known:
        result = pl.col(one.result.column).cast(pl.Float64)
        is_other = (result.sum() != total).alias("is_other")
        known[key] = not any(
            part.group_by("scenario", "game").agg(is_other).select(pl.col("is_other").any()).collect().item()
            for part in in_parts(run, run.scenarios_with(whose(one.of)), run.seats_in, 2)
        )
    return known[key]


def wins_reported(run: RunDirectory) -> list[Wins]:
    """Return the win rates, or points, that a run is about, the most important first."""
    measures = measures_of(run)
    if measures and measures[0].is_share:  # points are then reported with the players
        measures = results_of(run)
    return [wins for result in measures for wins in all_wins(run, result)]


def estimates(run: RunDirectory, column: str, statistic: str, of: str = "game") -> pl.DataFrame:
    """Return one statistic of one column for every scenario, with the scenarios' factor levels.

    Raises
    ------
    BadInput
        If there is no such column, or a column has no such statistic, in any game.
    """
    summary = run.estimates(column=column, statistic=statistic, of=whose(of).name)
    if summary.is_empty() and column:  # a result without a column is nobody's
        column_of([*run.game.columns, *run.game.seat_columns], column)
        if statistic not in STATISTICS:
            raise BadInput(unknown("statistic", statistic, STATISTICS))
    return summary.join(run.levels, on="scenario", maintain_order="left")


def mean_over_base(run: RunDirectory, column: str) -> float:
    """Return the mean of a column of games over the scenarios that means are taken over (`base`)."""
    means = estimates(run, column, "mean").filter(pl.col("scenario").is_in(base(run)))
    return float(means["estimate"].to_numpy().mean())


def rate_table(run: RunDirectory, caption: str, of: str = "game", result: Result = WON) -> Table:
    """Return a table of every scenario's win rate; for a player whose strategy varies, with the strategy."""
    rates = estimates(run, result.column, result.statistic, of)
    names = run.players_to_name(whose(of))
    headings = [short_label(vocabulary_of(run), factor) for factor in run.factors]
    called = outcome_heading(whose(of).from_1, headings)
    players = pl.Series(called, [names.get(scenario) for scenario in rates["scenario"]])
    shares = fair_shares_in_run(run, result) if of != "game" and result.is_share else {}
    share = "share won" if result == WON else result.rate
    fair = pl.Series(FAIR, [shares.get(scenario) for scenario in rates["scenario"]], pl.Float64)
    every = [estimate_of(row) for row in rates.iter_rows(named=True)]
    frame = rates.select(
        pl.col("scenario").alias("no."),
        *(pl.col(factor).alias(name) for factor, name in zip(run.factors, headings, strict=True)),
        *([players] if len(set(names.values())) > 1 else []),
        pl.col("estimate").alias(share),
        *([fair] if shares else []),
        pl.Series("95 % interval", [f"{estimate:ends}" for estimate in every], pl.String),
        *_unknown(run, rates, of, result),
        pl.col("n").alias("games"),
    )
    written = dict(zip(rates["estimate"], (f"{estimate:alone}" for estimate in every), strict=True))
    return Table(frame, caption, {share: written.__getitem__, FAIR: percent, "games": "{:,}".format})


def _unknown(run: RunDirectory, rates: pl.DataFrame, of: str, result: Result) -> list[pl.Series]:
    """Return a column with the range of each rate under other assumptions, if these were tried."""
    spans = spans_of(run)
    own = [spans.get((scenario, of, result.column)) for scenario in rates["scenario"]]
    if not any(own):
        return []
    found = (span and Estimate(sum(span) / 2, *span, 0, "", result.unit) for span in own)
    return [pl.Series(UNKNOWN, [f"{span:ends}" if span else "" for span in found])]


def fair_shares_in_run(run: RunDirectory, result: Result = WON) -> dict[int, float]:
    """Return the share that a seat wins on average, by scenario: one over the seats if one seat wins."""
    seats = run.estimates().filter(is_of(SEAT), column=result.column, statistic="rate")
    means = seats.group_by("scenario").agg(pl.col("estimate").mean())
    return dict(means.iter_rows())
