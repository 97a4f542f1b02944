"""Says claims: a template for each kind, with names that follow from what the claim's numbers are of.

For example ``Voice(run).say(change)``: "With sides 6 instead of 10 an expert wins 98.1 % of games ...".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from simkit.document.blocks import KeyFigure
from simkit.experiment.factors import level_in_words
from simkit.language import opening
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
    TooFew,
    Trend,
    Turning,
)
from simkit.stats.estimates import percent
from simkit.words.ceilings import behind_best, best_below
from simkit.words.changes import change, nothing, too_few
from simkit.words.counts import several
from simkit.words.extremes import cycle, extreme, order, survivors
from simkit.words.names import Names, first, is_beside_fair, is_short, than_fair
from simkit.words.values import duration, level, range_of_games, trend, turning

Template = Callable[[Any, Any, Claim | None], str | Sequence[str]]
"""Says a claim of one kind, in one clause or several, after the claim before it in the sentence."""


@dataclass(frozen=True)
class _Clause:
    """Words of a sentence, with the numbers that it prints."""

    words: str
    numbers: tuple[Quantity, ...] = ()

    def followed_by(self, other: _Clause, joint: str = "; ") -> list[_Clause]:
        """Return both in one sentence if it can be read at once; else each as its own."""
        both = _Clause(f"{self.words}{joint}{other.words}", (*self.numbers, *other.numbers))
        return [both] if both.is_short else [self, other]

    @property
    def is_short(self) -> bool:
        """Whether it has few words, and few numbers with intervals."""
        return is_short(self.words, sum(not number.is_alone for number in self.numbers))


class Voice(Names):
    """Says claims of a run."""

    templates: ClassVar[Mapping[type[Claim], Template]] = {
        Level: level,
        Change: change,
        Nothing: nothing,
        TooFew: too_few,
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

    def say_as_printed(self, levels: Mapping[str, str], *claims: Claim) -> Sentence:
        """Return a sentence that makes some claims of a setting with the rules as printed, which leads it."""
        knobs = self.run.game.knobs
        words = ", ".join(level_in_words(factor, level, knobs) for factor, level in levels.items())
        sentence = self.after(levels).say(*claims, lead=f"as printed ({words}), ")
        sentence.told, sentence.again = levels, lambda _said: self.say_as_printed(levels, *claims)
        return sentence

    def after(self, said: Mapping[str, str]) -> Self:
        """Return one that does not name some more levels, which were said before."""
        other = copy(self)
        other._said, other.told = {**self._said, **said}, {}
        return other

    def say(
        self,
        *claims: Claim,
        lead: str = "",
        because: Sequence[str] = (),
        also: Sequence[Claim] = (),
        following: Claim | None = None,
    ) -> Sentence:
        """Return a sentence that makes some claims, the main one first, with what explains them.

        One that is about the same change as the claim before it does not name the change again; the first one
        follows a claim of the sentence before, if that is given.  What `because` claims stands in `also`.
        """
        then = "then " if following is not None and self.follows(claims[0], following) else lead
        self.before, previous, said = following, following, list[_Clause]()
        several = self.differing(first(of).scenarios for stated in claims for of in stated.subjects)
        self.told = dict.fromkeys(several, "")
        before = self._said
        self._said = {factor: level for factor, level in before.items() if factor not in several}
        for claim in claims:
            words = self.templates[type(claim)](self, claim, previous)
            for part in [words] if isinstance(words, str) else words:
                clause = _Clause(part, claim.quantities)
                said = [*said[:-1], *said[-1].followed_by(clause)] if said else [clause]
            previous = claim
        said[0] = replace(said[0], words=then + said[0].words)
        for reason in because:
            said = [*said[:-1], *said[-1].followed_by(_Clause(reason), ": ")]
        found = Sentence(" ".join(f"{opening(clause.words)}." for clause in said), *claims, *also)
        found.told, self._said = self.told, before
        found.again = lambda levels: self.after(levels).say(
            *claims, lead=lead, because=because, also=also, following=following
        )
        return found

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
        who = f"{line.subject.partition(' against ')[0]}: " if line else ""
        return KeyFigure(f"{value:alone}", f"{who}{meaning}")
