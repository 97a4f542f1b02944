"""Counts the games with several winners and with none, which shares of wins do not show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import polars as pl

from simkit.report.facts.result import is_contested, measures_of
from simkit.run.store.directory import RunDirectory
from simkit.stats.estimates import wilson
from simkit.stats.words import with_interval

ROWS_AT_ONCE = 4_000_000
"""The rows of a run that are read at once."""


@dataclass(frozen=True)
class Ties:
    """How many games several win, and nobody, over all scenarios of several players.

    Parameters
    ----------
    games, shared, nobody : int
        All games; those with several winners; those with none.
    is_won : bool
        False if nothing is won but points: winners are then all who have the best result.
    """

    games: int
    shared: int
    nobody: int
    is_won: bool

    def in_short(self) -> str:
        """Return both shares for the facts of a report: "24.6 % of games; nobody wins 0.0 %"."""
        shared = with_interval(wilson(self.shared, self.games), is_share=True, unit=" %")
        if not self.is_won:
            return f"{shared} of games"
        nobody = with_interval(wilson(self.nobody, self.games), is_share=True, unit=" %")
        return f"{shared} of games; nobody wins {nobody}"

    def in_words(self) -> str:
        """Return sentences that say why shares of wins do not add up to 100 %; "" if they do."""
        shared, nobody = (
            f"{100 * count / self.games:.1f} % of games" for count in (self.shared, self.nobody)
        )
        if not self.is_won or not (self.shared or self.nobody):
            return ""
        if self.shared and self.nobody:
            return (
                f"In {shared} several win, and each counts as a winner; in {nobody} nobody wins. So the "
                "shares of wins need not add up to 100 %."
            )
        if self.shared:
            return (
                f"In {shared} several win, and each counts as a winner: the shares of wins add up to more "
                "than 100 %."
            )
        return f"In {nobody} nobody wins: the shares of wins add up to less than 100 %."


@lru_cache(maxsize=4)
def ties_of(run: RunDirectory) -> Ties | None:
    """Return how many games of a finished run have several winners and none; None where seats don't compete.

    It is about the first objective that one seat wins, or else about the first that is points of seats.
    """
    seats = {objective.column for objective in run.game.objectives if objective.of == "seat"}
    own = [result for result in measures_of(run) if result.column in seats and is_contested(run, result)]
    own.sort(key=lambda result: not result.is_share)
    scenarios = [scenario for scenario in sorted(run.line_ups) if run.has_seats(scenario)]
    alone = {o.column for o in run.game.objectives if o.shared == "one"}
    own = [result for result in own if result.column in alone]
    if not own or not scenarios:
        return None
    result, column = own[0], pl.col(own[0].column)
    best = column if result.is_share else column == (column.min() if result.is_less_better else column.max())
    games = shared = nobody = 0
    at_once = max(1, ROWS_AT_ONCE // run.manifest["experiment"]["games"])
    for first in range(0, len(scenarios), at_once):
        winners = (
            run.seats(scenarios[first : first + at_once])
            .group_by("scenario", "game")
            .agg(best.sum().alias("winners"))
            .select(
                pl.len().alias("games"),
                (pl.col("winners") > 1).sum().alias("shared"),
                (pl.col("winners") == 0).sum().alias("nobody"),
            )
            .collect(engine="streaming")
        )
        counts = winners.row(0)
        games, shared, nobody = games + counts[0], shared + counts[1], nobody + counts[2]
    return Ties(games, shared, nobody, result.is_share)
