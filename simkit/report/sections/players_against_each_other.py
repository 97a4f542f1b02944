"""Reports who is strongest, which strategy beats which, and who wins at tables of three or more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import polars as pl

from simkit.report.document.blocks import Finding, KeyFigure, Part, Section
from simkit.report.facts.line_ups import LineUps, by_strength, in_order
from simkit.report.facts.players import is_known_stronger
from simkit.report.facts.result import WON, Result
from simkit.report.facts.scenarios import base
from simkit.report.sections.pairs import Meetings, pair_findings, pair_sections, pairs_of
from simkit.report.sections.strength import strength_findings, strength_keys
from simkit.report.sections.who_wins import WinsByTable, wins_by_table, wins_findings, wins_sections
from simkit.run.store.directory import RunDirectory


@dataclass(frozen=True)
class Contest(Part):
    """Which strategy is strongest, which beats which, and who wins at tables of three or more.

    Parameters
    ----------
    run : RunDirectory
        The run.
    players : dict
        Who plays in each scenario that means are taken over (`simkit.report.facts.scenarios.base`).
    seats : polars.DataFrame
        Columns scenario, strategy, won, seats of these scenarios (`counted_seats`).
    pairs : dict
        Every two strategies that meet at tables of two.
    tables : dict
        What each strategy wins at larger tables.
    player : str
        What the game calls a player.
    result : Result
        What it is to win.
    """

    run: RunDirectory
    players: LineUps
    seats: pl.DataFrame
    pairs: Meetings
    tables: WinsByTable
    player: str
    result: Result

    @classmethod
    def read(
        cls,
        run: RunDirectory,
        players: LineUps,
        seats: pl.DataFrame,
        *,
        player: str = "player",
        result: Result = WON,
    ) -> Contest:
        """Read the shares of wins at tables where the strategies of a run meet."""
        shown = {scenario: players[scenario] for scenario in base(run) if scenario in players}
        own = seats.filter(pl.col("scenario").is_in(list(shown)))
        pairs, tables = pairs_of(run, players, result), wins_by_table(run, players, result)
        return cls(run, shown, own, pairs, tables, player, result)

    @property
    def names(self) -> list[str]:
        """The strategies, the strongest first."""
        return in_order(self.seats, by_strength(self.seats, self.players))

    def sections(self) -> list[Section]:
        """Return sections with each table's winners and a grid of all pairs; empty if no strategies meet."""
        return [
            *wins_sections(self.run, self.tables, player=self.player, result=self.result),
            *pair_sections(
                self.run, self.pairs, self.players, self.seats, player=self.player, result=self.result
            ),
        ]

    def findings(self) -> list[Finding]:
        """Return findings on the strongest strategy, on the order of the players, and on what upsets it."""
        return [
            *strength_findings(self.run, self.players, self.seats, self.result),
            *pair_findings(self.pairs, partial(is_known_stronger, self.run)),
            *wins_findings(self.run, self.tables, self.result),
        ]

    def key_figures(self) -> list[KeyFigure]:
        """Return the win rate of the strategy that wins most."""
        return strength_keys(self.run, self.players, self.seats, self.result)
