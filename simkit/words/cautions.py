"""Warns where strong players among themselves play another game than weaker ones do.

At a table of its own kind a strong player may score less than a weaker one at a table of its kind, or end
games in a way in which the weaker one does not.  What such a table shows, such as that beginning wins, is
then about how these players play among themselves.  Every report that rests on one says so beside its answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import polars as pl

from simkit.errors import BadInput
from simkit.language import listed, opening, with_setting
from simkit.results.columns import label_in_words
from simkit.results.line_ups import LineUps, line_ups_of, meetings, ways_of, won_in_pairs
from simkit.results.people import counted
from simkit.results.result import WON, results_of
from simkit.results.scenarios import levels_in_words
from simkit.results.settings import STRATEGIES
from simkit.run.findings.alike import (
    FILE,
    Alike,
    AlikeFile,
    as_alike,
    end_of,
    is_contested,
    kept_alike,
    points_of,
    read_alike,
)
from simkit.run.findings.ladder import Ladder, ladders_of
from simkit.run.findings.targeted import RANDOM
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, percent

OFTEN, SELDOM = 0.2, 0.05
"""A player ends games in a way that another does not if it ends at least the first share of its games so,
and the other at most the second."""

FEWER = 0.9
"""A player does worse in points than another: it scores at most this share of what the other does."""

NEVER = Estimate(0.0, 0.0, 0.0, 0, "")


@dataclass(frozen=True)
class ContrastInWords:
    """A strong player's table beside a weaker one's, under the same rules."""

    players: int
    """How many sit at either table."""
    strong: str
    weak: str
    own: Alike
    other: Alike
    """What their tables came to."""
    is_kept: bool
    """True if they come from what is kept for the printed rules, and not from the run."""
    better_is_more: bool
    """Whether more points are better."""
    scenario: int
    """The strong player's table in the run."""

    @cached_property
    def ends(self) -> list[str]:
        """The endings, if any, in which the strong player's games end, and the weak one's do not."""
        return [
            label
            for label, share in self.own.ends.items()
            if share.value >= OFTEN
            and (other := self.other.ends.get(label, NEVER)).value <= SELDOM
            and share.low > other.high
        ]

    @cached_property
    def is_worse(self) -> bool:
        """True if the strong player scores significantly less than the weak one, by a tenth or more."""
        own, other = self.own.points, self.other.points
        if own is None or other is None:
            return False
        if self.better_is_more:
            return own.value <= FEWER * other.value and own.high < other.low
        return own.value * FEWER >= other.value and own.low > other.high

    @property
    def size(self) -> float:
        """How far the two tables differ; the clearest contrast has the largest."""
        own, other = self.own.points, self.other.points
        apart = abs(1 - own.value / other.value) if self.is_worse and own and other and other.value else 0.0
        return apart + max((self.own.ends[label].value for label in self.ends), default=0.0)


def cautions(run: RunDirectory) -> dict[str, str]:
    """Return a sentence for each player that plays another game among its own kind than a weaker one does.

    Raises
    ------
    BadInput
        If what is kept beside the game's ladder cannot be read.
    """
    if not is_contested(run.game):
        return {}
    tables = _Tables(run)
    found: dict[str, list[ContrastInWords]] = {}
    for contrast in tables.contrasts():
        if contrast.ends or contrast.is_worse:
            found.setdefault(contrast.strong, []).append(contrast)
    return {name: _caution(run, max(many, key=lambda one: one.size), tables) for name, many in found.items()}


def _caution(run: RunDirectory, found: ContrastInWords, tables: _Tables) -> str:
    """Return the sentence about the clearest contrast of a player."""
    end = end_of(run.game)
    label = max(found.ends, key=lambda label: found.own.ends[label].value, default="")
    own, other = [], []
    if label and end:
        words = f"'{label_in_words(end, label)}'"
        shares = [
            table.ends[label].value if label in table.ends else 0.0 for table in (found.own, found.other)
        ]
        own.append(f"end {percent(shares[0])} of games with {words}")
        other.append(f"end {percent(shares[1])} with it")
    if found.own.points and found.other.points:
        own.append(f"score {found.own.points.value:.1f} points each")
        other.append(f"score {found.other.points.value:.1f}")
    rules = ", with the rules as printed" if found.is_kept else ""
    setting, count = tables.setting(found), counted(found.players)
    where = f" {with_setting(setting)}" if setting else ""
    return (
        f"Among themselves{where}{rules}, {count} {found.strong} players {listed(own)}. {opening(count)} "
        f"weaker players ({found.weak}) {listed(other)}. Numbers from tables of {found.strong} players alone "
        "show how these play among themselves."
    )


class _Tables:
    """The tables of one strategy in a run, by rules."""

    def __init__(self, run: RunDirectory) -> None:
        self.run = run
        self.players: LineUps = line_ups_of(run)
        self.ways = ways_of(run)
        points = points_of(run.game)
        self.better_is_more = points is None or points.better == "more"
        self.by_rules: dict[str, dict[str, int]] = {}
        rows = (
            run.scenario_rows().select("scenario", "knobs").filter(pl.col("scenario").is_in(list(run.alike)))
        )
        for scenario, knobs in rows.iter_rows():
            if len(self.players[scenario]) > 1:
                self.by_rules.setdefault(knobs, {})[self.players[scenario][0]] = scenario

    @cached_property
    def ladder(self) -> Ladder | None:
        """The game's ladder; None without one that can be read."""
        try:
            return next(iter(ladders_of(self.run.game.name)), None)
        except BadInput:
            return None

    @cached_property
    def kept(self) -> AlikeFile | None:
        """What is kept beside the ladder; None if there is none."""
        return kept_alike(self.ladder.file.with_name(FILE)) if self.ladder else None

    @cached_property
    def stronger(self) -> dict[frozenset[str], str]:
        """The stronger of two strategies that meet in this run; "" if neither wins significantly more."""
        results = results_of(self.run, "seat")
        if not results:
            return {}
        result = WON if WON in results else results[0]
        every = (pair for rule in self.by_rules.values() for pair in combinations(rule, 2))
        compared = {frozenset(pair) for pair in every if self._is_another(*pair)}
        met = {pair: tables for pair, tables in meetings(self.players).items() if pair in compared}
        found = {}
        for pair, won in won_in_pairs(self.run, met, result.column):
            (one, other), lead = won.each, won.lead
            found[pair] = one if lead.low > 0 else other if lead.high < 0 else ""
        return found

    def is_stronger(self, one: str, other: str) -> bool:
        """Return True if one strategy wins more: where both meet in this run, else on the ladder."""
        if (pair := frozenset((one, other))) in self.stronger:
            return self.stronger[pair] == one
        return self.ladder is not None and self.ladder.is_above(one, other)

    def contrasts(self) -> Iterator[ContrastInWords]:
        """Yield each player's tables beside those of weaker ones: of this run, else those that are kept.

        A player that moves at random is not compared: to score less than it, in a race for example, says
        nothing.  Nor are two settings of one strategy: a factor's levels are no players of other strength.
        """
        for rule in self.by_rules.values():
            read = {name: read_alike(self.run, scenario) for name, scenario in rule.items()}
            for name, scenario in rule.items():
                weaker = [other for other in rule if other != RANDOM and self._is_another(name, other)]
                weaker = [other for other in weaker if self.is_stronger(name, other)]
                for other in weaker:
                    yield self._contrast(scenario, name, other, (read[name], read[other]))
                if not weaker:
                    yield from self._kept_contrasts(name, scenario)

    def _is_another(self, name: str, other: str) -> bool:
        return self.ways[name].strategy != self.ways[other].strategy

    def _kept_contrasts(self, name: str, scenario: int) -> Iterator[ContrastInWords]:
        seats = len(self.players[scenario])
        own = as_alike(self.kept, seats, name) if self.kept else None
        if self.kept is None or own is None:
            return
        for other in self.kept.players[str(seats)].keys() - {RANDOM}:
            found = as_alike(self.kept, seats, other)
            if found and self.is_stronger(name, other):
                yield self._contrast(scenario, name, other, (own, found), is_kept=True)

    def _contrast(
        self, scenario: int, strong: str, weak: str, found: tuple[Alike, Alike], *, is_kept: bool = False
    ) -> ContrastInWords:
        seats = len(self.players[scenario])
        return ContrastInWords(seats, strong, weak, *found, is_kept, self.better_is_more, scenario)

    def setting(self, found: ContrastInWords) -> str:
        """Return the rules of a contrast in words; "" if the run has tables under these rules only."""
        factors = [factor for factor in self.run.factors if factor not in STRATEGIES]
        if found.is_kept or len(self.by_rules) == 1:
            return ""
        return levels_in_words(self.run, self.run.scenario(found.scenario), factors)
