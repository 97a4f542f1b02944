"""What answers share: the players of a run in a designer's words, and the tables at which all play alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from simkit.document.points import PER_CENT
from simkit.engine.contract.knobs import PLAYERS
from simkit.experiment.about import About, about_of
from simkit.results.line_ups import line_ups_of, ways_of
from simkit.results.people import People
from simkit.results.players import (
    introduced,
    is_only_of_kind,
    player_in_short,
    players_in_short,
    shown_name,
)
from simkit.results.result import WON, Result
from simkit.results.scenarios import base_level, levels_in_words
from simkit.results.wins import Wins
from simkit.run.findings.targeted import RANDOM, estimate_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import Estimate, Range
from simkit.stats.words import both_uncertainties, with_interval


def in_plural(does: str) -> str:
    """Return what several players do, from what one does: "win", "are rescued"."""
    return People("", are_several=True).verb(does)


class Named:
    """The players of a run in a designer's words.

    Parameters
    ----------
    run : RunDirectory
        The run.
    """

    def __init__(self, run: RunDirectory) -> None:
        self._run = run
        self._own = {own.name: own for own in introduced(run)}
        self._ways = ways_of(run)

    def skill(self, name: str) -> str:
        """Return the kind of person that a player models; "" if that is not known."""
        own = self._own.get(self._ways[name].strategy if name in self._ways else name)
        return own.skill if own else ""

    def _called(self, name: str) -> str:
        """Return a player's name; of one that plays in several ways with what is set."""
        if name in self._own:
            return shown_name(self._run, name)
        way = self._ways.get(name)
        return f"{way.strategy} with {way.parameters}" if way and way.parameters else name

    def one(self, name: str) -> str:
        """Return a player: "a first-time player", "a casual player (diarist)" where others are casual too."""
        return player_in_short(self._called(name), self.skill(name), is_only=self._is_only(name))

    def many(self, name: str) -> str:
        """Return several players of a kind: "first-time players", "casual players (diarist)"."""
        return players_in_short(self._called(name), self.skill(name), is_only=self._is_only(name))

    def _is_only(self, name: str) -> bool:
        return name in self._own and is_only_of_kind(self._run, name)

    def alike(self, name: str, names: Iterable[str]) -> list[str]:
        """Return those of some other players that model the same kind of person; none of an unknown kind."""
        skill = self.skill(name)
        return [own for own in names if own != name and skill and self.skill(own) == skill]

    def of_one_kind(self, name: str, names: Iterable[str]) -> str:
        """Return several players of a kind, of which it is not claimed that others of that kind do the same.

        "casual players of one kind (diarist)", if there are others among `names`.
        """
        many = self.many(name)
        return many.replace(" (", " of one kind (", 1) if self.alike(name, names) else many

    def strongest_first(self, names: Iterable[str]) -> list[str]:
        """Return players by their places on the game's ladder; those without a place come last."""
        ranks = {name: own.rank for name, own in self._own.items()}
        return sorted(dict.fromkeys(names), key=lambda name: ranks.get(name, len(ranks) + 1_000_000))

    def told(self, names: Iterable[str]) -> list[str]:
        """Return players without the one that moves at random, unless fewer than two are left."""
        every = list(dict.fromkeys(names))
        skilled = [name for name in every if name != RANDOM]
        return skilled if len(skilled) > 1 else every

    def one_of_each_skill(self, ranked: Iterable[str]) -> list[str]:
        """Return the strongest player of each skill, and the weakest of all, the strongest first."""
        own = self.told(ranked)
        first = list({self.skill(name) or name: name for name in reversed(own)}.values())
        return [name for name in own if name in first or name == own[-1]]


@dataclass(frozen=True)
class AlikeTable:
    """A scenario in which all players are alike.

    Parameters
    ----------
    scenario, players : int
        The scenario, and how many play.
    strategy : str
        What all play.
    setting : str
        The levels of all factors that do not say who plays, in words.
    """

    scenario: int
    players: int
    strategy: str
    setting: str


def alike_tables(run: RunDirectory) -> list[AlikeTable]:
    """Return the scenarios in which all players are alike, those with the most levels as printed first."""
    line_ups = line_ups_of(run)
    table = {f"rules.{PLAYERS}"}
    table |= {own.name for own in run.varied if about_of(own) in (About.PLAYERS, About.PLAYER_COUNT)}
    others = [factor for factor in run.factors if factor not in table]
    bases = {factor: base_level(run, factor) for factor in others}
    rows = [
        row for row in run.scenarios().sort("scenario").iter_rows(named=True) if row["scenario"] in run.alike
    ]
    rows.sort(key=lambda row: sum(row[factor] != base for factor, base in bases.items()))
    return [
        AlikeTable(
            row["scenario"],
            len(line_ups[row["scenario"]]),
            line_ups[row["scenario"]][0],
            levels_in_words(run, row, others),
        )
        for row in rows
    ]


def rate_in(wins: Wins, scenario: int) -> Estimate:
    """Return how often a scenario's games are won, or its mean points, with the interval."""
    return estimate_of(wins.rates.row(by_predicate=pl.col("scenario") == scenario, named=True))


def how_often(result: Result, rate: Estimate, span: Range | None = None) -> str:
    """Return how often a result is reached, to follow the player: "wins 81.3 % (81.1 to 81.5) of games"."""
    if not result.is_share:
        return f"has a {result.rate} of {with_interval(rate)}"
    share = both_uncertainties(rate, span, is_share=True) if span else share_of(rate)
    return f"wins {share} of games" if result == WON else f"{result.does} in {share} of games"


def share_of(share: Estimate) -> str:
    """Return a share with its interval: "66.6 % (65.9 to 67.3)"."""
    return with_interval(share, is_share=True, unit=PER_CENT)


def beside_fair(share: Estimate, fair: float) -> str:
    """Return a share with its interval and the fair share: "66.6 % (65.9 to 67.3; fair: 50.0)"."""
    said, beside = share_of(share), f"fair: {100 * fair:.1f}"
    return f"{said[:-1]}; {beside})" if said.endswith(")") else f"{said} ({beside})"
