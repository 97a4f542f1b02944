"""Answers which of the values that could not be looked up decides what an experiment found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from simkit.errors import BadInput
from simkit.experiment.about import AskedAbout
from simkit.report.document.blocks import Figure, InShort, KeyFigure
from simkit.report.document.charts import several_dots, zero_line
from simkit.report.document.figures import LINE_HEIGHT, PALETTE, new_figure
from simkit.report.document.points import Shown
from simkit.report.effects.effects import Shift
from simkit.report.facts.people import counted
from simkit.report.facts.scenarios import wrapped
from simkit.report.front.answers.named import Named, in_plural
from simkit.report.sections.alternatives import Alternatives, Moved
from simkit.report.words import at_least
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import UNKNOWN, Estimate, widened
from simkit.stats.extremes import clearly_most, furthest_from_zero
from simkit.stats.whose import GAME, PLACE, PLAYER, whose
from simkit.words import listed

LITTLE = 0.02
"""A value decides something if an alternative to it moves a rate by more than this."""

MOST_ROWS = 12
"""The most values that the figure shows."""

MOST_NAMED = 2

WIDTH = 44
"""The most characters per line of a row's label."""

ROW = 0.34
"""The height of a row of the figure, in inches."""


def answer_assumptions(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return how many of the unknown values decide how often the strongest player wins, and which most."""
    try:
        moved = Alternatives(run).moved
    except BadInput:  # nothing is won or lost, or nothing is compared
        return None
    first, *others = (Decided.of(run, own) for own in moved)
    answer = first.answer()
    also = [] if first.moved.wins.of == GAME.name else [own.also() for own in others]
    sentences = [*answer.sentences, *also]
    return InShort(sentences[:3], answer.key_figures, draw=answer.draw)


@dataclass(frozen=True)
class Decided:
    """What alternatives do to a player's win rate.

    Parameters
    ----------
    run : RunDirectory
        The run.
    moved : Moved
        The alternatives' effects.
    series : str
        Whose effects: the strongest player's, where several play; else empty.
    """

    run: RunDirectory
    moved: Moved
    series: str

    @classmethod
    def of(cls, run: RunDirectory, moved: Moved) -> Decided:
        """Return what alternatives do to the wins of the strongest player of a run."""
        series = moved.effects.series
        ranked = Named(run).strongest_first(name for name in series if name != RANDOM)
        return cls(run, moved, ranked[0] if ranked and any(series) else series[0])

    @cached_property
    def shifts(self) -> dict[str, list[Shift]]:
        """The effects of the alternatives to each value, by its id; the value that moves most first."""
        found: dict[str, list[Shift]] = {}
        for level, series in self.moved.effects.places:
            if series == self.series:
                found.setdefault(level.partition(":")[0], []).append(self.moved.effects.shift(level, series))
        size = {name: max(abs(own.effect.value) for own in shifts) for name, shifts in found.items()}
        return {
            name: sorted(found[name], key=lambda own: -abs(own.effect.value))
            for name in sorted(found, key=lambda name: -size[name])
        }

    @property
    def deciding(self) -> list[str]:
        """The values of which an alternative clearly moves the rate, and by more than a little."""
        return [name for name, shifts in self.shifts.items() if any(map(self._is_more, shifts))]

    def _is_more(self, own: Shift) -> bool:
        """Return True if an alternative moves the rate by more than a little, by its interval."""
        wide = widened(own.effect, self.count)
        return own.is_clear and max(wide.low, -wide.high) > LITTLE

    @cached_property
    def count(self) -> int:
        """How many alternatives there are."""
        return sum(map(len, self.shifts.values()))

    @cached_property
    def first(self) -> str:
        """The value that clearly moves the rate most; empty where that is open."""

        def further(one: str, other: str) -> Estimate:
            return self.moved.effects.further_shift(self.shifts[one][0], self.shifts[other][0])

        sizes = {name: abs(shifts[0].effect.value) for name, shifts in self.shifts.items()}
        return next(iter(clearly_most(sizes, further, together=1)), "")

    @property
    def rate(self) -> str:
        """The rate in words: "how often an expert is rescued"."""
        wins, named = self.moved.wins, Named(self.run)
        own, does = whose(wins.of), wins.result.does
        if own == GAME:
            line_ups = self.run.line_ups.values()
            names = [self.series] if self.series else list({name for own in line_ups for name in own})
            if len(names) > 1:
                return f"how often players {in_plural(does)}"
            return f"how often {named.one(names[0])} {does}"
        if own.kind == PLAYER:
            names = list(set(self.run.players(own).values()))
            return f"how often {named.one(names[0]) if len(names) == 1 else own.from_1} {does}"
        return f"how often {'the ' if own.kind == PLACE else ''}{own.from_1} {does}"

    @property
    def most(self) -> float:
        """The furthest that any alternative may move the rate, by intervals widened for their number."""
        return furthest_from_zero([own.effect for shifts in self.shifts.values() for own in shifts])

    def answer(self) -> InShort:
        """Return the answer."""
        count, deciding = len(self.shifts), self.deciding
        values = f"{counted(count)} values that could not be looked up"
        beyond = f"by more than {100 * LITTLE:.0f} points {self.rate}"
        if not deciding:
            none = f"None of {values} clearly changes"
            if count == 1:
                none = "The one value that could not be looked up does not clearly change"
            sentences = [f"{none} {beyond}{self._at_most}."]
        elif count == 1:
            (only,) = deciding
            value = f"One value that could not be looked up, {self._about(only)}"
            sentences = [f"{value}, changes {self.rate}: {self._by(only)}."]
        elif len(deciding) == 1:
            (only,) = deciding
            sentences = [
                f"Of {values}, at least one changes {beyond}: {self._about(only)}, {self._by(only)}."
            ]
        else:
            first, *rest = deciding
            named = listed([self._range(name) for name in rest[:MOST_NAMED]])
            sentences = [
                f"Of {values}, at least {counted(len(deciding))} change {beyond}, {self._most} "
                f"{self._about(first)}: {self._by(first, most=1)}.",
                f"{'Others are' if len(rest) > 1 else 'The other one is'} {named}.",
            ]
        return InShort(sentences, self._key_figures(), draw=self._figure)

    def also(self) -> str:
        """Return a sentence on this rate that follows the answer on another one."""
        deciding, little = self.deciding, f"{100 * LITTLE:.0f} points"
        if not deciding:
            return f"None of them clearly changes by more than {little} {self.rate}{self._at_most}."
        first, *rest = deciding
        how_many = f"At least {counted(len(deciding))} of them {'change' if rest else 'changes'}"
        about = f"{f', {self._most}' if rest else ':'} {self._about(first)}{':' if rest else ','}"
        return f"{how_many} by more than {little} {self.rate}{about} {self._by(first)}."

    @property
    def _most(self) -> str:
        return "most of all" if self.first == self.deciding[0] else "among them"

    @property
    def _at_most(self) -> str:
        if not isfinite(self.most):
            return ", in so few games"
        return f" (by the intervals at most {100 * self.most:.1f})"

    def _about(self, name: str) -> str:
        return self.moved.about[name]

    def _by(self, name: str, most: int = 2) -> str:
        """Return what the alternatives to a value do that move most."""
        said = []
        for own in self.shifts[name][:2]:
            words = own.level.partition(": ")[2]
            where = self.moved.where(own)
            where = where if where != f" ({self.series})" else ""
            where = where.replace(f" ({self.series}; ", " (", 1) if self.series else where
            said.append(f"{own.effect} with '{words}'{where}")
        return " and ".join(said[: most if self._is_told(self.shifts[name]) else 1])

    def _is_told(self, shifts: Sequence[Shift]) -> bool:
        """Return True if a second alternative to a value matters, too."""
        return len(shifts) > 1 and self._is_more(shifts[1])

    def _range(self, name: str) -> str:
        """Return a value, with the least and the most that alternatives to it do."""
        effects = sorted((own.effect for own in self.shifts[name]), key=lambda own: own.value)
        ends = dict.fromkeys(f"{own:alone bare}" for own in (effects[0], effects[-1]))
        return f"{self._about(name)} ({' to '.join(ends)})"

    def _key_figures(self) -> list[KeyFigure]:
        beyond = f"by more than {100 * LITTLE:.0f} points {self.rate}"
        count = at_least(len(self.deciding), len(self.shifts), says_open=False)
        figures = [KeyFigure(count, f"values that could not be looked up change {beyond}")]
        for name in self.deciding[:3]:
            largest = self.shifts[name][0]
            words = f"points with '{largest.level.partition(': ')[2]}' for {self._about(name)}"
            figures.append(KeyFigure(f"{largest.effect:alone bare}", words))
        return figures

    def _figure(self) -> Figure:
        shown = dict(list(self.shifts.items())[:MOST_ROWS])
        rows = [wrapped(self._about(name), WIDTH) for name in shown]
        most = max(map(len, shown.values()))
        colours = {str(place): PALETTE[0] for place in range(most)}
        series, told = dict[str, list[Estimate]](), dict[str, Shown]()
        for place in range(most):
            own = [shifts[place] if place < len(shifts) else None for shifts in shown.values()]
            series[str(place)] = [shift.effect if shift else UNKNOWN for shift in own]
            told[str(place)] = Shown([], rows=[shift.level if shift else "" for shift in own])
        lines = sum(row.count("\n") for row in rows)
        figure, axes = new_figure(1, 1, ROW * len(rows) + LINE_HEIGHT * lines + 0.8)
        panel = axes[0, 0]
        several_dots(panel, rows, series, colours, told)
        zero_line(panel)
        panel.set_xlabel(f"points of {self.moved.wins.result.rate}, against the value assumed")
        every = len(self.shifts)
        which = "" if len(shown) == every else f" The {MOST_ROWS} of {every} that move most."
        return Figure(
            "unknown_values",
            figure,
            "What each alternative to a value that could not be looked up changes, in points of "
            f"{self.rate}: a dot with its 95 % interval for each.{which}",
            "One row per value, the one that moves most on top: a dot with its interval per alternative.",
        )
