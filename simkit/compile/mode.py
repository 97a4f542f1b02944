"""How this process compiles: settings from environment variables, read once."""

from __future__ import annotations

import os


def _is_set(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


INTERPRETED: bool = _is_set("NUMBA_DISABLE_JIT")
"""True under NUMBA_DISABLE_JIT=1: everything runs as plain Python, so that a debugger can be used."""

CHECKED_THROUGHOUT: bool = _is_set("SIMKIT_CHECKED")
"""True under SIMKIT_CHECKED=1: everything is compiled with checks, simkit's own games and strategies too."""
