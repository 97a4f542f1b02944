"""Says claims: a template for each kind, with names that follow from what the claim's numbers are of.

For example ``Voice(run).say(change)``: "With sides 6 instead of 10 an expert wins 98.1 % of games ...".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from simkit.document.blocks import KeyFigure
from simkit.language import after, opening
from simkit.results.claims import (
    BehindBest,
    BestBelow,
    Change,
    Claim,
    Contrast,
    Cycle,
    Duration,
    Extreme,
    Level,
    Nothing,
    Of,
    Order,
    Quantity,
    Range,
    Sentence,
    Several,
    Survivors,
    Trend,
    Turning,
)
from simkit.stats.estimates import percent
from simkit.words.ceilings import behind_best, best_below
from simkit.words.changes import change, nothing
from simkit.words.counts import several
from simkit.words.extremes import cycle, extreme, order, survivors
from simkit.words.names import Names, first, is_beside_fair, than_fair
from simkit.words.values import duration, level, range_of_games, trend, turning

Template = Callable[[Any, Any, Claim | None], str]
"""Says a claim of one kind, after the claim before it in the sentence."""


class Voice(Names):
    """Says claims of a run."""

    templates: ClassVar[Mapping[type[Claim], Template]] = {
        Level: level,
        Change: change,
        Nothing: nothing,
        Extreme: extreme,
        Order: order,
        Trend: trend,
        Turning: turning,
        Several: several,
        Range: range_of_games,
        BehindBest: behind_best,
        BestBelow: best_below,
        Duration: duration,
        Cycle: cycle,
        Survivors: survivors,
    }

    def say(self, *claims: Claim, because: str = "", following: Claim | None = None) -> Sentence:
        """Return a sentence that makes some claims, the main one first, with what explains them.

        One that is about the same change as the claim before it does not name the change again; the first one
        follows a claim of the sentence before, if that is given.
        """
        said = ["then "] if following is not None and self.follows(claims[0], following) else [""]
        previous = following
        for claim in claims:
            said.append(self.templates[type(claim)](self, claim, previous))
            previous = claim
        head, *clauses = said
        return Sentence(f"{opening(head + '; '.join(clauses))}{after(because, ': ')}.", *claims)

    def key_figure(self, quantity: Quantity) -> KeyFigure:
        """Return a number with whose it is and where."""
        of, value, line = quantity.of, quantity.estimate, self.line(quantity.of)
        if isinstance(of, Contrast) and is_beside_fair(of):
            doer, where = self.doer(of), self.where(first(of))
            meaning = f"of games: {doer.subject} {doer.verb}{where} (fair: {than_fair(of)})"
            return KeyFigure(percent(value.value - of.constant), meaning)
        if isinstance(of, Of):
            meaning = f"{line.result.rate if line else ''}{self.against(of)}{self.where(of)}"
        else:
            shift = self.shift(of)
            meaning = f"{self.instead(shift)}{self.setting(shift)}"
        return KeyFigure(f"{value:alone}", f"{f'{line.key}: ' if line else ''}{meaning}")
