"""Report how far results rest on assumptions, for runs of any game with the factor `assumptions`.

A report script: a function `report` that gets a run and returns a `Report`.  Copy it, change it, and name it
in an experiment (``report: ./my_report.py``) or on the command line (``simkit report RUN --script``).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.errors import Complaint
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS, heading
from simkit.report.averaging import may_be_averaged
from simkit.report.charts import key, several_dots, zero_line
from simkit.report.document import Block, Figure, KeyFigure, OwnPart, Section, Table, Text
from simkit.report.figures import colours_of, new_figure
from simkit.report.paired import is_significant, widened
from simkit.report.parts import (
    FAIR,
    GENERAL,
    fair_shares,
    in_points,
    levels_in_words,
    opening,
    outcome_heading,
    percent,
    points,
)
from simkit.report.report import Report
from simkit.report.result import Result, results_of
from simkit.report.sections.win_rates import Wins
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate
from simkit.stats.whose import PLAYER, Whose, whose

NAME = "assumptions"
STRATEGY = "strategy"
EVERY_GAME = "every game"
"""What the only series is called where the run has no factor `strategy`."""

MANY = 25
"""With so many alternatives or more, rows of a chart stand closer together."""

LONGEST = 46
"""Characters of an alternative that a chart has room for."""

Pairs = list[tuple[int, int]]
"""Scenarios that differ by an assumption only: as assumed, and otherwise."""


@dataclass(frozen=True)
class Shift:
    """The effect of an alternative for one series: on average, or where it is largest if settings differ.

    Parameters
    ----------
    effect : Estimate
        The effect.
    pairs : list
        The scenarios that it is an effect of: as assumed, and otherwise.
    is_clear : bool
        Whether it differs significantly from nothing.
    """

    effect: Estimate
    pairs: Pairs
    is_clear: bool


@dataclass(frozen=True)
class Moved:
    """The effect of each alternative on one win rate.

    Parameters
    ----------
    wins : Wins
        Whose wins, and of what.
    pairs : dict
        By alternative, then by series: where it was tried.
    about : dict
        By an assumption's id, what is assumed.
    """

    wins: Wins
    pairs: dict[str, dict[str, Pairs]]
    about: dict[str, str]

    @property
    def several_settings(self) -> bool:
        """Whether any alternative was tried in more than one setting."""
        return any(len(pairs) > 1 for series in self.pairs.values() for pairs in series.values())

    def in_words(self, alternative: str) -> str:
        """Return an alternative with what it is about: "'2/3/4' for the prices of the spells (A4)"."""
        assumption, _, words = alternative.partition(": ")
        return f"'{words}' for {self.about[assumption]} ({assumption})"

    def effect(self, alternative: str, series: str) -> Estimate:
        """Return by how much an alternative changes the win rate, on average over where it was tried."""
        pairs = self.pairs[alternative].get(series, [])
        if not pairs:
            return Estimate(np.nan, np.nan, np.nan, 0, "")
        before, after = zip(*pairs, strict=True)
        return self.wins.effect(before, after)

    def in_single_settings(self) -> dict[tuple[str, int], Estimate]:
        """Return the effect of each alternative in each scenario with it."""
        return {
            (alternative, after): self.wins.effect([before], [after])
            for alternative, series in self.pairs.items()
            for pairs in series.values()
            for before, after in pairs
        }

    def shifts(self) -> dict[tuple[str, str], Shift]:
        """Return all effects by alternative and series, the alternative that moves most first.

        No average is taken over settings whose effects differ in sign or by more than their intervals.
        """
        places = [(alternative, series) for alternative, own in self.pairs.items() for series in own]
        single = len(self.in_single_settings())
        own = {place: self._shift(self.pairs[place[0]][place[1]], len(places), single) for place in places}
        most = {a: max(abs(own[a, s].effect.value) for s in series) for a, series in self.pairs.items()}
        return dict(sorted(own.items(), key=lambda item: (-most[item[0][0]], -abs(item[1].effect.value))))

    def _shift(self, pairs: Pairs, places: int, single: int) -> Shift:
        effects = {pair: self.wins.effect([pair[0]], [pair[1]]) for pair in pairs}
        if may_be_averaged(effects):
            average = self.wins.effect(*zip(*pairs, strict=True))
            return Shift(average, pairs, is_significant(average, places))
        furthest = max(effects, key=lambda pair: abs(effects[pair].value))
        return Shift(effects[furthest], [furthest], is_significant(effects[furthest], single))

    def where(self, alternative: str, series: str, shift: Shift) -> str:
        """Return in words of whom, and of which of several settings, an effect is: " (expert; board A1)"."""
        words = [] if series == EVERY_GAME else [series]
        if len(shift.pairs) < len(self.pairs[alternative][series]):
            words.append(self.setting(shift.pairs[0][1], {STRATEGY} if words else set()))
        return f" ({'; '.join(words)})" if words else ""

    def setting(self, scenario: int, known: Collection[str] = ()) -> str:
        """Return what else is varied in a scenario, in words."""
        others = [factor for factor in self.wins.run.factors if factor not in {ASSUMPTIONS, *known}]
        return levels_in_words(self.wins.run, self.wins.run.scenario(scenario), others)


def report(run: RunDirectory) -> Report:
    """Return the report."""
    pairs = _pairs(run)
    if not pairs:
        raise Complaint(
            f"the report {NAME} compares scenarios with an assumption and with an alternative to it; this "
            f"run has no two such scenarios: it needs the factor assumptions. {GENERAL}"
        )
    about = {a.id: a.about for a in run.game.assumptions}
    wins = [own for result in results_of(run) for own in _wins(run, result)]
    moved = [Moved(own, _where_played(own, pairs), about) for own in wins]
    if not moved:
        raise Complaint(
            f"the report {NAME} is about what is won or not, and {run.game.title} has no objective of yes or "
            f"no. {GENERAL}"
        )
    own = OwnPart(
        key_figures=_key_figures(moved[0]),
        findings=[finding for one in moved for finding in _findings(one)],
        sections=[
            *(Section(_heading(one.wins), _section(run, one)) for one in moved),
        ],
        in_short=_in_short(moved[0]),
    )
    return Report(run, [own])


def _in_short(moved: Moved) -> str:
    """Return the assumption on which a win rate rests most, and how many matter."""
    shifts, every = moved.shifts(), len(moved.pairs)
    moving = {alternative for (alternative, _), shift in shifts.items() if shift.is_clear}
    if not moving:
        which = (
            "What else it may be does not change" if every == 1 else f"None of {every} alternatives changes"
        )
        return f"{which} the {moved.wins.rate} significantly."
    (alternative, _), shift = next((own, shift) for own, shift in shifts.items() if shift.is_clear)
    before, after = max(shift.pairs, key=lambda pair: abs(moved.wins.effect([pair[0]], [pair[1]]).value))
    assumed, otherwise = (percent(moved.wins.average([scenario]).value) for scenario in (before, after))
    assumption, _, words = alternative.partition(": ")
    setting = moved.setting(after)
    where = f" where that matters most ({setting})" if setting else ""
    matter = "one changes" if len(moving) == 1 else f"{len(moving)} change"
    most = (
        f"The {moved.wins.rate} rests most on {moved.about[assumption]} ({assumption}): with '{words}' it is "
        f"{otherwise} instead of {assumed}{where}."
    )
    if every == 1:
        return most
    return f"{most} Of {every} alternatives to what is assumed, {matter} it significantly."


def _pairs(run: RunDirectory) -> dict[str, dict[str, Pairs]]:
    """Return for each alternative and each level of a factor `strategy` the pairs of scenarios."""
    if ASSUMPTIONS not in run.factors:
        return {}
    others = [factor for factor in run.factors if factor != ASSUMPTIONS]
    rows = list(run.scenarios().iter_rows(named=True))
    assumed = {
        tuple(row[factor] for factor in others): row["scenario"]
        for row in rows
        if row[ASSUMPTIONS] == AS_ASSUMED
    }
    pairs: dict[str, dict[str, Pairs]] = {}
    for row in rows:
        before = assumed.get(tuple(row[factor] for factor in others))
        if row[ASSUMPTIONS] != AS_ASSUMED and before is not None:
            series = row[STRATEGY] if STRATEGY in others else EVERY_GAME
            pairs.setdefault(row[ASSUMPTIONS], {}).setdefault(series, []).append((before, row["scenario"]))
    return pairs


def _where_played(wins: Wins, pairs: dict[str, dict[str, Pairs]]) -> dict[str, dict[str, Pairs]]:
    """Return the pairs of scenarios that have the seat or player of these wins, which solo games have not."""
    there = set(wins.run.scenarios_with(whose(wins.of)))
    return {
        alternative: {
            name: kept for name, own in series.items() if (kept := [p for p in own if there.issuperset(p)])
        }
        for alternative, series in pairs.items()
    }


def _wins(run: RunDirectory, result: Result) -> list[Wins]:
    """Return whose wins are compared: the game's, or the first player's and the first seat's."""
    if result.column in [column.name for column in run.game.columns]:
        return [Wins(run, "game", result)]
    return [
        Wins(run, Whose(kind, 0).name, result)
        for kind in (*(() if run.all_alike else (PLAYER,)), run.seats_are)
    ]


def _heading(wins: Wins) -> str:
    return f"{opening(wins.result.wins)}{wins.who}"


def _key_figures(moved: Moved) -> list[KeyFigure]:
    """Return the assumptions that move wins most, each by its alternative that goes furthest."""
    furthest: dict[str, KeyFigure] = {}
    for (alternative, series), shift in moved.shifts().items():
        if shift.is_clear:
            where = moved.where(alternative, series, shift)
            words = f"points of {moved.wins.rate}{where}: {moved.in_words(alternative)}"
            furthest.setdefault(
                alternative.partition(":")[0], KeyFigure(in_points(shift.effect.value), words)
            )
    return list(furthest.values())[:3]


def _findings(moved: Moved) -> list[str]:
    shifts = moved.shifts()
    clear = {place: shift for place, shift in shifts.items() if shift.is_clear}
    moving = {alternative for alternative, _ in clear}
    count, rate, every = len(moving), moved.wins.rate, len(moved.pairs)
    rest = [widened(own.effect, len(shifts)) for (words, _), own in shifts.items() if words not in moving]
    ends = [abs(end) for effect in rest for end in (effect.low, effect.high) if np.isfinite(end)]
    away = f", and by the intervals none is more than {100 * max(ends):.1f} points away" if ends else ""
    average = ", on average over the settings" if moved.several_settings else ""
    beyond = f"{average}{away}{_somewhere(moved, moving)}."
    if not clear:
        return [
            f"None of the {every} alternatives changes the {rate} significantly "
            f"({len(shifts)} comparisons allowed for){beyond}"
        ]
    (alternative, series), shift = next(iter(clear.items()))
    findings = [
        f"Of {every} alternatives, {count} change{'s' if count == 1 else ''} the {rate} significantly"
        f"{', on average or, where settings differ, in some of them' if moved.several_settings else ''} "
        f"({len(shifts)} comparisons allowed for).",
        f"The largest change: {moved.in_words(alternative)}, {points(shift.effect)} points of {rate}"
        f"{moved.where(alternative, series, shift)}.",
    ]
    if rest:
        other = "The other one makes" if every - count == 1 else f"The other {every - count} make"
        findings.append(f"{other} no significant difference{beyond}")
    return findings


def _somewhere(moved: Moved, moving: set[str]) -> str:
    """Return a sentence on the assumption that matters in one setting only, and not on average."""
    single = moved.in_single_settings()
    clear = {
        place: effect
        for place, effect in single.items()
        if place[0] not in moving and is_significant(effect, len(single))
    }
    if not clear:
        return ""
    alternative, scenario = max(clear, key=lambda place: abs(clear[place].value))
    effect = points(clear[alternative, scenario])
    where = moved.setting(scenario)
    return f"; but in a single setting ({where}) {moved.in_words(alternative)} changes it by {effect}"


def _section(run: RunDirectory, moved: Moved) -> list[Block]:
    shifts = moved.shifts()
    alternatives = list(dict.fromkeys(alternative for alternative, _ in shifts))
    names = list(dict.fromkeys(series for _, series in shifts))
    colours = colours_of(names)
    figure, axes = new_figure(1, 1, (0.3 if len(alternatives) < MANY else 0.24) * len(alternatives) + 1.0)
    several_dots(
        axes[0, 0],
        [_shortened(alternative) for alternative in alternatives],
        {name: [moved.effect(alternative, name) for alternative in alternatives] for name in names},
        colours,
    )
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(f"points of {moved.wins.result.rate}, against the value assumed")
    if len(names) > 1:
        key(figure, colours, marks=True)
    return [
        Text(
            "The same games are played with the value that simkit assumes and with each alternative, where "
            "it makes sense. What an alternative does is averaged over the settings in which it was tried. "
            "Each begins with the number of its assumption; the section Assumptions lists them."
        ),
        Figure(
            f"assumptions_{moved.wins.result.wins}_{moved.wins.of.replace(' ', '_')}", figure,
            f"What each alternative does to the {moved.wins.rate}, with 95 % intervals. The findings allow "
            "for the number of comparisons: what is not significant there may still be clear of 0 here.",
            "One row per alternative, the largest change on top: one dot with its interval per strategy.",
        ),
        _in_every_setting(run, moved, alternatives),
    ]  # fmt: skip


def _shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 2].rstrip()} \N{HORIZONTAL ELLIPSIS}"


def _in_every_setting(run: RunDirectory, moved: Moved, alternatives: list[str]) -> Table:
    others = [factor for factor in run.factors if factor != ASSUMPTIONS]
    rows, fair = [], fair_shares(run, moved.wins.result)
    for alternative in alternatives:
        for before, after in sorted(pair for pairs in moved.pairs[alternative].values() for pair in pairs):
            level = run.scenario(after)
            levels = {heading(factor): level[factor] for factor in others}
            outcomes = {
                **({} if moved.wins.of == "game" else {FAIR: percent(fair[before])}),
                "as assumed": percent(moved.wins.average([before]).value),
                "otherwise": percent(moved.wins.average([after]).value),
                "difference": points(moved.wins.effect([before], [after])),
            }
            rows.append(
                {outcome_heading("alternative", levels): alternative}
                | levels
                | {outcome_heading(name, levels): words for name, words in outcomes.items()}
            )
    return Table(
        pl.DataFrame(rows), f"{opening(moved.wins.rate)} in every setting, and the difference in points."
    )
