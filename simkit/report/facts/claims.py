"""Claims: what a sentence says, as values that any run of the same experiment can be asked about.

A claim names scenarios by their numbers, which are those of every run of an experiment, whatever its seed and
its number of games.  Each kind says in `holds` what it means, in terms of a run's tables alone::

    claim.holds(truth)      True, False, or None where that run can't tell
    claim.quantities        the numbers that the sentence prints, each with what it is of
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from simkit.report.document.blocks import Document
from simkit.report.facts.paired import Floats, SideBySide, places_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, Unit, mean_of


@dataclass(frozen=True)
class Of:
    """What a quantity is of: the mean of a column over some scenarios."""

    column: str
    scenarios: tuple[int, ...]
    whose: str = "game"
    """As estimates have it: "game", "player 0", "place 1"."""

    label: str = ""
    """Of a column of words, the word whose share it is."""

    def __sub__(self, other: Of) -> Contrast:
        return Contrast(((self, 1.0), (other, -1.0)))


@dataclass(frozen=True)
class Contrast:
    """A sum of means, each times a number, and a constant: a difference, a difference of differences."""

    terms: tuple[tuple[Of, float], ...]
    constant: float = 0.0

    def __neg__(self) -> Contrast:
        return Contrast(tuple((of, -times) for of, times in self.terms), -self.constant)


Subject = Of | Contrast


@dataclass(frozen=True)
class Quantity:
    """A number that a sentence prints, and what it is of."""

    estimate: Estimate
    of: Subject
    is_alone: bool = False
    """Whether it is printed without its interval."""

    def is_covered(self, truth: Truth) -> bool | None:
        """Return whether the interval holds another run's value; None without an interval, or a value."""
        found = truth.value(self.of)
        if not (isfinite(self.estimate.low) and isfinite(found.value)):
            return None
        return not self.estimate.excludes(found.value)


class Truth:
    """A run of the same experiment, usually of many more games, by which claims are judged."""

    def __init__(self, run: RunDirectory) -> None:
        self.run = run
        self._read: dict[tuple[str, str], SideBySide] = {}
        self._values: dict[Subject, Estimate] = {}  # several claims of a page are about the same

    def _side_by_side(self, of: Of) -> SideBySide:
        key = of.column, of.whose
        if key not in self._read:
            self._read[key] = SideBySide.read(self.run, *key)
        return self._read[key]

    def per_game(self, of: Of) -> Floats:
        """Return a mean over scenarios, shape (n,): of every game, or of each different outcome."""
        games, places = self._side_by_side(of), places_of(self.run, of.whose)
        if of.label:
            games = games.that_are(self._codes[of.column].index(of.label))
        return games.per_game([places[scenario] for scenario in of.scenarios])

    @cached_property
    def _codes(self) -> Mapping[str, Sequence[str]]:
        game = self.run.game
        return {own.name: list(own.labels) for own in (*game.columns, *game.seat_columns) if own.labels}

    def value(self, of: Subject) -> Estimate:
        """Return what a quantity is of comes to, with its interval."""
        if of not in self._values:
            terms = ((of, 1.0),) if isinstance(of, Of) else of.terms
            each = [times * self.per_game(own) for own, times in terms]
            games = self._side_by_side(terms[0][0]).games
            whole = np.sum(each, axis=0) + (0.0 if isinstance(of, Of) else of.constant)
            self._values[of] = mean_of(whole, games=games)
        return self._values[of]

    def is_above(self, of: Subject, bound: float = 0.0) -> bool | None:
        """Return whether a value is above a bound; None where the interval holds the bound."""
        found = self.value(of)
        if not isfinite(found.low):
            return None
        return True if found.low > bound else False if found.high < bound else None


@dataclass(frozen=True)
class Claim:
    """What a sentence says."""

    quantities: tuple[Quantity, ...] = field(default=(), kw_only=True)
    """The numbers that it prints."""

    @property
    def kind(self) -> str:
        """The kind of claim, as tables of claims have it: "change"."""
        return type(self).__name__.lower()

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """What it is about, beside its quantities."""
        return ()

    def holds(self, truth: Truth) -> bool | None:
        """Return whether it is so in another run; None where that run can't tell."""
        raise NotImplementedError

    def as_data(self, truth: Truth | None = None) -> dict[str, Any]:
        """Return it as plain data: enough to judge it by any run's tables.

        Beside its subject and quantities that is what its kind is about: the rest of an extreme, the margin
        of a nothing.  With another run, each quantity has that run's value beside its own.
        """
        return {
            "kind": self.kind,
            "subject": [_plain(own) for own in self.subjects or [own.of for own in self.quantities]],
            "quantities": [
                {"value": own.estimate.value, "low": own.estimate.low, "high": own.estimate.high,
                 "n": own.estimate.n, "unit": _plain(own.estimate.unit), "is_alone": own.is_alone,
                 "of": _plain(own.of), **({"truth": truth.value(own.of).value} if truth else {})}
                for own in self.quantities
            ],
            **{own.name: _plain(getattr(self, own.name)) for own in fields(self) if own.name != "quantities"},
        }  # fmt: skip


def _plain(value: Any) -> Any:
    """Return a field of a claim as plain data."""
    match value:
        case Of():
            found = {"column": value.column, "of": value.whose, "scenarios": list(value.scenarios)}
            return found | ({"label": value.label} if value.label else {})
        case Contrast():
            terms = [{"times": times, **_plain(own)} for own, times in value.terms]
            return {"terms": terms, "constant": value.constant}
        case Claim():
            return value.as_data()
        case Unit():
            return value.words.strip()
        case tuple():
            return [_plain(own) for own in value]
    return value


def _all(parts: Iterator[bool | None]) -> bool | None:
    """Return whether all parts hold: False if one does not, None if one is open."""
    known = list(parts)
    return False if False in known else None if None in known else True


@dataclass(frozen=True)
class Level(Claim):
    """X is q: no more than its quantities say."""

    def holds(self, truth: Truth) -> bool | None:
        """Return whether its intervals hold the other run's values."""
        return _all(own.is_covered(truth) for own in self.quantities)


@dataclass(frozen=True)
class Change(Claim):
    """Something is more than something else: a contrast is above a bound."""

    contrast: Subject
    bound: float = 0.0

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The contrast."""
        return (self.contrast,)

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the contrast is above the bound."""
        return truth.is_above(self.contrast, self.bound)


@dataclass(frozen=True)
class Extreme(Claim):
    """X is the most among some; of several together, each is more than all the rest."""

    first: tuple[Of, ...]
    rest: tuple[Of, ...]
    is_most: bool = True

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Those that are the most."""
        return self.first

    def holds(self, truth: Truth) -> bool | None:
        """Return whether each of the first is beyond each of the rest."""
        sign = 1 if self.is_most else -1
        return _all(
            truth.is_above(Contrast(((one, float(sign)), (other, float(-sign)))))
            for one in self.first
            for other in self.rest
        )


@dataclass(frozen=True)
class Order(Claim):
    """Some are in an order, the most first."""

    ranked: tuple[Of, ...]

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Those in the order."""
        return self.ranked

    def holds(self, truth: Truth) -> bool | None:
        """Return whether each is above the next."""
        pairs = zip(self.ranked, self.ranked[1:], strict=False)
        return _all(truth.is_above(one - other) for one, other in pairs)


@dataclass(frozen=True)
class Trend(Claim):
    """A part of a change lies between two levels: more than a share of the whole."""

    part: Contrast
    whole: Contrast
    share: float

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The part and the whole."""
        return self.part, self.whole

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the part is more than its share of the whole."""
        sign = 1 if truth.value(self.whole).value >= 0 else -1
        terms = [(of, sign * times) for of, times in self.part.terms]
        terms += [(of, -sign * self.share * times) for of, times in self.whole.terms]
        return truth.is_above(Contrast(tuple(terms)))


@dataclass(frozen=True)
class Turning(Claim):
    """A rising or falling curve passes a value between two of its levels."""

    below: Of
    above: Of
    bound: float

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Both levels."""
        return self.below, self.above

    def holds(self, truth: Truth) -> bool | None:
        """Return whether one level lies below the value, and the other above it."""
        below = truth.is_above(self.below, self.bound)
        return _all(iter((None if below is None else not below, truth.is_above(self.above, self.bound))))


@dataclass(frozen=True)
class Nothing(Claim):
    """A change is smaller than a margin, either way."""

    contrast: Subject
    margin: float

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The change."""
        return (self.contrast,)

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the change lies within the margin."""
        found = truth.value(self.contrast)
        if not isfinite(found.low):
            return None if found.value else True
        if max(abs(found.low), abs(found.high)) <= self.margin:
            return True
        return False if found.low > self.margin or found.high < -self.margin else None


@dataclass(frozen=True)
class Several(Claim):
    """At least a number of some claims hold."""

    claims: tuple[Claim, ...]
    at_least: int

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """What the claims are about."""
        return tuple(of for own in self.claims for of in own.subjects)

    def holds(self, truth: Truth) -> bool | None:
        """Return whether at least that number hold."""
        known = [own.holds(truth) for own in self.claims]
        if known.count(True) >= self.at_least:
            return True
        return False if len(known) - known.count(False) < self.at_least else None


@dataclass(frozen=True)
class Mixed(Several):
    """Settings disagree: each of the claims, which are opposite ones, holds."""


def claims_in(report: Document) -> list[tuple[str, Claim]]:
    """Return the claims of a report's page one and findings, each with the sentence that makes it."""
    answer = report.answer.sentences if report.answer else ()
    said = [own for own in (*answer, *report.findings) if isinstance(own, Sentence)]
    return [(str(sentence), claim) for sentence in said for claim in sentence.claims]


class Sentence(str):
    """A sentence of a report, with the claims that it makes."""

    __slots__ = ("claims",)
    claims: tuple[Claim, ...]

    def __new__(cls, words: str, *claims: Claim) -> Sentence:
        """Return a sentence."""
        made = super().__new__(cls, words)
        made.claims = claims
        return made
