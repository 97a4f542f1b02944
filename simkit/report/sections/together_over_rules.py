"""Reports what rules, numbers and strategies' parameters do to how often players win together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from simkit.experiment.factors import COMPONENT, are_numbers, heading
from simkit.experiment.keys import is_of_players
from simkit.report.document.blocks import Finding, Part, Section, Surprise, Table
from simkit.report.effects.averaging import average_or_ends, may_be_averaged
from simkit.report.effects.effects import Effects
from simkit.report.facts.paired import is_nothing
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.settings import STRATEGIES
from simkit.report.sections.curve_over_factor import curve_sections
from simkit.report.sections.effects_of_factor import all_changes, change_section, finding_of
from simkit.report.sections.together import TABLE, Together
from simkit.report.words import opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import is_significant, percent


@dataclass(frozen=True)
class TogetherByRules(Part):
    """What each level of a varied rule does to how often the best strategy wins together."""

    together: Together

    @cached_property
    def changes(self) -> list[Effects]:
        """The effects of varied rules; who plays, components and numbers have parts of their own."""
        others = {COMPONENT, *TABLE, *numbers_of(self.together)}
        every = [own for own in all_changes(self.together.wins) if own.factor not in others]
        return [own for own in map(self._of_the_best, every) if own.pairs]

    def findings(self) -> list[Finding]:
        """Return a finding for each rule."""
        return [finding_of(change) for change in self.changes]

    def sections(self) -> list[Section]:
        """Return a section for each rule."""
        return [change_section(change) for change in self.changes]

    def _of_the_best(self, change: Effects) -> Effects:
        """Return the effects of a factor for the best strategy, where strategies are varied."""
        if not set(STRATEGIES) & set(change.others):
            return change
        pairs = tuple(pair for pair in change.pairs if pair.series == self.together.best)
        return replace(change, pairs=pairs)


@dataclass(frozen=True)
class TogetherOverNumbers(Part):
    """How often players win together over every factor of numbers except the number of players."""

    together: Together

    def findings(self) -> list[Finding]:
        """Return for each factor what its highest number does against its lowest."""
        found = map(self._finding, numbers_of(self.together))
        return [finding for finding in found if finding]

    def sections(self) -> list[Section]:
        """Return the rate over each factor as curves."""
        return curve_sections(self.together.wins, numbers_of(self.together))

    def _finding(self, factor: str) -> Finding | None:
        """Return what the highest number does; None if no setting has both numbers, in an incomplete run."""
        run, wins = self.together.run, self.together.wins
        varied = [pl.col(name) == self.together.best for name in STRATEGIES if name in run.factors]
        own = run.levels.filter(*varied)
        low, *_, high = sorted(own[factor].unique(), key=float)
        rest = [name for name in run.factors if name != factor]
        settings = {
            level: {
                row[1:]: row[0]
                for row in own.filter(pl.col(factor) == level).select("scenario", *rest).rows()
            }
            for level in (low, high)
        }
        of_both = [setting for setting in settings[low] if setting in settings[high]]
        if not of_both:
            return None
        scenarios = {level: [found[setting] for setting in of_both] for level, found in settings.items()}
        effect = wins.effect(scenarios[low], scenarios[high])
        single = {
            levels_in_words(run, run.scenario(before), rest): wins.effect([before], [after])
            for before, after in zip(scenarios[low], scenarios[high], strict=True)
        }
        moved = average_or_ends(single, effect, "the settings")
        words, name = self.together.words, opening(heading(factor))
        if not may_be_averaged(single):
            said = f"{name}: {high} instead of {low} changes the {words.result.rate}, {moved}."
            furthest = max(map(abs, (own.value for own in single.values())))
            return Finding(said, furthest, Surprise.WHICH, factor)
        rates = [percent(wins.average(scenarios[level]).value) for level in (low, high)]
        change = moved if is_significant(effect) else "no significant difference"
        said = f"{name}: at {low}, {rates[0]} of games {words.games_do}, at {high}, {rates[1]}: {change}."
        return Finding(
            said, abs(effect.value), Surprise.NOTHING if is_nothing(effect) else Surprise.SIZE, factor
        )


@dataclass(frozen=True)
class TogetherOverParameters(Part):
    """Further means over every number that strategies are given, where players win together.

    Parameters
    ----------
    together : Together
        Whose.
    what : str
        What they are: "Story points".
    means : callable
        Returns, of a run, a table with the column scenario and a mean for each of `shown`.
    shown : mapping
        The columns, what each is called, and how a number is written.
    explanation : str
        What these are, for the caption.
    """

    together: Together
    what: str
    means: Callable[[RunDirectory], pl.DataFrame]
    shown: Mapping[str, tuple[str, Callable[[float], str]]]
    explanation: str

    def sections(self) -> list[Section]:
        """Return a table for each parameter."""
        return [
            Section(f"{self.what} over {heading(factor)}", [self._table(factor)])
            for factor in numbers_of(self.together)
            if is_of_players(factor)
        ]

    def _table(self, factor: str) -> Table:
        name, games = heading(factor), self.together.words.result.games
        rates = self.together.wins.rates.select("scenario", "estimate", pl.col(factor).alias(name))
        rows = self.together.frame.select("scenario", "players")
        for other in (rates, self.means(self.together.run)):
            rows = rows.join(other, on="scenario", maintain_order="left")
        shown = {"estimate": (games, percent)} | dict(self.shown)
        columns = (pl.col(column).alias(words) for column, (words, _) in shown.items())
        return Table(
            rows.select(name, "players", *columns),
            f"What {name} does: {self.explanation}.",
            dict(shown.values()),
        )


def numbers_of(together: Together) -> list[str]:
    """Return the factors of three or more numbers, except the number of players."""
    run = together.run
    levels = {factor: run.levels[factor].unique() for factor in run.factors if factor not in TABLE}
    return [factor for factor, own in levels.items() if len(own) > 2 and are_numbers(own)]
