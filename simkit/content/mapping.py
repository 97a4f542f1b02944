"""Reads a Python mapping like a YAML file: as plain data, with the place of every value as a path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from types import FunctionType
from typing import Any

import numpy as np

from simkit.content.characters import refused_character
from simkit.content.source import DEEPEST, KEY, LARGEST, LONGEST_KEY, LONGEST_TEXT, MOST_NODES, Place, Source
from simkit.errors import BadInput


@dataclass
class MappingSource(Source):
    """A Python mapping as plain data; a place is named by its path, as in ``factors.rules.board[2]``."""

    def where(self, place: Place) -> str:
        """Return a place as a path; that of the whole is the name of the source."""
        return path_of(place) or str(self.path)

    def said(self, place: Place, message: str) -> str:
        """Return a message with its place, which the message then does not begin with once more."""
        path = self.where(place)
        named, _, rest = message.partition(": ")
        return f"{path}: {rest if f'.{path}'.endswith(f'.{named}') else message}"


def path_of(place: Place) -> str:
    """Return a place in words.

    >>> path_of(("factors", "rules.board", 2))
    'factors.rules.board[2]'
    """
    text = ""
    for part in place:
        if part != KEY:
            text += f"[{part}]" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return text


def read_mapping(
    data: Mapping[str, Any], called: str, replaced: Callable[[object], object] = lambda value: value
) -> MappingSource:
    """Read a Python mapping.

    Tuples, ranges, sets, arrays and table columns count as lists; NumPy's numbers as Python's; paths as text.

    * `data`: keys are words.
    * `called`: what messages call the whole: "the experiment".
    * `replaced`: called with each value that is not plain data; returns what replaces it, or the value
      itself.

    Raises BadInput if it is no mapping, a value is neither plain data nor replaced, or there is more than a
    file may hold.
    """
    if not isinstance(data, Mapping):
        raise BadInput(f"{called}: found {_kind_of(data)}, allowed is a mapping")
    source = MappingSource(Path(called))
    reader = _Reader(source, replaced)
    source.data = reader.mapping(data, (), 0)
    return source


class _Reader:
    """Turns Python's values into those that a YAML file can hold, and records their order."""

    def __init__(self, source: MappingSource, replaced: Callable[[object], object]) -> None:
        self.source = source
        self.replaced = replaced

    def complain(self, place: Place, message: str) -> BadInput:
        return BadInput(self.source.said(place, message))

    def value(self, value: object, place: Place, depth: int) -> Any:
        positions = self.source.positions
        positions[place] = (len(positions) + 1, 1)
        if depth > DEEPEST:
            raise self.complain(place[:1], f"nested too deeply; at most {DEEPEST} levels")
        if len(positions) > MOST_NODES:
            raise self.complain(place[:1], f"too long; at most {MOST_NODES:,} keys and values")
        if isinstance(value, np.generic):
            value = value.item()
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, (int, float)):
            return self.number(value, place)
        if isinstance(value, (str, PurePath)):
            return self.text(_plain(value), place, LONGEST_TEXT)
        if isinstance(value, Mapping):
            return self.mapping(value, place, depth)
        listed = _listed(value)
        if listed is not None:
            return [self.value(item, (*place, i), depth + 1) for i, item in enumerate(listed)]
        replacement = self.replaced(value)
        if replacement is value:
            hint = "; a strategy has @simkit.game.strategy(game=..., skill=...) above it"
            more = hint if isinstance(value, FunctionType) else ""
            allowed = f"allowed are words, numbers, lists, mappings{more}"
            raise self.complain(place, f"found {_kind_of(value)}, {allowed}")
        return self.value(replacement, place, depth)

    def mapping(self, data: Mapping[Any, Any], place: Place, depth: int) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for key, value in data.items():
            if not isinstance(key, (str, int, float)) or isinstance(key, bool):
                raise self.complain(place, f"a key is a word, found {_kind_of(key)}")
            named = key if isinstance(key, str) else str(self.number(key, place))
            word = self.text(_plain(named), place, LONGEST_KEY)
            if word in read:
                raise self.complain(place, f"the key '{word}' appears twice")
            self.source.positions[(*place, word, KEY)] = (len(self.source.positions) + 1, 1)
            read[word] = self.value(value, (*place, word), depth + 1)
        return read

    def number(self, value: float, place: Place) -> float:
        if not isinstance(value, int):
            return float(value)
        if abs(value) > LARGEST:
            raise self.complain(place, f"a whole number has at most {len(str(LARGEST))} digits")
        return int(value)  # not the member of an enumeration that it may be

    def text(self, text: str, place: Place, longest: int) -> str:
        if len(text) > longest:
            raise self.complain(place, f"text has at most {longest:,} characters, found {len(text):,}")
        if character := refused_character(text, one_line=longest == LONGEST_KEY):
            raise self.complain(place, f"{character} is not text")
        return text


def _plain(value: object) -> str:
    """Return the text of a path, or of a word, of which a class of words may say something else."""
    return str.__str__(value) if isinstance(value, str) else str(value)


def _listed(value: object) -> Iterable[object] | None:
    """Return the items of a value that counts as a list, or None for any other."""
    if isinstance(value, (list, tuple, range)):
        return value
    if isinstance(value, (set, frozenset)):
        return sorted(value, key=repr)
    to_list = getattr(value, "to_list", None) or getattr(value, "tolist", None)  # a table's column, an array
    items = to_list() if callable(to_list) else None
    return items if isinstance(items, list) else None


def _kind_of(value: object) -> str:
    name = getattr(value, "__name__", "")
    kind = type(value).__name__
    return f"the {kind} '{name}'" if name else f"a value of type {kind}"
