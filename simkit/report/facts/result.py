"""Results: the yes-or-no columns that say how games went, with words for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simkit.engine.contract.objectives import Objective, measure_in_words
from simkit.report.facts.columns import column_of, game_columns, seat_columns
from simkit.run.store.directory import RunDirectory


@dataclass(frozen=True)
class Result:
    """A yes-or-no column that a section is about, with the words for it in sentences.

    Parameters
    ----------
    column : str
        The column of games, of seats, or of both.
    rate : str
        What its share is called: "win rate", "rescue rate".
    games : str
        The games in which it is so: "games won", "games with a rescue".
    does : str
        What a player does in those games: "wins", "survives".
    wins : str
        What headings call it: "wins", "rescues".
    is_share : bool
        False for points, whose mean is estimated instead of a share of games.
    is_less_better : bool
        Whether players strive for less of it.
    """

    column: str = "won"
    rate: str = "win rate"
    games: str = "games won"
    does: str = "wins"
    wins: str = "wins"
    is_share: bool = True
    is_less_better: bool = False

    @property
    def statistic(self) -> str:
        """What is estimated of it, as a run's summary calls it."""
        return "rate" if self.is_share else "mean"

    @property
    def scale(self) -> float:
        """What its estimates are multiplied by to be shown."""
        return 100.0 if self.is_share else 1.0

    @property
    def unit(self) -> str:
        """What stands after its numbers."""
        return "\N{NO-BREAK SPACE}%" if self.is_share else ""


WON = Result()
"""The result of most games: won."""


def results_of(run: RunDirectory, of: str = "") -> list[Result]:
    """Return the objectives of a run's game that are yes or no, the most important first.

    Parameters
    ----------
    run : RunDirectory
        The run.
    of : str
        "seat" for those of seats only.
    """
    found = [o for o in _objectives(run) if of in ("", o.of) and _is_yes_no(run, o)]
    by_column = {objective.column: objective for objective in found}
    return [_in_words(run, objective) for objective in by_column.values()]


def measures_of(run: RunDirectory) -> list[Result]:
    """Return all objectives of a run's game, the most important first: yes or no, or points."""
    by_column = {objective.column: objective for objective in _objectives(run)}
    return [_in_words(run, objective) for objective in by_column.values()]


def total_of(run: RunDirectory) -> str:
    """Return the seats' column of points that is an objective; empty if the game declares none."""
    points = (o.column for o in _objectives(run) if o.of == "seat" and not _is_yes_no(run, o))
    return next(points, "")


def is_contested(run: RunDirectory, result: Result) -> bool:
    """Return False for what is an objective of the game, such as a rescue: seats do not compete for it."""
    return all(own.of == "seat" for own in _objectives(run) if own.column == result.column)


def _objectives(run: RunDirectory) -> Sequence[Objective]:
    return run.game.objectives


def _is_yes_no(run: RunDirectory, objective: Objective) -> bool:
    columns = game_columns(run) if objective.of == "game" else seat_columns(run)
    return column_of(columns, objective.column).is_yes_no


def _in_words(run: RunDirectory, objective: Objective) -> Result:
    """Return an objective with words that are made from its name as a participle: "rescued"."""
    if objective == Objective(WON.column, objective.of, shared=objective.shared):
        return WON
    columns = game_columns(run) if objective.of == "game" else seat_columns(run)
    column = column_of(columns, objective.column)
    word, is_less_better = column.heading, objective.better == "less"
    if not column.is_yes_no:
        mean = measure_in_words(column)
        return Result(column.name, mean, word, "gets", word, is_share=False, is_less_better=is_less_better)
    words = (f"share {word}", f"games {word}", f"is {word}", word)
    return Result(objective.column, *words, is_less_better=is_less_better)
