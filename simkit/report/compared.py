"""What is compared where a level's effect is measured: pairs of scenarios, and something counted in both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from simkit.report.paired import Floats
from simkit.report.result import Result
from simkit.report.sections.win_rates import Wins
from simkit.stats.estimates import Estimate

Setting = tuple[str, ...]
"""The levels of the other factors."""


class Pair(NamedTuple):
    """Two scenarios that differ in the level of one factor only.

    Parameters
    ----------
    level : str
        What they differ in.
    setting : tuple of str
        What they have in common; `Effects.in_words` says it.
    series : str
        Whose effect it is, where effects are told apart by player.
    before, after : int
        The scenarios.  The effect is what the second has more than the first.
    """

    level: str
    setting: Setting
    series: str
    before: int
    after: int


class Measure(Protocol):
    """What is compared in two scenarios, with the words for it."""

    @property
    def result(self) -> Result:
        """Whether it is a share of games or a mean, and what it is called."""

    @property
    def rate(self) -> str:
        """The words for it in one scenario: "win rate of player 1 (expert)"."""

    @property
    def name(self) -> str:
        """The words for what effects are differences of: the rate, or the rate beyond the fair share."""

    def effect(self, pairs: Sequence[Pair]) -> Estimate:
        """Return the effect on average over some pairs, at least one."""

    def changes(self, pairs: Sequence[Pair]) -> Floats:
        """Return the same game by game, shape (games,)."""

    def average(self, scenario: int) -> Estimate:
        """Return the rate in one scenario."""


@dataclass(frozen=True)
class OfWins:
    """The wins or points of the game, a player or a seat, as a `Measure`."""

    wins: Wins

    @property
    def result(self) -> Result:
        """What it is to win."""
        return self.wins.result

    @property
    def rate(self) -> str:
        """The words for the estimate in one scenario."""
        return self.wins.rate

    @property
    def name(self) -> str:
        """The words for what effects are differences of."""
        return self.wins.measure

    def effect(self, pairs: Sequence[Pair]) -> Estimate:
        """Return the average change of wins."""
        return self.wins.effect([pair.before for pair in pairs], [pair.after for pair in pairs])

    def changes(self, pairs: Sequence[Pair]) -> Floats:
        """Return the average change of wins, game by game."""
        after = self.wins.per_game([pair.after for pair in pairs])
        return after - self.wins.per_game([pair.before for pair in pairs])

    def average(self, scenario: int) -> Estimate:
        """Return the win rate of a scenario."""
        return self.wins.average([scenario])
