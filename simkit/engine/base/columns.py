"""Outcome columns: the results of games, in one row per game or per seat of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Look:
    """How reports show one label of a code."""

    words: str
    """The label's words in reports."""
    loss: str = ""
    """For an ending by which the game is lost: what happens, as part of a sentence: "time runs out"."""
    colour: str = ""
    """Its colour in figures, such as "#b8493b"; if empty, reports choose one."""


@dataclass(frozen=True)
class Column:
    """One outcome column that a game's `outcome` fills: one number per game, or per seat of a game.

    A number that is a field of the state, too, is declared there, by `column`.
    """

    name: str
    """Its name in the Parquet files."""
    dtype: type[np.generic]
    """A NumPy integer type as narrow as the values allow, ``np.bool_``, or ``np.float64`` for fractions."""
    description: str
    """What it counts, for a reader who knows the rulebook."""
    unit: str = ""
    """What it counts: "turns", "tokens"; empty for codes and for yes or no."""
    labels: Sequence[str] = ()
    """For a code: what 0, 1, 2 ... mean."""
    looks: Mapping[str, Look] = field(default_factory=dict)
    """How reports show the labels, in this order; a label without a look is shown as it is."""
    short: str = ""
    """Its words in figures and headings; by default its name."""
    part_of: str = ""
    """The column that this one is a part of; reports show what that column is made of."""

    @property
    def heading(self) -> str:
        """The words for it in figures and headings."""
        return self.short or self.name.replace("_", " ")

    @property
    def is_fraction(self) -> bool:
        """True if it holds numbers with fractions."""
        return np.dtype(self.dtype).kind == "f"

    @property
    def is_yes_no(self) -> bool:
        """True if it holds yes or no; its type may be ``np.bool_`` or ``bool``."""
        return np.dtype(self.dtype).kind == "b"


def columns_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Return the record layout that holds one row of `columns`."""
    return np.dtype([(column.name, column.dtype) for column in columns], align=True)


def roomy_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Return the layout that holds one row of `columns`, with 64 bits for every number."""
    return np.dtype([(column.name, _roomy(column.dtype)) for column in columns], align=True)


def _roomy(dtype: type[np.generic]) -> type[np.generic]:
    return dtype if np.dtype(dtype).kind == "b" or np.dtype(dtype).itemsize == 8 else np.int64


LENGTHS = ("turns", "rounds")
"""The columns of which one says how long a game lasts, in games that declare none."""

END = "end"
"""The column that says how a game ended."""

FINISHED = "finished"
"""The ending of a game that its own rules ended, if these have only one ending."""

STOPPED = "decision_cap"
"""The ending of a game that the engine stopped after too many moves."""


def with_endings(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return a game's columns, with a column `END` that has the label STOPPED."""
    if not any(column.name == END for column in columns):
        return *columns, Column(END, np.uint8, "how the game ended", labels=(FINISHED, STOPPED))
    return tuple(
        replace(column, labels=(*column.labels, STOPPED))
        if column.name == END and STOPPED not in column.labels
        else column
        for column in columns
    )


def stopped_code(columns: Sequence[Column]) -> int:
    """Return the value of the column `END` for a game that was stopped."""
    return next(list(column.labels).index(STOPPED) for column in columns if column.name == END)


def ending_of(columns: Sequence[Column], row: Any) -> str:
    """Return the label of a game's ending."""
    return next(column.labels[int(row[END])] for column in columns if column.name == END)
