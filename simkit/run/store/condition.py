"""Checks a ``--where`` condition before SQL executes it: it may only compare columns.

SQL opens files (``read_parquet``), fills memory (``lpad``) and takes minutes over a long chain of conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from simkit.errors import BadInput, nearest
from simkit.language import shortened

LONGEST = 10_000
"""The longest condition, in characters."""

MOST_OPERATORS = 200
DEEPEST = 20
"""The most levels of nested brackets."""

FUNCTIONS = frozenset(
    {
        *("abs", "ceil", "ceiling", "floor", "round", "sign", "sqrt", "power", "pow", "exp", "ln", "log"),
        *("log2", "log10", "mod", "least", "greatest", "coalesce", "ifnull", "nullif", "if"),
        *("lower", "upper", "length", "char_length", "starts_with", "ends_with", "strpos", "left", "right"),
        *("substr", "substring", "trim", "reverse"),
    }
)
"""The allowed functions; each turns the values of one game into a value that is no longer than these."""

OVER_ALL_GAMES = frozenset({"avg", "count", "first", "last", "max", "mean", "median", "min", "stddev", "sum"})

_OPERATORS = frozenset({"and", "or", "xor", "not", "in", "between", "is", "like", "ilike", "case", "when"})
_WORDS = _OPERATORS | {"null", "true", "false", "distinct", "from", "then", "else", "end"}

ALLOWED = (
    "allowed are columns, factors, numbers, words in single quotes, brackets, + - * / %, = <> < <= > >=, "
    "and, or, not, in, between, is null, like, ilike, case, and the functions " + ", ".join(sorted(FUNCTIONS))
)

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<text>'(?:[^']|'')*') | (?P<quoted>"(?:[^"]|"")*") |
    (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w)) |
    (?P<word>[^\W\d]\w*(?:\.\w+)*) |
    (?P<comment>--|/\*) |
    (?P<bracket>[(),]) |
    (?P<sign><=>|==|<>|!=|<=|>=|//|[=<>+\-*/%]) |
    (?P<other>\S) | $)""",
    re.VERBOSE,
)

_OPERANDS = frozenset({"text", "quoted", "number", "name", ")"})


class _Token(NamedTuple):
    """A token of a condition: "text", "quoted", "number", "name", "keyword", a bracket, "sign" ..."""

    kind: str
    text: str


def require_plain(condition: str) -> None:
    """Refuse a condition that does anything except compare a game's columns and factors."""
    depth = operators = 0
    before = _Token("", "")
    for token in _tokens(condition):
        depth += (token.kind == "(") - (token.kind == ")")
        operators += token.kind == "sign" or token.text.lower() in _OPERATORS
        if depth > DEEPEST:
            raise BadInput(f"it has brackets within brackets; allowed are {DEEPEST} at most")
        if operators > MOST_OPERATORS:
            raise BadInput(f"it has more than {MOST_OPERATORS} operators; in (1, 2, 3) may say it in fewer")
        if problem := _wrong_after(before, token):
            raise BadInput(f"{problem}; {ALLOWED}")
        before = token


def parts_of(condition: str) -> list[str]:
    """Return the parts of a condition that `and` joins; of one that other words join, the whole."""
    parts, start, depth, within_range = [], 0, 0, False
    for found in _TOKEN.finditer(condition):
        word = (found["word"] or "").lower()
        depth += (found["bracket"] == "(") - (found["bracket"] == ")")
        if word in ("or", "xor", "case") and not depth:
            return [condition.strip()]
        if word == "between" and not depth:
            within_range = True
        elif word == "and" and not depth:
            if within_range:
                within_range = False
                continue
            parts.append(condition[start : found.start("word")].strip())
            start = found.end()
    return [*parts, condition[start:].strip()]


@dataclass(frozen=True)
class Bound:
    """A part of a condition that compares an expression with a number."""

    expression: str
    low: float
    high: float
    """From where to where it may be; one of them may be infinite."""

    @property
    def word(self) -> str:
        """What the value nearest to it is among those that don't meet it: the least, the greatest."""
        return "least" if self.low == -inf else "greatest" if self.high == inf else "nearest"


_NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
_PLAIN = r"[^<>=!']+?"
_BOUND = re.compile(rf"({_PLAIN})\s*(<=|>=|==|=|<|>)\s*({_NUMBER})")
_TURNED = re.compile(rf"({_NUMBER})\s*(<=|>=|==|=|<|>)\s*({_PLAIN})")
_RANGE = re.compile(rf"({_PLAIN})\s+between\s+({_NUMBER})\s+and\s+({_NUMBER})", re.IGNORECASE)
_OTHER_WAY = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def bound_of(part: str) -> Bound | None:
    """Return how a part of a condition compares an expression with a number; None if it does not."""
    while part.startswith("(") and part.endswith(")") and "(" not in part[1:-1]:
        part = part[1:-1].strip()
    if found := _RANGE.fullmatch(part):
        expression, low, high = found[1], float(found[2]), float(found[3])
    elif found := _BOUND.fullmatch(part) or _TURNED.fullmatch(part):
        sign = found[2] if found.re is _BOUND else _OTHER_WAY.get(found[2], found[2])
        expression, value = (found[1], found[3]) if found.re is _BOUND else (found[3], found[1])
        low = -inf if sign[0] == "<" else float(value)
        high = inf if sign[0] == ">" else float(value)
    else:
        return None
    words = {token.text.lower() for token in _tokens(expression)}
    return None if words & _WORDS else Bound(expression.strip(), low, high)


def require_length(condition: str) -> None:
    """Refuse a condition that is too long to be parsed."""
    if len(condition) > LONGEST:
        found = f"found {len(condition):,} characters, allowed are {LONGEST:,} at most"
        raise BadInput(f"--where '{shortened(condition)}': {found}")


def _tokens(condition: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(condition):
        kind, text = found.lastgroup, found[found.lastgroup or 0].strip()
        if kind == "word":
            yield _Token("keyword" if text.lower() in _WORDS else "name", text)
        elif kind is not None:
            yield _Token(text if kind == "bracket" else kind, text)


def _wrong_after(before: _Token, token: _Token) -> str:
    """Return a message if a token can't follow the previous one, else an empty text."""
    if token.kind in ("other", "comment"):
        return f"'{token.text}' is not allowed"
    word, last = token.text.lower(), before.text.lower()
    if (word == "from" and last != "distinct") or (word == "distinct" and last not in ("is", "not")):
        return f"'{token.text}' is not allowed: a condition can't contain a query"
    if token.kind == "(" and before.kind == "name":
        return _wrong_function(before.text)
    if before.kind in _OPERANDS and token.kind in _OPERANDS - {"name", ")"} | {"("}:
        return (
            f"between {shortened(before.text)} and {shortened(token.text)} an operator or a comma is missing"
        )
    return ""


def _wrong_function(name: str) -> str:
    if name.lower() in OVER_ALL_GAMES:
        return f"{name}(...): it is about all games together, not about each of them"
    if name.lower() in FUNCTIONS:
        return ""
    guess = nearest(name, FUNCTIONS)
    return f"the function '{shortened(name)}' is not allowed" + (
        f"; did you mean '{guess}'?" if guess else ""
    )
