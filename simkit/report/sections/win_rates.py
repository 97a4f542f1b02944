"""Reports the win rates of every scenario, and which scenarios have the most and the fewest wins."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import polars as pl

from simkit.errors import BadInput
from simkit.report.document.blocks import Figure, KeyFigure, OwnPart, Part, Section, Text
from simkit.report.document.charts import LABEL, MOST_ROWS, dots, estimates_of, reference_line
from simkit.report.document.figures import LINE, PALETTE, new_figure
from simkit.report.document.points import Shown
from simkit.report.facts.line_ups import line_ups_of
from simkit.report.facts.paired import Floats, SideBySide, extremes, is_significant
from simkit.report.facts.result import WON, Result, is_contested, measures_of, results_of
from simkit.report.parts import (
    estimates,
    fair_shares_in_run,
    in_levels,
    levels_in_words,
    opening,
    percent,
    rate_table,
    share_with_interval,
)
from simkit.run.findings.ladder import ladders_of
from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate
from simkit.stats.whose import PLACE, PLAYER, SEAT, is_of, whose
from simkit.stats.words import decimals_of, number, with_interval

MOST_DRAWN = 120
"""The most scenarios that figures show; with more, only tables are made."""


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
    rates : DataFrame
        The win rates, or mean points, of all these scenarios.
    rest : Wins or None
        Those of the only other player or seat, if it wins all the games that this one doesn't, or loses the
        points that this one gains.
    """

    def __init__(self, run: RunDirectory, of: str, result: Result = WON) -> None:
        self.run = run
        self.of = of
        self.result = result
        self.rates = estimates(run, result.column, result.statistic, of)
        self.rest: Wins | None = None

    @cached_property
    def who(self) -> str:
        """The words for whose wins they are, to follow "win rate"."""
        return f" of {self.name}" if self.of != "game" else ""

    @property
    def rate(self) -> str:
        """The words for the estimate: "win rate of player 1 (expert)"."""
        return f"{self.result.rate}{self.who}"

    @cached_property
    def name(self) -> str:
        """The player or seat; for a player with only one strategy, with its name."""
        names = set(self.run.players(whose(self.of)).values())
        own = whose(self.of).from_1
        return f"{own} ({names.pop()})" if len(names) == 1 else own

    @cached_property
    def fair(self) -> dict[int, float]:
        """The share that a seat wins on average, by scenario; empty if seats don't compete for the wins."""
        if self.of == "game" or not self.result.is_share or not is_contested(self.run, self.result):
            return {}
        return fair_shares_in_run(self.run, self.result)

    @cached_property
    def less_fair(self) -> bool:
        """True if the fair share is subtracted from changes, because it differs between scenarios."""
        sizes = {len(names) for names in line_ups_of(self.run).values()}
        return bool(self.fair) and len(sizes) > 1

    @property
    def measure(self) -> str:
        """The words for what changes are measured in: the win rate, or the win rate minus the fair share."""
        return f"{self.rate}{BEYOND_FAIR if self.less_fair else ''}"

    def fair_over(self, scenarios: Sequence[int]) -> float:
        """Return the average fair share of some scenarios; 0 if it is the same in all scenarios."""
        return sum(self.fair[scenario] for scenario in scenarios) / len(scenarios) if self.less_fair else 0.0

    @property
    def common_fair(self) -> list[float]:
        """The fair share if it is the same in all scenarios, else None."""
        shares = [self.fair[scenario] for scenario in self.rates["scenario"]] if self.fair else []
        return shares[:1] if len({percent(share) for share in shares}) == 1 else []

    @property
    def fair_in_words(self) -> str:
        """A sentence about the fair share if it is the same in all scenarios, else an empty text."""
        return "".join(f"The fair share is {percent(share)}." for share in self.common_fair)

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
        """A sentence about who wins the other games, or an empty text."""
        if self.rest and not self.result.is_share:
            return f"What {self.name} gains, {self.rest.name} loses."
        return f"All other games are won by {self.rest.name}." if self.rest else ""

    @cached_property
    def won(self) -> SideBySide:
        """Whether each game was won, in all scenarios side by side."""
        return SideBySide.read(self.run, self.result.column, self.of)

    @cached_property
    def _place(self) -> dict[int, int]:
        """The place of each scenario's wins; scenarios with too few seats have none."""
        return {scenario: place for place, scenario in enumerate(self.run.scenarios_with(whose(self.of)))}

    def per_game(self, scenarios: Sequence[int]) -> Floats:
        """Return the average of some scenarios in every game, less the fair share if that varies."""
        games = self.won.per_game([self._place[scenario] for scenario in scenarios])
        return games - self.fair_over(scenarios)

    def average(self, scenarios: Sequence[int]) -> Estimate:
        """Return the win rate over some scenarios."""
        return self.won.average([self._place[scenario] for scenario in scenarios])

    def effect(self, before: Sequence[int], after: Sequence[int]) -> Estimate:
        """Return the average change of wins from the scenarios `before` to the scenarios `after`.

        If numbers of players are compared, the fair share is subtracted first: a player who wins a half of
        the games for two and a third of those for three has not become worse.
        """
        groups = ([self._place[scenario] for scenario in group] for group in (before, after))
        found, fair = self.won.effect(*groups), self.fair_over(after) - self.fair_over(before)
        return replace(found, value=found.value - fair, low=found.low - fair, high=found.high - fair)

    def lead(self, low: str, high: str) -> Estimate:
        """Return how many more wins the second of two scenarios has than the first."""
        return self.effect([int(low)], [int(high)])

    @cached_property
    def ranked(self) -> pl.DataFrame:
        """The scenarios, from the most to the fewest wins."""
        fair = pl.Series(
            [self.fair_over([scenario]) for scenario in self.rates["scenario"]], dtype=pl.Float64
        )
        return self.rates.sort(pl.col("estimate") - fair, descending=True, maintain_order=True)

    @cached_property
    def distinct_ends(self) -> str:
        """How clearly the first and last scenario differ from the others (see `extremes`)."""
        names = [str(scenario) for scenario in self.ranked["scenario"]]
        return extremes(self.lead, names) if len(names) > 1 else "none"

    def indistinct_from(self, end: int) -> list[int]:
        """Return the scenarios that do not differ significantly from the first (0) or last (-1) in rank."""
        names = self.ranked["scenario"].to_list()
        if self.distinct_ends == "both ends":
            return []
        pairs = len(names) * (len(names) - 1) // 2
        return [
            name
            for name in names
            if name != names[end] and not is_significant(self.effect([names[end]], [name]), pairs)
        ]


def all_wins(run: RunDirectory, result: Result = WON) -> list[Wins]:
    """Return the win rates to report: of the game, or of its players and then its seats.

    If two win every game between them, only the first is returned, with the other as its `rest`.  If all
    players are the same, they win their fair share under any rules: then only seats matter.
    """
    won = run.summary(column=result.column, statistic=result.statistic)
    seats_not_compared = SEAT if run.turn_order else PLACE
    won = won.filter(~is_of(seats_not_compared))
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
        return len(one.rates) == len(other.rates) and bool((one.won.values == -other.won.values).all())
    together = one.rates.join(other.rates, on="scenario", suffix="_of_other")
    sums = together["estimate"] + together["estimate_of_other"]
    if len(together) != len(one.rates) or not ((sums - 1).abs() < 1e-12).all():
        return False
    return bool((one.won.values != other.won.values).all())  # not as many by both as by neither


def wins_reported(run: RunDirectory) -> list[Wins]:
    """Return the win rates, or points, that a run is about, the most important first."""
    measures = measures_of(run)
    if measures and measures[0].is_share:  # where games are won first, points are told with the players
        measures = results_of(run)
    return [wins for result in measures for wins in all_wins(run, result)]


class WinRates(Part):
    """How often the most important result is reached, and in which scenarios most and least.

    Parameters
    ----------
    run : RunDirectory
        The run.
    but : callable, optional
        Returns whether another part reports some wins.

    Attributes
    ----------
    main, first : Wins or None
        The wins that matter most, which another part may report, and the first that are reported here; None
        if there are none.
    """

    def __init__(self, run: RunDirectory, but: Callable[[Wins], bool] | None = None) -> None:
        every = wins_reported(run)
        self._shown = [wins for wins in every if not (but and but(wins))]
        self.main, self.first = (next(iter(own), None) for own in (every, self._shown))
        self._said = win_findings(self._shown)
        self._is_known = self.first is not None and is_known_before(self.first)

    def others(self) -> Part:
        """Return the part on all other results; and on the first, if its order was known before the run."""
        rest = self._shown[1:]
        return OwnPart(
            key_figures=[key for wins in rest for key in win_keys(wins)],
            findings=self._said[0 if self._is_known else 1 :],
            sections=[wins_section(wins) for wins in rest],
        )

    def key_figures(self) -> list[KeyFigure]:
        """Return the most and the fewest wins."""
        return [key for wins in self._shown[:1] for key in win_keys(wins)]

    def findings(self) -> list[str]:
        """Return a sentence on the scenarios with the most and the fewest wins, unless these were known."""
        return [] if self._is_known else self._said[:1]

    def sections(self) -> list[Section]:
        """Return the section with the win rates of all scenarios."""
        return [wins_section(wins) for wins in self._shown[:1]]


def win_findings(shown: Sequence[Wins]) -> list[str]:
    """Return a finding for each of some win rates; those that would say the same of others become one."""
    same: dict[tuple[object, ...], list[Wins]] = {}
    for wins in shown:
        scenarios = wins.ranked["scenario"]
        alone = len(scenarios) == 1 or wins.distinct_ends == "none" or bool(wins.fair)
        key = (wins.of, wins.result.column) if alone else (scenarios[0], scenarios[-1], wins.distinct_ends)
        same.setdefault(key, []).append(wins)
    return [f"{win_finding(first)}{_so_are(rest)}" for first, *rest in same.values()]


def _so_are(others: Sequence[Wins]) -> str:
    """Return a sentence on win rates that are highest and lowest in the same scenarios as the one before."""
    said = [
        f"the {wins.measure} ({_value(wins, wins.ranked.row(0, named=True))} and "
        f"{_value(wins, wins.ranked.row(-1, named=True))})"
        for wins in others
    ]
    if not said:
        return ""
    named = f"{', '.join(said[:-1])} and {said[-1]}" if said[:-1] else said[0]
    return f" The same settings are highest and lowest for {named}."


def is_known_before(wins: Wins) -> bool:
    """Return True if a stronger player, by the game's ladder, wins most and a weaker one least.

    Then the order says nothing that was not known before the run.
    """
    run, ends = wins.run, [wins.ranked["scenario"][end] for end in (0, -1)]
    if not set(ends) <= run.alike:
        return False
    high, low = (run.line_ups[scenario][0] for scenario in ends)
    try:
        return any(ladder.is_above(high, low) for ladder in ladders_of(run.game.name))
    except BadInput:  # a ladder that can't be read says nothing about strength
        return False


def win_finding(wins: Wins) -> str:
    """Return sentences about the scenarios with significantly the most and the fewest wins."""
    return " ".join(
        words for words in (_ends_in_words(wins), wins.fair_in_words, wins.rest_in_words) if words
    )


def _ends_in_words(wins: Wins) -> str:
    rate = wins.measure
    high, low = (wins.ranked.row(end, named=True) for end in (0, -1))
    if len(wins.ranked) == 1:
        return f"The {rate} is {_rate(wins, high)}."
    if wins.distinct_ends == "none" and high["estimate"] == low["estimate"] and not wins.less_fair:
        return f"The {rate} is {_value(wins, low)} in every scenario."
    if wins.distinct_ends == "none":
        return (
            f"No scenario differs significantly in its {rate}: the highest is {_rate(wins, high)} with "
            f"{_setting(wins, high)}, the lowest {_rate(wins, low)} with {_setting(wins, low)}"
            f"{_allowing(len(wins.ranked))}."
        )
    return (
        f"The {rate} is highest with {_setting(wins, high)}: {_rate(wins, high)}{_not_from(wins, 0)}. "
        f"It is lowest with {_setting(wins, low)}: {_rate(wins, low)}{_not_from(wins, -1)}."
    )


def _setting(wins: Wins, row: Mapping[str, Any]) -> str:
    """Return a scenario as it stands in a sentence: the name of a variant, which may be any words, quoted."""
    return wins.in_levels(row, quoted=True)


def _rate(wins: Wins, row: dict[str, Any]) -> str:
    fair = f"; fair: {percent(wins.fair[row['scenario']])}" if wins.less_fair else ""
    said = with_interval(estimate_of(row), is_share=wins.result.is_share, unit=wins.result.unit)
    if wins.result.is_share:
        said = share_with_interval(estimate_of(row))
    return f"{said[:-1]}{fair})" if said.endswith(")") else said


def _value(wins: Wins, row: Mapping[str, Any]) -> str:
    """Return a scenario's estimate without its interval."""
    digits = decimals_of(estimate_of(row), is_share=wins.result.is_share)
    return f"{number(wins.result.scale * row['estimate'], digits)}{wins.result.unit}"


def _not_from(wins: Wins, end: int) -> str:
    """Return, in words, from how many scenarios the first or last one does not differ significantly."""
    alike = wins.indistinct_from(end)
    if not alike:
        return ""
    one = _setting(wins, wins.run.scenario(alike[0]))
    others = one if len(alike) == 1 else f"{len(alike)} other scenarios"
    return f", not significantly different from {others}{_allowing(len(wins.ranked))}"


def _allowing(scenarios: int) -> str:
    """Return the number of comparisons allowed for, in words, when all pairs of scenarios are compared."""
    pairs = scenarios * (scenarios - 1) // 2
    return f" ({pairs:,} comparisons allowed for)" if pairs > 1 else ""


def win_keys(wins: Wins) -> list[KeyFigure]:
    """Return the most and the fewest wins, or the average if no two scenarios differ significantly."""
    if len(wins.ranked) == 1:
        return [_key(wins, 0)]
    if wins.distinct_ends == "none":
        mean = float(wins.rates["estimate"].to_numpy().mean())
        words = f"on average over {len(wins.ranked)} scenarios, which do not differ significantly"
        row = {**wins.ranked.row(0, named=True), "estimate": mean}
        return [KeyFigure(_value(wins, row), f"{wins.result.wins}{wins.who}: {words}")]
    return [_key(wins, end) for end in (0, -1)]


def _key(wins: Wins, end: int) -> KeyFigure:
    row = wins.ranked.row(end, named=True)
    others = len(wins.indistinct_from(end))
    notes = [f"and {others} not significantly different"] if others else []
    notes += [f"fair: {percent(wins.fair[row['scenario']])}"] if wins.fair else []
    beside = f" ({'; '.join(notes)})" if notes else ""
    return KeyFigure(_value(wins, row), f"{wins.result.wins}{wins.who}: {wins.in_levels(row)}{beside}")


def wins_section(wins: Wins) -> Section:
    """Return the section with the win rates of all scenarios, as dots and as a table."""
    table = rate_table(wins.run, f"{opening(wins.rate)} in every scenario.", wins.of, wins.result)
    figures = _dots(wins) if 1 < len(wins.rates) <= MOST_DRAWN else []
    rest = [Text(wins.rest_in_words)] if wins.rest else []
    return Section(f"{opening(wins.result.wins)}{wins.who}", [*rest, *figures, table])


def _dots(wins: Wins) -> list[Figure]:
    """Return figures of the scenarios' win rates that fit on pages, all to the same scale."""
    parts = -(-len(wins.rates) // MOST_ROWS)
    each = -(-len(wins.rates) // parts)
    every = [*wins.rates["low"].drop_nulls(), *wins.rates["high"].drop_nulls(), *wins.rates["estimate"]]
    every += wins.common_fair
    ends = wins.result.scale * min(every), wins.result.scale * max(every)
    room = 0.03 * (ends[1] - ends[0]) or 1.0
    return [
        _dots_of(wins, wins.rates[part * each : (part + 1) * each], (ends[0] - room, ends[1] + room), part)
        for part in range(parts)
    ]


def _dots_of(wins: Wins, rates: pl.DataFrame, scale: tuple[float, float], part: int) -> Figure:
    labels = [textwrap.fill(wins.in_levels(row), LABEL) for row in rates.iter_rows(named=True)]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.22 + LINE * lines) * len(rates) + 0.9)
    alone = [[scenario] for scenario in rates["scenario"]]
    told = Shown([], scenarios=alone, column=wins.result.column, of=wins.of)
    dots(axes[0, 0], labels, estimates_of(rates), PALETTE[0], told, wins.result.scale)
    axes[0, 0].set_xlim(*scale)
    for fair in wins.common_fair:
        reference_line(axes[0, 0], fair, "fair")
    axes[0, 0].set_xlabel(f"{wins.result.rate}{', %' if wins.result.is_share else ''}")
    return Figure(
        f"{wins.result.wins}_{wins.of.replace(' ', '_')}" + (f"_{part + 1}" if part else ""),
        figure,
        f"{opening(wins.rate)} with 95 % intervals{', continued' if part else ''}.",
        "One dot with an interval per scenario.",
    )
