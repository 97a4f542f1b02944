"""Says in one sentence why a function can't be compiled; Numba's own messages fill pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from inspect import isgeneratorfunction
from pathlib import Path
from traceback import walk_tb
from types import FunctionType
from typing import Any

from simkit.compile.numbers import NO_INDEX, RETURNS_NOTHING
from simkit.compile.records import WRITES
from simkit.errors import BadInput, unknown
from simkit.language import shortened

YIELDS = "it has a 'yield'"

Advice = Sequence[tuple[re.Pattern[str], str]]
"""Patterns in Numba's messages, and what to say instead; the replacement may use the pattern's groups."""

_CAUSES = (
    re.compile(rf"((?:on some path )?it returns .+?, {NO_INDEX})"),
    re.compile(r"NameError: (.+)"),
    re.compile(r"(Unknown attribute .+)"),
    re.compile(r"(Untyped global name .+)"),
    re.compile(r"(Cannot unify .+?)(?: for '|, defined)"),
    re.compile(r"(Use of unsupported .+)"),
    re.compile(r"(The .+? is not supported)"),
)
UNTYPED_GLOBAL = r"Untyped global name '(\w+)':.* <class "
_INNERMOST_CALL = r">>> (\w+)\((?:(?!>>> ).)*?Cannot bind 'args=(?:(?!>>> ).)*?"
_NO_CONSTANT = "at the top of a file, which compiled code can't read; use a tuple or a NumPy array"
_ADVICE: Advice = (
    (
        re.compile(rf"{UNTYPED_GLOBAL}'function'>"),
        r"'\1' is a function without @kernel (from simkit.game import kernel)",
    ),
    (
        re.compile(rf"{UNTYPED_GLOBAL}'(?:builtin_function_or_method|type)'>"),
        r"'\1' is a function of Python that can't be compiled; write it out as a loop",
    ),
    (re.compile(rf"{UNTYPED_GLOBAL}'dict'>"), rf"'\1' is a dict {_NO_CONSTANT}"),
    (
        re.compile(r"reflected (list|set)\(.* assigned to variable '(\w+)' in globals"),
        rf"'\2' is a \1 {_NO_CONSTANT}",
    ),
    (re.compile(r"Cannot modify readonly array"), WRITES),
    (
        re.compile(r"BoundFunction\((list|set)\.(?:append|insert|extend|add) for \1\(([^()]*)\)"),
        r"all items of a \1 are of one type, here \2: an item of another type can't be added",
    ),
    (
        re.compile(r"use load_from_data_pointer\(\) instead"),
        "a list can't hold records; keep their numbers in it, such as their places in an array",
    ),
    (
        re.compile(r"Cannot cast .+ to (?:readonly )?array\b|^AssertionError\(\)$"),
        "a whole array can't be assigned to a field; assign its elements: field[:] = ..., or one by one",
    ),
    (
        re.compile(r"Cannot cast (.+?) to (u?int\d+|float\d+|bool)\b"),
        r"a field of the type \2 can't take a value of the type \1",
    ),
    (
        re.compile(r"getiter with parameters \(Tuple\((.+)\)\)"),
        r"a loop over a tuple needs values of one type, found \1; convert them, as in int(x)",
    ),
    (
        re.compile(r"No conversion from none to \w+ for '\S*return"),
        "on some path it returns nothing; every path needs a `return` with a number",
    ),
    (
        re.compile(r"mismatch of argument types: (float\d+) vs int\d+"),
        r"a function of the rules returns a \1, `options` returns a whole number",
    ),
    (
        re.compile(r"format spec in f-strings not supported"),
        "a format in an f-string, such as :.2f, can't be compiled; sentences belong in the story, which is "
        "plain Python",
    ),
    (
        re.compile(rf"{_INNERMOST_CALL} to signature '\(log, kind, [^']*\)'", re.DOTALL),
        r"\1 takes the log, the kind of event, and 12 numbers at most; it is called with others",
    ),
    (
        re.compile(rf"{_INNERMOST_CALL} to signature '(\([^']*\))' due to \"TypeError: (.+?)\"", re.DOTALL),
        r"\1 is called with other arguments than \1\2: \3",
    ),
    (re.compile(rf"({WRITES}: .+)"), r"\1"),
)
"""Things that Numba does not support, and what to write instead."""
_RAISED = re.compile(r"\.+ Raised from .+")
_LAYERS = re.compile(
    r"found for signature:\s*>>> (?P<call>.+)|\(step: [^)]*\)\s+(?!No implementation)(?P<reason>\S.*)"
)
"""Matches the places in a message: one function after another, from the outermost to the innermost."""
_WHERE = re.compile(
    r"(?:During: (?:typing of|lowering) .+? at|defined at|Raised from) (?P<a>\S+\.py) \((?P<m>\d+)\)"
    r"|File \"(?P<b>\S+\.py)\", line (?P<n>\d+)"
)
_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")
_SHAPE = re.compile(r", \([\d, ]+\)\)")
_ARRAY = re.compile(r"nestedarray\([^()]*\)")
_RECORD = re.compile(r"Record\([^()]*\)")
_READ_ONLY = re.compile(r"read-only (?=record|array)")
_INITIAL = re.compile(r"<iv=[^>]*>")
_SIMKIT = Path(__file__).resolve().parents[1]


@cache
def _not_the_users() -> tuple[Path, ...]:
    import numba

    return _SIMKIT / "compile", _SIMKIT / "engine", Path(numba.__file__).resolve().parent


def why_not_compiled(error: BaseException, function: Callable[..., Any], advice: Advice = ()) -> str:
    """Return the innermost reason in Numba's message, with file and line.

    * `function`: the user's function; its file and line are reported if the error has no better place.
    * `advice`: further patterns, tried before those of this module.
    """
    if isinstance(error, BadInput):
        return str(error)
    from numba.core.types import Record

    holders = [frame.f_locals.get("self") for frame, _ in walk_tb(error.__traceback__)]
    if isinstance(error, KeyError) and isinstance(holders[-1], Record):  # a field was looked up in its layout
        return _unknown_field(error, holders)
    text = _plain(str(error) or repr(error))
    assert isinstance(function, FunctionType)
    defined = (Path(function.__code__.co_filename), function.__code__.co_firstlineno)
    places = list(dict.fromkeys(_places(text))) or _places_in_frames(holders)[-1:] or [defined]
    (file, line), (outermost, calling) = places[0], places[-1]
    if isgeneratorfunction(function):
        return f"{file.name}:{line}: {YIELDS}"
    cause = _cause(error, text, (*advice, *_ADVICE))
    if RETURNS_NOTHING in cause and (loop := _loop_without_end(file)):
        return f"{file.name}:{loop}: this loop never ends: there is no `break` and no `return` in it"
    caller = f" (called at {outermost.name}:{calling})" if len(places) > 1 else ""
    return f"{file.name}:{line}: {cause}{caller}"


def _loop_without_end(file: Path) -> int | None:
    """Return the line of the first ``while True`` in a file that nothing in the loop can leave, or None."""
    try:
        lines = file.read_text(encoding="utf-8")
    except OSError:  # typed in
        return None
    for loop in ast.walk(ast.parse(lines)):
        if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant) and loop.test.value:
            leaves = (ast.Break, ast.Return, ast.Raise)
            if not any(isinstance(inside, leaves) for inside in ast.walk(loop)):
                return loop.lineno
    return None


def _plain(text: str) -> str:
    """Return a message without record layouts, which fill pages and explain nothing."""
    text = _SHAPE.sub(")", _TERMINAL_CODES.sub("", text))
    for _ in range(2):  # records hold arrays, and arrays records
        text = _RECORD.sub("record", _ARRAY.sub("array", text))
    return _INITIAL.sub("", _READ_ONLY.sub("", text))


def _places(text: str) -> Iterator[tuple[Path, int]]:
    for found in _WHERE.finditer(text):
        file = Path(found["a"] or found["b"]).resolve()
        if _is_the_users(file):
            yield file, int(found["m"] or found["n"])


def _is_the_users(file: Path) -> bool:
    return not any(file.is_relative_to(folder) for folder in _not_the_users())


def _unknown_field(error: KeyError, holders: list[Any]) -> str:
    """Return a message about a missing field and the existing ones, which only Numba's frames know."""
    lines = [f"{file.name}:{line}: " for file, line in _places_in_frames(holders)]
    return "".join(lines[-1:]) + unknown("field", str(error.args[0]), holders[-1].fields)


def _places_in_frames(holders: list[Any]) -> list[tuple[Path, int]]:
    """Return the places in the user's code that Numba was compiling, the innermost last."""
    from numba.core.ir import Loc

    places = [place for holder in holders if isinstance(place := getattr(holder, "loc", None), Loc)]
    return [(file, p.line) for p in places if _is_the_users(file := Path(p.filename).resolve())]


def _cause(error: BaseException, text: str, every: Advice) -> str:
    for pattern, advice in every:
        found = pattern.search(text)
        if found:
            return found.expand(advice)
    text = _RAISED.sub("", text)
    for pattern in _CAUSES:
        found = pattern.search(text)
        if found:
            return shortened(found[1])
    layers = list(_LAYERS.finditer(text))
    if layers and layers[-1]["call"]:
        return f"can't be called like this: {shortened(layers[-1]['call'])}"
    if layers:
        return shortened(layers[-1]["reason"])
    return shortened(next((line.strip() for line in text.splitlines() if line.strip()), repr(error)))
