"""What is compared where a level's effect is measured: pairs of scenarios, and something counted in both."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simkit.results.paired import Floats
from simkit.results.result import Result
from simkit.results.wins import Wins
from simkit.stats.estimates import Estimate, mean_of

OtherLevels = tuple[str, ...]


class Pair(NamedTuple):
    """Two scenarios that differ in the level of one factor only.

    Parameters
    ----------
    level : str
        What they differ in.
    setting : tuple of str
        What they have in common; `Effects.setting_in_words` says it.
    series : str
        Whose effect it is, where each player has an effect of their own.
    before, after : int
        The scenarios.  The effect is what the second has more than the first.
    """

    level: str
    setting: OtherLevels
    series: str
    before: int
    after: int


class Measure(ABC):
    """What is compared in two scenarios; a subclass says what it is in each game.

    Parameters
    ----------
    result : Result
        Whether it is a share of games or a mean, and what it is called.
    rate : str
        The words for it in one scenario: "win rate of player 1 (expert)".
    name : str
        The words for what effects are differences of: the rate, or the rate beyond the fair share.
    """

    def __init__(self, result: Result, rate: str = "", name: str = "") -> None:
        self.result = result
        self.rate = rate or result.rate
        self.name = name or self.rate

    @abstractmethod
    def per_game(self, scenario: int, series: str) -> Floats:
        """Return what it is for a series in every game of a scenario, shape (games,)."""

    def changes(self, pairs: Sequence[Pair]) -> Floats:
        """Return how it changes in every game, on average over some pairs, shape (games,)."""
        each = [
            self.per_game(pair.after, pair.series) - self.per_game(pair.before, pair.series) for pair in pairs
        ]
        return np.asarray(np.mean(each, axis=0))

    def effect(self, pairs: Sequence[Pair]) -> Estimate:
        """Return how it changes on average over some pairs, at least one."""
        return mean_of(self.changes(pairs), self.result.unit.of_changes)

    def average(self, scenario: int) -> Estimate:
        """Return what it is in one scenario."""
        return mean_of(self.per_game(scenario, ""), self.result.unit)


class OfWins(Measure):
    """The wins or points of the game, a player or a seat; those of all series are the same.

    Parameters
    ----------
    wins : Wins
        Whose, and of what.
    """

    def __init__(self, wins: Wins) -> None:
        super().__init__(wins.result, wins.rate, wins.measure)
        self.wins = wins

    def per_game(self, scenario: int, series: str) -> Floats:
        """Return what was won in every game, less the fair share if that varies."""
        return self.wins.per_game([scenario])

    def effect(self, pairs: Sequence[Pair]) -> Estimate:
        """Return the average change of wins, less that of the fair share."""
        return self.wins.effect([pair.before for pair in pairs], [pair.after for pair in pairs])

    def average(self, scenario: int) -> Estimate:
        """Return the win rate of a scenario."""
        return self.wins.average([scenario])
