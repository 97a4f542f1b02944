"""Reads sampled designs: tables of which each row is a scenario, and each column something that rows set.

::

    factors:
      design: samples.csv                                        # target,sides / 60,6 / 80,8 ...
      design: [{target: 60, sides: 6}, {target: 80, sides: 8}]   # the same, as pandas and SALib give it

Rows may be equal, as samples of few whole numbers are: each is played as a scenario of its own.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.content.characters import path_in
from simkit.content.source import Place, Source, read_text, read_value
from simkit.engine.contract.game import Game
from simkit.errors import BadInput
from simkit.experiment.keys import RuleKey, read_key
from simkit.language import plural

ENDING = ".csv"

SEPARATORS = (";", "\t", ",")


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
    """Yield the rows of a file, each with its line; a column without a name numbers them and is left out."""
    text = read_text(path, "a table of samples")
    first = text.partition("\n")[0]
    reader = csv.reader(text.splitlines(), delimiter=max(SEPARATORS, key=first.count))
    try:
        names = [name.strip() for name in next(reader, [])]
        if not any(names):
            raise BadInput(f"{path}:1: no columns; the first line names rules, such as target,sides")
        for name in filter(None, names):
            if names.count(name) > 1:
                raise BadInput(f"{path}:1: two columns are called '{name}'")
        count = 0
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(names) or not all(cell.strip() for cell in cells):
                some = sum(bool(cell.strip()) for cell in cells)
                raise BadInput(
                    f"{path}:{reader.line_num}: found {plural(some, 'value')}, allowed are {len(names)}"
                )
            place = f"{path}:{reader.line_num}"
            pairs = zip(names, cells, strict=True)
            yield reader.line_num, {name: read_value(cell, place) for name, cell in pairs if name}
            count += 1
        if not count:
            raise BadInput(f"{path}: no rows; each is a scenario, below the names of the columns")
    except csv.Error as error:
        raise BadInput(f"{path}:{reader.line_num}: can't be read: {error}") from None


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
