"""Which characters texts, names and paths may have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from simkit.language import shortened

_NON_CHARACTERS = "".join(f"{chr(plane << 16 | 0xFFFE)}{chr(plane << 16 | 0xFFFF)}" for plane in range(17))

REFUSED = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters except tab and line feed
    "\u2028\u2029"  # line and paragraph separators
    "\u202a-\u202e\u2066-\u2069"  # marks that turn the direction of what follows, also on a terminal
    f"\ufdd0-\ufdef{_NON_CHARACTERS}]"
)
"""A regular expression (for Python and Rust) that matches the characters refused wherever text is read.

It leaves out surrogates, which Rust's text cannot hold; `refused_character` refuses those too.
"""

_REFUSED = re.compile(REFUSED[:-1] + "\ud800-\udfff]")
_REFUSED_IN_A_LINE = re.compile(_REFUSED.pattern[:-1] + "\t\n]")

_KINDS = {"Cc": "a control character", "Cs": "half a character", "Cf": "a mark that reverses text"}


def refused_character(text: str, *, one_line: bool = False) -> str | None:
    r"""Return the name of the first character that is refused, or None.

    Parameters
    ----------
    one_line : bool
        Whether tab and line feed are refused too, as in a name, a title or a label.

    >>> refused_character("bell: \a")
    'the character U+0007 (a control character)'
    """
    found = (_REFUSED_IN_A_LINE if one_line else _REFUSED).search(text)
    return None if found is None else _named(found[0])


def refused_in(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the place and the name of the first refused character of each text within plain data."""
    if isinstance(value, str):
        if character := refused_character(value):
            yield path, character
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            name = shortened(str(key))
            yield from refused_in(str(key), path)
            yield from refused_in(entry, f"{path}.{name}" if path else name)
    elif isinstance(value, (list, tuple)):
        for i, entry in enumerate(value):
            yield from refused_in(entry, f"{path}[{i}]")


def cleaned(text: str) -> str:
    r"""Return a text in which each refused character is written as an escape: ``\x1b``, ``\u202e``.

    For messages that quote text of others, such as a file's name.
    """
    return _REFUSED.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def _named(character: str) -> str:
    kind = _KINDS.get(unicodedata.category(character)) or unicodedata.name(character, "no character").lower()
    return f"the character U+{ord(character):04X} ({kind})"


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
