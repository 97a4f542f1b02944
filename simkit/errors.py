"""Error messages for wrong input: one clear sentence, never a traceback."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path
from traceback import FrameSummary, extract_stack, extract_tb
from types import FrameType

from simkit.language import shortened

LIBRARY_FOLDERS = frozenset({"site-packages", "dist-packages"})
"""The names of folders with installed libraries."""


LEAST_ALIKE, ALIKE = 0.51, 0.6
"""How similar a word must be to be suggested: if a part of it has the same first letter, and if none has.

Half is not enough: "no" and "intro" are at 0.57.
"""


class BadInput(Exception):
    """Raised for bad input: a YAML file, content, a plug-in, a damaged run directory.

    Whatever reads what a person has written may raise it; inner functions don't say so again.  The command
    line prints the message and ends with exit code 2.  Any other exception, except errors of
    the system such as a full disk, is a fault in simkit and keeps its traceback.

    Parameters
    ----------
    message : str
        What was found, where, and what is allowed, in words for a designer.
    """

    __module__ = "simkit"  # its public place, for tracebacks


def nearest(word: str, allowed: Iterable[str], least: float = LEAST_ALIKE) -> str | None:
    """Return the allowed word that is most like `word`, or None if none is at `least` so close (0 to 1).

    >>> nearest("grady", ["random", "greedy"])
    'greedy'
    >>> nearest("no", ["intro", "normal"]) is None  # letters in common, but not a slip
    True
    """
    candidates, sought = {candidate.lower(): candidate for candidate in allowed}, word.lower()
    for found in get_close_matches(sought, candidates, n=3, cutoff=least):
        begins_alike = sought[:1] in {part[:1] for part in re.split(r"[\W_]+", found)}
        if begins_alike or SequenceMatcher(None, found, sought).ratio() >= ALIKE:
            return candidates[found]
    return None


def unknown(kind: str, word: str, allowed: Iterable[str]) -> str:
    """Return the message about a word that is not allowed.

    >>> unknown("player", "gredy", ["random", "greedy"])
    "unknown player 'gredy'; did you mean 'greedy'? Allowed: random, greedy"
    """
    words = list(allowed)
    said = f"unknown {kind} '{shortened(word)}'"
    if not words:
        return f"{said}: there is none"
    guess = nearest(word, words)
    hint = f"did you mean '{guess}'? " if guess else ""
    return f"{said}; {hint}Allowed: {', '.join(words)}"


def quoted(value: object) -> str:
    """Return a value as a message quotes it: as Python writes it, but never long.

    >>> quoted("x")
    "'x'"
    """
    try:
        text = repr(value)
    except Exception:  # a number of too many digits, or an object of somebody's
        return f"a value of type {type(value).__name__}"
    return shortened(text)


def raised(error: BaseException) -> str:
    """Return what was raised, in words: "raised KeyError: 'target'"."""
    return f"raised {type(error).__name__}: {error}".removesuffix(": ")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an error of the system while a file is written (such as a full disk) into a complaint."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else error  # without the words of a library
        raise BadInput(f"{path} can't be written: {reason}") from None


@contextmanager
def naming_files() -> Iterator[None]:
    """Turn an error of the system about a file (a folder that can't be made, say) into a complaint."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            raise
        raise BadInput(f"{error.filename}: {error.strerror or error}") from None


def place_of(error: BaseException, folders: Iterable[Path]) -> str | None:
    """Return ``file:line`` of the innermost call within some folders that led to an error, or None.

    Installed libraries don't count: a designer's folder may contain a virtual environment.
    """
    return _innermost(extract_tb(error.__traceback__), folders)


def place_at(frame: FrameType, folders: Iterable[Path]) -> str | None:
    """Return ``file:line`` of the innermost call within some folders that a thread is executing, or None."""
    return _innermost(extract_stack(frame), folders)


def _innermost(calls: Sequence[FrameSummary], folders: Iterable[Path]) -> str | None:
    below = tuple(folders)
    for frame in reversed(calls):
        path = Path(frame.filename)
        parts = [path.relative_to(folder).parts for folder in below if path.is_relative_to(folder)]
        if any(LIBRARY_FOLDERS.isdisjoint(part) for part in parts):
            return f"{frame.filename}:{frame.lineno}"
    return None
