"""Says what changed from one run to another: the answer in one sentence, then what else moved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from pathlib import Path

import numpy as np

from simkit.engine.base.columns import END, Column
from simkit.engine.contract.objectives import WON, measure_in_words
from simkit.errors import BadInput
from simkit.experiment.factors import heading
from simkit.experiment.keys import RuleKey
from simkit.plugins import find_strategy
from simkit.report.effects.averaging import may_be_averaged
from simkit.report.facts.players import is_only_of_kind, player_in_short, shown_name
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.facts.settings import STRATEGIES
from simkit.report.words import at_least, opening
from simkit.run.findings.comparison import Change, Difference, compare_runs, what_differs
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, is_significant
from simkit.stats.extremes import furthest_from_zero
from simkit.stats.whose import GAME, PLACE, PLAYER, SEAT, Whose
from simkit.words import listed, plural

FEW = 2
"""As many changed rules are named in the answer; of more their number is said."""


@dataclass(frozen=True, eq=False)
class Compared:
    """Two runs, and what changed from one to the other.

    Parameters
    ----------
    before, after : RunDirectory
        The runs.
    """

    before: RunDirectory
    after: RunDirectory

    @cached_property
    def mark(self) -> list[str]:
        """Sentences about what is not there of the runs; empty if all games of both are."""
        found = {"before": self.before.mark, "after": self.after.mark}
        first = {which: mark[0].partition(":") for which, mark in found.items() if mark}
        return [f"{word}, the run {which}:{rest}" for which, (word, _, rest) in first.items()]

    @cached_property
    def differences(self) -> list[Difference]:
        """What is different about the runs."""
        return what_differs(self.before, self.after)

    @cached_property
    def changes(self) -> list[Change]:
        """The change of every result, the largest first."""
        return compare_runs(self.before, self.after)

    @cached_property
    def clear(self) -> list[Change]:
        """The changes beyond chance: of wins, of length, of points, of the rest, each the largest first."""
        clear = (change for change in self.changes if change.is_clear)
        return sorted(clear, key=lambda change: (self._rank(change), -abs(change.size)))

    def _rank(self, change: Change) -> int:
        """Return the place of a result among those that are shown: what is won stands first."""
        game = self.before.game
        length = game.length_column
        if change.is_main or change.level:
            return 0 if change.is_main else 3
        if length is not None and change.column == length.name:
            return 1
        return 2 if change.column in {own.column for own in game.objectives} else 4

    @cached_property
    def main(self) -> list[Change]:
        """The changes of what the game is played for, the largest first."""
        return sorted(
            (change for change in self.changes if change.is_main),
            key=lambda change: (not change.is_clear, -abs(change.difference.value)),
        )

    @cached_property
    def of_lead(self) -> list[Change]:
        """The changes of the main result that the answer speaks of, one a setting, in the run's order."""
        own = [change for change in self.main if change.of == self.main[0].of]
        return sorted(own, key=lambda change: self._scenarios[change.setting])

    @cached_property
    def mean(self) -> Estimate | None:
        """The mean change of the main result over its settings; None where these do not agree.

        Settings share their chance: the interval is as wide as if they shared all of it.
        """
        found = [change.difference for change in self.of_lead]
        if len(found) < 2 or not may_be_averaged(dict(enumerate(found))):
            return None
        value, low, high = np.mean([(own.value, own.low, own.high) for own in found], axis=0).tolist()
        return Estimate(value, low, high, min(own.n for own in found), found[0].method, found[0].unit)

    @cached_property
    def lead(self) -> Change:
        """The change that the answer quotes: the mean over settings if they agree, else that of the first."""
        first = self.of_lead[0]
        if self.mean is None:
            return first
        before, after = np.mean([(own.before, own.after) for own in self.of_lead], axis=0).tolist()
        is_clear = is_significant(self.mean, len({change.of for change in self.main}))
        return replace(first, levels={}, before=before, after=after, difference=self.mean, is_clear=is_clear)

    @property
    def where_lead(self) -> str:
        """The setting of what the answer quotes, to end a clause."""
        if self.mean is not None:
            return f", on average over {len(self.of_lead)} settings"
        return self.in_setting(self.lead)

    @property
    def object_of_lead(self) -> str:
        """What the answer speaks of: "how often an expert wins"; of several players "the win rate"."""
        names = {self.object_of(change) for change in self.of_lead}
        return names.pop() if len(names) == 1 else self.result_of(self.of_lead[0])

    @property
    def nothing_moves(self) -> bool:
        """True if no result has changed at all."""
        return all(change.difference.value == 0 for change in self.changes)

    @cached_property
    def sentences(self) -> list[str]:
        """The answer, in at most three sentences, of which the first is enough."""
        subject, results = self.subject, plural(len(self.changes), "result")
        if self.nothing_moves and not self.differences:
            return [f"Nothing differs: rules, players and seed are the same, and so are all {results}."]
        if self.nothing_moves:
            return [f"{subject.words} {subject.verb('change')} nothing: all {results} are the same."]
        if not self.main or not (self.lead.is_clear or any(own.is_clear for own in self.of_lead)):
            return [self._unmoved()]
        return [f"{subject.words} {self._moves()}; {self._rest()}.", *self._besides()]

    def _unmoved(self) -> str:
        """Return the sentence for runs whose main result has not clearly changed."""
        subject, clear = self.subject, len(self.clear)
        results = plural(len(self.changes), "result")
        rest = f"none of {results} moves beyond chance"
        if clear:
            first = self.clear[0]
            rest = (
                f"{at_least(clear, len(self.changes), 'results', says_open=False)} move, among them "
                f"{self.object_of(first)}, by {first.difference}{self.in_setting(first)}"
            )
        if not self.main:
            return f"With {subject.within}, {rest}."
        if self.mean is None and len(self.of_lead) > 1:
            furthest = furthest_from_zero([own.difference for own in self.of_lead])
            bound = f"{self.lead.difference.beside(furthest)}{self.lead.difference.unit.words}"
            each = f"in none of {len(self.of_lead)} settings by more than {bound}"
            return f"{subject.words} {subject.verb('move')} {self.object_of_lead} {each}; {rest}."
        still = hardly_moves(subject, self.object_of_lead, self.lead)
        return f"{subject.words} {still}{self.where_lead}; {rest}."

    def _moves(self) -> str:
        """Return what happens to the main result: on average, or in how many settings it rises and falls."""
        lead, what = self.lead, self.object_of_lead
        if self.mean is not None:
            verb = self.subject.verb("raise" if lead.difference.value > 0 else "lower")
            return f"{verb} {what} by {abs(lead.difference)}{self.where_lead}"
        if len(self.of_lead) == 1:
            return f"{moves(self.subject, what, lead)}{self.where_lead}"
        ups, downs = (
            sum(own.is_clear and sign * own.difference.value > 0 for own in self.of_lead) for sign in (1, -1)
        )
        every = len(self.of_lead)
        still = every - ups - downs
        said: list[str] = []
        for verb, count in (("raise", ups), ("lower", downs)):
            if count and not said:
                counted = at_least(count, every, "settings", unclear=still)
                said.append(f"{self.subject.verb(verb)} {what} in {counted}")
            elif count:
                said.append(f"{self.subject.verb(verb)} it in {'at least ' if still else ''}{count}")
        size = abs(lead.difference) if lead.is_clear else lead.difference
        where = self.where_lead.removeprefix(", ")
        return f"{' and '.join(said)}; {where} by {size}, {from_to(lead)}"

    def _rest(self) -> str:
        """Return how many of the other results move."""
        ours = set(map(id, self.of_lead))
        others = [change for change in self.changes if id(change) not in ours]
        moved = sum(change.is_clear for change in others)
        if not moved:
            return f"none of {plural(len(others), 'other result')} clearly moves"
        return f"{at_least(moved, len(others), 'other results', says_open=False)} move, too"

    def _besides(self) -> list[str]:
        """Return the change of another result: of the kind that matters most, the largest."""
        change = next((change for change in self.clear if not change.is_main), None)
        if change is None:
            return []
        what = f"{self.object_of(change)}: {change.difference}, {from_to(change)}"
        return [f"{opening(what)}{self.in_setting(change)}."]

    def result_of(self, change: Change) -> str:
        """Return what a change is about, without whose it is: "the win rate"."""
        column = self.column_of(change)
        return "the win rate" if column.name == WON else f"the {measure_in_words(column)}"

    @cached_property
    def subject(self) -> Subject:
        """What differs, as the subject of a sentence."""
        return subject_of(self.differences)

    def column_of(self, change: Change) -> Column:
        """Return the column of a change, as the game declares it today; else as it was recorded."""
        game = self.before.game
        columns = game.columns if change.of.kind == GAME.kind else game.seat_columns
        plain = Column(change.column, np.bool_ if change.share and not change.level else np.int64, "")
        return next((own for own in columns if own.name == change.column), plain)

    def short_name(self, change: Change) -> str:
        """Return what has changed in a few words, for rows of tables: "turns", "end: the time is up"."""
        column = self.column_of(change)
        return f"{column.heading}: {label_in_words(column, change.level)}" if change.level else column.heading

    def whose(self, change: Change) -> str:
        """Return whose result it is, for rows of tables; empty for the game's."""
        return "" if change.of == GAME else change.called

    def object_of(self, change: Change) -> str:
        """Return what has changed, within a sentence: "how often an expert (expert) wins"."""
        column, player = self.column_of(change), self._player(change)
        if change.level:
            label = f"'{label_in_words(column, change.level)}'"
            what = f"end with {label}" if column.name == END else f"have {column.heading} {label}"
            return f"how often games {what}{f' with {player}' if player else ''}"
        return result_in_words(column, change.of, player)

    def _player(self, change: Change) -> str:
        """Return the player that a change is about, in words; "" for games of several different players."""
        if change.of.kind == PLAYER:
            names = self.before.line_ups[self._scenarios[change.setting]]
            if names.count(change.strategy) != 1:  # it is another's, too, or other than in the run after
                return change.called
            return self._in_short(change.strategy)
        if change.of.kind == PLACE:
            return f"the {change.of.from_1}"
        if change.of.kind == SEAT:
            return change.of.from_1
        scenario = self._scenarios[change.setting]
        names = self.before.line_ups[scenario]
        if scenario not in self.before.alike or names[0] not in self.after.strategies:
            return ""
        if any(own.what == "players" for own in self.differences) and not self._names_players:
            return ""  # then the sentence says already which players these are
        return self._in_short(names[0])

    def _in_short(self, name: str) -> str:
        is_only = is_only_of_kind(self.before, name)
        return player_in_short(shown_name(self.before, name), self._skill(name), is_only=is_only)

    @property
    def _names_players(self) -> bool:
        return bool(set(STRATEGIES) & set(self.before.factors))

    @cached_property
    def _scenarios(self) -> dict[tuple[str, ...], int]:
        levels = self.before.levels
        return {tuple(row[1:]): row[0] for row in levels.select("scenario", *self.before.factors).iter_rows()}

    def _skill(self, name: str) -> str:
        """Return the kind of person that a player models; of a file's player "", which is not imported."""
        reference = self.before.strategies[name]
        if reference.files:
            return ""
        try:
            return find_strategy(self.before.game.name, reference, Path()).skill
        except BadInput:
            return ""

    def in_setting(self, change: Change) -> str:
        """Return the levels of a change as they end a clause: ", with board A1"."""
        words = self.setting_in_words(change)
        return f", with {words}" if words else ""

    def setting_in_words(self, change: Change) -> str:
        """Return the levels of a change that its player does not say."""
        said = STRATEGIES if change.of == GAME and self._player(change) else ()
        factors = [factor for factor in self.before.factors if factor not in said]
        return levels_in_words(self.before, change.levels, factors, quoted=True)

    def all_levels(self, change: Change) -> str:
        """Return all levels of a change, as rows of figures have them."""
        return levels_in_words(self.before, change.levels, self.before.factors)


@dataclass(frozen=True)
class Subject:
    """What differs, as the subject of a sentence.

    Parameters
    ----------
    words : str
        At the beginning of a sentence: "Reserve 4 instead of 3".
    is_plural : bool
        Whether its verb is in the plural.
    """

    words: str
    is_plural: bool = False

    @property
    def within(self) -> str:
        """The same within a sentence."""
        return self.words[:1].lower() + self.words[1:]

    def verb(self, plain: str) -> str:
        """Return the verb for it: "raises"."""
        return plain if self.is_plural else f"{plain}s"

    def does_not(self, plain: str) -> str:
        """Return the verb, denied: "does not move"."""
        return f"{'do' if self.is_plural else 'does'} not {plain}"


def subject_of(differences: Sequence[Difference]) -> Subject:
    """Return the differences of two runs as the subject of a sentence."""
    told = [own for own in differences if own.what != "seed"]
    if not told:
        return Subject("Another seed" if differences else "The same rules and players")
    if len(told) > FEW:
        return Subject(f"The {len(told)} differences together", is_plural=True)
    words = opening(listed(map(_in_words, told)))
    return Subject(words, is_plural=len(told) > 1 or words.startswith("The players"))


def _in_words(own: Difference) -> str:
    if own.what == "code":
        return f"the changed code of {own.name or 'the game'}"
    instead = f"{own.after} instead of {own.before}"
    if own.what == "content":
        return f"the content {instead}"
    if own.what == "players":
        return f"the {'players' if ',' in instead else 'player'} {instead}"
    joint = " at" if re.fullmatch(r"-?[\d.]+", own.after) else ""
    return f"{rule_in_words(own.name)}{joint} {instead}"


def rule_in_words(name: str) -> str:
    """Return a rule's name in words."""
    return heading(RuleKey(name).name).replace("_", " ")


def label_in_words(column: Column, label: str) -> str:
    """Return the words for a label of a code."""
    return column.looks[label].words if label in column.looks else label.replace("_", " ")


def finished(run: RunDirectory) -> str:
    """Return when a run was finished, or begun if it is not finished, to the minute."""
    when = run.manifest["finished_at"] or run.manifest["started_at"]
    return str(when)[:16].replace("T", " ")


def result_in_words(column: Column, of: Whose, player: str) -> str:
    """Return a result within a sentence: "how often seat 1 wins", "the mean score of player 1".

    Parameters
    ----------
    column : Column
        The column.
    of : Whose
        Whose it is.
    player : str
        The player that it is about, in words; empty for a game of several different ones.
    """
    if column.name == WON:
        return f"how often {player} wins" if player else "how often the game is won"
    return f"the {measure_in_words(column)}{joint(column, of) if player else ''}{player}"


def joint(column: Column, of: Whose) -> str:
    """Return what joins a result and a player: a game's is one with the player, unless it is won."""
    return " with " if of == GAME and column.name != WON else " of "


def moves(subject: Subject, result: str, change: Change) -> str:
    """Return what a clear change is: "raises how often seat 1 wins by 3.1 points (2.2 to 4.0), from ..."."""
    verb = subject.verb("raise" if change.difference.value > 0 else "lower")
    return f"{verb} {result} by {abs(change.difference)}, {from_to(change)}"


def hardly_moves(subject: Subject, result: str, change: Change) -> str:
    """Return what a change that may be chance is: "does not move the mean score beyond chance: by ..."."""
    return f"{subject.does_not('move')} {result} beyond chance: by {change.difference}"


def from_to(change: Change) -> str:
    """Return from where to where it goes: "from 20.1 to 23.2 %"."""
    before, after = ends_of(change)
    return f"from {before} to {after}{' %' if change.share else ''}"


def ends_of(change: Change) -> tuple[str, str]:
    """Return the values before and after with the decimals of the change, shares in per cent."""
    return change.difference.beside(change.before), change.difference.beside(change.after)


def has_interval(change: Change) -> bool:
    """Return False for a change that rests on too few games."""
    return isfinite(change.difference.low)
