"""What more money at the start does in Nautilus (2002): to points, and to the length and end of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simkit import report as r

FACTOR = "rules.start_money"

MOST_KEYS = 4
"""The most settings whose gain in points is a key figure."""


@dataclass(frozen=True)
class Ends:
    """The least and the most money in one setting, the scenario of each, and the gain in points."""

    least: int
    low: int
    most: int
    high: int
    gain: r.Estimate


@dataclass(frozen=True)
class StartMoney(r.Part):
    """What the most money does against the least, in runs that vary it."""

    run: r.RunDirectory

    def in_short(self) -> r.InShort | None:
        """Return the answer of page one where the run asks about it: points, endings and lengths."""
        if r.asked_of(self.run).factor != FACTOR or not self._ends:
            return None
        keys = [
            r.KeyFigure(f"{own.gain:alone}", f"points{r.after(words, ': ')}")
            for words, own in self._ends.items()
        ]
        return r.InShort([*map(str, self.findings()), *self._lengths()], keys[:MOST_KEYS])

    def findings(self) -> list[r.Finding]:
        """Return what it does to points, and where it moves the share of games that stagnate most."""
        found = list(self._ends.items())
        if not found:
            return []
        ranked = sorted(found, key=lambda own: own[1].gain.value)
        scores = " to ".join(
            dict.fromkeys(
                f"{own.gain} points{words and f' ({words})'}" for words, own in (ranked[0], ranked[-1])
            )
        )
        first, most = found[0][1], max((own.gain for _, own in found), key=lambda gain: abs(gain.value))
        words = f"A player who begins with {first.most} Nemos instead of {first.least} scores {scores}."
        size = r.size_of(most)
        return [r.Finding(words, size, r.Surprise.SIZE, FACTOR), *self._stagnation()]

    def _stagnation(self) -> list[r.Finding]:
        """Return where the share of games that stagnate is moved most, if it is."""
        code = r.column_of(r.game_columns(self.run), "end").labels.index("stagnation")
        ends = r.SideBySide.read(self.run, "end")
        shares = {
            words: [r.wilson(ends.count(at, code), self.run.games_played[at]) for at in (own.low, own.high)]
            for words, own in self._ends.items()
        }
        moved = {words: r.difference_of_shares(*own) for words, own in shares.items()}
        return [
            r.Finding(
                f"From {self._ends[words].least} to {self._ends[words].most} Nemos, the share of games that "
                f"end with a round in which nothing happened goes from {shares[words][0]} to "
                f"{shares[words][1]}{words and f' ({words})'}.",
                abs(moved[words].value),
                r.Surprise.WHICH,
                FACTOR,
            )
            for words in _most(moved)
        ]

    def _lengths(self) -> list[str]:
        """Return from and to how many rounds a game lasts, where that is changed most, if it is."""
        lasted = r.SideBySide.read(self.run, "rounds")
        changes = {words: lasted.effect([own.low], [own.high]) for words, own in self._ends.items()}
        return [
            f"A game then lasts {lasted.average([self._ends[words].high])} rounds instead of "
            f"{lasted.average([self._ends[words].low])}{words and f' ({words})'}."
            for words in _most(changes)
        ]

    @cached_property
    def _ends(self) -> dict[str, Ends]:
        """What is compared in each setting, by the words for it; empty for a run that does not vary money."""
        if FACTOR not in self.run.factors:
            return {}
        others = [factor for factor in self.run.factors if factor != FACTOR]
        scenarios: dict[str, dict[int, int]] = {}
        for row in self.run.scenarios().sort("scenario").iter_rows(named=True):
            if row[FACTOR].isdecimal():
                words = r.levels_in_words(self.run, row, others)
                scenarios.setdefault(words, {})[int(row[FACTOR])] = row["scenario"]
        return {words: self._compared(own) for words, own in scenarios.items()}

    def _compared(self, scenarios: Mapping[int, int]) -> Ends:
        (least, low), (most, high) = min(scenarios.items()), max(scenarios.items())
        points = [np.mean(list(r.per_game(self.run, at, "score").values()), axis=0) for at in (low, high)]
        return Ends(least, low, most, high, r.SideBySide(points).effect([0], [1]))


def _most(effects: Mapping[str, r.Estimate]) -> list[str]:
    """Return the setting with the largest effect, if that is significant."""
    most = max(effects, key=lambda words: abs(effects[words].value))
    return [most] if r.is_significant(effects[most], len(effects)) else []
