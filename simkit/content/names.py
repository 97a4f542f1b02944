"""Patterns for the names of things in files (experiments, cards, boards, tokens), and paths in files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
NAME_IN_WORDS = "letters (a to z), digits, '_', '.' and '-', the first a letter or a digit"

WORD = r"^[A-Za-z][A-Za-z0-9_]*$"
WORD_IN_WORDS = "letters (a to z), digits and '_', the first a letter"

IN_WORDS = {NAME: NAME_IN_WORDS, WORD: WORD_IN_WORDS}
"""What each pattern allows, in words for messages."""


def path_in(folder: Path, written: str) -> Path:
    """Return the path that is written in a file of a folder: relative to it, absolute, or below home (~)."""
    path = Path(written)
    with suppress(RuntimeError):  # no home is known: a folder may be called ~
        path = path.expanduser()
    return folder / path
