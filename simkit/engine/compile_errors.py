"""Why a strategy can't be compiled, in one sentence: Numba's own messages run over pages."""

from __future__ import annotations

import re
from pathlib import Path

_CAUSES = (
    re.compile(r"NameError: (.+)"),
    re.compile(r"(Unknown attribute .+)"),
    re.compile(r"(Untyped global name .+)"),
    re.compile(r"(Cannot unify .+?)(?: for '|, defined)"),
    re.compile(r"(Use of unsupported .+)"),
    re.compile(r"(The .+? is not supported)"),
)
_NO_SUCH_CALL = re.compile(r"found for signature:\s*>>> (.+)")
_WHERE = re.compile(r"(?:During: typing of .+? at|defined at) (\S+\.py) \((\d+)\)")
_TERMINAL_CODES = re.compile(r"\x1b\[[0-9;]*m")
_MOST = 200
"""Characters of a sentence; types written out in full can fill a screen."""


def why_not_compiled(error: Exception) -> str:
    """Return what is wrong and, if it is known, the file and line: the innermost of Numba's reasons.

    Parameters
    ----------
    error : Exception
        What Numba raised.
    """
    text = _TERMINAL_CODES.sub("", str(error))
    where = _WHERE.search(text)
    place = f"{Path(where[1]).name}:{where[2]}: " if where else ""
    return place + _cause(error, text)


def _cause(error: Exception, text: str) -> str:
    if isinstance(error, KeyError):  # Numba looks the field up in the record's layout
        return f"there is no field {error}"
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
