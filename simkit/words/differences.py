"""Says what differs between two runs, and claims about what that changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

from simkit.engine.base.columns import Column
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import WON, measure_in_words
from simkit.experiment.factors import with_change
from simkit.experiment.keys import RuleKey
from simkit.language import listed, opening
from simkit.results.claims import Change, Claim, Contrast, Of, Sentence, Several, Subject
from simkit.results.columns import column_of, game_columns, seat_columns
from simkit.results.result import measures_of
from simkit.run.findings.comparison import ChangeOfResult as Moved
from simkit.run.findings.comparison import Difference
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import NO_BREAK
from simkit.stats.whose import GAME, PLACE, Whose, whose
from simkit.words.claims import Voice
from simkit.words.levels import AS_PRINTED
from simkit.words.lines import Line
from simkit.words.names import Doer, Names, ShiftInWords, count, first, more_or_less

FEW = 2
"""As many differences are named; of more their number is said."""


def with_differences(knobs: type[Knobs], differences: Sequence[Difference]) -> str:
    """Return what differs, to begin a sentence with: "with the reserve at 6 tokens instead of 4"."""
    several = sum(difference.what == "players" for difference in differences) > 1
    told = [
        difference
        for difference in differences
        if difference.what != "seed" and not (several and difference.what == "players")
    ]
    if len(told) + several > FEW:
        return f"with {len(told) + several} differences together"
    said = [*(["with other players"] if several else []), *(_with(knobs, difference) for difference in told)]
    return listed(said or [f"with {'another seed' if differences else 'the same rules and players'}"])


def _with(knobs: type[Knobs], difference: Difference) -> str:
    instead = f"{difference.after} instead of {difference.before}"
    match difference.what:
        case "rule":
            return with_change(knobs, RuleKey(difference.name).name, difference.after, difference.before)
        case "code":
            return f"with the changed code of {difference.name or 'the game'}"
        case "players":
            return f"with the {'players' if ',' in instead else 'player'} {instead}"
    return (
        f"with {difference.after if difference.before == AS_PRINTED else f'the {difference.what} {instead}'}"
    )


def unmoved(knobs: type[Knobs], differences: Sequence[Difference], what: str) -> Sentence:
    """Return the sentence on differences that change not one of some results, or games."""
    if not differences:
        return Sentence(
            f"The runs do not differ: rules, players and seed are the same, and so are all {what}."
        )
    return Sentence(
        f"{opening(with_differences(knobs, differences))} nothing changes: all {what} are the same."
    )


def ends_of(change: Moved) -> tuple[str, str]:
    """Return the values before and after with the decimals of the change, shares in per cent."""
    return change.difference.beside(change.before), change.difference.beside(change.after)


def moves(result: str, change: Moved, *, is_clear: bool) -> str:
    """Return what a result does: "how often seat 1 wins rises by 3 points (2 to 4), from 20 to 23 %"."""
    if not is_clear:
        return f"{result} does not clearly change: {change.difference}"
    before, after = ends_of(change)
    verb = "rises" if change.difference.value > 0 else "falls"
    unit = f"{NO_BREAK}%" if change.share else ""
    return f"{result} {verb} by {abs(change.difference)}, from {before} to {after}{unit}"


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


def _several(names: Names, claim: Several, previous: Claim | None) -> str:
    """Return in how many settings at least somebody comes to more, or to less."""
    leading = next(stated for stated in claim.claims if isinstance(stated, Change))
    assert isinstance(leading.contrast, Contrast)
    shift, doer = names.shift(leading.contrast), names.doer(leading.contrast.terms[0][0])
    is_more = all((times > 0) == (of.run == 1) for of, times in leading.contrast.terms)
    head = "" if names.has_shift(previous, shift) else f"{names.instead(shift)}, "
    where = f"in {count(claim, names.settings_among(claim.subjects))}"
    if doer.does == "has":
        return f"{head}{doer.subject} has {'more' if is_more else 'fewer'}{doer.of} {where}"
    if doer.noun:
        what = "it" if names.is_about(previous, doer) else doer.what
        return f"{head}{what} is {more_or_less(is_more, doer)} {where}"
    return f"{head}{names.who(doer, previous)} {doer.verb} {more_or_less(is_more)} often {where}"


class VoiceOfTwo(Voice):
    """Says claims about what changed from one run to another.

    Parameters
    ----------
    run : RunDirectory
        The first run.
    differences : sequence of Difference
        What is different about the second.
    lines : iterable of Line, optional
        The players of the first run.
    """

    def __init__(
        self, run: RunDirectory, differences: Sequence[Difference], lines: Iterable[Line] | None = None
    ) -> None:
        super().__init__(run, lines)
        self._differences = differences

    def shift(self, of: Subject) -> ShiftInWords:
        """Return what differs between the runs, and in which setting both were played."""
        if isinstance(of, Of) or len({term.run for term, _ in of.terms}) == 1:
            return super().shift(of)
        shared = super().shift(replace(of.terms[0][0], run=0))
        return replace(shared, changed=self._changed)

    @cached_property
    def _changed(self) -> Mapping[str, tuple[str, str]]:
        return {
            f"{difference.what} {difference.name}": (difference.before, difference.after)
            for difference in self._differences
        }

    def instead(self, shift: ShiftInWords) -> str:
        """Return what differs."""
        if shift.changed is not self._changed:
            return super().instead(shift)
        return with_differences(self.run.game.knobs, self._differences)

    def follows(self, claim: Claim, following: Claim) -> bool:
        """Return False: all that is said of two runs is about the same change."""
        return False

    def shift_before(self, previous: Claim | None) -> ShiftInWords | None:
        """Return the change that the claim before was about; of many settings it names none."""
        if isinstance(previous, Several):
            return replace(self.shift(previous.subjects[0]), shared={}, settings=0)
        return super().shift_before(previous)

    def has_shift(self, claim: Claim | None, shift: ShiftInWords) -> bool:
        """Return whether a claim is about what differs."""
        return claim is not None and self.shift(claim.subjects[0]).changed == shift.changed

    def than(self, shift: ShiftInWords) -> str:
        """Return what differences are more than."""
        return " than before" if shift.changed is self._changed else super().than(shift)

    def settings_of(self, shifts: Sequence[ShiftInWords]) -> str:
        """Return where several differences of one claim were measured."""
        where = set(map(self.setting, shifts))
        return where.pop() if len(where) == 1 else f", in each of {len(where)} {self.settings_in(shifts)}"

    def doer(self, of: Subject) -> Doer:
        """Return who or what comes to a mean; of other players in the second run, their place."""
        of = first(of)
        found, own, line = super().doer(of), whose(of.whose), self.line(of)
        others_play = any(other.what == "players" for other in self._differences)
        if line is not None and not others_play:
            return found
        if own != GAME:
            who = f"{'the ' if own.kind == PLACE else ''}{own.from_1}"
            column = column_of(seat_columns(self.run), of.column)
            if column.is_yes_no and found.noun:
                return Doer(f"'{column.heading}' is true of {who}", "in", " of games")
            points = next((result.rate for result in measures_of(self.run) if result.column == of.column), "")
            if points and found.noun:
                return Doer(who, f"has a {points} of", noun=points)
            return replace(found, subject=who)
        if line is not None:
            return replace(found, subject="the players" if line.is_plural else "the player")
        column = column_of(game_columns(self.run), of.column)
        if column.is_yes_no:
            found = Doer(f"'{column.heading}' is true", "in", " of games")
        lines = [line for line in self.lines if line.wins.of == GAME.name and not others_play]
        line = next((line for line in lines if line.scenarios >= set(of.scenarios)), None)
        if line is None or len(lines) == 1 or found.subject != "a game":
            return found
        return replace(found, subject=f"a game with {line.subject}")

    templates: ClassVar = {**Voice.templates, Several: _several}
