"""A mind: the numbers by which a player reads the chance to win from the traits of a position.

It is kept in a file of JSON, with the names of the traits and with where the numbers come from;
`tools/fit_nautilion.py` writes one for any rules.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from simkit.game import BadInput, unknown
from simkit.strategies.nautilion.evaluation.by_chance.traits import COUNT, NAMES

CELLS = 16
"""In how many ways the traits are added up."""

MIND = np.dtype(
    [
        ("odds", np.float64, (COUNT,)),  # what each trait adds to the odds by itself
        ("cells", np.float64, (COUNT, CELLS)),  # what it adds to each cell
        ("cell_odds", np.float64, (CELLS,)),  # what each cell adds to the odds, where it is above zero
    ],
    align=True,
)


def read_mind(path: str | Path) -> Any:
    """Return a mind from its file, as an array of one.

    A strategy that keeps it in a global name is compiled anew whenever a number has changed, and its runs
    know by which numbers they were played.

    Raises
    ------
    BadInput
        If the file can't be read or a number is missing, with its place.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: can't be read: {getattr(error, 'strerror', 'it is not text')}") from None
    return mind_of(text, path)


def mind_of(text: str, path: str | Path) -> Any:
    """Return the mind that a text describes; complaints name the file `path`."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}:{error.lineno}:{error.colno}: is not JSON: {error.msg}") from None
    for key in ("traits", "cells"):
        if not isinstance(found, dict) or key not in found:
            raise BadInput(f"{path}: a mind has 'traits' and 'cells', found no '{key}'")
    traits = found["traits"]
    if not isinstance(traits, dict):
        raise BadInput(f"{path}: traits: names of traits, each with its numbers, found {traits!r:.60}")
    for name in traits:
        if name not in NAMES:
            raise BadInput(f"{path}: traits: {unknown('trait', name, NAMES)}")
    mind = np.zeros(1, MIND).view(np.recarray)
    for i, name in enumerate(NAMES):
        if name not in traits:
            raise BadInput(f"{path}: traits: '{name}' is missing")
        row = _numbers(path, f"traits: {name}", traits[name], 1 + CELLS)
        mind.odds[0, i], mind.cells[0, i] = row[0], row[1:]
    mind.cell_odds[0] = _numbers(path, "cells", found["cells"], CELLS)
    return mind


def _numbers(path: str | Path, place: str, found: Any, count: int) -> list[float]:
    """Return a list of numbers, or complain about what was found instead."""
    if not isinstance(found, list) or len(found) != count:
        size = f"{len(found)} of them" if isinstance(found, list) else f"{found!r:.60}"
        raise BadInput(f"{path}: {place}: a list of {count} numbers, found {size}")
    for number in found:
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not abs(number) < 1e6:
            raise BadInput(f"{path}: {place}: numbers between -1e6 and 1e6, found {number!r:.60}")
    return found


def written(mind: Any, fitted: dict[str, Any]) -> str:
    """Return the text of a mind's file: where its numbers come from, and the numbers, to four digits."""
    rows = {name: [mind.odds[0, i], *mind.cells[0, i]] for i, name in enumerate(NAMES)}
    lines = [f"    {json.dumps(name)}: {_row(row)}" for name, row in rows.items()]
    return (
        f'{{\n  "fitted": {json.dumps(fitted)},\n  "traits": {{\n'
        + ",\n".join(lines)
        + f'\n  }},\n  "cells": {_row(mind.cell_odds[0])}\n}}\n'
    )


def _row(numbers: Any) -> str:
    return f"[{', '.join(f'{float(number):.4g}' for number in numbers)}]"


EXPERT = read_mind(Path(__file__).with_name("expert.json"))
"""The shipped expert's."""
