"""What rules and numbers do to how often castaways are rescued."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from simkit import report as r
from simkit.reports.shared.castaways_together import STRATEGIES, TABLE, Together, numbers_of


def by_rules(together: Together) -> r.Part:
    """Return what each level of a varied rule changes for the best strategy.

    Who plays, components and numbers have parts of their own.
    """
    effects = r.EffectsOfFactors(together.wins, together.best)
    others = {"component", *TABLE, *numbers_of(together.run)}
    effects.changes = [own for own in effects.changes if own.factor not in others]
    return r.OwnPart(findings=effects.findings(), sections=effects.sections())


@dataclass(frozen=True)
class OverNumbers(r.Part):
    """How often castaways are rescued over every factor of numbers except the number of players."""

    together: Together

    def findings(self) -> list[r.Finding]:
        """Return for each factor what its highest number does against its lowest."""
        return [found for factor in numbers_of(self.together.run) for found in self._findings(factor)]

    def sections(self) -> list[r.Section]:
        """Return the rate over each factor as curves."""
        return r.CurvesOverFactors(self.together.wins, numbers_of(self.together.run)).sections()

    def _findings(self, factor: str) -> list[r.Finding]:
        """Return what the highest number does; none if no setting has both numbers, in an incomplete run."""
        run, wins = self.together.run, self.together.wins
        varied = [pl.col(name) == self.together.best for name in STRATEGIES if name in run.factors]
        own = run.levels.filter(*varied)
        low, *_, high = sorted(own[factor].unique(), key=float)
        rest = [name for name in run.factors if name != factor]
        before, after = (
            {row[1:]: row[0] for row in own.filter(pl.col(factor) == level).select("scenario", *rest).rows()}
            for level in (low, high)
        )
        pairs = [(before[setting], after[setting]) for setting in before if setting in after]
        if not pairs:
            return []
        first, last = map(list, zip(*pairs, strict=True))
        effect = wins.effect(first, last)
        single = {
            r.levels_in_words(run, run.scenario(one), rest): wins.effect([one], [other])
            for one, other in pairs
        }
        moved, name = (
            r.average_or_ends(single, effect, "the settings"),
            r.opening(r.short_label(run.game.knobs, factor)),
        )
        if not r.may_be_averaged(single):
            words = f"{name}: {high} instead of {low} changes the rescue rate, {moved}."
            furthest = max(abs(own.value) for own in single.values())
            return [r.Finding(words, furthest, r.Surprise.WHICH, factor)]
        rates = [r.percent(wins.average(scenarios).value) for scenarios in (first, last)]
        change = moved if r.is_significant(effect) else "no significant difference"
        words = f"{name}: at {low}, {rates[0]} of games end with a rescue, at {high}, {rates[1]}: {change}."
        surprise = r.Surprise.NOTHING if r.is_nothing(effect) else r.Surprise.SIZE
        return [r.Finding(words, abs(effect.value), surprise, factor)]
