"""Claims: what a sentence says, as values that any run of the same experiment can be asked about.

A claim names scenarios by their numbers, which are those of every run of an experiment, whatever its seed and
its number of games.  Each kind says in `holds` what it means, in terms of a run's tables alone::

    claim.holds(truth)      True, False, or None where that run can't tell
    claim.quantities        the numbers that the sentence prints, each with what it is of
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import permutations
from math import inf, isfinite
from typing import Any

import numpy as np

from simkit.document.blocks import Document
from simkit.results.paired import Counts, Floats, SideBySide, TwoRuns, places_of
from simkit.run.findings.ceiling import ceilings_of
from simkit.run.findings.fresh import fresh_games
from simkit.run.findings.minutes import minutes_of_games
from simkit.run.store.directory import RunDirectory
from simkit.run.store.parquet import GAMES, SEATS
from simkit.stats.estimates import (
    NUMBER,
    SHARE,
    UNKNOWN,
    Estimate,
    Unit,
    difference_of_shares,
    is_significant,
    mean_of,
    sum_of_independent,
    unpaired_difference,
    widened,
    widened_share,
)
from simkit.stats.extremes import furthest_from_zero
from simkit.stats.survival import in_blocks, survival_of
from simkit.stats.tally import Tally
from simkit.stats.whose import GAME

AT_CEILING = "ceiling"
"""Whose a column is of which the master's mean is meant, the ceiling under the rules of some scenarios."""


@dataclass(frozen=True)
class Of:
    """What a quantity is of: the mean of a column over some scenarios."""

    column: str
    scenarios: tuple[int, ...]
    whose: str = "game"
    """As estimates have it: "game", "player 0", "place 1"; of all seats of a player "strategy expert"; or
    `AT_CEILING`."""

    label: str = ""
    """Of a column of words, the word whose share it is."""

    run: int = 0
    """Of two runs that are compared, 0 for the first and 1 for the second.  Scenarios with the same levels
    have the first one's number in both."""

    def __sub__(self, other: Of) -> Contrast:
        return Contrast(((self, 1.0), (other, -1.0)))


DECIMALS = 9
"""To how many decimals constants are the same."""


@dataclass(frozen=True)
class Contrast:
    """A sum of means, each times a number, and a constant: a difference, a difference of differences."""

    terms: tuple[tuple[Of, float], ...]
    constant: float = 0.0

    def __neg__(self) -> Contrast:
        return Contrast(tuple((of, -times) for of, times in self.terms), -self.constant)

    @property
    def either_way(self) -> Hashable:
        """The same value for it and for its opposite."""
        return frozenset(
            (frozenset(contrast.terms), round(contrast.constant, DECIMALS)) for contrast in (self, -self)
        )

    def times(self, factor: float) -> Contrast:
        """Return it times a number."""
        return Contrast(tuple((of, factor * times) for of, times in self.terms), factor * self.constant)


Subject = Of | Contrast

_Term = tuple[Of, float]

_Key = tuple[str, str, int]
"""A column, whose, and of which run."""

Place = tuple[int, str]


def difference(one: Subject, other: Subject, sign: float = 1.0) -> Contrast:
    """Return the difference of two means, or of two contrasts, times a sign."""
    first, second = (
        of.times(times) if isinstance(of, Contrast) else Contrast(((of, times),))
        for of, times in ((one, sign), (other, -sign))
    )
    return Contrast((*first.terms, *second.terms), first.constant + second.constant)


@dataclass(frozen=True)
class Quantity:
    """A number that a sentence prints, and what it is of.

    Examples
    --------
    >>> (change,) = longer.document().answer.sentences[0].claims
    >>> isinstance(change, simkit.Claim), all(isinstance(one, simkit.Quantity) for one in change.quantities)
    (True, True)
    """

    estimate: Estimate
    of: Subject
    is_alone: bool = False
    """Whether it is printed without its interval."""

    is_fresh: bool = False
    """Whether it was measured on games that did not choose what it is of (`simkit.run.findings.fresh`)."""

    def is_covered(self, truth: Truth) -> bool | None:
        """Return whether the interval holds another run's value; None without an interval, or a value."""
        found = truth.value(self.of)
        if not (isfinite(self.estimate.low) and isfinite(found.value)):
            return None
        return not self.estimate.excludes(found.value)


class Truth:
    """A run of the same experiment, usually of many more games, by which claims are judged.

    Claims about two runs that are compared are judged by two such runs.

    Parameters
    ----------
    run : RunDirectory
        The run.
    other : RunDirectory, optional
        What the second of two compared runs is judged by.
    """

    def __init__(self, run: RunDirectory, other: RunDirectory | None = None) -> None:
        self.run = run
        self._two = TwoRuns(run, other) if other is not None else None
        self._is_counted = len(self._two.numbers if self._two else run.games_played) == 1
        self._read: dict[tuple[_Key, ...], list[SideBySide]] = {}
        self._values: dict[Subject, Estimate] = {}  # several claims of a page are about the same

    def _side_by_side(self, *ofs: Of) -> dict[_Key, SideBySide]:
        """Return the columns that some means are of, to be compared game by game with each other."""
        keys = tuple(dict.fromkeys(map(_key, ofs)))
        is_alone = len({key[:2] for key in keys}) == 1
        together = (keys,) if self._is_counted else tuple((key,) for key in keys)
        for group in together:
            if group not in self._read:
                self._read[group] = (
                    [self._two.read(*key, is_alone=is_alone) for key in group]
                    if self._two
                    else SideBySide.counted(self.run, *(key[:2] for key in group))
                )
        return {key: games for group in together for key, games in zip(group, self._read[group], strict=True)}

    def _games(self, of: Of, every: Sequence[Of] = ()) -> tuple[SideBySide, list[int]]:
        """Return the games of a mean over scenarios, and the places of these in them.

        `every`: all means, it among them, that are compared game by game.
        """
        games = self._side_by_side(*(every or [of]))[_key(of)]
        places = places_of(self.run, of.whose) if self._two is None else self._two.places(of.whose)
        if of.label:
            games = games.that_are(self._codes(of).index(of.label))
        return games, [places[scenario] for scenario in of.scenarios]

    def per_game(self, *ofs: Of) -> tuple[list[Floats], Counts | None]:
        """Return means over scenarios, each shape (n,), and how many games each entry is of.

        That is None where there is an entry for every game, in order.
        """
        each = [self._games(of, ofs) for of in ofs]
        return [games.per_game(places) for games, places in each], each[0][0].games

    def _codes(self, of: Of) -> Sequence[str]:
        """Return the words of a column of words, in the order of their codes."""
        run = self._two.runs[of.run] if self._two else self.run
        return next(
            list(column.labels)
            for column in run.columns(GAMES if of.whose == GAME.name else SEATS)
            if column.name == of.column
        )

    def outcomes(self, of: Of) -> tuple[Floats, Floats]:
        """Return the outcomes that a mean over scenarios is of, and how many games have each."""
        (found,), games = self.per_game(of)
        return found, np.ones(len(found)) if games is None else games.astype(np.float64)

    def as_printed(self, found: Quantity) -> Estimate:
        """Return what a quantity comes to here, with an interval of the kind that it is printed with."""
        own = found.of
        value = self.value(own) if isinstance(own, Contrast) else self.average(own)
        return replace(value, unit=found.estimate.unit)

    def average(self, of: Of) -> Estimate:
        """Return a mean over scenarios; of a share with an interval that is made for shares."""
        games, places = self._games(of)
        return games.average(places)

    def value(self, of: Subject) -> Estimate:
        """Return what a quantity is of comes to, with its interval."""
        if of not in self._values:
            terms = _terms(of)
            constant = 0.0 if isinstance(of, Of) else of.constant
            if _has_ceilings(of):
                self._values[of] = self._with_ceilings(of)
            elif self._two and not self._two.are_paired and {term.run for term, _ in terms} == {0, 1}:
                self._values[of] = self._unpaired(terms, constant)
            else:
                each, games = self.per_game(*(term for term, _ in terms))
                weighed = [times * own for (_, times), own in zip(terms, each, strict=True)]
                self._values[of] = mean_of(np.sum(weighed, axis=0) + constant, games=games)
        return self._values[of]

    def _unpaired(self, terms: Sequence[tuple[Of, float]], constant: float) -> Estimate:
        """Return a difference of two runs that share no luck."""
        tallies = []
        for run, sign in ((0, -1), (1, 1)):
            own = [(of, sign * times) for of, times in terms if of.run == run]
            each, games = self.per_game(*(of for of, _ in own))
            values = np.sum([times * found for (_, times), found in zip(own, each, strict=True)], axis=0)
            tallies.append(Tally.of_each(values, games))
        are_yes_no = len(terms) == 2 and all(
            self._games(of)[0].is_share and len(of.scenarios) == 1 for of, _ in terms
        )
        old, new = tallies
        found = unpaired_difference(old, new, shares=are_yes_no)
        return replace(
            found, value=found.value + constant, low=found.low + constant, high=found.high + constant
        )

    def _with_ceilings(self, of: Subject) -> Estimate:
        """Return a sum of ceilings, each of which was measured by itself, and of what games come to."""
        known, weights, games = ceilings_of(self.run), defaultdict[Place, float](float), list[_Term]()
        for term, times in _terms(of):
            if term.whose != AT_CEILING:
                games.append((term, times))
                continue
            for scenario in term.scenarios:
                weights[scenario, term.column] += times / len(term.scenarios)
        if not all(scenario in known and column in known[scenario].results for scenario, column in weights):
            return UNKNOWN
        parts = [(known[scenario].results[column], times) for (scenario, column), times in weights.items()]
        parts += [(self.value(Contrast(tuple(games))), 1.0)] if games else []
        constant = 0.0 if isinstance(of, Of) else of.constant
        return sum_of_independent(parts, constant)

    def is_above(self, of: Subject, bound: float = 0.0) -> bool | None:
        """Return whether a value is above a bound; None where the interval holds the bound."""
        found = self.value(of)
        if not isfinite(found.low):
            return None
        return True if found.low > bound else False if found.high < bound else None


def measured_anew(
    run: RunDirectory, chosen: Quantity, picked_from: int, other: RunDirectory | None = None
) -> Quantity:
    """Return a quantity that was chosen among others by the games of a run, measured on games that did not.

    Where there are none (`fresh_games`) its interval is widened for the choice.

    * `chosen`: as it was measured on the games that chose it.
    * `picked_from`: among how many it was chosen.
    * `other`: the second of two runs that are compared.
    """
    scenarios = [scenario for of, _ in _terms(chosen.of) for scenario in of.scenarios]
    fresh = [None if _has_ceilings(chosen.of) else fresh_games(run, scenarios)]
    if other is not None:
        same = TwoRuns(run, other).numbers
        fresh.append(fresh_games(other, [same[scenario] for scenario in scenarios]))
    known = [games for games in fresh if games is not None]
    if len(known) == len(fresh):
        return replace(chosen, estimate=Truth(*known).as_printed(chosen), is_fresh=True)
    wide = widened_share if chosen.estimate.unit == SHARE else widened
    return replace(chosen, estimate=wide(chosen.estimate, picked_from))


def _key(of: Of) -> _Key:
    return of.column, of.whose, of.run


def _terms(of: Subject) -> tuple[_Term, ...]:
    return ((of, 1.0),) if isinstance(of, Of) else of.terms


def _has_ceilings(of: Subject) -> bool:
    return any(term.whose == AT_CEILING for term, _ in _terms(of))


@dataclass(frozen=True)
class Claim:
    """What a sentence says.

    Examples
    --------
    >>> [claim.kind for claim in run.document().answer.sentences[0].claims]
    ['nothing']
    """

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

    @property
    def numbers(self) -> set[Hashable]:
        """What its numbers with intervals are of, whichever way round; of one without any, its subjects."""
        every = [quantity.of for quantity in self.quantities if not quantity.is_alone] or self.subjects
        return {of.either_way if isinstance(of, Contrast) else of for of in every}

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
            "subject": [_plain(of) for of in self.subjects or [quantity.of for quantity in self.quantities]],
            "quantities": [
                {"value": one.estimate.value, "low": one.estimate.low, "high": one.estimate.high,
                 "n": one.estimate.n, "unit": _plain(one.estimate.unit), "is_alone": one.is_alone,
                 "is_fresh": one.is_fresh, "of": _plain(one.of),
                 **({"truth": truth.value(one.of).value} if truth else {})}
                for one in self.quantities
            ],
            **{
                field.name: _plain(getattr(self, field.name))
                for field in fields(self)
                if field.name != "quantities"
            },
        }  # fmt: skip


def _plain(value: Any) -> Any:
    """Return a field of a claim as plain data."""
    match value:
        case Of():
            found: dict[str, Any] = {
                "column": value.column, "of": value.whose, "scenarios": list(value.scenarios)
            }  # fmt: skip
            found |= {"label": value.label} if value.label else {}
            return found | ({"run": value.run} if value.run else {})
        case Contrast():
            terms = [{"times": times, **_plain(of)} for of, times in value.terms]
            return {"terms": terms, "constant": value.constant}
        case Claim():
            return value.as_data()
        case Unit():
            return value.words.strip()
        case Estimate():
            return {name: inner for name, inner in asdict(value).items() if name not in ("method", "unit")}
        case tuple():
            return [_plain(inner) for inner in value]
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
        return _all(quantity.is_covered(truth) for quantity in self.quantities)


@dataclass(frozen=True)
class Change(Claim):
    """Something is more than something else: a contrast is above a bound.

    Its first quantity is the difference; the levels before and after may follow.
    """

    contrast: Subject
    bound: float = 0.0

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The contrast."""
        return (self.contrast,)

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the contrast is above the bound."""
        return truth.is_above(self.contrast, self.bound)


def change_or_nothing(effect: Quantity, levels: Sequence[Quantity], comparisons: int) -> Change | Nothing:
    """Return what may be claimed of a difference: that there is one, or that it lies within a margin.

    * `effect`: the difference, of a `Contrast`.
    * `levels`: what it is the difference of, before and after; may be empty.
    * `comparisons`: from how many differences it is picked.
    """
    if not is_significant(effect.estimate, comparisons):
        return nothing([effect], comparisons, levels)
    assert isinstance(effect.of, Contrast)
    contrast = effect.of if effect.estimate.value > 0 else -effect.of
    return Change(contrast, quantities=(effect, *levels))


def nothing(effects: Sequence[Quantity], comparisons: int, levels: Iterable[Quantity] = ()) -> Nothing:
    """Return the claim that each of some differences lies within the margin that their intervals show.

    Where a margin is so wide that what matters may lie within it, there are too few games: of points, beside
    the levels that are given.
    """
    margin = furthest_from_zero([effect.estimate for effect in effects], comparisons)
    contrasts = tuple(effect.of for effect in effects if isinstance(effect.of, Contrast))
    unit = effects[0].estimate.unit
    means = [abs(level.estimate.value) for level in levels]
    much = MUCH if unit == SHARE.of_changes else MUCH_OF_POINTS * max(means, default=inf)
    if not isfinite(margin) or 0 < much < margin:
        return TooFew(contrasts, margin, unit, min(effect.estimate.n for effect in effects), much or MUCH)
    return Nothing(contrasts, margin, unit)


def beside_fair(share: Quantity, fair: float, comparisons: int = 1) -> Change | Nothing:
    """Return what may be claimed of a share beside the fair one: more, less, or how near it is.

    * `share`: of an `Of`.
    * `fair`: what a seat of the same games wins on average.
    * `comparisons`: from how many shares it is picked.
    """
    return change_or_nothing(beyond_fair(share, fair), [share], comparisons)


def beyond_fair(share: Quantity, fair: float) -> Quantity:
    """Return by how much a share, of an `Of`, is above the fair one; it is not printed beside both."""
    estimate = share.estimate
    assert isinstance(share.of, Of)
    value, low, high = (end - fair for end in (estimate.value, estimate.low, estimate.high))
    beyond = Estimate(value, low, high, estimate.n, estimate.method, estimate.unit.of_changes)
    return replace(share, estimate=beyond, of=Contrast(((share.of, 1.0),), -fair), is_alone=True)


@dataclass(frozen=True)
class Extreme(Claim):
    """X is the most among some; of several together, each is more than all the rest."""

    first: tuple[Subject, ...]
    rest: tuple[Subject, ...]
    is_most: bool = True

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """Those that are the most."""
        return self.first

    def holds(self, truth: Truth) -> bool | None:
        """Return whether each of the first is beyond each of the rest."""
        sign = 1 if self.is_most else -1
        return _all(truth.is_above(difference(one, other, sign)) for one in self.first for other in self.rest)


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
    """Each of some changes is smaller than a margin, either way."""

    contrasts: tuple[Contrast, ...]
    margin: float
    unit: Unit = NUMBER
    """What the margin is counted in."""

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The changes."""
        return self.contrasts

    def holds(self, truth: Truth) -> bool | None:
        """Return whether all changes lie within the margin."""
        return _all(self._is_within(truth.value(contrast)) for contrast in self.contrasts)

    def _is_within(self, found: Estimate) -> bool | None:
        if not isfinite(found.low):
            return None if found.value else True
        if max(abs(found.low), abs(found.high)) <= self.margin:
            return True
        return False if found.low > self.margin or found.high < -self.margin else None


MUCH = 0.05
"""A difference of this share of games matters to a designer."""

MUCH_OF_POINTS = 0.2
"""So does one of this part of a mean number of points."""


@dataclass(frozen=True)
class TooFew(Nothing):
    """There are too few games to show whether some changes matter: their margin is wide."""

    games: int = 0
    """How many there are."""

    much: float = MUCH
    """The difference that matters."""

    @property
    def kind(self) -> str:
        """That of the claim that it makes: each change lies within the margin."""
        return Nothing.__name__.lower()

    @property
    def needed(self) -> float:
        """How many would show a change that matters."""
        return self.games * (self.margin / self.much) ** 2


@dataclass(frozen=True)
class Range(Claim):
    """A share of games, and not fewer, comes to what lies between two values."""

    of: Of
    low: float
    high: float
    share: float

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """What lies there."""
        return (self.of,)

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the share is as large, or larger by half a tenth at most where values are few."""
        games, weights = truth.outcomes(self.of)
        inside = float(weights[(games >= self.low) & (games <= self.high)].sum() / weights.sum())
        return inside > self.share - ROUNDED


@dataclass(frozen=True)
class Duration(Claim):
    """A share of games, and not fewer, takes between two numbers of minutes at the table."""

    scenarios: tuple[int, ...]
    low: float
    high: float
    share: float

    @property
    def numbers(self) -> set[Hashable]:
        """The minutes of these games."""
        return {(self.kind, self.scenarios)}

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the share is as large, or larger by half a tenth; None if no games were logged."""
        if not truth.run.has_events:
            return None
        minutes = minutes_of_games(truth.run, list(self.scenarios))["minutes"].to_numpy()
        inside = (minutes >= self.low - HALF) & (minutes <= self.high + HALF)
        return bool(inside.mean() > self.share - ROUNDED)


HALF = 0.5
"""How far minutes that are written without decimals may lie from the true ones."""

ROUNDED = 0.05
"""How far a share in words, such as nine in ten, may lie from the true one."""


@dataclass(frozen=True)
class Several(Claim):
    """At least a number of some claims hold."""

    claims: tuple[Claim, ...]
    at_least: int

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """What the claims are about."""
        return tuple(of for claim in self.claims for of in claim.subjects)

    @property
    def numbers(self) -> set[Hashable]:
        """Its numbers; without any, all its subjects as one: a count says nothing of a single one."""
        return super().numbers if self.quantities else {frozenset(super().numbers)}

    def holds(self, truth: Truth) -> bool | None:
        """Return whether at least that number hold."""
        known = [claim.holds(truth) for claim in self.claims]
        if known.count(True) >= self.at_least:
            return True
        return False if len(known) - known.count(False) < self.at_least else None


@dataclass(frozen=True)
class BehindBest(Claim):
    """Somebody comes to less than the best known player; or to less by at most a margin.

    The games of the best known player are recorded with the game and are in no run's tables.  The claim is
    true or false where another run's value and the recorded one tell it together, each with its interval.
    """

    of: Of
    best: Estimate
    at_most: float | None = None
    sign: int = 1
    """-1 where less is better."""

    @property
    def behind(self) -> Contrast:
        """By how much the recorded value is above the mean."""
        return Contrast(((self.of, -1.0),), self.best.value)

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The difference."""
        return (self.behind,)

    def holds(self, truth: Truth) -> bool | None:
        """Return whether the difference is above 0, or within the margin."""
        found = difference_of_shares(truth.value(self.of), self.best)
        low, high = sorted((self.sign * found.low, self.sign * found.high))
        if not isfinite(low):
            return None
        bound = 0.0 if self.at_most is None else self.at_most
        is_above = True if low > bound else False if high <= bound else None
        return is_above if self.at_most is None or is_above is None else not is_above


@dataclass(frozen=True)
class BestBelow(Claim):
    """Even the best known player comes to less than a bound.

    No run's tables can show that it does.  A run refutes it whose own player comes to more; else it is open.
    """

    of: Of
    """What a player of the run comes to under the same rules."""

    best: Estimate
    bound: float

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The rules, by what is won under them."""
        return (self.of,)

    def holds(self, truth: Truth) -> bool | None:
        """Return False if a player of the run is above the bound, else None."""
        return False if truth.is_above(self.of, self.bound) else None


@dataclass(frozen=True)
class Cycle(Claim):
    """Each of some players beats the next one, and the last the first; or no players do."""

    leads: tuple[Contrast, ...]
    """By how much each is ahead of the next; of no cycle, one of every two players of the other."""

    is_one: bool = True

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The leads."""
        return self.leads

    def holds(self, truth: Truth) -> bool | None:
        """Return whether all beat the next one; of no cycle, whether no three players beat each other."""
        if self.is_one:
            return _all(truth.is_above(lead) for lead in self.leads)
        beats: dict[tuple[str, str], bool | None] = {}
        for lead in self.leads:
            one, other = (of.whose for of, _ in lead.terms)
            beats[one, other] = is_above = truth.is_above(lead)
            beats[other, one] = None if is_above is None else not is_above
        threes = permutations({whose for pair in beats for whose in pair}, 3)
        cycles = {_all(beats[pair] for pair in ((a, b), (b, c), (c, a))) for a, b, c in threes}
        return False if True in cycles else None if None in cycles else True


@dataclass(frozen=True)
class Survivors(Claim):
    """Some players survive in a population that copies what wins, and no others."""

    first: tuple[str, ...]
    """Whose results they are, as an `Of` has it."""

    leads: tuple[Contrast, ...]
    """One of every two players: by how much it is ahead of the other."""

    @property
    def subjects(self) -> tuple[Subject, ...]:
        """The leads."""
        return self.leads

    def holds(self, truth: Truth) -> bool | None:
        """Return whether just these survive."""
        blocks = {}
        for lead in self.leads:
            (one, _), (other, _) = lead.terms
            (own, its), _ = truth.per_game(one, other)
            blocks[one.whose, other.whose] = in_blocks(own - its)
        found = survival_of(list(dict.fromkeys(whose for pair in blocks for whose in pair)), blocks)
        return set(found.alive) == set(self.first) if found.is_settled else None


class Sentence(str):
    """A sentence of a report, with the claims that it makes."""

    __slots__ = ("again", "claims", "told")
    claims: tuple[Claim, ...]
    told: Mapping[str, str]
    """The levels of its setting, by factor; "" of a factor of which it is about several levels."""

    again: Callable[[Mapping[str, str]], Sentence] | None
    """Says the same where some levels were said before."""

    def __new__(cls, words: str, *claims: Claim) -> Sentence:
        """Return a sentence."""
        made = super().__new__(cls, words)
        made.claims, made.told, made.again = claims, {}, None
        return made


def in_turn(sentences: Iterable[str]) -> list[str]:
    """Return sentences to be read one after another: none names a setting that is already the talk."""
    found, said = list[str](), dict[str, str]()
    for sentence in sentences:
        own = sentence
        if isinstance(own, Sentence) and own.again is not None:
            own = own.again(said) if said else own
            said = {factor: level for factor, level in {**said, **own.told}.items() if level}
        else:
            said = {}
        found.append(own)
    return found


def claims_of(words: str) -> tuple[Claim, ...]:
    """Return what a sentence claims; nothing if it does not say so in values."""
    return words.claims if isinstance(words, Sentence) else ()


def claims_in(report: Document) -> list[tuple[str, Claim]]:
    """Return the claims of a report's page one and findings, each with the sentence that makes it."""
    answer = report.answer.sentences if report.answer else ()
    said = [
        str(finding) if not isinstance(finding, str) else finding for finding in (*answer, *report.findings)
    ]
    return [(str(sentence), claim) for sentence in said for claim in claims_of(sentence)]
