"""Says claims: a template for each kind, with names that follow from what the claim's numbers are of.

The player is the one whose results they are, a change is that of the levels in which two groups of scenarios
differ, the setting is made of the levels that both have::

    Voice(run).say(change, other_change)    # With sides 6 instead of 10 an expert wins 98.1 % of games ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite, nan
from typing import Any

import polars as pl

from simkit.engine.base.columns import END
from simkit.experiment.factors import are_numbers, with_change, with_level
from simkit.experiment.keys import is_of_players
from simkit.report.document.blocks import KeyFigure
from simkit.report.facts.claims import (
    AT_CEILING,
    Change,
    Claim,
    Contrast,
    Extreme,
    Level,
    Nothing,
    Of,
    Order,
    Quantity,
    Range,
    Sentence,
    Several,
    Subject,
    Trend,
    Turning,
)
from simkit.report.facts.columns import column_of, game_columns, seat_columns
from simkit.report.facts.people import counted
from simkit.report.facts.players import BEST
from simkit.report.facts.result import measures_of
from simkit.report.facts.wins import BEYOND_FAIR
from simkit.report.say.levels import NONE, named, parts_by_level
from simkit.report.say.lines import Line, lines_of
from simkit.report.words import after, at_least, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, ROUNDING, SHARE, Estimate, number
from simkit.stats.whose import GAME, PLACE, whose
from simkit.words import listed, plural

FRESH = ", in fresh games"
"""Said of what was measured in games that did not choose it."""

HALF, NINE_IN_TEN = 0.5, 0.9

MOST_DOERS = 2
"""The most players that are named as moved by little."""

MOST_NAMED = 4
"""The most levels that one sentence names."""


@dataclass(frozen=True)
class Doer:
    """Who or what comes to a number, in the words around it: "an expert" "wins" 81.3 % "of games"."""

    subject: str
    does: str
    of: str = ""
    noun: str = ""
    """What the number counts, where it is no share: "mean score", "turns"."""

    pronoun: str = "it"
    several: str = ""
    """The verb for several who do so."""


@dataclass(frozen=True)
class Shift:
    """In which levels some scenarios differ from others, and which they share."""

    changed: Mapping[str, tuple[str, str]]
    """Factor -> its level before and after."""

    shared: Mapping[str, str]
    """The levels of all these scenarios, of factors that vary elsewhere for the same player."""

    settings: int
    """Over how many settings a mean is taken."""


ALONE = "alone"

THEM = {"it": "it", "they": "them"}
"""Pronouns behind a verb."""


@dataclass(frozen=True)
class _Added:
    """A part of a rule, such as an expansion, that is added to combinations of others."""

    factor: str
    part: str
    bases: tuple[frozenset[str], ...]
    """To what it is added."""

    every: frozenset[str]
    """All parts."""

    @property
    def where(self) -> str:
        """To what it is added, in words."""
        if len(self.bases) > 1:
            return f"on average over {len(self.bases)} combinations"
        (base,) = self.bases
        if base and base == self.every - {self.part}:
            return f"on top of the other {counted(len(base))}"
        return f"on top of {listed(map(opening, sorted(base)))}" if base else ALONE


class Voice:
    """Says claims of a run."""

    def __init__(
        self,
        run: RunDirectory,
        lines: Iterable[Line] | None = None,
        *,
        said: Mapping[str, str] = {},
    ) -> None:
        """Say the claims of a run: about these players, and without the levels that were said before."""
        self.run = run
        self._given = lines
        self._said = said

    def say(self, *claims: Claim, because: str = "") -> Sentence:
        """Return a sentence that makes some claims, the main one first, with what explains them.

        One that is about the same change as the claim before it does not name the change again.
        """
        said: list[str] = []
        previous: Claim | None = None
        for claim in claims:
            said.append(self._templates[type(claim)](claim, previous))
            previous = claim
        return Sentence(f"{opening('; '.join(said))}{after(because, ': ')}.", *claims)

    def key_figure(self, quantity: Quantity) -> KeyFigure:
        """Return a number with whose it is and where."""
        line = self.line(_first(quantity.of))
        whose = f"{line.key}: " if line else ""
        if isinstance(quantity.of, Of):
            return KeyFigure(
                f"{quantity.estimate:alone}",
                f"{whose}{line.result.rate if line else ''}{self.where(quantity.of)}",
            )
        shift = self.shift(quantity.of)
        return KeyFigure(f"{quantity.estimate:alone}", f"{whose}{self.instead(shift)}{self._setting(shift)}")

    @cached_property
    def _templates(self) -> Mapping[type[Claim], Callable[[Any, Claim | None], str]]:
        return {
            Level: self._level,
            Change: self._change,
            Nothing: self._nothing,
            Extreme: self._extreme,
            Order: self._order,
            Trend: self._trend,
            Turning: self._turning,
            Several: self._several,
            Range: self._range,
        }

    # ---- the kinds of claims

    def _level(self, claim: Level, previous: Claim | None) -> str:
        """Return what somebody comes to; of two quantities, at least and at most."""
        first, *others = claim.quantities
        doer = self.doer(_first(first.of))
        value = format(first.estimate, "alone" if first.is_alone else "")
        where = self.where(first.of)
        if isinstance(previous, Level) and not others:  # the same verb, and mostly the same setting
            is_same = self.where(previous.quantities[0].of) == where
            return f"{doer.subject} {value}{'' if is_same else where}"
        said = [f"{doer.does} {value}{doer.of}{where}"]
        if others:
            said = [
                f"{doer.does} {first.estimate:alone}{self.where(first.of)}",
                *(f"{own.estimate:alone}{self.where(own.of)}" for own in others),
            ]
        line = self.line(_first(first.of))
        return f"{doer.subject} {' to '.join(said)}{line.where_fair if line else ''}"

    def _change(self, claim: Change, previous: Claim | None) -> str:
        """Return by how much a change moves somebody, from what to what where that is known."""
        effect, *levels = claim.quantities
        if (parts := self._joined(effect.of)) is not None:
            return self._together(effect, parts)
        doer, shift = self.doer(_first(effect.of)), self.shift(effect.of)
        is_same = (
            isinstance(previous, Change | Nothing)
            and self.shift(_contrast(previous)).changed == shift.changed
        )
        head = "" if is_same else f"{self.instead(shift)} "
        where = "" if is_same or isinstance(previous, Extreme) else self._setting(shift)
        if isinstance(previous, Change) and where == self._setting(self.shift(_contrast(previous))):
            where = ""  # it was just said
        subject = doer.pronoun if self._is_about(previous, doer) else doer.subject
        beyond, fresh = self._beyond(effect, levels), FRESH if effect.is_fresh else ""
        more = f"{self.more(effect.estimate, doer)}{beyond}{fresh}"
        if not levels:
            return f"{head}{subject} {doer.does} {more}{where}"
        old, new = (own.estimate for own in levels)
        comes_to = f"{head}{subject} {doer.does} {new:alone}{doer.of}"
        if is_same:
            return f"{comes_to}, {more}"
        return f"{comes_to} instead of {old:alone bare}{where}: {more}"

    def _beside_fair(self, effect: Quantity, levels: Sequence[Quantity], doer: Doer) -> str:
        """Return a share beside the fair one."""
        assert isinstance(effect.of, Contrast)
        where, fair = self.where(_first(effect.of)), Estimate(-effect.of.constant, nan, nan, 0, "", SHARE)
        if not levels:
            return (
                f"{doer.subject} {doer.does} {self.more(effect.estimate, doer)} than the fair {fair}{where}"
            )
        return f"{doer.subject} {doer.does} {levels[0].estimate}{doer.of}{where}, where {fair} is fair"

    def _has_shift(self, claim: Claim | None, shift: Shift) -> bool:
        """Return whether a claim is about a change of the same levels."""
        return isinstance(claim, Change | Nothing) and self.shift(_contrast(claim)).changed == shift.changed

    def _is_about(self, claim: Claim | None, doer: Doer) -> bool:
        """Return whether a claim is about somebody."""
        return claim is not None and bool(claim.subjects) and self.doer(_first(claim.subjects[0])) == doer

    def _nothing(self, claim: Nothing, previous: Claim | None) -> str:
        """Return how little a change, or each of several, may move somebody."""
        if _is_beside_fair(claim.contrasts[0]):
            return self._near_fair(claim)
        if self._joined(claim.contrasts[0]) is not None:
            who = self.doer(_first(claim.contrasts[0])).subject
            return f"two together cost {who} at most {self._margin(claim)} more or less than the sum of both"
        shifts = [self.shift(of) for of in claim.contrasts]
        doers = list(dict.fromkeys(self.doer(_first(of)) for of in claim.contrasts))
        head = "" if self._has_shift(previous, shifts[0]) else f"{self._any_of(shifts)} "
        who = listed(doer.subject for doer in doers) if len(doers) <= MOST_DOERS else "each player"
        does = doers[0].several if 1 < len(doers) <= MOST_DOERS else doers[0].does
        if not isfinite(claim.margin):
            return f"{head}so few games do not show how {who} would do"
        where = "" if not head else self._setting(shifts[0])
        margin = self._margin(claim)
        if doers[0].noun:
            return f"{head}the {doers[0].noun} of {who} is at most {margin} higher or lower{where}"
        return f"{head}{who} {does} at most {margin} more or less{where}"

    def _any_of(self, shifts: Sequence[Shift]) -> str:
        """Return a change, or several of which each is meant."""
        changes = list(dict.fromkeys(self.instead(shift) for shift in shifts))
        if len(changes) == 1:
            return changes[0]
        names = dict.fromkeys(
            named(self.run, factor, new) for own in shifts for factor, (_, new) in own.changed.items()
        )
        shown = list(names)
        if len(shown) > MOST_NAMED:
            shown = [*shown[: MOST_NAMED - 1], f"any of {plural(len(shown) - MOST_NAMED + 1, 'other')}"]
        return f"with {listed(shown, 'or')}"

    @staticmethod
    def _margin(claim: Nothing) -> str:
        """Return the margin of a claim: "1.9 points"."""
        unit = claim.unit.of_changes
        return (
            f"{number(unit.scale * claim.margin, 1 if unit.scale * claim.margin >= 0.1 else 2)}{unit.words}"
        )

    def _near_fair(self, claim: Nothing) -> str:
        """Return how far some shares may be from the fair one."""
        who = listed(dict.fromkeys(self.doer(_first(of)).subject for of in claim.contrasts))
        does = self.doer(_first(claim.contrasts[0])).does.removesuffix(" in")
        where = self.where(_first(claim.contrasts[0]))
        return f"{who} {does} within {self._margin(claim)} of the fair share{where}"

    def _extreme(self, claim: Extreme, previous: Claim | None) -> str:
        """Return what is the most, or the least, of some that are compared."""
        every = (*claim.first, *claim.rest)
        doer = self.doer(_first(claim.first[0]))
        if added := [own for of in claim.first if (own := self._added(of))]:
            return self._costliest(claim, added, previous)
        names = self._distinct(claim.first, every)
        sizes = self._sizes(claim.quantities, doer)
        is_same = isinstance(previous, Extreme) and self._is_about(previous, doer)
        if isinstance(claim.first[0], Contrast):
            does = f"{'gains' if claim.is_most else 'loses'} most"
        elif doer.noun:
            does = (
                f"{doer.does.replace(' a ', ' the ')} {'highest' if claim.is_most else 'lowest'} {doer.noun}"
            )
        else:
            does = f"{doer.does.removesuffix(' in')} {'most' if claim.is_most else 'least'}"
        subject = "" if is_same else f"{doer.pronoun if self._is_about(previous, doer) else doer.subject} "
        return f"{subject}{does} {names}{after(sizes, ': ')}"

    def _costliest(self, claim: Extreme, added: Sequence[_Added], previous: Claim | None) -> str:
        """Return which part of a rule costs somebody most, or gives most, and where it is added."""
        names, where = listed(opening(own.part) for own in added), added[0].where
        doer = self.doer(_first(claim.first[0]))
        effects = [own.estimate if claim.is_most else -own.estimate for own in claim.quantities]
        sizes = listed(f"{effect:plain}" for effect in effects)
        sizes = f"{sizes}{FRESH if any(own.is_fresh for own in claim.quantities) else ''}"
        before = [self._added(of) for of in previous.first] if isinstance(previous, Extreme) else []
        if [own and own.part for own in before] == [own.part for own in added]:
            return f"{where} too{after(sizes, ': ')}"
        verb = "give" if claim.is_most else "cost"
        ending = "" if len(added) > 1 or names.endswith("s") else "s"
        setting = self._setting(self.shift(claim.first[0])) if where == ALONE else ""
        return f"{where}{setting}, {names} {verb}{ending} {doer.subject} most{after(sizes, ': ')}"

    def _together(self, effect: Quantity, parts: Sequence[str]) -> str:
        """Return what two parts of a rule do beyond the sum of both."""
        assert isinstance(effect.of, Contrast)
        both = _first(effect.of)
        neither = next(of for of, times in effect.of.terms if times > 0 and of != both)
        size = abs(effect.estimate).counted(f" points {'less' if effect.estimate.value > 0 else 'more'}")
        who, where = self.doer(both).subject, self._setting(self.shift(both - neither))
        fresh = FRESH if effect.is_fresh else ""
        names = listed(map(opening, parts))
        return f"{names} together cost {who} {size} than the sum of both{where}{fresh}"

    def _several(self, claim: Several, previous: Claim | None) -> str:
        """Return how many of some changes at least move somebody, or at how many levels a bound is passed."""
        first = next(own for own in claim.claims if isinstance(own, Change))
        if isinstance(first.contrast, Contrast) and len(first.contrast.terms) == 1:
            return self._past_bound(claim, first, previous)
        if claim.at_least == len(claim.claims) and all(self._added(-own) for own in _contrasts(claim)):
            return self._each(claim, first, previous)
        count = at_least(claim.at_least, len(claim.claims), "changes", says_open=False)
        does = "moves" if claim.at_least == 1 else "move"
        return f"{count} clearly {does} {self.of_doer(self.doer(_first(first.contrast)))}"

    def _each(self, claim: Several, first: Change, previous: Claim | None) -> str:
        """Return how much each of several parts of a rule costs somebody at least."""
        added = [own for of in _contrasts(claim) if (own := self._added(-of))]
        doer, size = self.doer(_first(first.contrast)), Estimate(first.bound, nan, nan, 0, "", POINTS)
        is_same = self._is_about(previous, doer)
        setting = "" if is_same else self._setting(self.shift(first.contrast))
        which = f"{'each of ' if len(added) > 1 else ''}{listed(opening(own.part) for own in added)}"
        ending = "" if len(added) == 1 and which.endswith("s") else "s"
        whom = THEM.get(doer.pronoun, doer.subject) if is_same else doer.subject
        return f"{added[0].where}{setting}, {which} cost{ending} {whom} at least {abs(size)}"

    def _range(self, claim: Range, previous: Claim | None) -> str:
        """Return between which values nearly all games lie."""
        doer = self.doer(claim.of)
        share = "nine in ten games" if claim.share == NINE_IN_TEN else f"{100 * claim.share:g} % of games"
        low, high = (number(end, 0) for end in (claim.low, claim.high))
        if claim.of.column == getattr(self.run.game.length_column, "name", ""):
            return f"{share} last {low} to {high}{doer.of}"
        return f"{share} end with a {doer.noun.removeprefix('mean ')} from {low} to {high}"

    def _past_bound(self, claim: Several, first: Change, previous: Claim | None) -> str:
        """Return at how many levels somebody comes to more, or to less, than a share."""
        ((of, sign),) = first.contrast.terms if isinstance(first.contrast, Contrast) else ()
        doer = self.doer(of)
        than = "half" if abs(first.bound) == HALF else f"{100 * abs(first.bound):g} %"
        groups = [_first(subject).scenarios for subject in claim.subjects]
        shared = self._shared(of, groups)
        levels = self._levels(scenario for group in groups for scenario in group)
        differing = [
            factor
            for factor in self.run.factors
            if not is_of_players(factor) and levels[factor].n_unique() > 1
        ]
        at, what, where = "at", "levels", ""
        if len(differing) > 1:
            at, what = "in", "settings"
        elif set(differing) & self._parts.keys():
            at, what, where = "with", "combinations", after(self._at(shared) if shared else "", " ")
        every = at_least(claim.at_least, len(claim.claims), what, says_open=False)
        who = doer.pronoun if self._is_about(previous, doer) else doer.subject
        more = "more" if sign > 0 else "less"
        return f"{at} {every} {who} {doer.does} {more} than {than}{doer.of}{where}"

    def _order(self, claim: Order, previous: Claim | None) -> str:
        """Return an order from the most to the least."""
        doers = [self.doer(_first(of)) for of in claim.ranked]
        first, *others = (doer.subject for doer in doers)
        return f"{first} {doers[0].does.removesuffix(' in')} most, then {', then '.join(others)}"

    def _trend(self, claim: Trend, previous: Claim | None) -> str:
        """Return where most of a change is made, to follow the change."""
        ((factor, (low, high)),) = self.shift(claim.part).changed.items()
        if claim.share > HALF:
            return f"at least {claim.share:.0%} of it up to {named(self.run, factor, high)}"
        return f"most of it from {named(self.run, factor, low)} to {high}"

    def _turning(self, claim: Turning, previous: Claim | None) -> str:
        """Return between which levels a share passes a bound."""
        shift = self.shift(claim.above - claim.below)
        ((factor, ends),) = shift.changed.items()
        low, high = sorted(ends, key=float) if are_numbers(ends) else ends
        who = self.doer(claim.below).subject
        between = f"between {named(self.run, factor, low)} and {high}"
        if isinstance(previous, Turning):
            return f"{between} for {who}"
        what = "an even game lies" if claim.bound == HALF else f"a share of {100 * claim.bound:g} % lies"
        return f"{what} {between}{self._setting(shift)} for {who}"

    # ---- numbers

    def _sizes(self, quantities: Sequence[Quantity], doer: Doer) -> str:
        """Return some numbers; what differences are more than, and in which games, is said once."""
        if not quantities:
            return ""
        last = quantities[-1]
        fresh = FRESH if last.is_fresh else ""
        if isinstance(last.of, Of):
            return f"{listed(own.estimate for own in quantities)}{doer.of}{fresh}"
        shift = self.shift(last.of)
        than = listed(named(self.run, factor, old) for factor, (old, _) in shift.changed.items())
        sizes = listed(self.more(own.estimate, doer) for own in quantities)
        return f"{sizes} than with {than}{self._setting(shift)}{fresh}"

    def more(self, effect: Estimate, doer: Doer) -> str:
        """Return by how much results differ: "2.2 points more (1.8 to 2.6)"."""
        unit = effect.unit.words or (
            f" {doer.noun}" if doer.noun and not doer.noun.startswith("mean ") else ""
        )
        if abs(effect.value) <= ROUNDING or effect.low <= 0 <= effect.high:
            return f"{effect}"
        more = "more" if effect.value > 0 else "less"
        return f"{abs(effect).counted(f'{unit} {more}')}"

    @staticmethod
    def _beyond(effect: Quantity, levels: Sequence[Quantity]) -> str:
        """Return that a change is one of the lead over the fair share, where levels do not add up to it."""
        return BEYOND_FAIR if isinstance(effect.of, Contrast) and abs(effect.of.constant) > ROUNDING else ""

    # ---- names

    @cached_property
    def _lines(self) -> list[Line]:
        return list(self._given) if self._given is not None else lines_of(self.run)

    def line(self, of: Of) -> Line | None:
        """Return the player whose results a mean is of."""
        return next(
            (
                line
                for line in self._lines
                if (line.result.column, line.wins.of) == (of.column, of.whose)
                and line.scenarios >= set(of.scenarios)
            ),
            None,
        )

    def doer(self, of: Of) -> Doer:
        """Return who or what comes to a mean."""
        if of.whose == AT_CEILING:
            result = next(own for own in measures_of(self.run) if own.column == of.column)
            return Doer(BEST, result.does, " of games", several=result.does)
        line = self.line(of)
        if line is not None:
            result = line.result
            if result.is_share:
                plural_verb = replace(line, is_plural=True).does
                return Doer(line.subject, line.does, " of games", "", line.verb("it", "they"), plural_verb)
            return Doer(
                line.subject,
                f"{line.verb('has', 'have')} a {result.rate} of",
                noun=result.rate,
                pronoun=line.verb("it", "they"),
            )
        if of.column == END:
            look = column_of(game_columns(self.run), END).looks.get(of.label)
            return Doer(
                look.loss if look and look.loss else f"a game ends with {of.label}", "in", " of games"
            )
        measured = next((own for own in measures_of(self.run) if own.column == of.column), None)
        if measured is not None and measured.is_share and of.whose != GAME.name:
            own = whose(of.whose)
            who = f"{'the ' if own.kind == PLACE else ''}{own.from_1}"
            if own.kind == PLACE and own.number == 0:
                who = "the player that begins"
            return Doer(who, measured.does, " of games")
        columns = seat_columns(self.run) if of.whose != "game" else game_columns(self.run)
        heading = column_of(columns, of.column).heading
        return Doer("a game" if of.whose == "game" else "a player", "has", f" {heading}", noun=heading)

    def of_doer(self, doer: Doer) -> str:
        """Return what changes are changes of: "how often an expert wins", "the mean score of an expert"."""
        if doer.noun:
            return f"the {doer.noun} of {doer.subject}"
        return f"how often {doer.subject} {doer.does.removesuffix(' in')}"

    def shift(self, of: Subject) -> Shift:
        """Return in which levels the two groups of scenarios of a difference differ."""
        if isinstance(of, Of):
            return Shift({}, self._shared(of, [of.scenarios]), self._settings(of, {}))
        new, old = _ends(of)
        if (added := self._added(of)) is not None and len(new.scenarios) == len(added.bases) > 1:
            return Shift({added.factor: (NONE, added.part)}, {}, len(added.bases))
        groups = [self._levels(own.scenarios) for own in (old, new)]
        changed = {
            factor: (str(groups[0][factor][0]), str(groups[1][factor][0]))
            for factor in self.run.factors
            if not set(groups[0][factor]) & set(groups[1][factor])
        }
        return Shift(
            changed, self._shared(new, [old.scenarios, new.scenarios], changed), self._settings(new, changed)
        )

    def _levels(self, scenarios: Iterable[int]) -> pl.DataFrame:
        return self.run.levels.filter(pl.col("scenario").is_in(list(scenarios)))

    def _shared(
        self, of: Of, groups: Sequence[Iterable[int]], changed: Mapping[str, object] = {}
    ) -> dict[str, str]:
        """Return the levels that all scenarios have, of factors that vary for the same player elsewhere."""
        line = self.line(of)
        elsewhere = self._levels(line.scenarios if line else self.run.line_ups)
        own = self._levels([scenario for group in groups for scenario in group])
        return {
            factor: str(own[factor][0])
            for factor in self.run.factors
            if factor not in changed
            and not is_of_players(factor)
            and own[factor].n_unique() == 1 < elsewhere[factor].n_unique()
            and str(own[factor][0]) != self._said.get(factor)
        }

    @cached_property
    def _parts(self) -> dict[str, Mapping[str, frozenset[str]]]:
        """What each level puts together, of the factors whose levels are combinations of parts."""
        found = {factor: parts_by_level(self.run, factor) for factor in self.run.factors}
        return {
            factor: {level: frozenset(parts) for level, parts in levels.items()}
            for factor, levels in found.items()
            if any(len(parts) > 1 for parts in levels.values())
        }

    def _added(self, of: Subject) -> _Added | None:
        """Return the part of a rule that is added to one or several combinations in a difference."""
        if not isinstance(of, Contrast) or sorted(times for _, times in of.terms) != [-1.0, 1.0]:
            return None
        for factor, sets in self._parts.items():
            new, old = ([sets[level] for level in self._levels(own.scenarios)[factor]] for own in _ends(of))
            parts = frozenset.intersection(*new).difference(*old)
            if len(parts) == 1 and Counter(own - parts for own in new) == Counter(old):
                (part,) = parts
                return _Added(factor, part, tuple(dict.fromkeys(old)), frozenset[str]().union(*sets.values()))
        return None

    def _joined(self, of: Subject) -> Sequence[str] | None:
        """Return the two parts of a rule of which a contrast is what they do beyond the sum of both."""
        if not isinstance(of, Contrast) or sorted(times for _, times in of.terms) != [-1.0, -1.0, 1.0, 1.0]:
            return None
        single = [self._added(own - neither) for own, neither in _singles(of)]
        return [own.part for own in single if own]

    def _settings(self, of: Of, changed: Mapping[str, object]) -> int:
        others = [factor for factor in self.run.factors if factor not in changed]
        return len(self._levels(of.scenarios).select(others).unique()) if others else 1

    def _setting(self, shift: Shift) -> str:
        """Return where a difference was measured, to follow the words for it."""
        if shift.settings > 1:
            return f", on average over {shift.settings} settings"
        return f" {self._at(shift.shared)}" if shift.shared else ""

    def where(self, of: Subject) -> str:
        """Return in which setting a quantity was measured, to follow the words for it; "" of the only one."""
        return self._setting(self.shift(of))

    def _distinct(self, chosen: Sequence[Subject], among: Sequence[Subject]) -> str:
        """Return what some of several are called, by the levels in which these differ: "with reserve 6"."""
        groups = {of: self._levels(_first(of).scenarios) for of in among}
        differ = [
            factor
            for factor in self.run.factors
            if len({tuple(sorted(set(map(str, rows[factor])))) for rows in groups.values()}) > 1
        ]
        levels = [[(factor, str(groups[of][factor][0])) for factor in differ] for of in chosen]
        if len(levels) == 1:
            return self._at(dict(levels[0]))
        return f"with {listed(listed(named(self.run, *level) for level in own) for own in levels)}"

    def _at(self, levels: Mapping[str, str]) -> str:
        """Return levels as a setting: "on board A1 and with the reserve at 6 tokens"."""
        return listed(with_level(self.run.game.knobs, factor, level) for factor, level in levels.items())

    def instead(self, shift: Shift) -> str:
        """Return a change: "with the reserve at 6 tokens instead of 4"."""
        knobs = self.run.game.knobs
        return listed(with_change(knobs, factor, new, old) for factor, (old, new) in shift.changed.items())


def _first(of: Subject) -> Of:
    """Return whose result a quantity is: of a difference, that of what it is more than the other."""
    if isinstance(of, Of):
        return of
    return next((own for own, times in of.terms if times > 0), of.terms[0][0])


def _ends(of: Contrast) -> tuple[Of, Of]:
    """Return what is more than something else in a difference, and the other."""
    new, old = (next(own for own, times in of.terms if times * sign > 0) for sign in (1, -1))
    return new, old


def _singles(of: Contrast) -> list[tuple[Of, Of]]:
    """Return each of two single changes, and what it changes, of what both do beyond their sum."""
    neither = [own for own, times in of.terms if times > 0][-1]
    return [(own, neither) for own, times in of.terms if times < 0]


def _is_beside_fair(of: Subject) -> bool:
    """Return whether a difference is one from a fixed share."""
    return isinstance(of, Contrast) and len(of.terms) == 1


def _contrasts(claim: Several) -> list[Contrast]:
    """Return the differences of which several claims are."""
    subjects = (own for one in claim.claims for own in one.subjects)
    return [own for own in subjects if isinstance(own, Contrast)]


def _contrast(claim: Change | Nothing) -> Contrast:
    """Return the difference that a claim is about."""
    (of, *_) = claim.contrasts if isinstance(claim, Nothing) else (own.of for own in claim.quantities)
    assert isinstance(of, Contrast)
    return of
