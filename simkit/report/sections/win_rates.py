"""Reports the win rates of every scenario, and which scenarios have the most and the fewest wins."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from simkit.report.document.blocks import (
    Figure,
    Finding,
    KeyFigure,
    OwnPart,
    Part,
    Section,
    Surprise,
    Text,
)
from simkit.report.document.charts import LABEL, MOST_ROWS, dots, estimates_of, numbers_beside, reference_line
from simkit.report.document.figures import LINE_HEIGHT, PALETTE, new_figure
from simkit.report.document.points import Shown
from simkit.report.facts.line_ups import tournament_tables
from simkit.report.facts.paired import is_nothing, size_of
from simkit.report.facts.players import is_known_stronger
from simkit.report.facts.wins import Wins, rate_table, wins_reported
from simkit.report.words import opening, with_setting
from simkit.run.findings.targeted import estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import percent
from simkit.stats.whose import GAME, PLAYER, whose
from simkit.words import listed

MOST_DRAWN = 120
"""The most scenarios that figures show; with more, only tables are made."""


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
        self._is_tournament = bool(tournament_tables(run))
        self.main, self.first = (next(iter(own), None) for own in (every, self._shown))

    def others(self) -> Part:
        """Return the part on all other results."""
        rest = self._shown[1:]
        return OwnPart(
            key_figures=[key for wins in rest for key in win_keys(wins)],
            sections=[wins_section(wins) for wins in rest],
        )

    def key_figures(self) -> list[KeyFigure]:
        """Return the most and the fewest wins."""
        return [key for wins in self._shown[:1] for key in win_keys(wins)]

    def findings(self) -> list[Finding]:
        """Return sentences on the scenarios with the most and the fewest wins, unless these were known.

        What is so of the game is often so of its seats: these have no finding of their own.  Nor has the
        first player of a tournament's tables, which is another one at each of them.
        """
        kinds = (GAME.kind,) if self._is_tournament else (GAME.kind, PLAYER)
        told = [wins for wins in self._shown if whose(wins.of).kind in kinds]
        return win_findings([wins for wins in told if not is_known_before(wins) and _is_clear(wins)])

    def sections(self) -> list[Section]:
        """Return the section with the win rates of all scenarios."""
        return [wins_section(wins) for wins in self._shown[:1]]


def win_findings(shown: Sequence[Wins]) -> list[Finding]:
    """Return a finding for each of some win rates; those that would say the same of others become one."""
    same: dict[tuple[object, ...], list[Wins]] = {}
    for wins in shown:
        scenarios = wins.ranked["scenario"]
        alone = len(scenarios) == 1 or wins.distinct_ends == "none" or bool(wins.fair)
        key = (wins.of, wins.result.column) if alone else (scenarios[0], scenarios[-1], wins.distinct_ends)
        same.setdefault(key, []).append(wins)
    return [
        Finding(f"{win_finding(first)}{_so_are(rest)}", *_weight(first)) for first, *rest in same.values()
    ]


def _is_clear(wins: Wins) -> bool:
    """Return False if no two scenarios are shown to differ, nor to be alike."""
    high, low = (wins.ranked["scenario"][end] for end in (0, -1))
    is_alike = high == low or is_nothing(wins.effect([low], [high]))
    return is_alike or wins.distinct_ends != "none"


def _weight(wins: Wins) -> tuple[float, Surprise]:
    """Return how large the gap between the highest and the lowest is, and how surprising."""
    high, low = (wins.ranked["scenario"][end] for end in (0, -1))
    if high == low:
        return 0.0, Surprise.SIZE
    if wins.distinct_ends != "none":
        return size_of(wins.effect([low], [high])), Surprise.WHICH
    return 0.0, Surprise.NOTHING


def _so_are(others: Sequence[Wins]) -> str:
    """Return a sentence on win rates that are highest and lowest in the same scenarios as the one before."""
    said = [
        f"the {wins.measure} ({estimate_of(wins.ranked.row(0, named=True)):alone} and "
        f"{estimate_of(wins.ranked.row(-1, named=True)):alone})"
        for wins in others
    ]
    if not said:
        return ""
    named = listed(said)
    return f" The same settings are highest and lowest for {named}."


def is_known_before(wins: Wins) -> bool:
    """Return True if a stronger player, by the game's ladder, wins most and a weaker one least.

    Then the order says nothing that was not known before the run.
    """
    run, ends = wins.run, [wins.ranked["scenario"][end] for end in (0, -1)]
    if not set(ends) <= run.alike:
        return False
    return is_known_stronger(run, *(run.line_ups[scenario][0] for scenario in ends))


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
        return f"The {rate} is {estimate_of(low):alone} in every scenario."
    if wins.distinct_ends == "none":
        return (
            f"No scenario differs significantly in its {rate}: the highest is {_rate(wins, high)} "
            f"{with_setting(_setting(wins, high))}, the lowest {_rate(wins, low)} "
            f"{with_setting(_setting(wins, low))}{_allowing(len(wins.ranked))}."
        )
    ends = [
        f"{with_setting(_setting(wins, row))}: {_rate(wins, row)}{_not_from(wins, end)}."
        for row, end in ((high, 0), (low, -1))
    ]
    return f"The {rate} is highest {ends[0]} It is lowest {ends[1]}"


def _setting(wins: Wins, row: Mapping[str, Any]) -> str:
    """Return a scenario as it stands in a sentence: the name of a variant, which may be any words, quoted."""
    return wins.in_levels(row, quoted=True)


def _rate(wins: Wins, row: dict[str, Any]) -> str:
    fair = f"; fair: {percent(wins.fair[row['scenario']])}" if wins.less_fair else ""
    said = f"{estimate_of(row)}"
    return f"{said[:-1]}{fair})" if said.endswith(")") else said


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
        return [KeyFigure(f"{estimate_of(row):alone}", f"{wins.result.wins}{wins.of_whom}: {words}")]
    return [_key(wins, end) for end in (0, -1)]


def _key(wins: Wins, end: int) -> KeyFigure:
    row = wins.ranked.row(end, named=True)
    others = len(wins.indistinct_from(end))
    notes = [f"and {others} not significantly different"] if others else []
    notes += [f"fair: {percent(wins.fair[row['scenario']])}"] if wins.fair else []
    beside = f" ({'; '.join(notes)})" if notes else ""
    return KeyFigure(
        f"{estimate_of(row):alone}", f"{wins.result.wins}{wins.of_whom}: {wins.in_levels(row)}{beside}"
    )


def wins_section(wins: Wins) -> Section:
    """Return the section with the win rates of all scenarios, as dots and as a table."""
    table = rate_table(wins.run, f"{opening(wins.rate)} in every scenario.", wins.of, wins.result)
    figures = _dots(wins) if 1 < len(wins.rates) <= MOST_DRAWN else []
    rest = [Text(wins.rest_in_words)] if wins.rest else []
    return Section(f"{opening(wins.result.wins)}{wins.of_whom}", [*rest, *figures, table])


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
    figure, axes = new_figure(1, 1, (0.22 + LINE_HEIGHT * lines) * len(rates) + 0.9)
    alone = [[scenario] for scenario in rates["scenario"]]
    told = Shown([], scenarios=alone, column=wins.result.column, of=wins.of)
    dots(axes[0, 0], labels, estimates_of(rates), PALETTE[0], told, wins.result.scale)
    numbers_beside(axes[0, 0], {"": estimates_of(rates)}, {}, wins.result.scale)
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
