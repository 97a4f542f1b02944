"""Why a strategy can't be compiled, in one sentence: Numba's own messages run over pages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

NOT_AN_INDEX = "not the index of a move"

_CAUSES = (
    re.compile(rf"(it returns a .+?, {NOT_AN_INDEX})"),
    re.compile(r"NameError: (.+)"),
    re.compile(r"(Unknown attribute .+)"),
    re.compile(r"(Untyped global name .+)"),
    re.compile(r"(Cannot unify .+?)(?: for '|, defined)"),
    re.compile(r"(Use of unsupported .+)"),
    re.compile(r"(The .+? is not supported)"),
)
_RETURNED = re.compile(r"No conversion from (\w+).*? to int64 for '\$[\w.]*return_value", re.DOTALL)
_NO_SUCH_CALL = re.compile(r"found for signature:\s*>>> (.+)")
_WHERE = re.compile(r"(?:During: typing of .+? at|defined at) (\S+\.py) \((\d+)\)")
_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")
_MOST = 200
"""Characters of a sentence; types written out in full can fill a screen."""


def why_not_compiled(error: Exception, function: Callable[..., Any]) -> str:
    """Return what is wrong and, if it is known, the file and line: the innermost of Numba's reasons.

    Parameters
    ----------
    error : Exception
        What Numba raised.
    function : function
        The strategy's own; its file and line stand for those of what simkit wraps around it.
    """
    text = _TERMINAL_CODES.sub("", str(error))
    where = _WHERE.search(text)
    if not where:
        return _cause(error, text)
    file, line = Path(where[1]), int(where[2])
    if file.resolve().parent == Path(__file__).resolve().parent:
        assert isinstance(function, FunctionType)
        file, line = Path(function.__code__.co_filename), function.__code__.co_firstlineno
    return f"{file.name}:{line}: {_cause(error, text)}"


def _cause(error: Exception, text: str) -> str:
    if isinstance(error, KeyError):  # Numba looks the field up in the record's layout
        return f"there is no field {error}"
    returned = _RETURNED.search(text)
    if returned:
        return f"it returns a {returned[1]}, {NOT_AN_INDEX}"
    for pattern in _CAUSES:
        found = pattern.search(text)
        if found:
            return _shortened(found[1])
    calls = _NO_SUCH_CALL.findall(text)
    if calls:
        return f"can't be called like this: {_shortened(calls[-1])}"
    return _shortened(next((line.strip() for line in text.splitlines() if line.strip()), repr(error)))


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= _MOST else sentence[:_MOST] + " ..."
