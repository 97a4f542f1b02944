"""What rules and numbers do to how often castaways are rescued."""

from __future__ import annotations

from dataclasses import dataclass

from simkit import report as r
from simkit.reports.shared.castaways_together import TABLE, Together, numbers_of


def by_rules(together: Together) -> r.Part:
    """Return what each level of a varied rule changes for the best strategy.

    Who plays, components and numbers have parts of their own.
    """
    effects = r.EffectsOfFactors(together.wins, together.best)
    others = {"component", *TABLE, *numbers_of(together.run)}
    effects.changes = [change for change in effects.changes if change.factor not in others]
    return r.OwnPart(findings=effects.findings(), sections=effects.sections())


@dataclass(frozen=True)
class OverNumbers(r.Part):
    """How often castaways are rescued over every factor of numbers except the number of players."""

    together: Together

    def findings(self) -> list[r.Finding]:
        """Return what each number does; of one that no player met at all its levels, nothing."""
        every = (r.Numbers.read(self.together.run, factor) for factor in numbers_of(self.together.run))
        return [result.finding() for result in every if result.curves]

    def sections(self) -> list[r.Section]:
        """Return the rate over each factor as curves."""
        return r.CurvesOverFactors(self.together.wins, numbers_of(self.together.run)).sections()
