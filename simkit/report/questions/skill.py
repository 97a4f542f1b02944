"""Answers what mistakes cost: how much less is won by a player that overlooks moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial

from simkit.document.blocks import InShort
from simkit.experiment.about import AskedAbout
from simkit.report.questions.number import Curve, Numbers
from simkit.results.claims import Change, Claim, Quantity, Sentence, measured_anew
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import is_significant

USUAL = 0.1
"""The share of overlooked moves that is quoted, or the one nearest to it that was played."""

TOGETHER = 2
"""The most players that one sentence is about."""

MOST_FIGURES = 4


def answer_skill(run: RunDirectory, asked: AskedAbout) -> InShort | None:
    """Return what mistakes cost each player; None where all make the same, so that nobody wins by them."""
    found = Numbers.read(run, asked.factor)
    curves = tuple(
        curve for curve in found.curves if not (curve.line.is_place and curve.line.result.is_share)
    )
    return Mistakes(replace(found, curves=curves)).headline() if curves else None


@dataclass(frozen=True)
class Mistakes:
    """What overlooked moves cost the players of a run."""

    numbers: Numbers
    """How results follow the share of overlooked moves."""

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The curves of all players, the strongest first."""
        return self.numbers.curves

    @cached_property
    def quoted(self) -> int:
        """The place of the share of overlooked moves that is quoted."""
        shares = self.curves[0].numbers
        return min(range(1, len(shares)), key=lambda at: abs(shares[at] - USUAL))

    def headline(self) -> InShort:
        """Return what page one says of it."""
        costs = [curve.moved(self.quoted, len(self.curves)) for curve in self.curves]
        said = [self._say(*costs[at : at + TOGETHER]) for at in range(0, len(costs), TOGETHER)]
        behind = [self._say(change) for change in self._behind()]
        return InShort(
            [*said[:2], *behind],
            key_figures=[
                self.numbers.voice.key_figure(curve.quantity(0, self.quoted))
                for curve in self.curves[:MOST_FIGURES]
            ],
            draw=partial(self.numbers.figure, costs[:TOGETHER]),
            findings=said[2:],
        )

    def _say(self, *claims: Claim) -> Sentence:
        return self.numbers.voice.say(*claims)

    def _behind(self) -> list[Change]:
        """Return with the fewest mistakes that put the strongest player behind the next, which makes none."""
        if len(self.curves) < 2:
            return []
        first, second = self.curves[:2]
        if first.line.wins.of != second.line.wins.of or first.rates[0].value <= second.rates[0].value:
            return []
        for place in range(1, len(first.levels)):
            lead = first.line.wins.effect(second.scenarios[0], first.scenarios[place])
            if lead.value < 0 and is_significant(lead, first.last):
                contrast = first.line.contrast(second.scenarios[0], first.scenarios[place])
                lead_anew = measured_anew(self.numbers.run, Quantity(lead, contrast), first.last)
                return [Change(-contrast, quantities=(lead_anew,))]
        return []
