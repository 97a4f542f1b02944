"""Turns pydantic's validation errors into sentences with file, line and column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from simkit.content.characters import IN_WORDS
from simkit.content.source import KEY, Place, Source
from simkit.errors import BadInput, unknown

MOST_PROBLEMS = 50
"""The most problems reported for one file.  Once these are mended, the next run shows the others."""

Problem = tuple[Place | str, str]
"""A place in the file (or the name of a command line option), and what is wrong there."""

_WANTED = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "string_type": "text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "frozen_set_type": "a list",
    "set_type": "a list",
    "dict_type": "a mapping (key: value)",
    "model_type": "a mapping (key: value)",
    "finite_number": "a finite number",
}

_LIMITS = {
    "greater_than_equal": ("ge", "at least {}"),
    "less_than_equal": ("le", "at most {}"),
    "greater_than": ("gt", "more than {}"),
    "less_than": ("lt", "less than {}"),
    "too_short": ("min_length", "at least {} entries"),
    "too_long": ("max_length", "at most {} entries"),
    "multiple_of": ("multiple_of", "a multiple of {}"),
    "string_too_short": ("min_length", "at least {} characters"),
    "string_too_long": ("max_length", "at most {} characters"),
}


def complaint(source: Source, problems: Iterable[Problem]) -> BadInput:
    """Return one complaint that lists all problems in the order of the file."""

    def order(problem: Problem) -> tuple[int, int]:
        return (0, 0) if isinstance(problem[0], str) else source.position(problem[0])

    lines: dict[str, None] = {}
    for where, message in sorted(problems, key=order):
        if isinstance(where, str):
            named, _, rest = message.partition(": ")
            is_said = named in (
                re.split(r"[ .-]", where)[-1],
                where.lstrip("-").replace("-", "_").replace(" ", ".", 1),
            )
            lines[f"{where}: {rest if is_said else message}"] = None
        else:
            lines[source.said(where, message)] = None
    more = ["... and more"] if len(lines) > MOST_PROBLEMS else []
    return BadInput("\n".join([*list(lines)[:MOST_PROBLEMS], *more]))


def problems_of(
    error: ValidationError,
    place_of: Callable[[Place], Place | str],
    allowed: Iterable[str] | Callable[[Place], tuple[str, Iterable[str]]],
    forms: Mapping[str, Iterable[str]] | None = None,
    unknown_word: Callable[[str], str] | None = None,
) -> list[Problem]:
    """Return the problems that pydantic found, at most one more than `complaint` reports.

    * `place_of`: returns the place in the file, or the option's name, for one of pydantic's locations.
    * `allowed`: the keys that exist, to be listed when an unknown one is found; or a function that returns,
      for a location, what a key is called there and which keys exist.
    * `forms`: if an entry may be a word or a mapping: the name of the mapping's model, and its keys.
    * `unknown_word`: returns the sentence for an unknown key, if it can say more than which keys exist.
    """
    problems: list[Problem] = []
    forms = forms or {}
    for found in error.errors(include_url=False):
        if len(problems) > MOST_PROBLEMS:
            break
        form = next((name for name in forms if name in found["loc"]), None)
        if _is_of_the_other_form(found, form) or _only_seems_short(found):
            continue
        location = tuple(part for part in found["loc"] if part not in ("str", _OF_A_KEY, *forms))
        place = place_of(location)
        is_of_a_key = found["type"] == "extra_forbidden" or _OF_A_KEY in found["loc"]
        if is_of_a_key and not isinstance(place, str):
            place = (*place, KEY)
        called, words = allowed(location) if callable(allowed) else ("key", allowed)
        known = list(forms[form]) if form else list(words)
        if unknown_word is not None and found["type"] == "extra_forbidden":
            said = unknown_word(str(found["loc"][-1]))
        else:
            said = _message(found, known, called)
        problems.append((place, f"{_path(location)}{said}"))
    return problems


_OF_A_KEY = "[key]"
"""The end of pydantic's location if the error is about the key of a mapping."""


def _is_of_the_other_form(found: Any, form: str | None) -> bool:
    """Return True if a problem is about the form (word or mapping) in which the entry was not written."""
    if form is not None:
        return bool(found["type"] == "model_type" and found["loc"][-1] == form)
    return "str" in found["loc"] and isinstance(found["input"], dict)


def _only_seems_short(found: Any) -> bool:
    """Return True for a list that only counts as too short because some of its entries are wrong."""
    return bool(found["type"] == "too_short" and len(found["input"]) >= found["ctx"]["min_length"])


def _path(location: Place) -> str:
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return f"{text}: " if text else ""


def _message(found: Any, allowed: list[str], kind: str) -> str:
    type_, value, context = found["type"], found["input"], found.get("ctx", {})
    if type_ == "extra_forbidden":
        return unknown(kind, str(found["loc"][-1]), allowed)
    if type_ == "missing":
        return "is missing"
    if type_ in _WANTED:
        return f"found {quoted(value)}, allowed is {_WANTED[type_]}"
    if type_ in _LIMITS:
        name, words = _LIMITS[type_]
        limit = context[name]
        said = words.format(f"{limit:g}" if isinstance(limit, float) else limit)
        return f"found {quoted(value)}, allowed is {said}"
    if type_ == "string_pattern_mismatch":
        pattern = context["pattern"]
        allowed_is = f"are {IN_WORDS[pattern]}" if pattern in IN_WORDS else f"is what matches {pattern}"
        return f"found {quoted(value)}, allowed {allowed_is}"
    if type_ == "value_error":
        return str(context["error"])
    if type_ == "literal_error":
        listed = re.findall(r"'([^']*)'", context["expected"])
        if listed and isinstance(value, str):
            return unknown(_kind_of(found["loc"]), _short(value), listed)
        return f"found {quoted(value)}, allowed is {context['expected']}"
    return f"found {quoted(value)}: {found['msg']}"


def _kind_of(location: Place) -> str:
    """Return what is found at a place, in a few words: "colour", "entry of faces", "key of start"."""
    last, above = location[-1], next((part for part in location[-2::-1] if isinstance(part, str)), "")
    if last == _OF_A_KEY:
        mapping = next((part for part in location[-3::-1] if isinstance(part, str)), "")
        return f"key of {mapping}" if mapping else "key"
    return f"entry of {above}" if isinstance(last, int) and above else str(last)


def quoted(value: Any) -> str:
    """Return a value as a message shows it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"'{_short(value)}'"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
