"""Outcome columns: the numbers that a game leaves behind, one row per game or per seat of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Look:
    """How reports show one label of a code.

    Parameters
    ----------
    words : str
        What it is called.
    loss : str
        For an ending that loses the game: what happens, as a part of a sentence: "time runs out".
    colour : str
        Its colour in figures, "#b8493b"; one of the reports' own if empty.
    """

    words: str
    loss: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Column:
    """One outcome column: one number per game, or per seat of a game.

    Parameters
    ----------
    name : str
        Its name in the Parquet files.
    dtype : type
        A NumPy integer type as narrow as the values allow, or ``np.bool_``.
    description : str
        What it counts, for a reader who knows the rulebook.
    unit : str
        What one of it is: "turns", "tokens"; empty for codes and yes/no.
    labels : sequence of str
        For a code: what 0, 1, 2 ... mean.
    looks : mapping
        How reports show labels, in the order in which they do; a label without a look is shown as it is.
    short : str
        What reports call it in figures and headings; its name if empty.
    part_of : str
        The column of which this one is a part: reports show of what parts that one is made.
    """

    name: str
    dtype: type[np.generic]
    description: str
    unit: str = ""
    labels: Sequence[str] = ()
    looks: Mapping[str, Look] = field(default_factory=dict)
    short: str = ""
    part_of: str = ""

    @property
    def heading(self) -> str:
        """What it is called in figures and headings."""
        return self.short or self.name.replace("_", " ")

    @property
    def is_yes_no(self) -> bool:
        """True if it holds yes or no, however its type is written: ``np.bool_`` or ``bool``."""
        return np.dtype(self.dtype).kind == "b"


def columns_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Return the record layout that holds one row of `columns`."""
    return np.dtype([(column.name, column.dtype) for column in columns], align=True)


def roomy_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Return the layout that holds one row of `columns`, with 64 bits for every number."""
    return np.dtype([(column.name, _roomy(column.dtype)) for column in columns], align=True)


def _roomy(dtype: type[np.generic]) -> type[np.generic]:
    return dtype if np.dtype(dtype).kind == "b" or np.dtype(dtype).itemsize == 8 else np.int64


END = "end"
"""The column that says how a game ended."""

FINISHED = "finished"
"""How a game ended by its own rules, where these know one way only."""

STOPPED = "decision_cap"
"""How a game ended that was stopped after too many moves; the engine says so in the column `END`."""


def with_endings(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return a game's columns with a column `END` among whose labels is STOPPED."""
    if not any(column.name == END for column in columns):
        return *columns, Column(END, np.uint8, "how the game ended", labels=(FINISHED, STOPPED))
    return tuple(
        replace(column, labels=(*column.labels, STOPPED))
        if column.name == END and STOPPED not in column.labels
        else column
        for column in columns
    )


def stopped_code(columns: Sequence[Column]) -> int:
    """Return the number by which the column `END` says that a game was stopped."""
    return next(list(column.labels).index(STOPPED) for column in columns if column.name == END)


def ending_of(columns: Sequence[Column], row: Any) -> str:
    """Return the label of a game's ending."""
    return next(column.labels[int(row[END])] for column in columns if column.name == END)
