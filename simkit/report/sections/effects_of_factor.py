"""What each level of a factor changes against its first level: the same games, luck cancelled out."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from simkit.experiment.factors import heading, is_path
from simkit.report.charts import LABEL, MOST_ROWS, key, several_dots, zero_line
from simkit.report.document import Block, Figure, KeyFigure, Section, Table, Text
from simkit.report.figures import LINE, colours_of, new_figure
from simkit.report.paired import is_significant, mean_of
from simkit.report.parts import in_points, levels_in_words, opening, outcome_heading, percent, points
from simkit.report.sections.win_rates import Wins
from simkit.stats.estimates import Estimate

FEW_LEVELS = 4
"""Levels of a factor of values that are each compared with the first; of more, no one is the base."""

FEW_VARIANTS = 12
"""Named variants that are each compared with the first."""

MOST_SERIES = 3
"""Levels whose dots can be distinguished within one row of a chart."""

MOST_IN_TABLE = 120
"""Rows of a table that a reader would still read."""


@dataclass(frozen=True)
class Changes:
    """What a factor changes about wins.

    Parameters
    ----------
    wins : Wins
        Whose wins.
    factor, base : str
        The factor, and its first level.
    pairs : dict
        Other level -> setting of the other factors -> scenario with the base, and with the level.
    """

    wins: Wins
    factor: str
    base: str
    pairs: dict[str, dict[tuple[str, ...], tuple[int, int]]]

    @property
    def others(self) -> list[str]:
        """The other factors."""
        return [factor for factor in self.wins.run.factors if factor != self.factor]

    @property
    def settings(self) -> list[tuple[str, ...]]:
        """The settings of the other factors in which something is compared."""
        return list(dict.fromkeys(setting for pairs in self.pairs.values() for setting in pairs))

    def before(self, level: str) -> list[int]:
        """Return the scenarios that a level is compared with."""
        return [before for before, _ in self.pairs[level].values()]

    def after(self, level: str) -> list[int]:
        """Return the scenarios with a level that are compared."""
        return [after for _, after in self.pairs[level].values()]

    def average(self, level: str) -> Estimate:
        """Return the effect of a level, on average over the settings."""
        return self.wins.effect(self.before(level), self.after(level))

    def of_setting(self, level: str, setting: tuple[str, ...]) -> Estimate:
        """Return the effect of a level in one setting; NaN if it was not tried there."""
        if setting not in self.pairs[level]:
            return Estimate(float("nan"), float("nan"), float("nan"), 0, "")
        before, after = self.pairs[level][setting]
        return self.wins.effect([before], [after])

    def further(self, level: str, other: str) -> Estimate:
        """Return by how much one level changes more than another, upwards or downwards."""
        sizes = [
            (self.wins.per_game(self.after(one)) - self.wins.per_game(self.before(one)))
            * (1 if self.average(one).value >= 0 else -1)
            for one in (other, level)
        ]
        return mean_of(sizes[1] - sizes[0])

    def in_words(self, setting: tuple[str, ...]) -> str:
        """Return a setting of the other factors: "board A1, expert"."""
        row = dict(zip(self.others, setting, strict=True))
        return levels_in_words(self.wins.run, row, self.others)


def all_changes(wins: Wins) -> list[Changes]:
    """Return the comparisons, each with the first level: named variants, then values where they are few."""
    found = [_changes(wins, factor) for factor in sorted(wins.run.factors, key=is_path)]
    return [
        changes
        for changes in found
        if 0 < len(changes.pairs) < (FEW_LEVELS if is_path(changes.factor) else FEW_VARIANTS)
    ]


def _changes(wins: Wins, factor: str) -> Changes:
    others = [name for name in wins.run.factors if name != factor]
    rows = wins.run.scenarios().filter(pl.col("scenario").is_in(wins.run.scenarios_with(wins.of)))
    at = {
        (row[factor], tuple(row[name] for name in others)): row["scenario"]
        for row in rows.iter_rows(named=True)
    }
    base = next(iter(at))[0]
    pairs: dict[str, dict[tuple[str, ...], tuple[int, int]]] = {}
    for (level, setting), scenario in at.items():
        if level != base and (base, setting) in at:
            pairs.setdefault(level, {})[setting] = (at[base, setting], scenario)
    return Changes(wins, factor, base, pairs)


def change_finding(changes: Changes, comparisons: int) -> str:
    """Return the largest change in words, where so many comparisons are made."""
    effects = {level: changes.average(level) for level in changes.pairs}
    level = _largest(effects)
    name, instead = opening(heading(changes.factor)), f"{level} instead of {changes.base}"
    moves = f"moves the {changes.wins.rate} by {_points(effects[level])}{_over(len(changes.pairs[level]))}"
    if not is_significant(effects[level], comparisons):
        which = "the change" if len(effects) == 1 else f"the largest of {len(effects)} changes"
        many = f" ({comparisons} comparisons allowed for)" if comparisons > 1 else ""
        return f"{name}: no level makes a significant difference{many}; {which}, {instead}, {moves}."
    words = f"{name}: {instead} {moves}{_both_ways(changes, level)}"
    rest = [other for other in effects if other != level]
    close = [other for other in rest if not is_significant(changes.further(level, other), comparisons)]
    if rest and not close:
        words += f", further than {rest[0] if len(rest) == 1 else 'any other level'}"
    if close:
        named = " and ".join(close) if len(close) < MOST_SERIES else f"{len(close)} other levels"
        words += f", not significantly further than {named}"
    if 0 < len(rest) < MOST_SERIES:
        words += "; " + "; ".join(f"{other} by {_points(effects[other])}" for other in rest)
    return f"{words}."


def _both_ways(changes: Changes, level: str) -> str:
    """Return from where to where a level moves single settings, if some clearly go up and others down."""
    effects = [changes.of_setting(level, setting) for setting in changes.pairs[level]]
    clear = sorted(effect.value for effect in effects if is_significant(effect, len(effects)))
    if not clear or clear[0] * clear[-1] > 0:
        return ""
    return f" (but from {in_points(clear[0])} to {in_points(clear[-1])} in single settings)"


def _points(effect: Estimate) -> str:
    """Return an effect in a sentence: "+3.1 points (+2.2 to +4.0)"."""
    return (
        points(effect).replace(" (", " points (", 1)
        if np.isfinite(effect.low)
        else f"{points(effect)} points"
    )


def _largest(effects: dict[str, Estimate]) -> str:
    return max(effects, key=lambda level: abs(effects[level].value))


def _over(settings: int) -> str:
    return f", on average over {settings} settings" if settings > 1 else ""


def change_keys(changes: Changes, comparisons: int) -> list[KeyFigure]:
    """Return the largest change if it is significant."""
    effects = {level: changes.average(level) for level in changes.pairs}
    level = _largest(effects)
    if not is_significant(effects[level], comparisons):
        return []
    named = levels_in_words(changes.wins.run, {changes.factor: level}, [changes.factor])
    words = f"points of {changes.wins.rate}: {named} instead of {changes.base}"
    return [KeyFigure(in_points(effects[level].value), words)]


def change_section(changes: Changes) -> Section:
    """Return a factor's section."""
    count, others = len(changes.settings), " and ".join(heading(factor) for factor in changes.others)
    average = (
        f" The average is over the {count} settings of {others} in which it was tried." if count > 1 else ""
    )
    words = (
        f"The same games, with the same luck, are played with each level of {heading(changes.factor)} and "
        f"with its first, {changes.base}. The changes are in points of {changes.wins.rate}."
        f"{average}"
    )
    blocks: list[Block] = [Text(words), _figure(changes)]
    if sum(len(pairs) for pairs in changes.pairs.values()) <= MOST_IN_TABLE:
        blocks.append(_table(changes))
    return Section(f"The effect of {heading(changes.factor)}", blocks)


def _figure(changes: Changes) -> Figure:
    """Return the average and every setting, one dot per level, if that is legible; else the averages."""
    levels, settings = list(changes.pairs), changes.settings
    if len(levels) <= MOST_SERIES and 1 < len(settings) < MOST_ROWS:
        rows = ["on average", *(changes.in_words(setting) for setting in settings)]
        series = {
            level: [changes.average(level), *(changes.of_setting(level, setting) for setting in settings)]
            for level in levels
        }
        each = "One row per setting, the average on top: a dot with its interval per level."
    else:
        rows, series = levels, {"": [changes.average(level) for level in levels]}
        each = "One row per level: a dot with its interval."
    return Figure(
        f"changes_{changes.factor}",
        _drawn(rows, series, f"points of {changes.wins.rate}, against {changes.base}"),
        f"The effect of {heading(changes.factor)} on the {changes.wins.rate}, against "
        f"{changes.base}, with 95 % intervals.",
        each,
    )


def _drawn(rows: list[str], series: dict[str, list[Estimate]], axis: str) -> Any:
    labels = [textwrap.fill(row, LABEL) for row in rows]
    lines = max(label.count("\n") for label in labels)
    figure, axes = new_figure(1, 1, (0.3 + LINE * lines) * len(rows) + 1.0)
    colours = colours_of(list(series))
    several_dots(axes[0, 0], labels, series, colours)
    zero_line(axes[0, 0])
    axes[0, 0].set_xlabel(axis)
    if len(series) > 1:
        key(figure, colours, marks=True)
    return figure


def _table(changes: Changes) -> Table:
    rows = []
    for setting in changes.settings:
        for level in changes.pairs:
            if setting in changes.pairs[level]:
                before, after = changes.pairs[level][setting]
                rates = [percent(changes.wins.average([scenario]).value) for scenario in (before, after)]
                rows.append((*setting, level, *rates, points(changes.of_setting(level, setting))))
    heads = [heading(factor) for factor in (*changes.others, changes.factor)]
    wins = changes.wins.result.wins
    outcomes = (f"{wins} with {changes.base}", f"{wins} otherwise", "difference in points")
    schema = [*heads, *(outcome_heading(name, heads) for name in outcomes)]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    rate = opening(changes.wins.rate)
    return Table(frame, f"{rate} with {changes.base} and otherwise, in every setting.")
