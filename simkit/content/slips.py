"""Explains in plain words why a file is not valid YAML, and where the mistake was made.

A YAML parser reports where it had to stop, which is often some lines below the mistake: a quote that is not
closed ends at the next quote.  This module looks for the usual slips; for others it shows the parser's words.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import yaml

from simkit.language import shortened

_KEY = re.compile(r"^\s*(?:- +)?([\w.$-]+)\s*:(?:\s|$)")
"""Matches a line that begins with a key."""

_OPENS = re.compile(r"""^(\s*(?:- +)*(?:[\w.$-]+\s*:\s+)?)(["'])""")
"""Matches a line on which a value in quotes begins."""

_SPECIAL = "@`%*&!|>"
"""Signs that have a meaning in YAML at the beginning of a value."""

_LONGEST_SHOWN = 60


class Slip(NamedTuple):
    """A mistake: its line and column, counted from 1, and what is wrong."""

    line: int
    column: int
    words: str


def slip_of(text: str, error: yaml.MarkedYAMLError) -> Slip:
    """Return the mistake that most likely made a text invalid YAML."""
    mark = error.problem_mark or error.context_mark
    at = (mark.line, mark.column) if mark else (0, 0)
    lines = text.replace("\r\n", "\n").split("\n")
    for look in (_tab, _unclosed_quote, _unclosed_bracket, _after_a_quote, _missing_space, _colon, _sign):
        slip = look(lines, at, error)
        if slip is not None:
            return slip
    problem = str(error.problem or error.context)
    if "another document" in problem:
        return Slip(at[0] + 1, at[1] + 1, "a second document begins here (---), and a file holds one")
    if "undefined alias" in problem:
        return Slip(at[0] + 1, at[1] + 1, f"a value that begins with * {_in_quotes(lines, at)}")
    if "did not find expected key" in problem:
        words = "this line belongs neither below nor within the one above it; keys of one mapping begin in"
        return Slip(at[0] + 1, at[1] + 1, f"{words} the same column")
    return Slip(at[0] + 1, at[1] + 1, problem)


Lines = list[str]
At = tuple[int, int]


def _tab(lines: Lines, at: At, error: yaml.MarkedYAMLError) -> Slip | None:
    """Find a tab before the text of the line at which the parser stopped."""
    line = lines[at[0]] if at[0] < len(lines) else ""
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" not in indent or "quoted" in str(error.context):
        return None
    words = "found a tab at the beginning of the line; YAML indents with spaces only: replace it by spaces"
    return Slip(at[0] + 1, indent.index("\t") + 1, words)


def _unclosed_quote(lines: Lines, at: At, error: yaml.MarkedYAMLError) -> Slip | None:
    """Find the line on which a quote opens that runs on over what look like further keys."""
    for number, line in enumerate(lines[: at[0] + 1]):
        opening = _OPENS.match(line)
        if opening is None or _closes(line[opening.end() :], opening[2]):
            continue
        stop = _line_of_end(lines, number, opening.end(), opening[2])
        if any(_KEY.match(below) for below in lines[number + 1 : stop + 1]):
            words = f"the quote that opens here is not closed; put another {opening[2]} after the text"
            return Slip(number + 1, len(opening[1]) + 1, words)
        if stop == len(lines):
            return Slip(number + 1, len(opening[1]) + 1, "the quote that opens here is not closed")
    if "quoted scalar" in str(error.context) and "end of" in str(error.problem) and error.context_mark:
        mark = error.context_mark
        return Slip(mark.line + 1, mark.column + 1, "the quote that opens here is not closed")
    return None


def _closes(rest: str, quote: str) -> bool:
    plain = re.sub(r"\\.", "", rest) if quote == '"' else rest.replace("''", "")
    return quote in plain


def _line_of_end(lines: Lines, number: int, column: int, quote: str) -> int:
    """Return the line on which a quote is closed, or the number of lines if none closes it."""
    for below in range(number + 1, len(lines)):
        if _closes(lines[below], quote):
            return below
    return len(lines)


def _unclosed_bracket(_lines: Lines, _at: At, error: yaml.MarkedYAMLError) -> Slip | None:
    """Find the bracket that opens a list or a mapping whose end the parser did not find."""
    closing = {"while parsing a flow sequence": "]", "while parsing a flow mapping": "}"}
    mark = error.context_mark
    end = closing.get(str(error.context))
    if end is None or mark is None:
        return None
    bracket = "[" if end == "]" else "{"
    words = f"the {bracket} that opens here is not closed, or a comma is missing in it; close it with {end}"
    return Slip(mark.line + 1, mark.column + 1, words)


def _after_a_quote(lines: Lines, at: At, _error: yaml.MarkedYAMLError) -> Slip | None:
    """Find words after a quoted text on the line at which the parser stopped."""
    line = lines[at[0]] if at[0] < len(lines) else ""
    opening = _OPENS.match(line)
    if opening is None or at[1] <= opening.end():
        return None
    other = "'" if opening[2] == '"' else '"'
    words = f"the text in quotes ends before this; write a {opening[2]} inside a text twice, or put the whole"
    if opening[2] == '"':
        words = 'the text in quotes ends before this; write \\" for a quote inside a text, or put the whole'
    return Slip(at[0] + 1, at[1] + 1, f"{words} text between {other}")


def _missing_space(lines: Lines, at: At, error: yaml.MarkedYAMLError) -> Slip | None:
    """Find a key without a space after its colon, which YAML reads as one plain word."""
    if "could not find expected ':'" not in str(error.problem) and "mapping values" not in str(error.problem):
        return None
    mark = error.context_mark
    first = mark.line if mark else max(0, at[0] - 1)
    for number in range(first, at[0] + 1):
        found = re.match(r"^\s*([\w.$-]+):(?=[^\s/])", lines[number]) if number < len(lines) else None
        if found:
            return Slip(number + 1, found.end(), f"a space is missing after '{found[1]}:'")
    return None


def _colon(lines: Lines, at: At, error: yaml.MarkedYAMLError) -> Slip | None:
    """Find a colon in a text without quotes, or a line that is indented too far."""
    if "mapping values are not allowed" not in str(error.problem) or at[0] >= len(lines):
        return None
    line = lines[at[0]]
    key = re.match(r"^(\s*(?:- +)*[\w.$-]+\s*:\s+)(.*?)\s*(?: #.*)?$", line)
    if key is None or at[1] < key.end(1):
        words = "this line is indented further than the one above it, which already has a value"
        return Slip(at[0] + 1, len(line) - len(line.lstrip()) + 1, words)
    words = f"the text has a colon in it: put it in quotes: {key[1].strip()} {_quoted(key[2])}"
    return Slip(at[0] + 1, at[1] + 1, words)


def _sign(lines: Lines, at: At, error: yaml.MarkedYAMLError) -> Slip | None:
    """Find a value that begins with a sign that has a meaning in YAML."""
    line = lines[at[0]] if at[0] < len(lines) else ""
    sign = line[at[1] : at[1] + 1]
    if "cannot start any token" not in str(error.problem) or not sign or sign not in _SPECIAL:
        return None
    return Slip(at[0] + 1, at[1] + 1, f"a value that begins with {sign} {_in_quotes(lines, at)}")


def _in_quotes(lines: Lines, at: At) -> str:
    return f"needs quotes: {_quoted(lines[at[0]][at[1] :].strip())}"


def _quoted(words: str) -> str:
    """Return a text in the quotes that YAML needs, shortened for a message."""
    words = shortened(words, _LONGEST_SHOWN)
    return "'" + words.replace("'", "''") + "'" if '"' in words or "\\" in words else f'"{words}"'
