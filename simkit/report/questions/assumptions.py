"""Which of the values that could not be looked up decide what an experiment found, and by how much."""

from __future__ import annotations

import textwrap
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from simkit.document.blocks import Figure, Finding, InShort, KeyFigure, Part, Section, Surprise
from simkit.document.charts import LABEL, dots_against_zero
from simkit.document.series import mark_points
from simkit.errors import BadInput
from simkit.experiment.about import AskedAbout
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS
from simkit.language import GENERAL, opening
from simkit.report.questions.change import Changes, change_section
from simkit.results.claims import (
    Change,
    Claim,
    Contrast,
    Extreme,
    Quantity,
    Sentence,
    Several,
    Subject,
    Truth,
    difference,
    measured_anew,
    nothing,
)
from simkit.results.effects import effects_of
from simkit.results.result import Result, results_of
from simkit.results.wins import Wins
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK, Estimate, widened
from simkit.stats.extremes import clearly_most
from simkit.words.claims import Voice
from simkit.words.counts import MOST_VALUES
from simkit.words.levels import named
from simkit.words.lines import Quoted, lines_of
from simkit.words.titles import titled, with_titles

DECIDING = 0.02
"""A value decides something if an alternative to it moves a share by more than this."""

MOST_FIGURES = 4

MOST_DRAWN = 8
"""The most alternatives of page one's picture: their names have several lines."""


def answer_assumptions(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return how many of the unknown values decide what players come to, which most, and by how much."""
    result = next(iter(results_of(run)), None)
    found = Assumptions(run, asked.factor, tuple(lines_of(run, result))) if result else None
    return found.headline() if found and found.every else None


@dataclass(frozen=True)
class Assumptions(Changes):
    """What alternatives to values that could not be looked up change, for each player.

    An alternative matters if it does in any setting.  Where its effects differ between settings, each setting
    counts as a comparison of its own.
    """

    @cached_property
    def every(self) -> list[Quoted]:
        """The effects of alternatives: on average over the settings where these agree, else in each."""
        found = []
        for line in self.lines:
            effects = self.effects.get(line.key + line.wins.of)
            for level in effects.levels if effects else ():
                assert effects is not None
                pairs = tuple(effects.of(level))
                groups = [pairs] if effects.has_mean(level) else [(pair,) for pair in pairs]
                found += [Quoted(line, level, effects.over(group), group) for group in groups]
        return found

    @cached_property
    def by_value(self) -> dict[str, Quoted]:
        """Of each value that could not be looked up the effect that is furthest from 0 for certain."""
        found: dict[str, Quoted] = {}
        for quoted in sorted(self.every, key=self._at_least, reverse=True):
            found.setdefault(self._value(quoted), quoted)
        return found

    def _at_least(self, quoted: Quoted) -> float:
        """Return how far from 0 an effect is by its interval, widened for all; below 0 if it may be none."""
        wide = widened(quoted.effect, self.comparisons)
        return max(wide.low, -wide.high)

    @staticmethod
    def _value(quoted: Quoted) -> str:
        return quoted.level.partition(":")[0]

    @cached_property
    def deciding(self) -> list[Quoted]:
        """The effects of values that clearly move a player, and in shares by more than a little."""
        return [quoted for quoted in self.by_value.values() if self._at_least(quoted) > self._bound(quoted)]

    @staticmethod
    def _bound(quoted: Quoted) -> float:
        return DECIDING if quoted.line.result.is_share else 0.0

    # ---- claims

    def headline(self) -> InShort:
        """Return what page one says of it."""
        moving = [self._most(quoted) or [self._moves(quoted)] for quoted in self.deciding[:MOST_FIGURES]]
        others = self.deciding[MOST_FIGURES:]
        moving += [
            [self._move_too(others[first : first + MOST_VALUES])]
            for first in range(0, len(others), MOST_VALUES)
        ]
        first = [] if len(self.by_value) == 1 and moving else [self.how_many()]
        said = [self.voice.say(*claims) for claims in (*first, *moving)]
        figures = [self.voice.key_figure(self._anew(quoted)) for quoted in self.deciding[:MOST_FIGURES]]
        draw = partial(self.figure, said[0].claims)
        return InShort(said[:3], key_figures=figures, draw=draw, findings=[*said[3:], *self._rest()])

    def finding(self) -> Finding:
        """Return how many values matter, for a report in which they are not the question."""
        effect = next(iter(self.by_value.values())).effect
        surprise = Surprise.WHICH if self.deciding else Surprise.NOTHING
        return Finding(self.voice.say(*self.how_many()), abs(effect.value), surprise, self.factor)

    def how_many(self) -> list[Claim]:
        """Return how many values at least decide something, or how little all do."""
        if not self.deciding:
            return [nothing([quoted.quantities[0] for quoted in self.every], self.comparisons)]
        claims = tuple(
            Change(self._upwards(quoted), self._bound(quoted)) for quoted in self.by_value.values()
        )
        return [Several(claims, len(self.deciding))]

    def _rest(self) -> list[Sentence]:
        """Return how little alternatives to the other values do, where that is little."""
        decided = set(map(self._value, self.deciding))
        return self.little(quoted for quoted in self.every if decided and self._value(quoted) not in decided)

    def _move_too(self, some: Sequence[Quoted]) -> Claim:
        """Return that some values decide something, without by how much each does."""
        if len(some) == 1:
            return self._moves(some[0])
        return Several(
            tuple(Change(self._upwards(quoted), self._bound(quoted)) for quoted in some), len(some)
        )

    def _moves(self, quoted: Quoted) -> Change:
        """Return what an alternative does, measured in games that did not choose it."""
        return Change(self._upwards(quoted), quantities=(self._anew(quoted),))

    def _most(self, quoted: Quoted) -> list[Claim]:
        """Return that no other alternative moves a player as far in its direction, if that is clear."""
        sign = 1 if quoted.effect.value > 0 else -1
        of_line = [other for other in self.every if other.line == quoted.line]
        rest = [other.contrast for other in of_line if other.level != quoted.level]
        truth = Truth(self.run)

        def further(one: Subject, other: Subject) -> Estimate:
            return truth.value(difference(one, other, sign))

        sizes = {of: sign * truth.value(of).value for of in (quoted.contrast, *rest)}
        if clearly_most(sizes, further, together=1) != [quoted.contrast]:
            return []
        return [Extreme((quoted.contrast,), tuple(rest), sign > 0, quantities=(self._anew(quoted),))]

    def _anew(self, quoted: Quoted) -> Quantity:
        return measured_anew(self.run, Quantity(quoted.effect, quoted.contrast), self.comparisons)

    @staticmethod
    def _upwards(quoted: Quoted) -> Contrast:
        return quoted.contrast if quoted.effect.value > 0 else -quoted.contrast

    # ---- figures

    def figure(self, claims: Sequence[Claim]) -> Figure:
        """Return the figure: for each alternative its effect, or the furthest of those of all settings."""
        ranked = sorted(self.every, key=lambda quoted: -abs(quoted.effect.value))
        levels = list(dict.fromkeys(quoted.level for quoted in ranked))
        result, shown = self.lines[0].result, levels[:MOST_DRAWN]
        series, told = self.in_rows(shown, ranked)
        which = (
            ""
            if len(shown) == len(levels)
            else f" Drawn are the {len(shown)} of {len(levels)} that move most."
        )
        figure = Figure(
            "answer",
            dots_against_zero(
                [textwrap.fill(named(self.run, self.factor, level), LABEL) for level in shown],
                series,
                f"{'points of ' if result.is_share else ''}{result.rate}, against the value assumed",
                scale=result.scale,
                row=0.4,
                told=told,
            ),
            "On average over the settings or, where these differ, in the one where it does most. Strokes are "
            f"95{NO_BREAK}% intervals.{which}",
            "One row per alternative, the largest change on top: a dot with its interval per player.",
            "What each alternative to a value that could not be looked up changes",
        )
        if isinstance(claims[0], Several):  # which of them are not said in the title
            most: set[Hashable] = {quoted.contrast for quoted in self.deciding[:MOST_FIGURES]}
            mark_points(figure.drawing, most, has_values=False)
        return titled(figure, self.voice, claims)


class Alternatives(Part):
    """What alternatives to the assumptions change.

    Parameters
    ----------
    run : RunDirectory
        A run with the factor `assumptions`.

    Raises
    ------
    BadInput
        If no two scenarios differ by an assumption only, or the game has no objective of yes or no.
    """

    def __init__(self, run: RunDirectory) -> None:
        varied = ASSUMPTIONS in run.factors and AS_ASSUMED in run.levels[ASSUMPTIONS]
        wins = [win for result in results_of(run) for win in _wins(run, result)]
        effects = [effects_of(run, ASSUMPTIONS, win, base=AS_ASSUMED) for win in wins] if varied else []
        self.effects = [(result, found) for result, found in zip(wins, effects, strict=varied) if found.pairs]
        if not varied or (wins and not self.effects):
            raise BadInput(
                "the report assumptions compares scenarios with an assumption and with an alternative to it; "
                f"this run has no two such scenarios: it needs the factor assumptions. {GENERAL}"
            )
        if not wins:
            raise BadInput(
                f"the report assumptions is about what is won or not, and {run.game.title} has no objective "
                f"of yes or no. {GENERAL}"
            )
        every = (Assumptions(run, ASSUMPTIONS, tuple(lines_of(run, result))) for result in results_of(run))
        self.found = [assumptions for assumptions in every if assumptions.every]

    def key_figures(self) -> list[KeyFigure]:
        """Return the values that move players most, each by its alternative that does."""
        return [figure for assumptions in self.found[:1] for figure in assumptions.headline().key_figures]

    def findings(self) -> list[Finding]:
        """Return how many values decide each result."""
        return [assumptions.finding() for assumptions in self.found]

    def sections(self) -> list[Section]:
        """Return a section for each win rate."""
        said = {assumptions.lines[0].result: assumptions for assumptions in self.found}
        return [
            section
            for wins, effects in self.effects
            for found in [said.get(wins.result)]
            for section in with_titles(
                [replace(change_section(effects), heading=f"{opening(wins.result.wins)}{wins.of_whom}")],
                Voice(effects.run),
                found.how_many() if found else [],
            )
        ]


def _wins(run: RunDirectory, result: Result) -> list[Wins]:
    """Return whose wins are compared: the game's, or the first player's and the first seat's."""
    if result.column in [column.name for column in run.game.columns]:
        return [Wins(run, "game", result)]
    return [
        Wins(run, of, result) for of in (() if run.all_alike else ("player 0",)) + (f"{run.seats_are} 0",)
    ]
