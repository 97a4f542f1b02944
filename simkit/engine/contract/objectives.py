"""Objectives: the outcome columns that say how well a game went, and for which players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from simkit.engine.base.columns import Column

Whose = Literal["game", "seat"]
Better = Literal["more", "less"]
Shared = Literal["all", "one", "any"]


@dataclass(frozen=True)
class Objective:
    """One column that says how well a game went."""

    column: str
    """The outcome column: yes or no, or points."""
    of: Whose = "seat"
    """Whether it is a column of the game or of each seat. {"game", "seat"}."""
    better: Better = "more"
    """Whether more or less of it is better; yes counts as more than no. {"more", "less"}."""
    shared: Shared = "one"
    """Who can have a yes in the same game: all seats together, one seat (several in a tie), or any seats.
    With "one", a seat's fair share is one in the number of seats. {"all", "one", "any"}."""
    ties: bool = False
    """Whether, with "one", several seats share a yes in a tie; without it `check_game` calls that
    a mistake."""


WON = "won"
"""The column that says who won, in games that declare no objectives."""


def measure_in_words(column: Column) -> str:
    """Return what an objective's estimate is called: "win rate", "share rescued", "mean score"."""
    if column.name == WON:
        return "win rate"
    if column.is_yes_no:
        return f"share {column.heading}"
    is_plural = column.heading.endswith("s") and not column.heading.endswith("ss")
    return f"mean {'number of ' if is_plural else ''}{column.heading}"


def objectives_or_default(
    declared: Sequence[Objective], columns: Sequence[Column], seat_columns: Sequence[Column]
) -> tuple[Objective, ...]:
    """Return the declared objectives; by default, those of the columns called `won` and `score`.

    Reports lead with the first one.
    """
    if declared:
        return tuple(declared)
    whose: tuple[tuple[Whose, Sequence[Column]], ...] = (("game", columns), ("seat", seat_columns))
    return tuple(
        Objective(name, of, shared="all" if of == "game" else "one")
        for name in (WON, "score")
        for of, columns in whose
        if any(column.name == name for column in columns)
    )


def mistakes_of_objectives(
    objectives: Sequence[Objective], columns: Sequence[Column], seat_columns: Sequence[Column]
) -> Iterator[str]:
    """Yield the mistakes in the objectives that a game declares."""
    for objective in objectives:
        if not isinstance(objective, Objective):
            yield f"objectives are a list of Objective(column, of, better, shared), found {objective!r}"
            continue
        for part, allowed in (("of", Whose), ("better", Better), ("shared", Shared)):
            if getattr(objective, part) not in get_args(allowed):
                listed, found = ", ".join(get_args(allowed)), getattr(objective, part)
                yield f"objective '{objective.column}': {part} is one of {listed}, found {found!r}"
        own = columns if objective.of == "game" else seat_columns
        if objective.column not in [column.name for column in own]:
            listed = ", ".join(column.name for column in own) or "none"
            yield f"objective '{objective.column}': the {objective.of} has no such column; it has: {listed}"
