"""What components of Castaways are worth: the same games with and without each of them, ranked.

For runs with a factor `component` whose first level leaves all as it is, and whose others each leave one
thing out.  A level may name the kind of what it leaves out: "event: Squall"; then each kind has a chart.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from simkit import report as r

COMPONENT = "component"


class LeftOut(r.Part):
    """What each component is worth, for runs that leave them out one by one after a first, whole game.

    `worths` is what the whole box has more than without each; None for runs that leave none out.
    """

    def __init__(self, wins: r.Wins) -> None:
        self.worths = worths_of(wins)

    def findings(self) -> list[r.Finding]:
        """Return a finding on each kind of component that matters, and one on all that do not."""
        if self.worths is None:
            return []
        kinds = kinds_of(self.worths)
        moving = {kind: own for kind, own in kinds.items() if _clear(self.worths, own)}
        still = {kind: own for kind, own in kinds.items() if kind not in moving}
        nothing = [_nothing(self.worths, still)] if still else []
        return [*(_finding(self.worths, *own) for own in moving.items()), *nothing]

    def sections(self) -> list[r.Section]:
        """Return a section with a ranked chart and a table for every kind of component."""
        if self.worths is None:
            return []
        return [
            r.Section(f"What each {kind} is worth", _blocks(self.worths, kind, own))
            for kind, own in kinds_of(self.worths).items()
        ]


def worths_of(wins: r.Wins) -> r.Effects | None:
    """Return what the whole box has more than without each component; None for runs that leave none out."""
    if COMPONENT not in wins.run.factors:
        return None
    effects = r.effects_of(wins.run, COMPONENT, wins, reverse=True)

    def say_setting(setting: tuple[str, ...]) -> str:
        row = dict(zip(effects.others, setting, strict=True))
        return r.levels_in_words(wins.run, row, effects.others)

    return replace(effects, say_setting=say_setting) if effects.pairs else None


def kinds_of(worths: r.Effects) -> dict[str, list[str]]:
    """Return the components by kind, those that add most first."""
    found: dict[str, list[str]] = {kind: [] for kind, _ in map(_kind_and_name, worths.levels)}
    for component in worths.ranked():
        found[_kind_and_name(component)[0]].append(component)
    return found


def _clear(worths: r.Effects, components: Sequence[str]) -> list[str]:
    """Return the components that move the rate by more than chance explains, on average or somewhere."""
    return [own for own in components if not worths.has_mean(own) or worths.is_clear(worths.mean(own))]


def _finding(worths: r.Effects, kind: str, components: Sequence[str]) -> r.Finding:
    """Return which component of a kind helps most, or costs most if that is more."""
    clear = _clear(worths, components)
    most = max(clear, key=lambda own: abs(worths.mean(own).value))
    is_most = " most" if worths.most() == [most] else ""
    does = "helps" if worths.mean(most).value > 0 else "costs"
    moving = r.opening(r.at_least(len(clear), len(components)))
    words = (
        f"{r.opening(kind)}: {_kind_and_name(most)[1]} {does} the {worths.measure.rate}{is_most}, "
        f"{_at_most(worths, most)}. {moving} move it, {worths.comparisons} comparisons allowed for."
    )
    return r.Finding(words, abs(worths.mean(most).value), r.Surprise.WHICH, COMPONENT)


def _at_most(worths: r.Effects, component: str) -> str:
    """Return what a component does on average or, where settings differ, in the one where it does most."""
    if worths.has_mean(component):
        return worths.mean_in_words(component)
    single = worths.single(component)
    most = max(single, key=lambda pair: abs(single[pair].value))
    return f"up to {single[most]} ({worths.setting_in_words(most.setting)})"


def _nothing(worths: r.Effects, still: Mapping[str, Sequence[str]]) -> r.Finding:
    """Return one sentence on all kinds of which no component moves the rate."""
    every = [component for components in still.values() for component in components]
    most = max(every, key=lambda own: abs(worths.mean(own).value))
    kinds = r.listed((f"{len(own)} of the kind {kind}" for kind, own in still.items()), "or")
    words = (
        f"None of {kinds} moves the {worths.measure.rate} by more than "
        f"{worths.bound([*map(worths.mean, every)], worths.comparisons)}."
    )
    is_small = r.is_nothing(worths.mean(most), worths.comparisons)
    return r.Finding(words, 0.0, r.Surprise.NOTHING if is_small else r.Surprise.SIZE, COMPONENT)


def _blocks(worths: r.Effects, kind: str, components: Sequence[str]) -> list[r.Block]:
    names = [_kind_and_name(component)[1] for component in components]
    series = {
        worths.setting_in_words(setting): [worths.in_setting(component, setting) for component in components]
        for setting in worths.settings
    }
    rate, several = worths.measure.rate, len(series) > 1
    cells = {setting: [f"{own:bare}" for own in effects] for setting, effects in series.items()}
    means = [f"{worths.mean(own):bare}" if worths.has_mean(own) else "settings differ" for own in components]
    figure = r.charts.dots_against_zero(
        [textwrap.fill(name, r.charts.LABEL) for name in names], series,
        f"points of {rate}, with it less without it", row=0.28 + 0.03 * len(series),
    )  # fmt: skip
    return [
        r.Text(
            "The same games, with the same luck, are played with the whole box and with one thing left out. "
            "Points are those of the whole box less those without it: above 0 it helps. Where a card is left "
            "out, another of its deck comes in its place, so it is measured against those."
        ),
        r.Figure(
            f"worth_{kind}", figure,
            f"What each {kind} adds to the {rate}, with 95 % intervals, the most helpful first.",
            "One row per component, ranked: a dot with its interval per setting.",
        ),
        r.Table(
            pl.DataFrame({kind: names} | ({"on average": means} if several else {}) | cells),
            f"The same in numbers: points of {rate}, with 95 % intervals.",
        ),
    ]  # fmt: skip


def _kind_and_name(component: str) -> tuple[str, str]:
    kind, named, name = component.partition(": ")
    return (kind, name) if named else (COMPONENT, component)
