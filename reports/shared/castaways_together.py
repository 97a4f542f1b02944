"""How often castaways are rescued: by their number, strategy and skill."""

from __future__ import annotations

from simkit import report as r

RESCUED = r.Result("rescued", "rescue rate", "games with a rescue", "is rescued", "rescues")

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")

STRATEGIES = ("strategy", "strategies")
"""The factors whose levels are strategies' names."""

TABLE = ("rules.players", *STRATEGIES)
"""The factors that say who sits at the table."""


def party(players: int) -> str:
    """Return a number of players in words: "one player", "four players"."""
    return f"{NUMBERS[players]} player{'' if players == 1 else 's'}"


class Together(r.PlayerCounts):
    """How often castaways are rescued, with all rules that do not say who plays as they come first."""

    @classmethod
    def of(cls, run: r.Run) -> Together:
        """Return how often the castaways of a run are rescued, by the players at the table."""
        return cls(run, TABLE[0], r.PlayerCounts.measured(run, RESCUED).curves)

    @property
    def wins(self) -> r.Wins:
        """Which games end with a rescue."""
        return self.curves[0].line.wins

    @property
    def lines(self) -> dict[str, int]:
        """The best strategy's scenario for each number of players in words: "two players"."""
        return {party(count): scenario for count, scenario in self.by_players().items()}


def numbers_of(run: r.Run) -> list[str]:
    """Return the factors of three or more numbers, except the number of players."""
    levels = {factor: run.levels[factor].unique() for factor in run.factors if factor not in TABLE}
    return [factor for factor, values in levels.items() if len(values) > 2 and r.are_numbers(values)]
