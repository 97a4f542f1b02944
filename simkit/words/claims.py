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

from simkit.document.blocks import KeyFigure
from simkit.engine.base.columns import END
from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.about import About, about_of
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS, are_numbers, level_in_words
from simkit.experiment.keys import is_of_players
from simkit.language import after, at_least, listed, opening, plural
from simkit.results.claims import (
    AT_CEILING,
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
    Subject,
    Survivors,
    Trend,
    Turning,
)
from simkit.results.columns import column_of, game_columns, label_in_words, seat_columns
from simkit.results.left_out import things_left_out
from simkit.results.people import counted
from simkit.results.players import BEST
from simkit.results.result import measures_of
from simkit.results.settings import STRATEGIES
from simkit.results.wins import BEYOND_FAIR
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import POINTS, ROUNDING, Estimate, number, percent
from simkit.stats.whose import GAME, ORDINALS, PLACE, PLAYER, STRATEGY, Whose, whose
from simkit.words.levels import NONE, assumed, at_level, changed_to, named, parts_by_level
from simkit.words.lines import Among, Line, lines_of, players_of, settings_beside

FRESH = ", in fresh games"
"""Said of what was measured in games that did not choose it."""

HALF, NINE_IN_TEN = 0.5, 0.9

OF_PLAYERS = (About.PLAYERS, About.PLAYER_COUNT)
UNKNOWN_VALUES = "values that could not be looked up"

MOST_DOERS = 2
"""The most players that are named as moved by little."""

MOST_NAMED = 4
"""The most levels that one sentence names."""

MOST_LETTERS = 60
"""The most letters of names where many more levels are meant."""


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

    among: Among | None = None
    """Of a place at a table of players who are all alike, who these are."""

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

    def say_as_printed(self, levels: Mapping[str, str], *claims: Claim) -> Sentence:
        """Return a sentence that makes some claims of a setting with the rules as printed, which leads it."""
        knobs = self.run.game.knobs
        words = ", ".join(level_in_words(factor, level, knobs) for factor, level in levels.items())
        voice = Voice(self.run, self._given, said={**self._said, **levels})
        return voice.say(*claims, lead=f"as printed ({words}) ")

    def say(
        self, *claims: Claim, lead: str = "", because: str = "", following: Claim | None = None
    ) -> Sentence:
        """Return a sentence that makes some claims, the main one first, with what explains them.

        One that is about the same change as the claim before it does not name the change again; the first one
        follows a claim of the sentence before, if that is given.
        """
        said = ["then "] if following is not None and self._follows(claims[0], following) else [lead]
        previous = following
        for claim in claims:
            said.append(self._templates[type(claim)](claim, previous))
            previous = claim
        head, *clauses = said
        return Sentence(f"{opening(head + '; '.join(clauses))}{after(because, ': ')}.", *claims)

    def _follows(self, claim: Claim, following: Claim) -> bool:
        """Return whether a claim is about the same change as another."""
        if not isinstance(claim, Change | Nothing) or _is_beside_fair(_contrast(claim)):
            return False
        return self._has_shift(following, self.shift(_contrast(claim)))

    def key_figure(self, quantity: Quantity) -> KeyFigure:
        """Return a number with whose it is and where."""
        line = self.line(_first(quantity.of))
        whose = f"{line.key}: " if line else ""
        if _is_beside_fair(quantity.of):
            return self._figure_beside_fair(quantity)
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
            BehindBest: self._behind_best,
            BestBelow: self._best_below,
            Duration: self._minutes,
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
        said = [f"{doer.does} {value}{doer.of}{doer.against}{where}{FRESH if first.is_fresh else ''}"]
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
            return self._beside_fair(effect, *levels)
        if (parts := self._joined(effect.of)) is not None:
            return self._together(effect, parts)
        if self._is_lead(effect.of) and not self._levels_of_players(self.shift(effect.of), 1):
            return self._lead(effect)
        doer, shift = self.doer(_first(effect.of)), self.shift(effect.of)
        before = self.shift(_contrast(previous)) if isinstance(previous, Change | Nothing) else None
        is_same = before is not None and before.changed == shift.changed
        head = "" if is_same else f"{self.instead(shift)} "
        is_there = before is not None and is_same and self._setting(before) == self._setting(shift)
        where = "" if is_there or isinstance(previous, Extreme) else self._setting(shift)
        if isinstance(previous, Change) and where == self._setting(self.shift(_contrast(previous))):
            where = ""  # it was just said
        subject = doer.pronoun if self._is_about(previous, doer) else doer.subject
        beyond, fresh = self._beyond(effect, levels), FRESH if effect.is_fresh else ""
        more = f"{self.more(effect.estimate, doer)}{beyond}"
        other = self.doer(_last(effect.of))
        if other.subject != doer.subject:
            own, its = (self._levels_of_players(shift, at) for at in (1, 0))
            does = doer.does.removesuffix(" in")
            return f"{doer.subject}{own} {does} {more} than {other.subject}{its}{where}{fresh}"
        if not levels and f" {doer.noun} of" in doer.does:
            size = abs(effect.estimate).counted(" higher" if effect.estimate.value > 0 else " lower")
            return f"{head}{self.of_doer(doer)} is {size}{where}{fresh}"
        if not levels:
            return f"{head}{subject} {doer.does.removesuffix(' in')} {more}{where}{fresh}"
        old, new = (own.estimate for own in levels)
        comes_to = f"{head}{subject} {doer.does} {new:alone}{doer.of}"
        if is_same:
            return f"{comes_to}{where}, {more}{fresh}"
        return f"{comes_to} instead of {old:alone bare}{where}: {more}{fresh}"

    def _levels_of_players(self, shift: Shift, at: int) -> str:
        """Return the levels before or after a change, to follow the player that they are of."""
        levels = {name: ends[at] for name, ends in shift.changed.items() if name not in STRATEGIES}
        return f" {self._at(levels)}" if levels else ""

    def _beside_fair(self, effect: Quantity, *levels: Quantity) -> str:
        """Return a share beside the fair one."""
        assert isinstance(effect.of, Contrast)
        doer, where = self.doer(_first(effect.of)), self.where(_first(effect.of))
        fair = percent(-effect.of.constant)
        if not levels:
            return (
                f"{doer.subject} {doer.does} {self.more(effect.estimate, doer)} than the fair {fair}{where}"
            )
        of = " of fresh games" if effect.is_fresh else doer.of
        share = f"{levels[0].estimate}{of}{doer.against}{where}"
        return f"{doer.subject} {doer.does} {share}, where {fair} is fair"

    def _figure_beside_fair(self, effect: Quantity) -> KeyFigure:
        """Return a share with whose it is and the fair one."""
        assert isinstance(effect.of, Contrast)
        doer, where = self.doer(_first(effect.of)), self.where(_first(effect.of))
        fair = -effect.of.constant
        return KeyFigure(
            percent(effect.estimate.value + fair),
            f"of games: {doer.subject} {doer.does.removesuffix(' in')}{where} (fair: {percent(fair)})",
        )

    def _lead(self, effect: Quantity) -> str:
        """Return by how much one player is ahead of another."""
        of, than = self._ranked(effect.of)
        if effect.estimate.value < 0:
            of, than = than, of
        ahead, behind = self.doer(of), self.doer(than)
        more = self.more(abs(effect.estimate), replace(ahead, noun=""))
        where = self._setting(self.shift(of)) or self._beside(of, than)
        return f"{ahead.subject} is ahead of {behind.subject}{where}: {more}"

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
        if self._joined(claim.contrasts[0]) is not None:
            who = self.doer(_first(claim.contrasts[0])).subject
            return f"two together cost {who} at most {self._margin(claim)} more or less than the sum of both"
        if self._is_lead(claim.contrasts[0]):
            return self._near_each_other(claim)
        shifts = [self.shift(of) for of in claim.contrasts]
        doers = list(dict.fromkeys(self.doer(_first(of)) for of in claim.contrasts))
        head = "" if self._has_shift(previous, shifts[0]) else f"{self._any_of(shifts)} "
        who = listed(doer.subject for doer in doers) if len(doers) <= MOST_DOERS else "each player"
        does = doers[0].several if 1 < len(doers) <= MOST_DOERS else doers[0].does
        if not isfinite(claim.margin):
            return f"{head}so few games do not show how {who} would do"
        where = self._settings_of(shifts)
        if previous is not None and not head and self.where(previous.subjects[0]) == where:
            where = ""
        margin = self._margin(claim)
        if doers[0].noun:
            return f"{head}the {doers[0].noun} of {who} is at most {margin} higher or lower{where}"
        return f"{head}{who} {does.removesuffix(' in')} at most {margin} more or less{where}"

    def _any_of(self, shifts: Sequence[Shift]) -> str:
        """Return a change, or several of which each is meant."""
        changes = list(dict.fromkeys(self.instead(shift) for shift in shifts))
        if len(changes) == 1:
            return changes[0]
        levels = dict.fromkeys((factor, new) for own in shifts for factor, (_, new) in own.changed.items())
        if all(factor == ASSUMPTIONS for factor, _ in levels):
            return self._any_alternative(list(dict.fromkeys(assumed(self.run, new) for _, new in levels)))
        left_out = [things_left_out(self.run, factor).get(level, "") for factor, level in levels]
        if all(left_out):
            return f"without {self._first_of(left_out)}"
        return f"with {self._first_of([named(self.run, *level) for level in levels])}"

    @staticmethod
    def _first_of(names: Sequence[str]) -> str:
        """Return some names, of which each is meant; of many the first ones, if a sentence can hold them."""
        if len(names) <= MOST_NAMED:
            return listed(names, "or")
        first = range(1, MOST_NAMED)
        shown = [names[count - 1] for count in first if len(" ".join(names[:count])) <= MOST_LETTERS]
        if not shown:
            return f"any one of {len(names)} things"
        return listed([*shown, f"any of {plural(len(names) - len(shown), 'other')}"], "or")

    def _any_alternative(self, values: Sequence[str]) -> str:
        """Return that any alternative to some values that could not be looked up is meant."""
        if len(values) <= MOST_DOERS:
            return f"with any other value for {listed(values, 'or')}"
        every = {assumed(self.run, level) for level in self.run.levels[ASSUMPTIONS] if level != AS_ASSUMED}
        which = f"{len(values)} of " if len(every) > len(values) else "any of "
        return f"with an alternative to {which}{len(every)} {UNKNOWN_VALUES}"

    @staticmethod
    def _margin(claim: Nothing) -> str:
        """Return the margin of a claim: "1.9 points"."""
        unit = claim.unit.of_changes
        return (
            f"{number(unit.scale * claim.margin, 1 if unit.scale * claim.margin >= 0.1 else 2)}{unit.words}"
        )

    def _near_fair(self, claim: Nothing) -> str:
        """Return how far some shares may be from the fair one."""
        first, *others = doers = list(dict.fromkeys(self.doer(_first(of)) for of in claim.contrasts))
        who, does = first.subject, first.does.removesuffix(" in")
        if others:
            who = f"each {self._place(_first(claim.contrasts[0]))}{self._among(doers)}"
        settings = list(dict.fromkeys(self.where(_first(of)) for of in claim.contrasts))
        where = settings[0] if len(settings) == 1 else f" in each of {len(settings)} settings"
        return f"{who} {does} within {self._margin(claim)} of the fair share{where}"

    @staticmethod
    def _place(of: Of) -> str:
        """Return what seats are compared by."""
        return "place in the turn order" if whose(of.whose).kind == PLACE else "seat"

    @staticmethod
    def _among(doers: Iterable[Doer]) -> str:
        """Return at tables of whom places are meant: " among two, three and four experts"."""
        counts: dict[str, list[str]] = {}
        for among in dict.fromkeys(doer.among for doer in doers if doer.among):
            counts.setdefault(among.many, []).append(among.count)
        return after(listed(f"{listed(own)} {many}" for many, own in counts.items()), " among ")

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
        if added := [own for of in claim.first if (own := self._added(of))]:
            return self._costliest(claim, added, previous)
        if self._is_lead(claim.first[0]):
            return self._closest(claim)
        if len({self.doer(_first(of)).subject for of in every}) == len(every):
            return self._first_of_players(claim, is_second=isinstance(previous, Extreme))
        same = {_first(of).scenarios for of in every}
        names = self._distinct(claim.first, every) if len(same) > 1 else self._than_others(claim)
        sizes = self._sizes(claim.quantities, doer)
        is_same = isinstance(previous, Extreme) and self._is_about(previous, doer)
        if isinstance(claim.first[0], Contrast):
            does = f"{'gain' if claim.is_most else 'lose'}{'s' if doer.pronoun == 'it' else ''} most"
        elif len(same) == 1:
            does = doer.does.removesuffix(" in")
        elif doer.noun:
            does = f"{doer.does.split(' a ')[0]} the {'highest' if claim.is_most else 'lowest'} {doer.noun}"
        else:
            does = f"{doer.does.removesuffix(' in')} {'most' if claim.is_most else 'least'}"
        subject = "" if is_same else f"{doer.pronoun if self._is_about(previous, doer) else doer.subject} "
        return f"{subject}{does} {names}{after(sizes, ': ')}"

    def _than_others(self, claim: Extreme) -> str:
        """Return of players at one table, whom one of them is ahead of, or behind."""
        others = listed((self.doer(_first(of)).subject for of in claim.rest), "or")
        return f"{'more' if claim.is_most else 'less'} than {others}"

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
        if isinstance(own := claim.claims[0], BehindBest | BestBelow):
            return self._in_settings(claim, own)
        first = next(own for own in claim.claims if isinstance(own, Change))
        if isinstance(first.contrast, Contrast) and _is_beside_fair(first.contrast):
            if first.contrast.constant:
                return self._several_beside_fair(claim)
            return self._past_bound(claim, first, previous)
        if self._is_lead(first.contrast):
            return self._ahead_of(claim, first, previous)
        if claim.at_least == len(claim.claims) and all(self._added(-own) for own in _contrasts(claim)):
            return self._each(claim, first, previous)
        if ASSUMPTIONS not in self.shift(first.contrast).changed:
            if first.bound > 0 and claim.at_least == len(claim.claims):
                return self._each_past_bound(claim, first)
            if len({self.doer(_first(own)).subject for own in claim.subjects}) > 1:
                return self._of_players(claim, first)
        does = "moves" if claim.at_least == 1 else "move"
        doers = list(dict.fromkeys(self.doer(_first(own)) for own in claim.subjects))
        whose = doers[0] if len(doers) == 1 else self._one_of(doers)
        if ASSUMPTIONS not in self.shift(first.contrast).changed:
            count = at_least(claim.at_least, len(claim.claims), "changes", says_open=False)
            return f"{count} clearly {does} {self.of_doer(whose)}"
        every = at_least(claim.at_least, len(claim.claims), UNKNOWN_VALUES, says_open=False)
        count = every if len(claim.claims) > 1 else "the one value that could not be looked up"
        more = f" by more than {100 * first.bound:g} points" if first.bound else " clearly"
        return f"{count} {does} {self.of_doer(whose)}{more}"

    @staticmethod
    def _one_of(doers: Sequence[Doer]) -> Doer:
        """Return several as one of them: "an expert or a beginner"."""
        if len(doers) > MOST_DOERS:
            return replace(doers[0], subject="players", does=doers[0].several or doers[0].does)
        return replace(doers[-1], subject=listed((doer.subject for doer in doers), "or"))

    def _several_beside_fair(self, claim: Several) -> str:
        """Return in how many scenarios a place, perhaps another in each, wins more or less than is fair."""
        contrasts = [own.contrast for own in claim.claims if isinstance(own, Change)]
        first, doers = _first(contrasts[0]), [self.doer(_first(of)) for of in contrasts]
        who = f"a {self._place(first)}"
        counts = {doer.among.count if doer.among else "" for doer in doers}
        if len({_first(of).whose for of in contrasts}) == len(counts) == 1:
            count = after(counts.pop(), " of ")
            who = f"the {ORDINALS[whose(first.whose).number]}{count}" if count else doers[0].subject
        signs = {of.terms[0][1] > 0 for of in contrasts if isinstance(of, Contrast)}
        more = "more or less" if len(signs) > 1 else "more" if True in signs else "less"
        where = at_least(claim.at_least, len(claim.claims), "scenarios", says_open=False)
        return f"{who} clearly {doers[0].does.removesuffix(' in')} {more} than the fair share in {where}"

    def _of_players(self, claim: Several, first: Change) -> str:
        """Return how many players at least come to more by the same change."""
        doer = self.doer(_first(first.contrast))
        of_whom = "kinds of players" if len(self._kinds) == len(claim.claims) else "groups of players"
        who = at_least(claim.at_least, len(claim.claims), of_whom, says_open=False)
        more = f"have a higher {doer.noun}" if doer.noun else f"{doer.several.removesuffix(' in')} more often"
        return f"{self.instead(self.shift(first.contrast))} {who} {more}"

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
        share = self._share(claim.share)
        low, high = (number(end, 0) for end in (claim.low, claim.high))
        if claim.of.column == getattr(self.run.game.length_column, "name", ""):
            return f"{share} last {low} to {high}{doer.of}"
        return f"{share} end with a {doer.noun.removeprefix('mean ')} from {low} to {high}"

    def _minutes(self, claim: Duration, previous: Claim | None) -> str:
        """Return between how many minutes nearly all games take; of several numbers of players, of which."""
        sizes = {len(names) for names in self.run.line_ups.values()}
        players = plural(len(self.run.line_ups[claim.scenarios[0]]), "player")
        where = f" with {players}" if len(sizes) > 1 else ""
        if isinstance(previous, Duration):
            return f"{claim.low:.0f} to {claim.high:.0f}{where}"
        return (
            f"{self._share(claim.share)} take about {claim.low:.0f} to {claim.high:.0f} minutes at the "
            f"table{where}"
        )

    @staticmethod
    def _share(share: float) -> str:
        return "nine in ten games" if share == NINE_IN_TEN else f"{100 * share:g} % of games"

    def _each_past_bound(self, claim: Several, first: Change) -> str:
        """Return by how much at least each of some changes moves somebody."""
        every = [own for one in claim.claims if isinstance(one, Change) for own in one.quantities]
        doer, shifts = self.doer(_first(every[0].of)), [self.shift(own.of) for own in every]
        size = self._margin(Nothing((), first.bound, every[0].estimate.unit))
        is_more, where = every[0].estimate.value > 0, self._setting(shifts[0])
        if doer.noun:
            how = "higher" if is_more else "lower"
            return f"{self._any_of(shifts)} {self.of_doer(doer)} is at least {size} {how}{where}"
        how = f"{doer.does.removesuffix(' in')} at least {size} {'more' if is_more else 'less'}"
        return f"{self._any_of(shifts)} {doer.subject} {how}{where}"

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

    def _behind_best(self, claim: BehindBest, previous: Claim | None) -> str:
        """Return by how much the best known player is ahead of somebody, or by how much at most."""
        return f"{self._ahead(claim)}{self.where(claim.of)}"

    def _ahead(self, claim: BehindBest) -> str:
        doer = self._one(claim.of)
        if claim.quantities:
            size = self.more(claim.quantities[0].estimate, doer)
        else:
            margin = self._margin(Nothing((), claim.at_most or 0.0, claim.best.unit))
            size = f"at most {margin} {'more' if claim.sign > 0 else 'less'}"
        if doer.noun:
            return f"the {doer.noun} of {BEST} is {size} than that of {doer.subject}"
        return f"{BEST} {doer.does.removesuffix(' in')} {size} than {doer.subject}"

    def _best_below(self, claim: BestBelow, previous: Claim | None) -> str:
        """Return that even the best known player comes to little."""
        return f"{self._even_best(claim)}{self.where(claim.of)}"

    def _even_best(self, claim: BestBelow) -> str:
        doer = self._one(claim.of)
        than = "half" if claim.bound == HALF else f"{100 * claim.bound:g} %"
        return f"even {BEST} {doer.does} less than {than}{doer.of}"

    def _one(self, of: Of) -> Doer:
        """Return who comes to a mean, with the verb for one alone."""
        line = self.line(of)
        return (
            self.doer(of)
            if line is None
            else replace(self.doer(of), does=replace(line, is_plural=False).does)
        )

    def _in_settings(self, claim: Several, own: BehindBest | BestBelow) -> str:
        """Return in how many settings the best known player is ahead, or comes to little."""
        where = f"in {at_least(claim.at_least, len(claim.claims), 'settings', says_open=False)}"
        if isinstance(own, BestBelow):
            return f"{where} {self._even_best(own)}"
        if own.at_most is not None:
            return f"{where} {self._ahead(own)}"
        doer = self._one(own.of)
        return f"it {'is' if doer.noun else doer.does.removesuffix(' in')} more {where}"

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
        sizes = listed(self.more(own.estimate, doer) for own in quantities)
        return f"{sizes}{self._than(self.shift(last.of))}{fresh}"

    def _than(self, shift: Shift) -> str:
        """Return what differences are more than: " than on board A1"; nothing of what is left out."""
        old = [
            at_level(self.run, factor, old)
            for factor, (old, new) in shift.changed.items()
            if new not in things_left_out(self.run, factor)
        ]
        return f"{after(listed(old) if old else '', ' than ')}{self._setting(shift)}"

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
    def _kinds(self) -> set[str]:
        """The players, without how many sit together."""
        return {line.key.partition(", ")[0] for line in self._lines}

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
        known = [line.subject for line in lines if line]
        return f" at a table with {listed(known)}" if known else ""

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
        if of.whose == AT_CEILING:
            result = next(own for own in measures_of(self.run) if own.column == of.column)
            return Doer(BEST, result.does, " of games", several=result.does)
        line = self.line(of)
        if line is not None:
            result = line.result
            if result.is_share:
                plural_verb = replace(line, is_plural=True).does
                return Doer(
                    line.subject,
                    line.does,
                    " of games",
                    pronoun=line.verb("it", "they"),
                    several=plural_verb,
                    against=self._against(of),
                    among=line.among,
                )
            return Doer(
                line.subject,
                f"{line.verb('has', 'have')} a {result.rate} of",
                noun=result.rate,
                pronoun=line.verb("it", "they"),
                against=self._against(of),
            )
        if of.column == END:
            column = column_of(game_columns(self.run), END)
            look = column.looks.get(of.label)
            players = [
                f"{line.among.count} {line.among.many}" if line.among else line.subject
                for line in self._lines
                if line.scenarios >= set(of.scenarios)
            ]
            whom = f" of {players[0]}" if players and len(self._kinds) > 1 else ""
            loss = look.loss if look and look.loss else f"a game ends with {label_in_words(column, of.label)}"
            return Doer(loss, "in", f" of games{whom}")
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
        if isinstance(of, Of) or _is_beside_fair(of):
            mean = _first(of)
            return Shift({}, self._shared(mean, [mean.scenarios]), self._settings(mean, {}))
        new, old = _ends(of)
        if (added := self._added(of)) is not None and len(new.scenarios) == len(added.bases) > 1:
            return Shift({added.factor: (NONE, added.part)}, {}, len(added.bases))
        groups = [self._levels(own.scenarios) for own in (old, new)]
        changed = {
            factor: (str(groups[0][factor][0]), str(groups[1][factor][0]))
            for factor in self.run.factors
            if not set(groups[0][factor]) & set(groups[1][factor])
        }
        changed = self._counts(changed, old, new) or changed
        return Shift(
            changed, self._shared(new, [old.scenarios, new.scenarios], changed), self._settings(new, changed)
        )

    def _counts(
        self, changed: Mapping[str, tuple[str, str]], old: Of, new: Of
    ) -> dict[str, tuple[str, str]] | None:
        """Return the numbers of players, if line-ups or named tables differ in nothing but these."""
        at = [[self.run.line_ups[scenario] for scenario in own.scenarios] for own in (old, new)]
        (before, *others), (after, *more) = ({len(names) for names in own} for own in at)
        who = [{name for names in own for name in names} for own in at]
        of_players = {own.name for own in self.run.varied if about_of(own) in OF_PLAYERS}
        if others or more or before == after or who[0] != who[1] or not changed.keys() <= of_players:
            return None
        return {f"rules.{PLAYERS}": (str(before), str(after))}

    def _levels(self, scenarios: Iterable[int]) -> pl.DataFrame:
        return self.run.levels.filter(pl.col("scenario").is_in(list(scenarios)))

    def _shared(
        self, of: Of, groups: Sequence[Iterable[int]], changed: Mapping[str, object] = {}
    ) -> dict[str, str]:
        """Return the levels that all scenarios have, of factors that vary for the same player elsewhere."""
        line = self.line(of)
        says_who = line is not None or of.whose == AT_CEILING or whose(of.whose).kind in (GAME.kind, PLAYER)
        elsewhere = self._levels(line.scenarios if line else self.run.line_ups)
        own = self._levels([scenario for group in groups for scenario in group])
        return {
            factor: str(own[factor][0])
            for factor in self._of_settings(of)
            if factor not in changed
            and not (says_who and is_of_players(factor))
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

    def _settings_of(self, shifts: Sequence[Shift]) -> str:
        """Return where several differences of one claim were measured."""
        settings = list(dict.fromkeys(map(self._setting, shifts)))
        return settings[0] if len(settings) == 1 else ", in any setting"

    def where(self, of: Subject) -> str:
        """Return in which setting a quantity was measured, to follow the words for it; "" of the only one."""
        return self._setting(self.shift(of))

    def _distinct(self, chosen: Sequence[Subject], among: Sequence[Subject]) -> str:
        """Return what some of several are called, by the levels in which these differ: "with reserve 6"."""
        if isinstance(chosen[0], Contrast):
            moved = (own for of in chosen for own in self.shift(of).changed.items())
            return f"with {listed(named(self.run, factor, new) for factor, (_, new) in moved)}"
        groups = {of: self._levels(_first(of).scenarios) for of in among}
        differ = [
            factor
            for factor in self.run.factors
            if len({tuple(sorted(set(map(str, rows[factor])))) for rows in groups.values()}) > 1
        ]
        levels = [[(factor, str(groups[of][factor][0])) for factor in differ] for of in chosen]
        if len(levels) == 1 or all(things_left_out(self.run, *own[:1]) for level in levels for own in level):
            return listed(self._at(dict(level)) for level in levels)
        return f"with {listed(listed(named(self.run, *level) for level in own) for own in levels)}"

    def _at(self, levels: Mapping[str, str]) -> str:
        """Return levels as a setting: "on board A1 and with the reserve at 6 tokens"."""
        return listed(at_level(self.run, factor, level) for factor, level in levels.items())

    def instead(self, shift: Shift) -> str:
        """Return a change: "with the reserve at 6 tokens instead of 4"."""
        return listed(changed_to(self.run, factor, new, old) for factor, (old, new) in shift.changed.items())


def _first(of: Subject) -> Of:
    """Return whose result a quantity is: of a difference, that of what it is more than the other."""
    if isinstance(of, Of):
        return of
    return next((own for own, times in of.terms if times > 0), of.terms[0][0])


def _last(of: Subject) -> Of:
    """Return whose result a quantity is subtracted in a difference; of a mean, whose it is."""
    return of if isinstance(of, Of) else next((own for own, times in of.terms if times < 0), _first(of))


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
