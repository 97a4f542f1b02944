"""Names what the numbers of claims are of: who comes to them, what was changed, and in which setting.

The player is the one whose results they are, a change is that of the levels in which two groups of scenarios
differ, the setting is made of the levels that both have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import polars as pl

from simkit.engine.base.columns import END
from simkit.engine.contract.knobs import PLAYERS
from simkit.engine.contract.skills import BEST
from simkit.experiment.about import About, about_of
from simkit.experiment.factors import AS_ASSUMED, ASSUMPTIONS, THE_SAME, is_clause, label
from simkit.experiment.keys import OnePlayer, is_of_players, read_key
from simkit.language import after, at_least, listed, listed_once, opening, plural, value_in_words
from simkit.results.claims import (
    AT_CEILING,
    Change,
    Claim,
    Contrast,
    Nothing,
    Of,
    Several,
    Subject,
)
from simkit.results.columns import column_of, game_columns, label_in_words, seat_columns
from simkit.results.left_out import things_left_out
from simkit.results.people import counted
from simkit.results.result import measures_of
from simkit.results.settings import STRATEGIES
from simkit.run.store.directory import RunDirectory
from simkit.run.store.vocabulary import vocabulary_of
from simkit.stats.estimates import ROUNDING, Estimate, Unit, number
from simkit.stats.whose import GAME, PLACE, PLAYER, STRATEGY, Whose, whose
from simkit.words.levels import NONE, assumed, at_level, changed_to, named, parts_by_level
from simkit.words.lines import Among, Line, fair_in_words, lines_of, players_of, settings_beside

HALF, NINE_IN_TEN = 0.5, 0.9

OF_PLAYERS = (About.PLAYERS, About.PLAYER_COUNT)
UNKNOWN_VALUES = "values that could not be looked up"

MOST_DOERS = 2
"""The most players that are named as moved by little."""

MOST_NAMED = 4
"""The most levels that one sentence names."""

MOST_LETTERS = 60
"""The most letters of names where many more levels are meant."""

MOST_WORDS, MOST_INTERVALS, INTERVAL = 25, 2, 3
"""The most words of a sentence, the most numbers with intervals, and the words of an interval."""

ALONE = "added alone"


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

    @property
    def verb(self) -> str:
        """What it does, where no number follows: "wins", "is rescued"."""
        return "" if self.does == "in" else self.does.removesuffix(" in")

    @property
    def what(self) -> str:
        """What changes are changes of: "how often an expert wins", "the mean score of an expert"."""
        return f"the {self.noun} of {self.subject}" if self.noun else f"how often {self.subject} {self.verb}"


@dataclass(frozen=True)
class ShiftInWords:
    """In which levels some scenarios differ from others, and which they share."""

    changed: Mapping[str, tuple[str, str]]
    """Factor -> its level before and after."""

    shared: Mapping[str, str]
    """The levels of all these scenarios, of factors that vary elsewhere for the same player."""

    settings: int
    """Over how many settings a mean is taken."""

    over: str = ""
    """What these are settings of: "settings of the board and the reserve"."""


@dataclass(frozen=True)
class Added:
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
            return f"added to the other {counted(len(base))}"
        return f"added to {listed(map(opening, sorted(base)))}" if base else ALONE


class Names:
    """Names what claims of a run are about."""

    def __init__(
        self,
        run: RunDirectory,
        lines: Iterable[Line] | None = None,
        *,
        said: Mapping[str, str] = {},
    ) -> None:
        """Name what is in a run: of these players, and without the levels that were said before."""
        self.run = run
        self._given = lines
        self._said = said
        self.told: dict[str, str] = {}
        """The levels that are named, or would be if they were not said before; "" where there are several."""

        self.player: int | None = None
        """The number of the player that the claim is about, if it is about one."""

        self.before: Claim | None = None
        """The claim of the sentence before the one that is made."""

    # ---- who

    @cached_property
    def lines(self) -> list[Line]:
        """The players."""
        return list(self._given) if self._given is not None else lines_of(self.run)

    @cached_property
    def kinds(self) -> set[str]:
        """The players, without how many sit together."""
        return {line.key.partition(", ")[0] for line in self.lines}

    @cached_property
    def _players(self) -> list[Line]:
        """The players at all their tables."""
        return [line for result in measures_of(self.run) for line in players_of(self.run, result)]

    def line(self, of: Subject) -> Line | None:
        """Return the player whose results a mean is of."""
        mean = first(of)
        players = self._players if whose(mean.whose).kind == STRATEGY else ()
        return next(
            (
                line
                for line in (*self.lines, *players)
                if (line.result.column, line.wins.of) == (mean.column, mean.whose)
                and line.scenarios >= set(mean.scenarios)
            ),
            None,
        )

    def subject(self, of: Subject) -> str:
        """Return who or what comes to a mean."""
        return self.doer(of).subject

    def doer(self, of: Subject) -> Doer:
        """Return who or what comes to a mean, with the words around the number."""
        of = first(of)
        measured = next((measure for measure in measures_of(self.run) if measure.column == of.column), None)
        if of.whose == AT_CEILING:
            assert measured is not None
            return Doer(BEST, measured.does_in, " of games", several=measured.does_in)
        if (line := self.line(of)) is not None:
            found = Doer(line.subject, "", pronoun=line.verb("it", "they"), against=self.against(of))
            if not line.result.is_share:
                noun = line.result.rate
                return replace(found, does=f"{line.verb('has', 'have')} a {noun} of", noun=noun)
            several = replace(line, is_plural=True).does
            return replace(found, does=line.does, of=" of games", several=several, among=line.among)
        if of.column == END:
            column = column_of(game_columns(self.run), END)
            look = column.looks.get(of.label)
            playing = [line for line in self.lines if line.scenarios >= set(of.scenarios)]
            players = [
                f"{line.among.count} {line.among.many}"
                if line.among and line.is_plural
                else line.subject.removesuffix(" alone")
                for line in playing
            ]
            whose_games = f" of games of {players[0]}" if players and len(self.kinds) > 1 else " of games"
            if not whose_games.endswith((")", "games")):
                whose_games = f" of {possessive(players[0])} games"
            loss = look.loss if look and look.loss else f"a game ends with {label_in_words(column, of.label)}"
            return Doer(loss, "in", whose_games)
        if measured is not None and measured.is_share and of.whose != GAME.name:
            own = whose(of.whose)
            who = f"{'the ' if own.kind == PLACE else ''}{own.from_1}"
            begins = own.kind == PLACE and own.number == 0
            return Doer("the player that begins" if begins else who, measured.does_in, " of games")
        is_of_game = of.whose == GAME.name
        column = column_of((game_columns if is_of_game else seat_columns)(self.run), of.column)
        does = "lasts" if is_of_game and column == self.run.game.length_column else "has"
        return Doer("a game" if is_of_game else "a player", does, f" {column.heading}", noun=column.heading)

    def is_about(self, claim: Claim | None, doer: Doer) -> bool:
        """Return whether a claim is about somebody."""
        return claim is not None and bool(claim.subjects) and self.subject(claim.subjects[0]) == doer.subject

    def who(self, doer: Doer, previous: Claim | None) -> str:
        """Return somebody, or the pronoun where the claim before in the sentence was about the same."""
        is_same = previous is not self.before and self.is_about(previous, doer)
        return doer.pronoun if is_same else doer.subject

    def against(self, of: Of) -> str:
        """Return whom a player meets in some scenarios: " against an expert", " against the others"."""
        if whose(of.whose).kind != STRATEGY:
            return ""
        own = whose(of.whose).called
        met = {name for scenario in of.scenarios for name in self.run.names[scenario]} - {own}
        if len(met) > 1:
            return " against the others"
        line = self.line(replace(of, whose=Whose(STRATEGY, called=met.pop()).name))
        return f" against {line.subject}" if line else ""

    def fair(self, of: Subject) -> str:
        """Return the fair share of the same games, to end a sentence with."""
        line = self.line(of)
        return line.where_fair(first(of).scenarios) if line else ""

    def ranked(self, lead: Subject) -> tuple[Of, Of]:
        """Return who is ahead and who is behind, if a difference between two players is above 0."""
        more, less = first(lead), last(lead)
        line = self.line(more)
        return (less, more) if line and line.result.is_less_better else (more, less)

    def is_lead(self, of: Subject) -> bool:
        """Return whether a difference is one between two players, at their tables or in the same settings."""
        if not isinstance(of, Contrast) or len(of.terms) != 2:
            return False
        one, other = (self.line(term) for term, _ in of.terms)
        if one is None or other is None or one == other:
            return False
        beside = settings_beside(self.run)
        here, there = ({*self._levels(term.scenarios).select(beside).iter_rows()} for term, _ in of.terms)
        return here == there

    def beside(self, of: Of, than: Of) -> str:
        """Return who else sits at the only table of two players: " at a table with an expert"."""
        both = {whose(term.whose).called for term in (of, than)}
        others = dict.fromkeys(name for at in of.scenarios for name in self.run.names[at] if name not in both)
        if len(of.scenarios) > 1 or not others:
            return ""
        lines = (self.line(replace(of, whose=Whose(STRATEGY, called=name).name)) for name in others)
        known = [line.subject for line in lines if line]
        return after(listed(known) if known else "", " at a table with ")

    # ---- what was changed

    def shift(self, of: Subject) -> ShiftInWords:
        """Return in which levels the two groups of scenarios of a difference differ."""
        new, old = first(of), last(of)
        if isinstance(of, Of) or is_beside_fair(of):
            return ShiftInWords({}, self.shared(new, [new.scenarios]), *self._settings(new, {}))
        if (added := self.added(of)) is not None and len(new.scenarios) == len(added.bases) > 1:
            return ShiftInWords({added.factor: (NONE, added.part)}, {}, len(added.bases), "combinations")
        groups = [self._levels(side.scenarios) for side in (old, new)]
        changed = {
            factor: (str(groups[0][factor][0]), str(groups[1][factor][0]))
            for factor in self.run.factors
            if not set(groups[0][factor]) & set(groups[1][factor])
        }
        changed = self._counts(changed, old, new) or changed
        shared = self.shared(new, [old.scenarios, new.scenarios], changed)
        return ShiftInWords(changed, shared, *self._settings(new, changed))

    def shift_before(self, previous: Claim | None) -> ShiftInWords | None:
        """Return the change that the claim before was about, and where; None if it was about none."""
        return self.shift(contrast_of(previous)) if isinstance(previous, Change | Nothing) else None

    def has_shift(self, claim: Claim | None, shift: ShiftInWords) -> bool:
        """Return whether a claim is about a change of the same levels."""
        return isinstance(claim, Change | Nothing) and self.shift(contrast_of(claim)).changed == shift.changed

    def follows(self, claim: Claim, following: Claim) -> bool:
        """Return whether a claim is about the same change as another."""
        if not isinstance(claim, Change | Nothing) or is_beside_fair(contrast_of(claim)):
            return False
        return self.has_shift(following, self.shift(contrast_of(claim)))

    def is_same_change(self, claim: Claim, other: Claim) -> bool:
        """Return whether a claim says of somebody what another says in another setting."""
        if not (isinstance(claim, Change) and isinstance(other, Change)):
            return False
        one, two = (change.quantities[0] for change in (claim, other))
        is_same = self.has_shift(claim, self.shift(two.of)) and self.subject(one.of) == self.subject(two.of)
        return is_same and (one.estimate.value > 0) == (two.estimate.value > 0)

    def goes_back(self, shift: ShiftInWords) -> bool:
        """Return whether a change is one to a level that the experiment names before the other."""
        order = {factor.name: [level.label for level in factor.levels] for factor in self.run.varied}
        known = [(order[name], *ends) for name, ends in shift.changed.items() if name in order]
        return any(
            {old, new} <= {*levels} and levels.index(new) < levels.index(old) for levels, old, new in known
        )

    def instead(self, shift: ShiftInWords) -> str:
        """Return a change: "with the reserve at 6 tokens instead of 4"."""
        changed = shift.changed.items()
        return listed(
            changed_to(self.run, factor, *ends[::-1], self._whose(factor)) for factor, ends in changed
        )

    def any_of(self, shifts: Sequence[ShiftInWords]) -> str:
        """Return a change, or several of which each is meant."""
        changes = list(dict.fromkeys(self.instead(shift) for shift in shifts))
        if len(changes) == 1:
            return changes[0]
        levels = dict.fromkeys(
            (factor, new) for shift in shifts for factor, (_, new) in shift.changed.items()
        )
        if all(factor == ASSUMPTIONS for factor, _ in levels):
            return self._any_alternative(list(dict.fromkeys(assumed(self.run, new) for _, new in levels)))
        left_out = [things_left_out(self.run, factor).get(level, "") for factor, level in levels]
        if all(left_out):
            return f"without {_first_of(left_out)}"
        is_said_alike = not any(
            is_clause(level) or self._whose(factor) == THE_SAME for factor, level in levels
        )
        if not is_said_alike and len(levels) <= MOST_NAMED:
            return listed_once([self._at(*level) for level in levels], "or")
        return f"with {_first_of([named(self.run, *level) for level in levels])}"

    def assumed(self, of: Iterable[Subject]) -> list[str]:
        """Return the values that could not be looked up to which some differences are alternatives."""
        changed = (level for term in of for level in self.shift(term).changed[ASSUMPTIONS])
        return list(dict.fromkeys(assumed(self.run, level) for level in changed if level != AS_ASSUMED))

    def _any_alternative(self, values: Sequence[str]) -> str:
        """Return that any alternative to some values that could not be looked up is meant."""
        if len(values) <= MOST_DOERS:
            return f"with any other assumption on {listed(values, 'or')}"
        every = {assumed(self.run, level) for level in self.run.levels[ASSUMPTIONS] if level != AS_ASSUMED}
        which = f"{len(values)} of " if len(every) > len(values) else "any of "
        return f"with an alternative to {which}{len(every)} {UNKNOWN_VALUES}"

    def than(self, shift: ShiftInWords) -> str:
        """Return what differences are more than: " than on board A1"; nothing of what is left out."""
        old = [
            self._at(factor, old)
            for factor, (old, new) in shift.changed.items()
            if new not in things_left_out(self.run, factor)
        ]
        return f"{after(listed(old) if old else '', ' than ')}{self.setting(shift)}"

    def _counts(
        self, changed: Mapping[str, tuple[str, str]], old: Of, new: Of
    ) -> dict[str, tuple[str, str]] | None:
        """Return the numbers of players, if line-ups or named tables differ in nothing but these."""
        at = [[self.run.line_ups[scenario] for scenario in of.scenarios] for of in (old, new)]
        (before, *others), (now, *more) = ({len(names) for names in line_ups} for line_ups in at)
        who = [{name for names in line_ups for name in names} for line_ups in at]
        of_players = {factor.name for factor in self.run.varied if about_of(factor) in OF_PLAYERS}
        if others or more or before == now or who[0] != who[1] or not changed.keys() <= of_players:
            return None
        return {f"rules.{PLAYERS}": (str(before), str(now))}

    @cached_property
    def parts(self) -> dict[str, Mapping[str, frozenset[str]]]:
        """What each level puts together, of the factors whose levels are combinations of parts."""
        found = {factor: parts_by_level(self.run, factor) for factor in self.run.factors}
        return {
            factor: {level: frozenset(parts) for level, parts in levels.items()}
            for factor, levels in found.items()
            if any(len(parts) > 1 for parts in levels.values())
        }

    def added(self, of: Subject) -> Added | None:
        """Return the part of a rule that is added to one or several combinations in a difference."""
        if not isinstance(of, Contrast) or sorted(times for _, times in of.terms) != [-1.0, 1.0]:
            return None
        for factor, sets in self.parts.items():
            ends = (first(of), last(of))
            new, old = ([sets[level] for level in self._levels(end.scenarios)[factor]] for end in ends)
            parts = frozenset.intersection(*new).difference(*old)
            if len(parts) == 1 and Counter(combination - parts for combination in new) == Counter(old):
                (part,) = parts
                return Added(factor, part, tuple(dict.fromkeys(old)), frozenset[str]().union(*sets.values()))
        return None

    def joined(self, of: Subject) -> Sequence[str] | None:
        """Return the two parts of a rule of which a contrast is what they do beyond the sum of both."""
        if not isinstance(of, Contrast) or sorted(times for _, times in of.terms) != [-1.0, -1.0, 1.0, 1.0]:
            return None
        neither = [term for term, times in of.terms if times > 0][-1]
        single = [self.added(term - neither) for term, times in of.terms if times < 0]
        return [added.part for added in single if added]

    # ---- where

    def where(self, of: Subject) -> str:
        """Return in which setting a quantity was measured, to follow the words for it; "" of the only one."""
        return self.setting(self.shift(of))

    def setting(self, shift: ShiftInWords, *, is_brief: bool = False) -> str:
        """Return where a difference was measured, to follow the words for it."""
        if shift.settings > 1:
            self.told.update(dict.fromkeys(self.told, ""))
            return ", on average" if is_brief else f", on average over {shift.settings} {shift.over}"
        named, as_variants = self._said_of(shift.shared)
        return f"{after(named, ' ')}{after(as_variants, ' when played ')}"

    def settings_of(self, shifts: Sequence[ShiftInWords]) -> str:
        """Return where several differences of one claim were measured."""
        settings = list(dict.fromkeys(map(self.setting, shifts)))
        if len(settings) <= MOST_DOERS and all(setting.startswith(" ") for setting in settings):
            return f" {listed_once(setting.strip() for setting in settings)}"
        if len(settings) == 1:
            return settings[0]
        return f" in each of {len(settings)} {self.settings_in(shifts)}"

    def settings_in(self, shifts: Sequence[ShiftInWords]) -> str:
        """Return what the settings of several differences are settings of."""
        return self._of_what(pl.DataFrame([dict(shift.shared) for shift in shifts], infer_schema_length=None))

    def at(self, levels: Mapping[str, str]) -> str:
        """Return levels as a setting: "on board A1 and with the reserve at 6 tokens"; "" of none."""
        return " ".join(filter(None, self._said_of(levels)))

    def _said_of(self, levels: Mapping[str, str]) -> tuple[str, str]:
        """Return levels as a setting; apart from it those that say how all is: "as printed"."""
        if len(levels) > 1 and self._are_printed(levels):
            return "with the printed rules", ""
        every = [self._at(*level) for level in levels.items()]
        apart = [words for words in every if words.startswith("as ")]
        found = [words for words in every if words not in apart]
        begins_with_players = bool(found) and found[0].startswith(("between ", "at the table "))
        named = ", ".join(found) if begins_with_players else listed(found or [""])
        return named, " and ".join(apart)

    def _are_printed(self, levels: Mapping[str, str]) -> bool:
        """Return whether rules have the values that are printed, at these levels and where none is varied."""
        printed = {f"rules.{name}": value_in_words(value) for name, value in self.run.game.knobs()}
        rules = self.run.rules_of(min(self.run.line_ups))
        fixed = {f"rules.{name}": value_in_words(value) for name, value in rules}
        kept = fixed.keys() - {*self.run.factors, f"rules.{PLAYERS}"}
        return levels.keys() <= printed.keys() and {**fixed, **levels}.items() >= {
            (name, printed[name]) for name in (*kept, *levels)
        }

    def _at(self, factor: str, level: str) -> str:
        """Return a level within a sentence."""
        return at_level(self.run, factor, level, self._whose(factor))

    def _whose(self, factor: str) -> str:
        """Return whose parameter a factor is, beside the player that a sentence is about."""
        key = read_key(factor)
        if self.player is None or not isinstance(key, OnePlayer) or key.number is None:
            return ""
        if key.number == self.player:
            return THE_SAME
        return "the other player" if {len(players) for players in self.run.line_ups.values()} == {2} else ""

    def is_of(self, subjects: Iterable[Subject]) -> None:
        """Take note which player a claim is about, if it is about one."""
        of = {whose(first(subject).whose) for subject in subjects}
        one = of.pop() if len(of) == 1 else GAME
        self.player = one.number if one.kind == PLAYER else None

    def levels_of_players(self, shift: ShiftInWords, at: int) -> str:
        """Return the levels before or after a change, to follow the player that they are of."""
        who = {*STRATEGIES, *(factor.name for factor in self.run.varied if about_of(factor) in OF_PLAYERS)}
        levels = {name: ends[at] for name, ends in shift.changed.items() if name not in who}
        return after(self.at(levels), " ")

    def distinct(self, chosen: Sequence[Subject], among: Sequence[Subject]) -> str:
        """Return what some of several are called, by the levels in which these differ: "with reserve 6"."""
        if isinstance(chosen[0], Contrast):
            moved = (item for of in chosen for item in self.shift(of).changed.items())
            return listed_once((self._at(factor, new) for factor, (_, new) in moved), "or")
        groups = {of: self._levels(first(of).scenarios) for of in among}
        differ = [
            factor
            for factor in self.run.factors
            if len({tuple(sorted(set(map(str, rows[factor])))) for rows in groups.values()}) > 1
        ]
        return listed_once((self.at({key: str(groups[of][key][0]) for key in differ}) for of in chosen), "or")

    def differing(self, groups: Iterable[Iterable[int]]) -> list[str]:
        """Return the factors, except of players, in which some scenarios differ."""
        levels = self._levels(scenario for group in groups for scenario in group)
        return [
            factor
            for factor in self.run.factors
            if not is_of_players(factor) and levels[factor].n_unique() > 1
        ]

    def _levels(self, scenarios: Iterable[int]) -> pl.DataFrame:
        return self.run.levels.filter(pl.col("scenario").is_in(list(scenarios)))

    def shared(
        self, of: Of, groups: Sequence[Iterable[int]], changed: Mapping[str, object] = {}
    ) -> dict[str, str]:
        """Return the levels that all scenarios have, of factors that vary for the same player elsewhere."""
        line = self.line(of)
        says_who = line is not None or of.whose == AT_CEILING or whose(of.whose).kind in (GAME.kind, PLAYER)
        elsewhere = self._levels(line.scenarios if line else self.run.line_ups)
        levels = self._levels([scenario for group in groups for scenario in group])
        found = {
            factor: str(levels[factor][0]) if levels[factor].n_unique() == 1 and factor not in changed else ""
            for factor in self._of_settings(of)
            if not (says_who and is_of_players(factor)) and elsewhere[factor].n_unique() > 1
        }
        for factor, level in found.items():
            self.told[factor] = level if self.told.get(factor, level) == level else ""
        return {factor: level for factor, level in found.items() if level and level != self._said.get(factor)}

    def _settings(self, of: Of, changed: Mapping[str, object]) -> tuple[int, str]:
        """Return over how many settings a mean is taken, and of what these are."""
        others = [factor for factor in self._of_settings(of) if factor not in changed]
        levels = self._levels(of.scenarios)
        return (len(levels.select(others).unique()) if others else 1), self._of_what(levels.select(others))

    def settings_among(self, subjects: Iterable[Subject]) -> str:
        """Return what several differ in: "settings of the board and the reserve"."""
        scenarios = [scenario for of in subjects for scenario in first(of).scenarios]
        return self._of_what(self._levels(scenarios).select(self.run.factors))

    def _of_what(self, levels: pl.DataFrame) -> str:
        """Return of what some levels are settings: "settings of the board", "groups of players"."""
        factors = [factor for factor in levels.columns if levels[factor].n_unique() > 1]
        who = [factor.name for factor in self.run.varied if about_of(factor) is About.PLAYERS]
        if factors and {*factors} <= {*who}:
            return "groups of players"
        called = vocabulary_of(self.run)
        titles = dict.fromkeys("who plays" if factor in who else label(called, factor) for factor in factors)
        return f"settings{after(listed(titles) if titles else '', ' of ')}"

    def _of_settings(self, of: Of) -> Sequence[str]:
        """Return the factors that are settings of a player: where it meets others, those of other things."""
        return settings_beside(self.run) if whose(of.whose).kind == STRATEGY else self.run.factors


# ---- whose numbers claims are of


def first(of: Subject) -> Of:
    """Return whose result a quantity is: of a difference, that of what it is more than the other."""
    if isinstance(of, Of):
        return of
    return next((term for term, times in of.terms if times > 0), of.terms[0][0])


def last(of: Subject) -> Of:
    """Return whose result a quantity is subtracted in a difference; of a mean, whose it is."""
    return of if isinstance(of, Of) else next((term for term, times in of.terms if times < 0), first(of))


def is_beside_fair(of: Subject) -> bool:
    """Return whether a difference is one from a fixed share."""
    return isinstance(of, Contrast) and len(of.terms) == 1


def contrast_of(claim: Change | Nothing) -> Contrast:
    """Return the difference that a claim is about."""
    (of, *_) = (
        claim.contrasts if isinstance(claim, Nothing) else (quantity.of for quantity in claim.quantities)
    )
    assert isinstance(of, Contrast)
    return of


# ---- numbers


def is_short(words: str, intervals: int) -> bool:
    """Return whether a sentence is read at once; the words of its intervals, "(1.8 to 2.6)", do not count."""
    count = sum(any(map(str.isalnum, word)) for word in words.split()) - INTERVAL * intervals
    return count <= MOST_WORDS and intervals <= MOST_INTERVALS


def more(effect: Estimate, doer: Doer, *, is_alone: bool = True) -> str:
    """Return by how much results differ: "3.1 fewer turns (2.8 to 3.4)", "2.2 percentage points more often".

    Beside the levels before and after, as which `is_alone` is False, these say of what it is more.
    """
    is_count = bool(doer.noun) and not doer.noun.startswith("mean ")
    if abs(effect.value) <= ROUNDING or effect.low <= 0 <= effect.high:
        return f"{effect}"
    if is_count:
        side = "more" if effect.value > 0 else "fewer"
        return f"{abs(effect).counted(f' {side} {doer.noun}' if is_alone else f' {side}')}"
    unit, often = effect.unit.words, ""
    if is_alone and effect.unit.is_share:
        unit, often = unit_in_words(effect.unit), " often"
    return f"{abs(effect).counted(f'{unit} {more_or_less(effect.value > 0)}{often}')}"


def possessive(subject: str) -> str:
    """Return somebody before what they have: "an expert's", "two experts'"."""
    return f"{subject}'" if subject.endswith("s") else f"{subject}'s"


def more_or_less(is_more: bool, doer: Doer | None = None) -> str:
    """Return the word for a side; of a number that has a noun "higher" or "lower"."""
    more, less = ("higher", "lower") if doer and doer.noun else ("more", "less")
    return more if is_more else less


def unit_in_words(unit: Unit) -> str:
    """Return what a difference is counted in, to follow its number: " percentage points"."""
    return " percentage points" if unit.is_share else unit.words


def bounded(size: float, unit: Unit) -> str:
    """Return a size without an interval: "1.9 percentage points"."""
    shown = number(unit.scale * size, 1 if unit.scale * size >= 0.1 else 2)
    shown, words = shown.removesuffix(".0"), unit_in_words(unit)
    return f"{shown}{words.removesuffix('s') if shown == '1' else words}"


def share_in_words(share: float) -> str:
    """Return a share that something is compared with: "half", "40 %"."""
    return "half" if abs(share) == HALF else f"{100 * abs(share):g} %"


def count(claim: Several, of_what: str) -> str:
    """Return how many of several claims hold: "at least 2 of 3 settings"."""
    return at_least(claim.at_least, len(claim.claims), of_what, says_open=False)


def place_in_words(of: Subject) -> str:
    """Return what seats are compared by."""
    return "place in the turn order" if whose(first(of).whose).kind == PLACE else "seat"


def than_fair(of: Subject) -> str:
    """Return the fair share that a difference is from."""
    assert isinstance(of, Contrast)
    return fair_in_words(-of.constant)


def _first_of(names: Sequence[str]) -> str:
    """Return some names, of which each is meant; of many the first ones, if a sentence can hold them."""
    if len(names) <= MOST_NAMED:
        return listed_once(names, "or")
    heads = range(1, MOST_NAMED)
    shown = [names[many - 1] for many in heads if len(" ".join(names[:many])) <= MOST_LETTERS]
    if not shown:
        return f"any one of {len(names)} things"
    return listed([*shown, f"any of {plural(len(names) - len(shown), 'other')}"], "or")
