"""Reads sampled designs: tables of which each row is a scenario, and each column something that rows set.

::

    factors:
      design: samples.csv                                        # target,sides / 60,6 / 80,8 ...
      design: [{target: 60, sides: 6}, {target: 80, sides: 8}]   # the same, as pandas and SALib give it

Rows may be equal, as samples of few whole numbers are: each is played as a scenario of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.content.characters import path_in
from simkit.content.source import Place, Source, read_value
from simkit.content.table import ENDING, read_cells
from simkit.engine.contract.game import Game
from simkit.errors import BadInput
from simkit.experiment.keys import RuleKey, read_key
from simkit.language import plural


@dataclass(frozen=True)
class TableRead:
    """A file of samples, and on which of its lines each row stands."""

    path: Path
    lines: tuple[int, ...]

    def place(self, row: int) -> str:
        """Return the place of a row, for messages."""
        return f"{self.path}:{self.lines[row]}"


def with_tables_read(source: Source, folder: Path) -> tuple[Source, dict[str, TableRead]]:
    """Return an experiment with the rows of the files that its factors name, and these files, by factor."""
    written_factors = source.data.get("factors")
    factors: dict[str, Any] = written_factors if isinstance(written_factors, dict) else {}
    named = {
        name: value
        for name, value in factors.items()
        if isinstance(value, str) and value.endswith(ENDING) and read_key(name) is None
    }
    if not named:
        return source, {}
    read, rows = dict[str, TableRead](), dict[str, Any]()
    for name, written in named.items():
        path = path_in(folder, written)
        found = list(_rows(path))
        read[name] = TableRead(path, tuple(line for line, _ in found))
        rows[name] = [row for _, row in found]
    return replace(source, data={**source.data, "factors": {**factors, **rows}}), read


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the rows of a file, each with its number; a column without a name is left out."""
    cells = read_cells(path, "a table of samples", "rules, such as target,sides")
    for number, values in cells.rows:
        place = f"{path}:{number}"
        if len(values) != len(cells.names) or not all(values):
            some = sum(map(bool, values))
            raise BadInput(f"{place}: found {plural(some, 'value')}, allowed are {len(cells.names)}")
        pairs = zip(cells.names, values, strict=True)
        yield number, {name: read_value(value, place) for name, value in pairs if name}
    if not cells.rows:
        raise BadInput(f"{path}: no rows; each is a scenario, below the names of the columns")


def is_design(levels: Any) -> bool:
    """Return True for a list of rows."""
    return isinstance(levels, list) and bool(levels) and all(isinstance(row, dict) for row in levels)


def settings_of(row: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Return what a row sets, by keys: a rule may stand without "rules." before it.

    Whole numbers may be written as samplers and pandas write them: 60.0.
    """
    rules = game.knobs.model_fields
    return {
        RuleKey(name).name if name in rules else name: int(value)
        if isinstance(value, float) and value.is_integer()
        else value
        for name, value in row.items()
    }


def place_of(name: str, row: int, table: TableRead | None) -> Place | str:
    """Return the place of a row."""
    return table.place(row) if table else ("factors", name, row)
