"""The strategy that most parts of a report are about: the one that plays best, in all seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import polars as pl

from simkit.report.document.charts import LABEL
from simkit.report.facts.line_ups import LineUps, by_strength
from simkit.report.facts.scenarios import in_those, labels, wrapped
from simkit.report.sections.players_against_each_other import Contest
from simkit.report.words import after
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate


@dataclass(frozen=True)
class Subject:
    """The strategy that plays best, and where it plays.

    Parameters
    ----------
    run : RunDirectory
        The run.
    players : dict
        Who plays in each scenario that means are taken over.
    names : list of str
        The strategies, the best first.
    alone : list of int
        The scenarios in which the best sits in every seat; if there are none, all in which it sits.
    """

    run: RunDirectory
    players: LineUps
    names: list[str]
    alone: list[int]

    @classmethod
    def of(cls, contest: Contest) -> Subject:
        """Return the best strategy of a contest, whose seats have the column `score`."""
        names = _best_first(contest)
        return cls(contest.run, contest.players, names, _alone(contest.players, names[0]))

    @property
    def name(self) -> str:
        """The strategy that plays best."""
        return self.names[0]

    @property
    def called(self) -> str:
        """The players whose means these are, in words: "expert in all seats"."""
        alike = all(set(self.players[scenario]) == {self.name} for scenario in self.alone)
        return f"{self.name} in all seats" if alike else f"all players at tables with {self.name}"

    @property
    def at_table(self) -> str:
        """Where these are played, for a sentence: "with expert in all seats", "at tables with expert"."""
        called = self.called
        return called.removeprefix("all players ") if called.startswith("all players ") else f"with {called}"

    @property
    def where(self) -> str:
        """The scenarios over which means are taken, in words after a comma; "" for a single one."""
        return after(in_those(self.run, self.alone))

    @property
    def rows(self) -> dict[int, str]:
        """The scenarios in words, over as many lines as they need."""
        words = labels(self.run)
        return {scenario: wrapped(words[scenario], LABEL) for scenario in self.alone}

    @property
    def by_players(self) -> dict[str, list[int]]:
        """The scenarios by the number of players, whose fair shares differ."""
        lines: dict[str, list[int]] = {}
        for scenario in sorted(self.alone, key=lambda own: len(self.players[own])):
            lines.setdefault(f"{len(self.players[scenario])} players", []).append(scenario)
        return lines

    def by_setting(self, of: Callable[[int], Estimate]) -> dict[str, Estimate]:
        """Return an estimate of each of the scenarios that means are taken over, by the scenario's levels."""
        words = labels(self.run)
        return {words[scenario]: of(scenario) for scenario in self.alone}


def _best_first(contest: Contest) -> list[str]:
    """Return the strategies: those that met others by strength, the rest by their mean score."""
    met = by_strength(contest.seats, contest.players)
    mean = (pl.col("score") * pl.col("seats")).sum() / pl.col("seats").sum()
    scores = contest.seats.group_by("strategy").agg(mean=mean).sort("mean", "strategy", descending=True)
    return [*met, *(name for name in scores["strategy"] if name not in met)]


def _alone(players: LineUps, name: str) -> list[int]:
    alike = [scenario for scenario, names in players.items() if set(names) == {name}]
    return alike or [scenario for scenario, names in players.items() if name in names]
