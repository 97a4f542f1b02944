"""Reports what components are worth: the same games with and without each of them, ranked.

For runs with a factor `component` whose first level leaves all as it is, and whose others each leave one
thing out.  A level may name the kind of what it leaves out: "event: Squall"; then each kind has a chart.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simkit.experiment.factors import COMPONENT
from simkit.report.averaging import average_or_ends, may_be_averaged
from simkit.report.charts import LABEL, key, several_dots, zero_line
from simkit.report.document import Block, Figure, Section, Table, Text
from simkit.report.figures import LINE, colours_of, new_figure
from simkit.report.paired import is_significant
from simkit.report.parts import levels_in_words, opening, points
from simkit.report.sections.win_rates import Wins
from simkit.stats.estimates import Estimate

Pairs = dict[str, dict[str, tuple[int, int]]]
"""For each component and setting of the other factors, the scenario without it and the one with all."""


@dataclass(frozen=True)
class Worths:
    """The gain in win rate from each component.

    Parameters
    ----------
    wins : Wins
        Whose wins.
    pairs : dict
        Where each component was left out, and what that is compared with.
    """

    wins: Wins
    pairs: Pairs

    @classmethod
    def read(cls, wins: Wins) -> Worths | None:
        """Read the worth of components from a run that leaves some out; None for any other run."""
        run = wins.run
        if COMPONENT not in run.factors:
            return None
        others = [factor for factor in run.factors if factor != COMPONENT]
        rows = run.scenarios().sort("scenario").to_dicts()
        whole = {
            levels_in_words(run, row, others): row["scenario"]
            for row in rows
            if row[COMPONENT] == rows[0][COMPONENT]
        }
        pairs: Pairs = {}
        for row in rows:
            setting = levels_in_words(run, row, others)
            if row["scenario"] not in whole.values() and setting in whole:
                pairs.setdefault(row[COMPONENT], {})[setting] = (row["scenario"], whole[setting])
        return cls(wins, pairs) if pairs else None

    @property
    def settings(self) -> list[str]:
        """The settings of the other factors."""
        return list(dict.fromkeys(setting for tried in self.pairs.values() for setting in tried))

    @property
    def kinds(self) -> dict[str, list[str]]:
        """The components by kind, those that add most first."""
        found: dict[str, list[str]] = {}
        for component in self.pairs:
            kind, named, _ = component.partition(": ")
            found.setdefault(kind if named else "", []).append(component)
        return {
            kind: sorted(own, key=lambda component: -self.average(component).value)
            for kind, own in found.items()
        }

    def average(self, component: str) -> Estimate:
        """Return the gain from a component, on average over the settings."""
        without, whole = zip(*self.pairs[component].values(), strict=True)
        return self.wins.effect(without, whole)

    def by_setting(self, component: str) -> dict[str, Estimate]:
        """Return what a component adds in each setting where it was left out."""
        return {setting: self.of_setting(component, setting) for setting in self.pairs[component]}

    def in_words(self, component: str) -> str:
        """Return what a component adds, in words: on average, or in the extreme settings if they differ."""
        return average_or_ends(self.by_setting(component), self.average(component), "the settings")

    def of_setting(self, component: str, setting: str) -> Estimate:
        """Return the gain from a component in one setting; NaN if it was not left out there."""
        if setting not in self.pairs[component]:
            return Estimate(float("nan"), float("nan"), float("nan"), 0, "")
        without, whole = self.pairs[component][setting]
        return self.wins.effect([without], [whole])


def worth_findings(worths: Worths) -> list[str]:
    """Return sentences for each kind of component: which adds most, which costs most, how many matter."""
    return [_finding(worths, kind, components) for kind, components in worths.kinds.items()]


def _finding(worths: Worths, kind: str, components: Sequence[str]) -> str:
    number = len(worths.pairs)
    effects = {component: worths.average(component) for component in components}
    apart = [component for component in components if not may_be_averaged(worths.by_setting(component))]
    clear = [name for name in components if name in apart or is_significant(effects[name], number)]
    what = f"{opening(kind)}: " if kind else ""
    allowed = f"{number} comparisons allowed for"
    if not clear:
        most = max(components, key=lambda component: abs(effects[component].value))
        return (
            f"{what}none of {len(components)} moves the {worths.wins.rate} by more than chance explains "
            f"({allowed}); the largest change is that of {_name(most)}, {worths.in_words(most)}."
        )
    ends = []
    if effects[clear[0]].value > 0:
        ends.append(f"{_name(clear[0])} helps the {worths.wins.rate} most, {worths.in_words(clear[0])}")
    if effects[clear[-1]].value < 0:
        ends.append(f"{_name(clear[-1])} costs most, {worths.in_words(clear[-1])}")
    number_clear = f"{len(clear)} of {len(components)} differ{'s' if len(clear) == 1 else ''} significantly"
    return f"{what}{'; '.join(ends)}. {number_clear} from no effect ({allowed})."


def worth_sections(worths: Worths) -> list[Section]:
    """Return a section with a ranked chart and a table for every kind of component."""
    sections = []
    for kind, components in worths.kinds.items():
        heading = f"What each {kind} is worth" if kind else "What each component is worth"
        sections.append(Section(heading, _blocks(worths, kind, components)))
    return sections


def _blocks(worths: Worths, kind: str, components: Sequence[str]) -> list[Block]:
    settings, rate = worths.settings, worths.wins.rate
    several = len(settings) > 1
    series = {
        setting: [worths.of_setting(component, setting) for component in components] for setting in settings
    }
    colours = colours_of(settings)
    labels = [textwrap.fill(_name(component), LABEL) for component in components]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.28 + 0.03 * len(settings) + LINE * lines) * len(components) + 1.0)
    several_dots(axes[0, 0], labels, series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(f"points of {rate}, with it less without it")
    if several:
        key(figure, colours, marks=True)
    frame = pl.DataFrame(
        [
            {kind or "component": _name(component)}
            | ({"on average": _mean(worths, component)} if several else {})
            | {setting: _cell(worths.of_setting(component, setting)) for setting in settings}
            for component in components
        ]
    )
    return [
        Text(
            "The same games, with the same luck, are played with the whole box and with one thing left out. "
            "Points are those of the whole box less those without it: above 0 it helps. Where a card is left "
            "out, another of its deck comes in its place, so it is measured against those."
        ),
        Figure(
            f"worth_{kind or 'component'}", figure,
            f"What each {kind or 'component'} adds to the {rate}, with 95 % intervals, the most helpful "
            "first.",
            "One row per component, ranked: a dot with its interval per setting.",
        ),
        Table(frame, f"The same in numbers: points of {rate}, with 95 % intervals."),
    ]  # fmt: skip


def _mean(worths: Worths, component: str) -> str:
    """Return what a component adds on average, in words, or that settings differ too much for a mean."""
    alike = may_be_averaged(worths.by_setting(component))
    return points(worths.average(component)) if alike else "settings differ"


def _cell(effect: Estimate) -> str:
    return points(effect) if effect.n else ""


def _name(component: str) -> str:
    kind, named, name = component.partition(": ")
    return name if named else kind
