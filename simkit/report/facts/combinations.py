"""Reads runs that combine the parts of a rule, such as expansions: each alone, and on top of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from simkit.engine.contract.knobs import Knobs
from simkit.experiment.factors import short_label
from simkit.experiment.keys import is_of_players, rule_of
from simkit.report.facts.paired import SideBySide
from simkit.report.facts.people import counted, people_by_strength, plain_name
from simkit.report.facts.result import measures_of
from simkit.report.facts.scenarios import levels_in_words, rules_by_scenario
from simkit.report.facts.wins import Wins, all_wins
from simkit.report.words import opening
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, is_significant
from simkit.stats.whose import SEAT, whose
from simkit.words import listed

Parts = frozenset[str]
"""The parts that are in use."""

JOINT, NONE, ALL = "+", "none", "all"
"""How a level joins parts, and its words for none and for all of them."""

NOTHING: Parts = frozenset()


@dataclass(frozen=True)
class Combinations:
    """A run that combines the parts of a rule.

    Parameters
    ----------
    run : RunDirectory
        The run.
    factor : str
        The factor that varies the rule.
    wins : Wins
        What is won.
    parts : tuple of str
        All parts, in the order in which the experiment first names them.
    at : mapping
        Scenario by the parts in use, the player (the strategy without its dial), and the levels of all
        other factors.
    """

    run: RunDirectory
    factor: str
    wins: Wins
    parts: tuple[str, ...]
    at: Mapping[tuple[Parts, str, tuple[str, ...]], int]

    @classmethod
    def read(cls, run: RunDirectory, factor: str) -> Combinations | None:
        """Return a run's combinations; None without a share that is won, or with other than sets."""
        result = next(iter(measures_of(run)), None)
        if result is None or not result.is_share:
            return None
        wins = all_wins(run, result)[0]
        if whose(wins.of).kind == SEAT:
            return None
        rule, rules = rule_of(factor) or "", rules_by_scenario(run)
        sets: dict[str, Parts] = {}
        for scenario, level in run.levels.sort("scenario").select("scenario", factor).iter_rows():
            if level not in sets:
                value = getattr(rules[scenario], rule, None)
                is_set = isinstance(value, (set, frozenset, list, tuple))
                sets[level] = frozenset(map(str, value or ()) if is_set else _named(level))
        named = [part for level in sets for part in _named(level) if part in sets[level]]
        parts = tuple(dict.fromkeys([*named, *sorted(part for own in sets.values() for part in own)]))
        others = [name for name in run.factors if name != factor and name != "strategy"]
        at: dict[tuple[Parts, str, tuple[str, ...]], int] = {}
        for row in wins.rates.sort("scenario").iter_rows(named=True):
            player = plain_name(run, run.line_ups[row["scenario"]][wins.player or 0])
            at.setdefault(
                (sets[row[factor]], player, tuple(str(row[name]) for name in others)), row["scenario"]
            )
        return cls(run, factor, wins, parts, at) if len({own for own, _, _ in at}) > 1 else None

    @property
    def every(self) -> Parts:
        """All parts."""
        return frozenset(self.parts)

    @cached_property
    def others(self) -> list[str]:
        """The factors besides the combinations and the players."""
        return [name for name in self.run.factors if name not in (self.factor, "strategy")]

    @cached_property
    def players(self) -> list[str]:
        """The players, the strongest on the ladder first."""
        known = {player for _, player, _ in self.at}
        return [name for name in people_by_strength(self.run) if name in known]

    @cached_property
    def settings(self) -> list[tuple[str, ...]]:
        """The settings of the other factors."""
        return list(dict.fromkeys(setting for _, _, setting in self.at))

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """The setting that is quoted: that of the printed rules, as far as it was played."""
        rules = rules_by_scenario(self.run)
        first: dict[tuple[str, ...], int] = {}
        for (_, _, setting), scenario in self.at.items():
            first.setdefault(setting, scenario)
        return max(self.settings, key=lambda setting: _as_printed(rules[first[setting]], self.others))

    @property
    def where(self) -> str:
        """The quoted setting in words: "board A1, reserve 4"; empty for a single one."""
        rules = [name for name in self.others if not is_of_players(name)]
        return levels_in_words(self.run, self.run.scenario(self._quoted_scenario), rules)

    @property
    def _quoted_scenario(self) -> int:
        return next(scenario for (_, _, setting), scenario in self.at.items() if setting == self.quoted)

    def scenario(self, parts: Parts, player: str) -> int | None:
        """Return a combination's scenario in the quoted setting; None if it was not played."""
        return self.at.get((parts, player, self.quoted))

    @cached_property
    def played(self) -> list[Parts]:
        """The combinations that all players play in the quoted setting, in the experiment's order."""
        every = dict.fromkeys(parts for parts, _, setting in self.at if setting == self.quoted)
        return [
            own for own in every if all(self.scenario(own, player) is not None for player in self.players)
        ]

    def rate(self, parts: Parts, player: str) -> Estimate:
        """Return what a player wins with a combination in the quoted setting."""
        return self.wins.average([self.at[parts, player, self.quoted]])

    def change(self, before: Parts, after: Parts, player: str) -> Estimate:
        """Return what a player wins more with one combination than with another, in the quoted setting."""
        return self.wins.effect([self.at[before, player, self.quoted]], [self.at[after, player, self.quoted]])

    def title(self, parts: Parts) -> str:
        """Return a combination in a sentence: "no expansions", "Mages and Reefs", "all five expansions"."""
        what = short_label(self.run.game.knobs, self.factor)
        inside = [opening(part) for part in self.parts if part in parts]
        if not inside:
            return f"no {what}"
        if len(self.parts) > 2 and len(inside) == len(self.parts):
            return f"all {counted(len(self.parts))} {what}"
        if len(self.parts) > 3 and len(inside) == len(self.parts) - 1:
            return f"all but {opening(next(part for part in self.parts if part not in parts))}"
        return listed(inside)

    def beyond_sum(
        self, first: str, second: str, player: str, settings: Sequence[tuple[str, ...]]
    ) -> tuple[Estimate, str]:
        """Return what two parts do together beyond the sum of both, over settings, and its direction."""
        sets = [NOTHING, frozenset({first}), frozenset({second}), frozenset({first, second})]
        scenarios = [[self.at[own, player, setting] for setting in settings] for own in sets]
        many = len(self.parts) * (len(self.parts) - 1)
        return beyond_sum(self.wins.won, [self.wins.places(own) for own in scenarios], many)

    def pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of parts that were played alone, together and not at all, in every setting."""
        found = []
        for i, first in enumerate(self.parts):
            for second in self.parts[i + 1 :]:
                sets = (NOTHING, frozenset({first}), frozenset({second}), frozenset({first, second}))
                if all(
                    (own, self.players[0], setting) in self.at for own in sets for setting in self.settings
                ):
                    found.append((first, second))
        return found


def _named(level: str) -> list[str]:
    """Return the parts that a level names."""
    return [] if level in (NONE, ALL) else level.split(JOINT)


def beyond_sum(
    games: SideBySide, groups: Sequence[Sequence[int]], comparisons: int
) -> tuple[Estimate, Literal["harder", "easier", ""]]:
    """Return what two parts do together beyond the sum of both, and its direction.

    The direction is "harder" or "easier" if they are so both added up and in proportion: where little is left
    to lose, two can cost less than their sum, and yet take a larger share of what is left.

    Parameters
    ----------
    games : SideBySide
        Who won which game.
    groups : sequence of sequence of int
        The places there of games with neither, the first, the second, and both.
    comparisons : int
        For how many intervals are widened.
    """
    added, share = games.interaction(*groups), games.proportion(*groups)
    if share is None:
        return added, ""
    value, low, high = (float(np.log(end)) for end in (share.value, share.low, share.high))
    ways = (added, Estimate(value, low, high, share.n, share.method))
    if not all(is_significant(way, comparisons) for way in ways) or (added.value > 0) != (value > 0):
        return added, ""
    return added, "easier" if value > 0 else "harder"


def _as_printed(rules: Knobs, factors: Sequence[str]) -> int:
    """Return how many of the factors' rules are as printed."""
    fields: Mapping[str, Any] = type(rules).model_fields
    names = [rule for factor in factors if (rule := rule_of(factor)) is not None]
    return sum(getattr(rules, name) == fields[name].default for name in names if name in fields)


def mean_change(gains: Sequence[tuple[Estimate, Estimate]]) -> Estimate:
    """Return the mean of differences of independent estimates, each after less before.

    An estimate that occurs in several differences counts with the sum of its weights.
    """
    weights: dict[int, tuple[Estimate, float]] = {}
    for before, after in gains:
        for sign, own in ((-1.0, before), (1.0, after)):
            known = weights.get(id(own), (own, 0.0))[1]
            weights[id(own)] = (own, known + sign / len(gains))
    value = sum(weight * own.value for own, weight in weights.values())
    half = float(np.sqrt(sum((weight * (own.high - own.low) / 2) ** 2 for own, weight in weights.values())))
    fewest = min(own.n for own, _ in weights.values())
    unit = gains[0][0].unit.of_changes
    return Estimate(value, value - half, value + half, fewest, "independent estimates", unit)
