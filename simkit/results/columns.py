"""How reports name and draw a game's columns: headings, and the words and colours of labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simkit.document.figures import PALETTE
from simkit.engine.base.columns import Column
from simkit.errors import BadInput, unknown
from simkit.run.store.directory import RunDirectory


def game_columns(run: RunDirectory) -> Sequence[Column]:
    """Return the game's own columns, as the game declares them today."""
    return run.game.columns


def seat_columns(run: RunDirectory) -> Sequence[Column]:
    """Return the seats' columns, as the game declares them today."""
    return run.game.seat_columns


def column_of(columns: Sequence[Column], name: str) -> Column:
    """Return a column by its name.

    Raises
    ------
    BadInput
        If there is none of that name.
    """
    known = {column.name: column for column in columns}
    if name not in known:
        raise BadInput(unknown("column", name, known))
    return known[name]


def parts_of(columns: Sequence[Column], whole: str) -> dict[str, str]:
    """Return the columns that are parts of another one, with their headings."""
    whole = column_of(columns, whole).name
    return {column.name: column.heading for column in columns if column.part_of == whole}


def label_in_words(column: Column, label: str) -> str:
    """Return the words for a label of a code."""
    return column.looks[label].words if label in column.looks else label.replace("_", " ")


def in_order(column: Column, labels: Sequence[str]) -> list[str]:
    """Return labels in the order in which reports show them: those with a look first."""
    ranked = list(dict.fromkeys([*column.looks, *column.labels, *labels]))
    return [label for label in ranked if label in labels]


def colours_of_labels(column: Column, labels: Sequence[str]) -> dict[str, Any]:
    """Return a colour for each label's words: the declared one, or one that no other label has."""
    own = {label: column.looks[label].colour for label in labels if label in column.looks}
    free = [colour for colour in PALETTE if colour not in own.values()]
    colours = {}
    for place, label in enumerate(label for label in labels if not own.get(label)):
        colours[label] = free[place % len(free)]
    return {label_in_words(column, label): own.get(label) or colours[label] for label in labels}
