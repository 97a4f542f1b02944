"""Reports how long games last together with how they end, and what changed components do to their length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column
from simkit.experiment.factors import COMPONENT
from simkit.report.document.blocks import Block, Figure, Finding, KeyFigure, Part, Section, Surprise
from simkit.report.document.charts import LABEL, MOST_ROWS, key
from simkit.report.document.figures import percent_axis, small_multiples, whole_numbers
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.facts.columns import colours_of_labels, column_of, game_columns, in_order, label_in_words
from simkit.report.facts.paired import SideBySide, size_of
from simkit.report.facts.scenarios import base, in_base, labels, rules_by_scenario, wrapped
from simkit.report.facts.wins import mean_over_base
from simkit.report.sections.endings import ends_figure
from simkit.report.sections.length import Margin, length_table, spans_figure
from simkit.report.sections.subject import Subject
from simkit.report.sections.worth_of_components import Components, ComponentTable
from simkit.report.words import after, opening
from simkit.stats.estimates import Estimate, difference_of_shares, is_significant, percent, wilson
from simkit.stats.extremes import clearly_most

MOST_GAMES = 0.5
"""An ending of more than this share of games is worth a finding."""

MOST_BESIDE_OTHERS = 20
"""Rows of a chart that leaves room on its page; a taller one stands behind the table, which fills pages."""


@dataclass(frozen=True)
class LengthAndEndings(Part):
    """How long games last, how they end, and how close they are.

    A game may add to what stands below (`below`).

    Parameters
    ----------
    subject : Subject
        Whose games are counted by ending; lengths and endings are shown for all scenarios.
    length, end : str
        The games' columns that count the length, and that say how a game ends.
    means : mapping
        Further columns of games, and what a table calls them.
    means_in_words : str
        What these are, for the caption.
    """

    subject: Subject
    length: str
    end: str
    means: Mapping[str, str]
    means_in_words: str

    def key_figures(self) -> list[KeyFigure]:
        """Return the mean length."""
        run, length = self.subject.run, self._columns[0]
        mean = mean_over_base(run, length.name)
        return [KeyFigure(f"{mean:.1f}", f"{length.unit} per game{after(in_base(run))}")]

    def findings(self) -> list[Finding]:
        """Return how long games last, and which ending is the most frequent, if it is so in most games."""
        subject, run, scenarios = self.subject, self.subject.run, self.subject.alone
        length, end = self._columns
        ends, lasted = SideBySide.read(run, end.name), SideBySide.read(run, length.name)
        codes = range(len(end.labels))
        code = max(codes, key=lambda code: sum(ends.count(scenario, code) for scenario in scenarios))
        share = ends.that_are(code).average(scenarios)
        often = subject.by_setting(lambda s: wilson(ends.count(s, code), run.games_played[s]))
        turns = subject.by_setting(lambda s: lasted.average([s]))
        mean = lasted.average(scenarios)
        how_long = _in_brief(turns, mean, "{:.1f}".format)
        words = opening(f"{subject.at_table}{subject.where}, games last {how_long} {length.unit}")
        if share.low > MOST_GAMES:
            how_often = _in_brief(often, share, percent)
            words += f"; {how_often} of games end so: {label_in_words(end, end.labels[code])}"
        return [Finding(f"{words}.")]

    def sections(self) -> list[Section]:
        """Return the section: every scenario's endings, lengths and margins, and lengths by ending."""
        run = self.subject.run
        length, end = self._columns
        shown = base(run) if len(run.scenarios()) > MOST_ROWS else run.scenarios()["scenario"].to_list()
        words = labels(run)
        rows = {wrapped(words[scenario], LABEL): scenario for scenario in shown}
        blocks: list[Block] = []
        if len(rows) <= MOST_ROWS:
            panels = {"": {row: [scenario] for row, scenario in rows.items()}}
            caption = "How games end, in shares of games."
            each = "Stacked bars, one per scenario: the share of each ending."
            blocks = [ends_figure(run, end, panels, caption, each), spans_figure(run, length, rows)]
        caption = (
            f"{opening(length.unit)}; {self.means_in_words}; points between first and second, and how often "
            "those were few."
        )
        table = length_table(run, length, caption, means=self.means, margin=Margin())
        first = [*blocks, table] if len(rows) <= MOST_BESIDE_OTHERS else [table, *blocks]
        by_ending = _lengths_by_ending(self.subject, length, end)
        return [Section("Length and endings", [*first, by_ending, *self.below()])]

    def below(self) -> list[Block]:
        """Return what stands at the end of the section."""
        return []

    @property
    def _columns(self) -> tuple[Column, Column]:
        columns = game_columns(self.subject.run)
        return column_of(columns, self.length), column_of(columns, self.end)


def _in_brief(values: Mapping[str, Estimate], mean: Estimate, end: Callable[[float], str]) -> str:
    """Return a mean with its interval, or the smallest and the largest of single settings."""
    if may_be_averaged(values):
        return f"{mean}"
    low, high = (end(pick(own.value for own in values.values())) for pick in (min, max))
    return f"from {low} to {high}"


@dataclass(frozen=True)
class LengthOfComponents(Part):
    """What changed components do to the length of games, where they are about some rules.

    Parameters
    ----------
    components : Components
        What is changed, and who plays.
    length : str
        The games' column that counts the length.
    rules : sequence of str
        The rules.
    """

    components: Components
    length: str
    rules: Sequence[str]

    def findings(self) -> list[Finding]:
        """Return which such rule moves the length most, where most and where least; empty if none does."""
        changes: dict[str, dict[str, Estimate]] = {}
        for table in self.components.tables:
            for component, change in self._changes(table).items():
                changes.setdefault(component, {})[table.called] = change
        every = sum(map(len, changes.values()))
        clear = {
            component: own
            for component, own in changes.items()
            if any(is_significant(change, every) for change in own.values())
        }
        if not clear:
            return []

        def furthest(own: Mapping[str, Estimate]) -> str:
            return max(own, key=lambda called: abs(own[called].value))

        most = max(clear, key=lambda component: abs(clear[component][furthest(clear[component])].value))
        own, where = clear[most], furthest(clear[most])
        least = min(own, key=lambda called: abs(own[called].value))
        said = f"{self._said(own[where])} with {where}"
        if not may_be_averaged(own):
            said += f", {self._said(own[least])} with {least}"
        size = {component: abs(own[furthest(own)]) for component, own in changes.items()}
        first = clearly_most(
            {component: own.value for component, own in size.items()},
            lambda one, other: difference_of_shares(size[other], size[one]),
            together=1,
        )
        words = f"'{most}' moves the length of games{' most' if most in first else ''}: by {said}."
        surprise = Surprise.SIZE if may_be_averaged(own) else Surprise.WHICH
        return [Finding(words, size_of(own[where]), surprise, COMPONENT)]

    def _said(self, change: Estimate) -> str:
        run = self.components.tables[0].run
        unit = column_of(game_columns(run), self.length).unit
        return f"{change.counted(f' {unit}')}"

    def _changes(self, table: ComponentTable) -> dict[str, Estimate]:
        """Return by how much each component that changes such a rule changes the length."""
        rules, lengths = rules_by_scenario(table.run), SideBySide.read(table.run, self.length)
        printed = table.scenarios[table.printed]
        return {
            component: lengths.effect([printed], [scenario])
            for component, scenario in table.scenarios.items()
            if any(getattr(rules[scenario], rule) != getattr(rules[printed], rule) for rule in self.rules)
        }


def _lengths_by_ending(subject: Subject, length: Column, end: Column) -> Figure:
    """Return a figure of the share of games by length, each bar split by ending."""
    panels = subject.by_players
    games = (
        subject.run.games(sorted(subject.alone)).group_by("scenario", length.name, end.name).len().collect()
    )
    present = in_order(end, games[end.name].unique().to_list())
    colours = colours_of_labels(end, present)
    last = int(games[length.name].to_numpy().max())
    figure, axes = small_multiples(list(panels), 2.2, sharey=True, sharex=True)
    highest = 0.0
    for title, those in panels.items():
        own = games.filter(pl.col("scenario").is_in(those))
        floor = np.zeros(last + 1)
        for label in present:
            shares = np.zeros(last + 1)
            for turns, number in own.filter(pl.col(end.name) == label).select(length.name, "len").iter_rows():
                shares[turns] += 100 * number / own["len"].sum()
            colour = colours[label_in_words(end, label)]
            axes[title].bar(range(last + 1), shares, bottom=floor, color=colour, width=0.9)
            floor += shares
        highest = max(highest, float(floor.max()))
        axes[title].set_xlabel(length.unit)
    for panel in axes.values():
        percent_axis(panel, top=1.05 * highest)
        panel.set_xlim(0, last + 1)
        whole_numbers(panel.xaxis)
    key(figure, colours)
    return Figure(
        f"{length.name}_by_ending",
        figure,
        f"How many {length.unit} games of {subject.called} last{subject.where}: the share of games, by how "
        "they end.",
        f"One panel per number of players, one bar per number of {length.unit}, parted by ending.",
    )
