"""Answers how a game goes as it is: who wins how often, what beginning gives, and how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import nan
from typing import Any

import polars as pl

from simkit.document.blocks import Figure, Finding, InShort, KeyFigure
from simkit.document.charts import reference_line, several_dots
from simkit.document.figures import PALETTE, new_figure
from simkit.document.points import Shown
from simkit.document.series import name_series
from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.about import AskedAbout
from simkit.experiment.keys import is_of_players
from simkit.language import opening
from simkit.report.questions.ceiling import beside_best
from simkit.report.questions.change import Changes
from simkit.report.questions.players import Players
from simkit.results.ceilings import rates_at_ceiling
from simkit.results.claims import Claim, Level, Of, Quantity, Range, Sentence, beside_fair
from simkit.results.players import BEST_KNOWN
from simkit.results.result import Result
from simkit.results.scenarios import base_level, levels_in_words
from simkit.results.settings import STRATEGIES
from simkit.results.wins import Wins
from simkit.run.findings.targeted import DECIDED, estimate_of, won_by_one
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, UNKNOWN
from simkit.stats.whose import GAME, PLAYER, Whose, is_of, whose
from simkit.words.claims import Voice
from simkit.words.lines import Line, lines_asked, lines_of, varying
from simkit.words.titles import titled

MOST_PLAYERS = 3
"""The most players that the first sentence names."""

MOST_NUMBERS = 2

NINE_IN_TEN = 0.9

SPREAD = ("q05", "q95")
"""The statistics between which nine in ten games lie."""

MOST_SCENARIOS = 40


def answer_setting(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return how the game goes as printed, player by player; then what each thing that is varied does."""
    lines = lines_asked(run, asked)
    if not lines:
        return None
    first = lines[0]
    if whose(first.wins.of).kind == PLAYER and not first.result.is_share and not first.scenarios <= run.alike:
        return _of_different_players(run, first.result)
    return TheGameAsPrinted(run, lines, asked).headline()


@dataclass(frozen=True)
class TheGameAsPrinted:
    """How a game goes in its printed setting."""

    run: RunDirectory
    lines: tuple[Line, ...]
    """The players, first who is asked about, then the strongest."""

    asked: AskedAbout

    @cached_property
    def voice(self) -> Voice:
        """What says the claims."""
        return Voice(self.run, self.lines)

    @cached_property
    def base(self) -> dict[str, str]:
        """The level of each factor as printed, or the first that was tried; who plays is none of these."""
        return {name: base_level(self.run, name) for name in self.run.factors if not is_of_players(name)}

    @cached_property
    def printed(self) -> dict[Line, list[int]]:
        """The scenarios of each player in which all else is as printed, or the first that was tried."""
        conditions = [pl.col(factor) == level for factor, level in self.base.items()]
        rows = self.run.levels.filter(*conditions) if conditions else self.run.levels
        at = {line: sorted(line.scenarios & set(rows["scenario"])) for line in self.lines}
        return {line: scenarios for line, scenarios in at.items() if scenarios and line.agrees_on(scenarios)}

    def headline(self) -> InShort:
        """Return what page one says of it."""
        said = [self._first()] if self.printed else []
        said += [self.voice.say(claim) for claim in self._beginning()]
        others = sorted(self._varied(), key=lambda finding: -finding.size)
        findings = [finding.words for finding in others if finding.size > 0]
        first = self.lines[0]
        if len(first.scenarios) == 1:
            best = beside_best(self.run)
            said += best.sentences(self.voice) if best else []
            said += [self.voice.say(claim) for claim in self._ranges()]
        return InShort(
            sentences=[*said, *findings][:3],
            key_figures=self._key_figures(),
            draw=partial(_figure, self.run, self.lines, self.voice, said[0].claims if said else ()),
            findings=[*said, *findings][3:],
        )

    def _first(self) -> Sentence:
        """Return what each player comes to; where the rules are as printed, these come first."""
        as_printed = self.run.game.knobs()
        scenarios = {scenario for every in self.printed.values() for scenario in every}
        played = [self.run.rules_of(scenario) for scenario in scenarios]
        changed = {
            name for name, value in as_printed if any(getattr(rules, name) != value for rules in played)
        }
        if self.base and changed <= {PLAYERS}:
            return self.voice.say_as_printed(self.base, *self._levels())
        return self.voice.say(*self._levels())

    def _levels(self) -> list[Level]:
        """Return what each player comes to, with intervals for two at most.

        Of a game that all win together the weakest comes first, else the strongest.  Of many only the player
        that is asked about, else the strongest and the weakest.
        """
        by_key = {line.key + line.wins.of: line for line in self.printed}
        lines = lines_of(self.run, self.lines[0].result)
        lines = lines[::-1] if all(line.wins.of == GAME.name for line in lines) else lines
        every = (line.key + line.wins.of for line in lines)
        ranked = [by_key[key] for key in every if key in by_key]
        asked = [line for line in ranked if self.asked.is_about(line.key)]
        shown = ranked if len(ranked) <= MOST_PLAYERS else asked[:MOST_PLAYERS] or [ranked[0], ranked[-1]]
        return [
            Level(
                quantities=(
                    Quantity(line.average(scenarios), line.of(scenarios), is_alone=len(shown) > MOST_NUMBERS),
                )
            )
            for line in shown
            for scenarios in [self.printed[line]]
        ]

    def _varied(self) -> list[Finding]:
        """Return what each thing that is varied does."""
        return [
            found.finding()
            for factor in self.run.factors
            if not is_of_players(factor) and factor not in STRATEGIES
            for found in [Changes(self.run, factor, self.lines)]
            if found.every and found.has_intervals
        ]

    def _beginning(self) -> list[Claim]:
        """Return what beginning gives at a table of different players."""
        line = self.lines[0]
        if whose(line.wins.of).kind != PLAYER or not line.result.is_share or not self.run.compares_seats:
            return []
        wins = Wins(self.run, Whose(self.run.seats_are, 0).name, line.result)
        scenarios = sorted(line.scenarios - won_by_one(self.run, line.result.column, DECIDED))
        fair = {round(wins.fair[at], 3) for at in scenarios if at in wins.fair}
        if len(fair) != 1 or not line.agrees_on(scenarios):
            return []
        of = Of(line.result.column, tuple(scenarios), wins.of)
        return [beside_fair(Quantity(wins.average(scenarios), of), fair.pop())]

    def _ranges(self) -> list[Range]:
        """Return between which points, and in how many turns, nine in ten games end."""
        line, length = self.lines[0], self.run.game.length_column
        (scenario,) = line.scenarios
        asked = [] if line.result.is_share else [line.of([scenario])]
        if length is not None and length.name != line.result.column:
            asked.append(Of(length.name, (scenario,)))
        found = []
        for of in asked:
            rows = self.run.estimates(scenario=scenario, of=of.whose, column=of.column)
            ends = dict(rows.select("statistic", "estimate").iter_rows())
            low, high = (ends.get(statistic, nan) for statistic in SPREAD)
            if low < high:
                found.append(Range(of, low, high, NINE_IN_TEN))
        return found

    def _key_figures(self) -> list[KeyFigure]:
        claims = self._levels() if self.printed else []
        return [self.voice.key_figure(quantity) for claim in claims for quantity in claim.quantities][:4]


def _of_different_players(run: RunDirectory, result: Result) -> InShort | None:
    """Return which of different players has the most points; else the best and the worst result."""
    found = Players.read(run, result)
    if found:
        return found.headline()
    words = _of_points(run, result)
    return InShort([words]) if words else None


def _of_points(run: RunDirectory, result: Result) -> str:
    """Return a sentence about the best and the worst result in points, of the game or of its players."""
    rows = run.estimates(column=result.column, statistic="mean")
    kind = "game" if (rows["of"] == "game").any() else "seat" if run.all_alike else "player"
    rows = rows.filter(is_of(kind)).sort("estimate", descending=True)
    if rows.is_empty():
        return ""
    high, low = (rows.row(end, named=True) for end in (0, -1))
    if len(rows) == 1:
        return f"The {result.rate} is {estimate_of(high)}."
    ends = [
        f"{estimate_of(row)} ({_place(run, row, kind)})"
        for row in ((low, high) if result.is_less_better else (high, low))
    ]
    return f"The {result.rate} is {ends[0]} at best and {ends[1]} at worst."


def _place(run: RunDirectory, row: Mapping[str, Any], kind: str) -> str:
    setting = levels_in_words(run, run.scenario(row["scenario"]), run.factors)
    who = "" if kind == "game" else whose(row["of"]).from_1
    return ", ".join(part for part in (who, setting) if part)


def _figure(run: RunDirectory, lines: Sequence[Line], voice: Voice, claims: Sequence[Claim]) -> Figure | None:
    """Return the results of all players, a row each, with the best known where that is known."""
    result = lines[0].result
    rows = [(line, scenario) for line in lines for scenario in sorted(line.scenarios)]
    if len(rows) > MOST_SCENARIOS:
        return None
    labels = []
    for line, scenario in rows:
        factors = varying(line, run.factors)
        setting = levels_in_words(run, run.scenario(scenario), factors)
        labels.append(", ".join(word for word in (line.key, setting) if word))
    series = {"": [line.average([scenario]) for line, scenario in rows]}
    known = rates_at_ceiling(run)
    best = [known.get(scenario, UNKNOWN) for _, scenario in rows]
    if any(estimate is not UNKNOWN for estimate in best):
        series = {"player": series[""], BEST_KNOWN: best}
    colours = dict(zip(series, PALETTE, strict=False))
    figure, axes = new_figure(1, 1, 0.34 * len(rows) + 1.0)
    ofs = [[line.of([scenario])] for line, scenario in rows]
    shown = {name: Shown([], scenarios=[[scenario] for _, scenario in rows], subjects=ofs) for name in series}
    shown |= {BEST_KNOWN: Shown([], rows=labels)}
    several_dots(axes[0, 0], labels, series, colours, shown, scale=result.scale)
    axes[0, 0].set_xlabel(f"{result.rate}, %" if result.is_share else result.rate)
    if len(series) > 1:
        name_series(figure, colours)
    if lines[0].fair is not None:
        reference_line(axes[0, 0], lines[0].fair, "fair share")
    whose = ", of the first player" if lines[0].is_place else ""
    drawn = Figure(
        "answer",
        figure,
        f"Strokes are 95{NO_BREAK}% intervals.",
        "One row per player: a dot with its interval.",
        f"{opening(result.rate)}{whose}",
    )
    return titled(drawn, voice, claims) if claims else drawn
