"""Reads a YAML file into plain data, and records the line and column of every key and value."""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from simkit.content.characters import refused_character
from simkit.content.slips import slip_of
from simkit.errors import BadInput, nearest

try:
    from yaml import CSafeLoader as _Loader
except ImportError:  # PyYAML was built without libyaml: the same, about ten times slower
    from yaml import SafeLoader as _Loader  # type: ignore[assignment]

Place = tuple[str | int, ...]
"""The path to a value: ("factors", "rules.board", 1)."""

KEY = "\0key"
"""The end of a place that means a key itself and not its value."""

DEEPEST = 20
"""The most levels of lists and mappings within each other."""

MOST_NODES = 30_000
"""The most keys and values, counted again where aliases repeat them: six times what 230 cards need.

Together with the other limits it ensures that any file is read, or refused, quickly.
"""

MOST_BYTES = 1_000_000
LONGEST_TEXT = 10_000
LONGEST_KEY = 200
"""The most characters of a key; LONGEST_TEXT is that of a value."""

LARGEST = 10**30 - 1
"""The largest whole number, to either side of zero."""

LONGEST_DRAWING = 200

_INTEGER = re.compile(r"[-+]?[0-9][0-9_]*")
_REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9][0-9_]*(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


@dataclass
class Source:
    """A YAML file: its data, and the line and column (counted from 1) of every value."""

    path: Path
    data: dict[str, Any] = field(default_factory=dict)
    positions: dict[Place, tuple[int, int]] = field(default_factory=dict)
    tables: dict[str, Path] = field(default_factory=dict)
    """For sections whose items stand in a table, its file; places of items are rows and columns of that."""

    def _known(self, place: Place) -> Place:
        """Return a place, or the nearest enclosing place that the file has."""
        while place and place not in self.positions:
            place = place[:-1]
        return place

    def position(self, place: Place) -> tuple[int, int]:
        """Return line and column of a place, or of the nearest enclosing place that the file has."""
        return self.positions.get(self._known(place), (1, 1))

    def where(self, place: Place) -> str:
        """Return ``file:line:column`` of a place."""
        known = self._known(place)
        path = self.tables.get(str(known[0]), self.path) if len(known) > 1 and known[1] != KEY else self.path
        line, column = self.position(place)
        return f"{path}:{line}:{column}"

    def said(self, place: Place, message: str) -> str:
        """Return a message with its place."""
        return f"{self.where(place)}: {message}"


def read_source(path: Path, called: str = "an experiment") -> Source:
    """Read a YAML file that holds a mapping.

    Parameters
    ----------
    called : str
        What messages call such a file: "an experiment", "content".

    Plain words are read by the rules of YAML 1.2: only true and false are booleans, 012 is twelve, 1e3 is a
    thousand, and dates and sexagesimal numbers are text.

    Raises
    ------
    BadInput
        If the file can't be read, is not YAML, repeats a key, or holds anything but a mapping.
    """
    contents = read_contents(path, called)
    root = _compose(path, contents)
    source = Source(path)
    if not isinstance(root, yaml.MappingNode):
        found = "nothing" if root is None else "a list" if isinstance(root, yaml.SequenceNode) else "a value"
        raise BadInput(f"{path}:1:1: {called} is a mapping (key: value), found {found}")
    source.data = _Reader(source).mapping(root, (), 0)
    return source


def read_drawing(path: Path, section: str, item: str, called: str = "content") -> Source:
    """Read a text file that draws an item of content, such as a board, with the place of each character.

    Empty lines and those that begin with # are left out.

    `section`, `item`: the item that it draws.  The data are ``{section: {item: {"rows": [...]}}}``; the place
    of a character is ``(section, item, "rows", row, character)``.
    """
    text = read_text(path, called)
    source = Source(path)
    rows: list[str] = []
    for line, words in enumerate(text.split("\n"), start=1):
        row = words.rstrip()
        if not row or row.startswith("#"):
            continue
        place = (section, item, "rows", len(rows))
        source.positions[place] = (line, 1)
        source.positions |= {(*place, i): (line, i + 1) for i in range(len(row))}
        rows.append(row)
        if len(rows) > LONGEST_DRAWING or len(row) > LONGEST_KEY:
            most = f"{LONGEST_DRAWING} rows of {LONGEST_KEY} characters"
            raise BadInput(f"{path}:{line}:1: too large; a drawing has at most {most}")
    source.data = {section: {item: {"rows": rows}}}
    return source


def read_text(path: Path, called: str) -> str:
    r"""Return what a file says, its lines ended by "\n"; messages call such a file `called`."""
    return _text(path, read_contents(path, called))


FILES_READ: set[Path] = set()
"""The files of users that this process has read or tried to read; `simkit watch` watches them."""


def read_contents(path: Path, called: str) -> bytes:
    """Return the bytes of a user's file, which messages call `called`."""
    FILES_READ.add(path.absolute())
    if character := refused_character(str(path.absolute()), one_line=True):
        raise BadInput(f"{path}: {character} is not allowed in the path of {called}")
    try:
        with path.open("rb") as file:
            contents = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        meant = file_called(path)
        hint = f"; did you mean {meant}?" if meant else ""
        raise BadInput(f"{path}: there is no such file{hint}") from None
    except OSError as error:
        raise BadInput(f"{path}: can't be read: {error.strerror}") from None
    if len(contents) > MOST_BYTES:
        raise BadInput(f"{path}: is too large; {called} has at most {MOST_BYTES:,} bytes")
    return contents


def file_called(path: Path) -> Path | None:
    """Return the file with YAML or a drawing that a path without its ending, or mistyped, may mean."""
    endings = (".yaml", ".yml", ".txt")
    beside = {file.name: file for file in sorted(path.parent.glob("*")) if file.suffix in endings}
    without_ending = (f"{path.name}{ending}" for ending in endings)
    name = next((name for name in without_ending if name in beside), None) or nearest(path.name, beside)
    return beside[name] if name else None


def read_value(text: str, called: str) -> Any:
    """Return the value that a text has in YAML, as if read from a file; messages call it `called`."""
    path = Path(called)
    contents = text.encode("utf-8", "surrogateescape")  # as the shell may pass it
    if len(contents) > MOST_BYTES:
        raise BadInput(f"{called}: is too long; a value has at most {MOST_BYTES:,} bytes")
    root = _compose(path, contents)
    return None if root is None else _Reader(Source(path)).value(root, (), 0)


def _compose(path: Path, contents: bytes) -> yaml.Node | None:
    text = _text(path, contents)
    try:
        _require_limits(path, text)
        return yaml.compose(text, _Loader)
    except yaml.MarkedYAMLError as error:
        slip = slip_of(text, error)
        raise BadInput(f"{path}:{slip.line}:{slip.column}: not YAML: {slip.words}") from None
    except yaml.YAMLError as error:  # libyaml does not say where
        raise BadInput(f"{path}: not YAML: {str(error).partition(chr(10))[0]}") from None


def _text(path: Path, contents: bytes) -> str:
    try:
        text = contents.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        hint = " but UTF-16; save it as UTF-8" if contents[:2] in (BOM_UTF16_LE, BOM_UTF16_BE) else ""
        raise BadInput(f"{path}: byte {error.start + 1} is not UTF-8 text{hint}") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # the line ends of Windows and of old Macs
    require_text(path, text)
    return text


def require_text(path: Path, text: str) -> None:
    """Refuse a file with a character that can't be shown, whether in a value or in a comment."""
    for line, words in enumerate(text.split("\n"), start=1):
        if character := refused_character(words):
            column = next(i for i, letter in enumerate(words, start=1) if refused_character(letter))
            raise BadInput(f"{path}:{line}:{column}: {character} is not text")


def _require_limits(path: Path, text: str) -> None:
    """Refuse what is nested too deeply or too long, as soon as the limit is passed."""
    depth = nodes = 0
    for event in yaml.parse(text, Loader=_Loader):
        nodes += isinstance(event, yaml.NodeEvent)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if problem := _beyond_limits(depth, nodes):
            line, column = (event.start_mark.line, event.start_mark.column) if event.start_mark else (0, 0)
            raise BadInput(f"{path}:{line + 1}:{column + 1}: {problem}")


def _beyond_limits(depth: int, nodes: int) -> str:
    if depth > DEEPEST:
        return f"nested too deeply; at most {DEEPEST} levels"
    return f"too long; at most {MOST_NODES:,} keys and values" if nodes > MOST_NODES else ""


class _Reader:
    """Turns YAML nodes into plain data and records their positions."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.nodes = 0

    def complain(self, node: yaml.Node, message: str) -> BadInput:
        mark = node.start_mark
        return BadInput(f"{self.source.path}:{mark.line + 1}:{mark.column + 1}: {message}")

    def value(self, node: yaml.Node, place: Place, depth: int) -> Any:
        self.nodes += 1
        if problem := _beyond_limits(depth, self.nodes):  # aliases may repeat parts of the file
            raise self.complain(node, problem)
        self.source.positions.setdefault(place, (node.start_mark.line + 1, node.start_mark.column + 1))
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, place, depth)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*place, i), depth + 1) for i, item in enumerate(node.value)]
        return self.scalar(node)

    def mapping(self, node: yaml.MappingNode, place: Place, depth: int) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self.complain(key_node, "a key is a word, found a list or a mapping")
            key = self.scalar_text(key_node, LONGEST_KEY, one_line=True)
            if key in data:
                raise self.complain(key_node, f"the key '{key}' appears twice")
            mark = key_node.start_mark
            self.source.positions[(*place, key, KEY)] = (mark.line + 1, mark.column + 1)
            data[key] = self.value(value_node, (*place, key), depth + 1)
        return data

    def scalar_text(self, node: yaml.Node, longest: int = LONGEST_TEXT, *, one_line: bool = False) -> str:
        text = str(node.value)
        if len(text) > longest:
            kind = "a key" if longest == LONGEST_KEY else "text"
            raise self.complain(node, f"{kind} has at most {longest:,} characters, found {len(text):,}")
        if character := refused_character(text, one_line=one_line):
            raise self.complain(node, f"{character} is not text")
        return text

    def scalar(self, node: yaml.Node) -> Any:
        text = self.scalar_text(node)
        if node.tag not in _PLAIN_TAGS:
            raise self.complain(node, f"the tag {str(node.tag)[:60]} is not allowed")
        if isinstance(node, yaml.ScalarNode) and node.style:  # quoted: always text
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            if len(text) > len(str(LARGEST)):
                raise self.complain(node, f"the number {text[:12]}... is too long")
            return int(text.replace("_", ""))
        if _REAL.fullmatch(text):
            return float(text.replace("_", ""))
        return text


_PLAIN_TAGS = {
    f"tag:yaml.org,2002:{kind}"
    for kind in ("str", "int", "float", "bool", "null", "timestamp", "merge", "value")
}
