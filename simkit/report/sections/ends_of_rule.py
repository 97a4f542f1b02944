"""Reports what the highest value of a number in the rules does to players' points, against the lowest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simkit.report.document.blocks import Finding, InShort, KeyFigure, Part, Surprise
from simkit.report.facts.asked import asked_of
from simkit.report.facts.line_ups import per_game
from simkit.report.facts.paired import SideBySide, size_of
from simkit.report.facts.scenarios import levels_in_words
from simkit.report.words import opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import (
    NUMBER,
    Estimate,
    difference_of_shares,
    is_significant,
    paired_difference,
    wilson,
)

MOST_KEYS = 4
"""The most settings whose gain in points is a key figure."""


@dataclass(frozen=True)
class EndWords:
    """An ending whose share the rule may move.

    Parameters
    ----------
    column, label : str
        The games' column that says how they end, and the ending.
    games_do : str
        What games do that end so: "end with a round in which nothing happened".
    """

    column: str
    label: str
    games_do: str


@dataclass(frozen=True)
class EndsOfRule(Part):
    """What the highest value of a number does against the lowest, in runs that vary it.

    Parameters
    ----------
    run : RunDirectory
        The run.
    factor : str
        The number: "rules.start_money".
    subject : str
        Whose points these are, up to the number: "a player who begins with".
    unit : str
        What it counts: "Nemos".
    end : EndWords
        An ending.
    total : str
        The seats' column of points.
    """

    run: RunDirectory
    factor: str
    subject: str
    unit: str
    end: EndWords
    total: str = "score"

    def in_short(self) -> InShort | None:
        """Return the answer of page one where the run asks about the number: points, lengths and endings."""
        if asked_of(self.run).factor != self.factor or not self._by_setting:
            return None
        said = [*map(str, self.findings()), *self._lengths()]
        keys = [
            KeyFigure(f"{own.gain:alone bare}", f"points{f': {words}' if words else ''}")
            for words, own in self._by_setting.items()
        ]
        return InShort(said, keys[:MOST_KEYS])

    def _lengths(self) -> list[str]:
        """Return from and to how many turns a game lasts, where the number changes that most, if it does."""
        column = self.run.game.length_column
        if column is None:
            return []
        lasted = SideBySide.read(self.run, column.name)
        changes = {words: lasted.effect([own.low], [own.high]) for words, own in self._by_setting.items()}
        most = max(changes, key=lambda words: abs(changes[words].value))
        if not is_significant(changes[most], len(changes)):
            return []
        own = self._by_setting[most]
        before, after = (lasted.average([at]) for at in (own.low, own.high))
        return [f"A game then lasts {after} {column.heading} instead of {before}{most and f' ({most})'}."]

    def findings(self) -> list[Finding]:
        """Return what the number does to points, and where it moves the share of the ending most."""
        found = self._by_setting
        if not found:
            return []
        gain = max(found.values(), key=lambda own: abs(own.gain.value)).gain
        said = [Finding(self.answer(), size_of(gain), Surprise.SIZE, self.factor)]
        shares = {words: (self._share(own.low), self._share(own.high)) for words, own in found.items()}
        moved = {words: difference_of_shares(*own) for words, own in shares.items()}
        most = max(moved, key=lambda words: abs(moved[words].value))
        if is_significant(moved[most], len(moved)):
            own, (before, after) = found[most], shares[most]
            words = (
                f"From {own.least} to {own.most} {self.unit}, the share of games that {self.end.games_do} "
                f"goes from {before} to {after}"
                f"{most and f' ({most})'}."
            )
            said.append(Finding(words, abs(moved[most].value), Surprise.WHICH, self.factor))
        return said

    def answer(self) -> str:
        """Return a sentence over all settings; "" for a run that does not vary the number."""
        found = self._by_setting
        if not found:
            return ""
        ranked = sorted(found, key=lambda words: found[words].gain.value)
        said = " to ".join(
            f"{found[words].gain:bare} points{f' ({words})' if words else ''}"
            for words in dict.fromkeys((ranked[0], ranked[-1]))
        )
        return opening(f"{self._instead(next(iter(found.values())))} scores {said}.")

    @cached_property
    def _by_setting(self) -> dict[str, _Ends]:
        if self.factor not in self.run.factors:
            return {}
        others = [factor for factor in self.run.factors if factor != self.factor]
        scenarios: dict[str, dict[int, int]] = {}
        for row in self.run.scenarios().sort("scenario").iter_rows(named=True):
            if row[self.factor].isdecimal():
                words = levels_in_words(self.run, row, others)
                scenarios.setdefault(words, {})[int(row[self.factor])] = row["scenario"]
        return {words: self._ends(own) for words, own in scenarios.items()}

    def _ends(self, scenarios: Mapping[int, int]) -> _Ends:
        (least, low), (most, high) = min(scenarios.items()), max(scenarios.items())
        games = (np.mean(list(per_game(self.run, s, self.total).values()), axis=0) for s in (low, high))
        return _Ends(least, low, most, high, paired_difference(*games, unit=NUMBER.of_changes))

    def _instead(self, own: _Ends) -> str:
        return f"{self.subject} {own.most} {self.unit} instead of {own.least}"

    def _share(self, scenario: int) -> Estimate:
        end, games = self.end, self.run.games_played[scenario]
        found = self.run.summary(
            column=end.column, statistic="rate", of="game", scenario=scenario, level=end.label
        )
        return wilson(round(float(found["estimate"].sum()) * games), games)


@dataclass(frozen=True)
class _Ends:
    """The lowest and the highest value, the scenario of each, and the gain in points."""

    least: int
    low: int
    most: int
    high: int
    gain: Estimate
