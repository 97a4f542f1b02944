"""Reports what components are worth: the same games with and without each of them, ranked.

For runs with a factor `component` whose first level leaves all as it is, and whose others each leave one
thing out.  A level may name the kind of what it leaves out: "event: Squall"; then each kind has a chart.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from simkit.experiment.factors import COMPONENT
from simkit.report.document.blocks import Block, Figure, Part, Section, Table, Text
from simkit.report.document.charts import LABEL, dots_against_zero
from simkit.report.effects.effects import Effects, effects_of
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.wins import Wins
from simkit.report.words import opening


class LeftOut(Part):
    """What each component is worth, for runs that leave them out one by one after a first, whole game.

    Parameters
    ----------
    wins : Wins
        Whose wins.

    Attributes
    ----------
    worths : Effects or None
        What the whole box has more than without each component; None for runs that leave none out.
    """

    def __init__(self, wins: Wins) -> None:
        self.worths = worths_of(wins)

    def findings(self) -> list[str]:
        """Return sentences for each kind of component: which adds most, which costs most."""
        if self.worths is None:
            return []
        return [_finding(self.worths, *own) for own in kinds_of(self.worths).items()]

    def sections(self) -> list[Section]:
        """Return a section with a ranked chart and a table for every kind of component."""
        if self.worths is None:
            return []
        return [
            Section(
                f"What each {kind or 'component'} is worth", _blocks(self.worths, kind or "component", own)
            )
            for kind, own in kinds_of(self.worths).items()
        ]


def worths_of(wins: Wins) -> Effects | None:
    """Return what the whole box has more than without each component; None for runs that leave none out."""
    if COMPONENT not in wins.run.factors:
        return None
    effects = effects_of(wins.run, COMPONENT, wins, reverse=True)

    def say_setting(setting: tuple[str, ...]) -> str:
        row = dict(zip(effects.others, setting, strict=True))
        return levels_in_words(wins.run, row, effects.others)

    return replace(effects, say_setting=say_setting) if effects.pairs else None


def kinds_of(worths: Effects) -> dict[str, list[str]]:
    """Return the components by kind, those that add most first."""
    found: dict[str, list[str]] = {kind: [] for kind, _ in map(_kind_and_name, worths.levels)}
    for component in worths.ranked():
        found[_kind_and_name(component)[0]].append(component)
    return found


def _finding(worths: Effects, kind: str, components: Sequence[str]) -> str:
    rate = worths.measure.rate
    clear = [own for own in components if not worths.has_mean(own) or worths.is_clear(worths.mean(own))]
    said = {own: f"{_kind_and_name(own)[1]}" for own in components}
    what = f"{opening(kind)}: " if kind else ""
    allowed = f"{worths.comparisons} comparisons allowed for"
    if not clear:
        most = max(components, key=lambda own: abs(worths.mean(own).value))
        return (
            f"{what}none of {len(components)} moves the {rate} by more than chance explains ({allowed}); the "
            f"largest change is that of {said[most]}, {worths.mean_in_words(most)}."
        )
    first, last = clear[0], clear[-1]
    ends = []
    if worths.mean(first).value > 0:
        ends.append(f"{said[first]} helps the {rate} most, {worths.mean_in_words(first)}")
    if worths.mean(last).value < 0:
        ends.append(f"{said[last]} costs most, {worths.mean_in_words(last)}")
    differ = f"{len(clear)} of {len(components)} differ{'s' if len(clear) == 1 else ''} significantly"
    return f"{what}{'; '.join(ends)}. {differ} from no effect ({allowed})."


def _blocks(worths: Effects, kind: str, components: Sequence[str]) -> list[Block]:
    names = [_kind_and_name(component)[1] for component in components]
    series = {
        worths.setting_in_words(setting): [worths.in_setting(component, setting) for component in components]
        for setting in worths.settings
    }
    rate, several = worths.measure.rate, len(series) > 1
    cells = {setting: [worths.cell(own) for own in effects] for setting, effects in series.items()}
    means = [
        worths.cell(worths.mean(own)) if worths.has_mean(own) else "settings differ" for own in components
    ]
    figure = dots_against_zero(
        [textwrap.fill(name, LABEL) for name in names], series, f"points of {rate}, with it less without it",
        row=0.28 + 0.03 * len(series),
    )  # fmt: skip
    return [
        Text(
            "The same games, with the same luck, are played with the whole box and with one thing left out. "
            "Points are those of the whole box less those without it: above 0 it helps. Where a card is left "
            "out, another of its deck comes in its place, so it is measured against those."
        ),
        Figure(
            f"worth_{kind}", figure,
            f"What each {kind} adds to the {rate}, with 95 % intervals, the most helpful first.",
            "One row per component, ranked: a dot with its interval per setting.",
        ),
        Table(
            pl.DataFrame({kind: names} | ({"on average": means} if several else {}) | cells),
            f"The same in numbers: points of {rate}, with 95 % intervals.",
        ),
    ]  # fmt: skip


def _kind_and_name(component: str) -> tuple[str, str]:
    kind, named, name = component.partition(": ")
    return (kind, name) if named else ("", component)
