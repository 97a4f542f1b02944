"""Says claims: a template for each kind, with names that follow from what the claim's numbers are of.

The player is the one whose results they are, a change is that of the levels in which two groups of scenarios
differ, the setting is made of the levels that both have::

    Voice(run).say(change, other_change)    # With sides 6 instead of 10 an expert wins 98.1 % of games ...
"""

from __future__ import annotations

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
    Change,
    Claim,
    Contrast,
    Cycle,
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
    Survivors,
    Trend,
    Turning,
)
from simkit.report.facts.columns import column_of, game_columns, seat_columns
from simkit.report.facts.result import measures_of
from simkit.report.facts.wins import BEYOND_FAIR
from simkit.report.say.levels import named
from simkit.report.say.lines import Line, lines_of, players_of, settings_beside
from simkit.report.words import after, at_least, opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import ROUNDING, SHARE, Estimate, number
from simkit.stats.whose import GAME, PLACE, STRATEGY, Whose, whose
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

    against: str = ""
    """Whom it meets, to end a sentence with: " against the others"."""


@dataclass(frozen=True)
class Shift:
    """In which levels some scenarios differ from others, and which they share."""

    changed: Mapping[str, tuple[str, str]]
    """Factor -> its level before and after."""

    shared: Mapping[str, str]
    """The levels of all these scenarios, of factors that vary elsewhere for the same player."""

    settings: int
    """Over how many settings a mean is taken."""


class Voice:
    """Says claims of a run."""

    def __init__(self, run: RunDirectory, lines: Iterable[Line] | None = None) -> None:
        self.run = run
        self._given = lines

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
                f"{whose}{line.result.rate if line else ''}{self._against(quantity.of)}"
                f"{self.where(quantity.of)}",
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
            Cycle: self._cycle,
            Survivors: self._survivors,
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
        said = [f"{doer.does} {value}{doer.of}{doer.against}{where}"]
        if others:
            said = [
                f"{doer.does} {first.estimate:alone}{self.where(first.of)}",
                *(f"{own.estimate:alone}{self.where(own.of)}" for own in others),
            ]
        line = self.line(_first(first.of))
        return (
            f"{doer.subject} {' to '.join(said)}{line.where_fair(_first(first.of).scenarios) if line else ''}"
        )

    def _change(self, claim: Change, previous: Claim | None) -> str:
        """Return by how much a change moves somebody, from what to what where that is known."""
        effect, *levels = claim.quantities
        if _is_beside_fair(effect.of):
            return self._beside_fair(effect, levels, self.doer(_first(effect.of)))
        if self._is_lead(effect.of):
            return self._lead(effect)
        doer, shift = self.doer(_first(effect.of)), self.shift(effect.of)
        is_same = (
            isinstance(previous, Change | Nothing)
            and self.shift(_contrast(previous)).changed == shift.changed
        )
        head = "" if is_same else f"{self.instead(shift)} "
        where = "" if is_same or isinstance(previous, Extreme) else self._setting(shift)
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

    def _lead(self, effect: Quantity) -> str:
        """Return by how much one player is ahead of another."""
        of, than = self._ranked(effect.of)
        if effect.estimate.value < 0:
            of, than = than, of
        ahead, behind = self.doer(of), self.doer(than)
        more = self.more(abs(effect.estimate), replace(ahead, noun=""))
        where = self._setting(self.shift(of)) or self._beside(of, than)
        return f"{ahead.subject} is ahead of {behind.subject}{where}: {more}"

    def _beside_fair(self, effect: Quantity, levels: Sequence[Quantity], doer: Doer) -> str:
        """Return a share beside the fair one."""
        assert isinstance(effect.of, Contrast)
        where, fair = self.where(_first(effect.of)), Estimate(-effect.of.constant, nan, nan, 0, "", SHARE)
        if not levels:
            more = self.more(effect.estimate, doer)
            return f"{doer.subject} {doer.does} {more} than the fair {fair:alone}{where}"
        share = f"{levels[0].estimate}{doer.of}{doer.against}{where}"
        return f"{doer.subject} {doer.does} {share}, where {fair:alone} is fair"

    def _has_shift(self, claim: Claim | None, shift: Shift) -> bool:
        """Return whether a claim is about a change of the same levels."""
        return isinstance(claim, Change | Nothing) and self.shift(_contrast(claim)).changed == shift.changed

    def _is_about(self, claim: Claim | None, doer: Doer) -> bool:
        """Return whether a claim is about somebody."""
        return (
            claim is not None
            and bool(claim.subjects)
            and self.doer(_first(claim.subjects[0])).subject == doer.subject
        )

    def _nothing(self, claim: Nothing, previous: Claim | None) -> str:
        """Return how little a change, or each of several, may move somebody."""
        if _is_beside_fair(claim.contrasts[0]):
            return self._near_fair(claim)
        if self._is_lead(claim.contrasts[0]):
            return self._near_each_other(claim)
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

    def _near_each_other(self, claim: Nothing) -> str:
        """Return how far players may be from another one."""
        ahead = self.doer(self._ranked(claim.contrasts[0])[0]).subject
        others = [self.doer(self._ranked(of)[1]).subject for of in claim.contrasts]
        who = listed(others, "or") if len(others) <= MOST_DOERS else f"any of {len(others)} others"
        return f"between {ahead} and {who} lie at most {self._margin(claim)}"

    def _extreme(self, claim: Extreme, previous: Claim | None) -> str:
        """Return what is the most, or the least, of some that are compared."""
        every = (*claim.first, *claim.rest)
        doer = self.doer(_first(claim.first[0]))
        if self._is_lead(claim.first[0]):
            return self._closest(claim)
        if len({self.doer(_first(of)).subject for of in every}) == len(every):
            return self._first_of_players(claim, is_second=isinstance(previous, Extreme))
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

    def _first_of_players(self, claim: Extreme, *, is_second: bool) -> str:
        """Return which players come to most, or least, of some: "an expert wins most: 84.7 % of games"."""
        doers = [self.doer(_first(of)) for of in claim.first]
        first, is_one = doers[0], len(doers) == 1
        end = "highest" if claim.is_most else "lowest"
        if first.noun:
            does = f"the {end}" if is_second else f"{'has' if is_one else 'have'} the {end} {first.noun}"
        else:
            does = f"{first.does if is_one else first.several}".removesuffix(" in")
            does += f" {'most' if claim.is_most else 'least'}"
        said = f"{listed(doer.subject for doer in doers)} {does}{first.against}"
        for value in claim.quantities:
            fair = self._fair(_first(value.of)) if claim.is_most else ""
            where = self.where(value.of)
            fresh = FRESH if value.is_fresh and not is_second else ""
            said += f": {value.estimate}{first.of}{where}{fresh}{fair}"
        return said

    def _fair(self, of: Of) -> str:
        """Return the fair share of the same games, to end a sentence with."""
        line = self.line(of)
        return line.where_fair(of.scenarios) if line else ""

    def _closest(self, claim: Extreme) -> str:
        """Return which player is least behind another one."""
        ahead, behind = (self.doer(own).subject for own in self._ranked(claim.first[0]))
        (found,) = claim.quantities
        fresh = FRESH if found.is_fresh else ""
        said = f"the closest rival of {ahead} is {behind}"
        if isinstance(found.of, Of):
            doer = self.doer(found.of)
            return f"{said}, which {doer.does} {found.estimate} of their games{fresh}"
        return f"{said}, {found.estimate.counted(' points'):plain} behind where both play{fresh}"

    def _cycle(self, claim: Cycle, previous: Claim | None) -> str:
        """Return which players beat each other in a cycle, or that none do."""
        if not claim.is_one:
            return "no players beat each other in a cycle"
        steps = ((self.doer(own).subject for own in self._ranked(lead)) for lead in claim.leads)
        return f"there is a cycle: {', '.join(f'{one} beats {other}' for one, other in steps)}"

    def _survivors(self, claim: Survivors, previous: Claim | None) -> str:
        """Return which players survive."""
        every = {own.whose: own for lead in claim.leads for own in self._ranked(lead)}
        who = [self.doer(every[whose]).subject for whose in claim.first]
        if len(who) == 1:
            return f"if players copy what wins, {who[0]} takes over"
        return f"if players copy what wins, {listed(who)} survive, and all others die out"

    def _several(self, claim: Several, previous: Claim | None) -> str:
        """Return how many of some changes at least move somebody, or at how many levels a bound is passed."""
        first = next(own for own in claim.claims if isinstance(own, Change))
        if isinstance(first.contrast, Contrast) and len(first.contrast.terms) == 1:
            return self._past_bound(claim, first)
        if self._is_lead(first.contrast):
            return self._ahead_of(claim, first, previous)
        count = at_least(claim.at_least, len(claim.claims), "changes", says_open=False)
        does = "moves" if claim.at_least == 1 else "move"
        return f"{count} clearly {does} {self.of_doer(self.doer(_first(first.contrast)))}"

    def _ahead_of(self, claim: Several, first: Change, previous: Claim | None) -> str:
        """Return how many others a player is ahead of, or in how many pairs one is ahead of the other."""
        ahead = {
            self.doer(self._ranked(own.contrast)[0]).subject
            for own in claim.claims
            if isinstance(own, Change)
        }
        every = len(claim.claims)
        if len(ahead) > 1:
            count = at_least(claim.at_least, every, "pairs", says_open=False)
            return f"in {count} one player is clearly ahead of the other"
        count = at_least(claim.at_least, every, "others", says_open=False)
        doer = self.doer(self._ranked(first.contrast)[0])
        who = doer.pronoun if self._is_about(previous, doer) else doer.subject
        return f"{who} is clearly ahead of {count}{' where they meet' if doer.against else ''}"

    def _range(self, claim: Range, previous: Claim | None) -> str:
        """Return between which values nearly all games lie."""
        doer = self.doer(claim.of)
        share = "nine in ten games" if claim.share == NINE_IN_TEN else f"{100 * claim.share:g} % of games"
        low, high = (number(end, 0) for end in (claim.low, claim.high))
        if claim.of.column == getattr(self.run.game.length_column, "name", ""):
            return f"{share} last {low} to {high}{doer.of}"
        return f"{share} end with a {doer.noun.removeprefix('mean ')} from {low} to {high}"

    def _past_bound(self, claim: Several, first: Change) -> str:
        """Return at how many levels somebody comes to more, or to less, than a share."""
        ((of, sign),) = first.contrast.terms if isinstance(first.contrast, Contrast) else ()
        doer = self.doer(of)
        than = "half" if abs(first.bound) == HALF else f"{100 * abs(first.bound):g} %"
        every = at_least(claim.at_least, len(claim.claims), "levels", says_open=False)
        return f"at {every} {doer.subject} {doer.does} {'more' if sign > 0 else 'less'} than {than}{doer.of}"

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

    @cached_property
    def _players(self) -> list[Line]:
        """The players at all their tables."""
        return [line for result in measures_of(self.run) for line in players_of(self.run, result)]

    def _against(self, of: Of) -> str:
        """Return whom a player meets in some scenarios: " against an expert", " against the others"."""
        if whose(of.whose).kind != STRATEGY:
            return ""
        own = whose(of.whose).called
        met = {name for scenario in of.scenarios for name in self.run.names[scenario]} - {own}
        if len(met) > 1:
            return " against the others"
        line = self.line(replace(of, whose=Whose(STRATEGY, called=met.pop()).name))
        return f" against {line.subject}" if line else ""

    def _ranked(self, lead: Subject) -> tuple[Of, Of]:
        """Return who is ahead and who is behind, if a difference between two players is above 0."""
        assert isinstance(lead, Contrast)
        more, less = _first(lead), _first(-lead)
        line = self.line(more)
        return (less, more) if line and line.result.is_less_better else (more, less)

    def _is_lead(self, of: Subject) -> bool:
        """Return whether a difference is one between two players, at their tables or in the same settings."""
        if not isinstance(of, Contrast) or len(of.terms) != 2:
            return False
        one, other = (self.line(own) for own, _ in of.terms)
        if one is None or other is None or one == other:
            return False
        beside = settings_beside(self.run)
        first, second = ({*self._levels(own.scenarios).select(beside).iter_rows()} for own, _ in of.terms)
        return first == second

    def _beside(self, of: Of, than: Of) -> str:
        """Return who else sits at the only table of two players: " at a table with an expert"."""
        both = {whose(own.whose).called for own in (of, than)}
        others = dict.fromkeys(name for at in of.scenarios for name in self.run.names[at] if name not in both)
        if len(of.scenarios) > 1 or not others:
            return ""
        lines = (self.line(replace(of, whose=Whose(STRATEGY, called=name).name)) for name in others)
        return f" at a table with {listed(line.subject for line in lines if line)}"

    def line(self, of: Of) -> Line | None:
        """Return the player whose results a mean is of."""
        return next(
            (
                line
                for line in (*self._lines, *(self._players if whose(of.whose).kind == STRATEGY else ()))
                if (line.result.column, line.wins.of) == (of.column, of.whose)
                and line.scenarios >= set(of.scenarios)
            ),
            None,
        )

    def doer(self, of: Of) -> Doer:
        """Return who or what comes to a mean."""
        line = self.line(of)
        if line is not None:
            result = line.result
            if result.is_share:
                plural_verb = replace(line, is_plural=True).does
                it, against = line.verb("it", "they"), self._against(of)
                return Doer(line.subject, line.does, " of games", "", it, plural_verb, against)
            return Doer(
                line.subject,
                f"{line.verb('has', 'have')} a {result.rate} of",
                noun=result.rate,
                pronoun=line.verb("it", "they"),
                against=self._against(of),
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
        new, old = (next(own for own, times in of.terms if times * sign > 0) for sign in (1, -1))
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
            for factor in self._of_settings(of)
            if factor not in changed
            and not is_of_players(factor)
            and own[factor].n_unique() == 1 < elsewhere[factor].n_unique()
        }

    def _settings(self, of: Of, changed: Mapping[str, object]) -> int:
        others = [factor for factor in self._of_settings(of) if factor not in changed]
        return len(self._levels(of.scenarios).select(others).unique()) if others else 1

    def _of_settings(self, of: Of) -> Sequence[str]:
        """Return the factors that are settings of a player: where it meets others, those of other things."""
        return settings_beside(self.run) if whose(of.whose).kind == STRATEGY else self.run.factors

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
    return of if isinstance(of, Of) else next(own for own, times in of.terms if times > 0)


def _is_beside_fair(of: Subject) -> bool:
    """Return whether a difference is one from a fixed share."""
    return isinstance(of, Contrast) and len(of.terms) == 1


def _contrast(claim: Change | Nothing) -> Contrast:
    of = claim.quantities[0].of if isinstance(claim, Change) else claim.contrasts[0]
    assert isinstance(of, Contrast)
    return of
