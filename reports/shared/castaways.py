"""Castaways' words and settings: what the parts of its report share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from simkit.report.parts import levels_in_words, percent, require_game
from simkit.report.players import Introduced, introduced
from simkit.report.result import Result
from simkit.report.sections.win_rates import Wins
from simkit.run.directory import RunDirectory
from simkit.stats.estimates import Estimate

NAME = "castaways_rescue"

RESCUE = Result("rescued", "rescue rate", "games with a rescue", "is rescued", "rescues")

NUMBERS = ("no", "one", "two", "three", "four")

SIGNALS = ("the bonfire", "the sign", "the spyglass", "the captain's log", "the mirror")
"""In the order of the bits of the column `signal_mask`."""

PLAYERS = "rules.players"

TABLE = (PLAYERS, "strategy", "strategies")
"""The factors that say who sits at the table."""

RECONSTRUCTED = (
    "How far to trust this: what is printed on the cards could not be looked up, so their texts were "
    "written anew to fit the published rules and numbers of cards. Comparisons (of players, rules, reasons "
    "for failing) are likely to hold for the printed game; the rescue rates are those of these cards, and "
    "the experiment castaways_assumptions shows how far some changes move them. They rest most on the camp "
    "card Swim to the wreck (A24): without it the last two cubes of the wreck do not come ashore, and a "
    "third of its things is never seen."
)
"""What a finding says about the cards."""

RESTS_ON = (
    "What is printed on the cards is reconstructed: comparisons are likely to hold for the printed game, the "
    "rates are those of these cards. They rest most on one of them, Swim to the wreck (A24)."
)
"""What the answer in short says about the cards, so that it stands on the first page."""

TUNED_HERE = "its weights were tuned on these very cards"
"""What is said of a strategy that the ladder calls tuned."""


def party(players: int) -> str:
    """Return so many players in words: "one player", "four players"."""
    return f"{NUMBERS[players]} player{'' if players == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def within(share: Estimate) -> str:
    """Return a share with how far chance may have moved it: "36.1 % (35.2 to 37.0 %)"."""
    return f"{percent(share.value)} ({100 * share.low:.1f} to {percent(share.high)})"


@dataclass(frozen=True)
class Rescues:
    """A run, in the forms that its report needs.

    Parameters
    ----------
    run : RunDirectory
        The run.
    wins : Wins
        Who was rescued in which game.
    frame : polars.DataFrame
        One row per scenario: scenario, players, strategy, and the levels of all other factors as `rest`.
    """

    run: RunDirectory
    wins: Wins
    frame: pl.DataFrame

    @classmethod
    def read(cls, run: RunDirectory) -> Rescues:
        """Return a run of Castaways; complain about any other."""
        require_game(run, NAME, "castaways")
        others = [factor for factor in run.factors if factor not in TABLE]
        rows = []
        for row in run.scenarios().sort("scenario").iter_rows(named=True):
            players = json.loads(row["players"])
            level = next((str(row[factor]) for factor in TABLE[1:] if factor in row), "")
            names = [level] if level else dict.fromkeys(own["strategy"] for own in players)
            rest = levels_in_words(run, row, others)
            rows.append((row["scenario"], len(players), " + ".join(names), rest))
        schema = {"scenario": pl.Int64, "players": pl.Int64, "strategy": pl.String, "rest": pl.String}
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        return cls(run, Wins(run, "game", RESCUE), frame)

    @cached_property
    def players(self) -> dict[str, Introduced]:
        """The strategies as the report introduces them, by name."""
        return {own.name: own for own in introduced(self.run)}

    @property
    def base(self) -> pl.DataFrame:
        """The scenarios with the first level of every factor but those that say who sits at the table."""
        return self.frame.filter(pl.col("rest") == self.frame["rest"][0])

    @property
    def setting(self) -> str:
        """That first level in words, to follow a comma; nothing if only the table is varied."""
        return f", {self.frame['rest'][0]}" if self.frame["rest"].n_unique() > 1 else ""

    @property
    def counts(self) -> list[int]:
        """The numbers of players, from the smallest."""
        return self.base["players"].unique().sort().to_list()

    @property
    def names(self) -> list[str]:
        """The strategies, the one rescued most often first."""
        means = {
            name: self.wins.average(self.of(name)).value
            for name in self.base["strategy"].unique(maintain_order=True)
        }
        return sorted(means, key=lambda name: -means[name])

    def of(self, name: str, players: int = 0) -> list[int]:
        """Return the scenarios of a strategy, of all numbers of players or of one."""
        own = self.base.filter(strategy=name)
        return (own.filter(players=players) if players else own)["scenario"].to_list()

    def by_players(self, name: str) -> dict[int, int]:
        """Return a strategy's scenario for each number of players that it was tried with."""
        return {count: self.of(name, count)[0] for count in self.counts if self.of(name, count)}

    def rate(self, scenario: int) -> Estimate:
        """Return a scenario's rescue rate, with its interval."""
        row = self.wins.rates.row(by_predicate=pl.col("scenario") == scenario, named=True)
        return Estimate(row["estimate"], row["low"], row["high"], row["n"], row["method"])
