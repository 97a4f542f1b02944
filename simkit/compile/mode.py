"""How this process compiles (settings from environment variables, read once), and Numba's random numbers."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numba
from numba.core.errors import NumbaExperimentalFeatureWarning

# The play loop is built on functions in tuples; the tests run with every new Numba.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_helperlib: Any = numba._helperlib

numba_config: Any = numba.config
os.environ.setdefault("NUMBA_OPT", "2")  # as fast as 3 to play, and a fifth faster to compile
numba_config.reload_config()

INTERPRETED: bool = bool(numba_config.DISABLE_JIT)
"""True under NUMBA_DISABLE_JIT=1: everything runs as plain Python, so that a debugger can be used."""

CHECKED_THROUGHOUT: bool = os.environ.get("SIMKIT_CHECKED", "0") not in ("", "0")
"""True under SIMKIT_CHECKED=1: everything is compiled with checks, simkit's own games and strategies too."""


def random_state() -> tuple[Any, ...]:
    """Return the state of this thread's generators for `random` and `np.random` in compiled code."""
    pointers = _helperlib.rnd_get_py_state_ptr(), _helperlib.rnd_get_np_state_ptr()
    return tuple(_helperlib.rnd_get_state(pointer) for pointer in pointers)
