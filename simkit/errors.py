"""What simkit says when its input is wrong: one clear message, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from traceback import FrameSummary, extract_stack, extract_tb
from types import FrameType

LIBRARY_FOLDERS = frozenset({"site-packages", "dist-packages"})
"""What folders of installed libraries are called, wherever they lie."""


class Complaint(Exception):
    """Bad input from outside: a YAML file, content, a plug-in, a damaged run directory.

    The command line prints the message and ends with exit code 2.  Anything else that is raised, but
    for errors of the system (a full disk), is a fault of simkit's own and keeps its traceback.

    Parameters
    ----------
    message : str
        What was found, where, and what is allowed, ready to be read by a designer.
    """


def nearest(word: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed word that `word` was most likely meant to be, or None."""
    candidates = {candidate.lower(): candidate for candidate in allowed}
    found = get_close_matches(word.lower(), candidates, n=1, cutoff=0.51)  # half is not near
    return candidates[found[0]] if found else None


def unknown(kind: str, word: str, allowed: Iterable[str]) -> str:
    """Return the sentence for a word that is none of the allowed ones.

    >>> unknown("player", "gredy", ["random", "greedy"])
    "unknown player 'gredy'; did you mean 'greedy'? Allowed: random, greedy"
    """
    words = list(allowed)
    guess = nearest(word, words)
    hint = f"did you mean '{guess}'? " if guess else ""
    return f"unknown {kind} '{word}'; {hint}Allowed: {', '.join(words)}"


def raised(error: BaseException) -> str:
    """Return an exception in words: "raised KeyError: 'target'"."""
    return f"raised {type(error).__name__}: {error}".removesuffix(": ")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn what the system refuses while a file is written, a full disk for one, into a complaint."""
    try:
        yield
    except OSError as error:
        raise Complaint(f"{path} can't be written: {error.strerror or error}") from None


def place_of(error: BaseException, folders: Iterable[Path]) -> str | None:
    """Return ``file:line`` of the last call below some folders on the way to an error, or None.

    What is installed below them doesn't count: an environment may lie in a designer's folder.
    """
    return _innermost(extract_tb(error.__traceback__), folders)


def place_at(frame: FrameType, folders: Iterable[Path]) -> str | None:
    """Return ``file:line`` of the last call below some folders that led to where a thread is, or None."""
    return _innermost(extract_stack(frame), folders)


def _innermost(calls: Sequence[FrameSummary], folders: Iterable[Path]) -> str | None:
    below = tuple(folders)
    for frame in reversed(calls):
        path = Path(frame.filename)
        parts = [path.relative_to(folder).parts for folder in below if path.is_relative_to(folder)]
        if any(LIBRARY_FOLDERS.isdisjoint(own) for own in parts):
            return f"{frame.filename}:{frame.lineno}"
    return None
