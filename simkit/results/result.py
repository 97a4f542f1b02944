"""Results: the yes-or-no columns that say how games went, with words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import polars as pl

from simkit.engine.contract.objectives import Objective, measure_in_words
from simkit.results.columns import column_of, game_columns, seat_columns
from simkit.run.store.directory import RunDirectory
from simkit.run.store.in_parts import in_parts
from simkit.stats.estimates import NUMBER, SHARE, Unit, percent, wilson


@dataclass(frozen=True)
class Result:
    """A yes-or-no column that a section is about, with the words for it in sentences."""

    column: str = "won"
    """The column of games, of seats, or of both."""
    rate: str = "win rate"
    """What its share is called: "win rate", "rescue rate"."""
    games: str = "games won"
    """The games in which it is so: "games won", "games with a rescue"."""
    does: str = "wins"
    """What a player does in those games: "wins", "survives"."""
    wins: str = "wins"
    """What headings call it: "wins", "rescues"."""
    unit: Unit = SHARE
    """What it is counted in: points, whose mean is estimated, if not shares of games."""
    is_less_better: bool = False
    """Whether players strive for less of it."""

    @property
    def statistic(self) -> str:
        """What is estimated of it, as a run's summary calls it."""
        return "rate" if self.is_share else "mean"

    @property
    def is_share(self) -> bool:
        """Whether it is yes or no, so that a share of games is estimated."""
        return self.unit.is_share

    @property
    def does_in(self) -> str:
        """What a player does, before a share of games: "wins", "is rescued in"."""
        return self.does if self.does == WON.does else f"{self.does} in"

    @property
    def scale(self) -> float:
        """What its estimates are multiplied by to be shown."""
        return self.unit.scale


WON = Result()
"""The result of most games: won."""

BEST_OF_ALL = Result(
    rate="share of best results", games="games with the best result", does="does best", wins="best results"
)
"""What one player wins where all win or lose together first of all."""


def results_of(run: RunDirectory, of: str = "") -> list[Result]:
    """Return the objectives of a run's game that are yes or no, the most important first.

    `of`: "seat" for those of seats only.
    """
    found = [o for o in _objectives(run) if of in ("", o.of) and _is_yes_no(run, o)]
    by_column = {objective.column: objective for objective in found}
    return [_result_of(run, objective) for objective in by_column.values()]


def measures_of(run: RunDirectory) -> list[Result]:
    """Return all objectives of a run's game, the most important first: yes or no, or points."""
    by_column = {objective.column: objective for objective in _objectives(run)}
    return [_result_of(run, objective) for objective in by_column.values()]


def total_of(run: RunDirectory) -> str:
    """Return the seats' column of points that is an objective; empty if the game declares none."""
    points = (o.column for o in _objectives(run) if o.of == "seat" and not _is_yes_no(run, o))
    return next(points, "")


def is_contested(run: RunDirectory, result: Result) -> bool:
    """Return False for what is an objective of the game, such as a rescue: seats do not compete for it."""
    return all(objective.of == "seat" for objective in _objectives(run) if objective.column == result.column)


def _objectives(run: RunDirectory) -> Sequence[Objective]:
    return run.game.objectives


def _is_yes_no(run: RunDirectory, objective: Objective) -> bool:
    columns = game_columns(run) if objective.of == "game" else seat_columns(run)
    return column_of(columns, objective.column).is_yes_no


def _result_of(run: RunDirectory, objective: Objective) -> Result:
    """Return an objective with words that are made from its name as a participle: "rescued"."""
    if (objective.column, objective.better) == (WON.column, "more"):
        return BEST_OF_ALL if objective.of == "seat" and _objectives(run)[0].of == "game" else WON
    columns = game_columns(run) if objective.of == "game" else seat_columns(run)
    column = column_of(columns, objective.column)
    word, is_less_better = column.heading, objective.better == "less"
    if not column.is_yes_no:
        mean = measure_in_words(column)
        return Result(column.name, mean, word, "gets", word, NUMBER, is_less_better=is_less_better)
    words = (f"share {word}", f"games {word}", f"is {word}", word)
    return Result(objective.column, *words, is_less_better=is_less_better)


@dataclass(frozen=True)
class Ties:
    """How many games have several winners, and how many none, over all scenarios of several players."""

    games: int
    shared: int
    nobody: int
    """All games; those with several winners; those with none."""

    is_won: bool
    """False if players score points only: winners are then all with the best result."""

    def facts(self) -> dict[str, str]:
        """Return the facts of a report: how often a win is shared, and how often nobody wins, if ever."""
        counts = {
            "Shared wins" if self.is_won else "Best result shared": self.shared,
            "Nobody wins": self.nobody if self.is_won else 0,
        }
        return {name: f"{wilson(count, self.games)} of games" for name, count in counts.items() if count}

    def explanation(self) -> str:
        """Return sentences that say why shares of wins do not add up to 100 %; "" if they do."""
        shared, nobody = (f"{percent(count / self.games)} of games" for count in (self.shared, self.nobody))
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

    It is about the first objective that one seat wins, or else about the first that is points of seats.  None
    where all win together first of all, as those who are rescued do.
    """
    if run.headline is not None and run.headline[1] != "seat":
        return None
    seats = {objective.column for objective in run.game.objectives if objective.of == "seat"}
    results = [result for result in measures_of(run) if result.column in seats and is_contested(run, result)]
    results.sort(key=lambda result: not result.is_share)
    scenarios = [scenario for scenario in sorted(run.line_ups) if run.has_seats(scenario)]
    alone = {o.column for o in run.game.objectives if o.shared == "one"}
    results = [result for result in results if result.column in alone]
    if not results or not scenarios:
        return None
    result, column = results[0], pl.col(results[0].column)
    best = column if result.is_share else column == (column.min() if result.is_less_better else column.max())
    games = shared = nobody = 0
    for rows in in_parts(run, scenarios, run.seats_in):
        winners = (
            rows.group_by("scenario", "game")
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
