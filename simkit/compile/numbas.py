"""Numba with simkit's settings, and its random numbers.

Loading Numba takes longer than reading an experiment.  Therefore modules that stand at the top of a game
import none of Numba: it is loaded when something is compiled, or is looked up in the cache.
"""

from __future__ import annotations

import os
import warnings
from typing import Any

import numba
from numba.core.errors import NumbaExperimentalFeatureWarning

from simkit.compile.mode import INTERPRETED

# The play loop is built on functions in tuples; the tests run with every new Numba.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_helperlib: Any = numba._helperlib

numba_config: Any = numba.config
os.environ.setdefault("NUMBA_OPT", "2")  # as fast as 3 to play, and a fifth faster to compile
numba_config.reload_config()
numba_config.DISABLE_JIT = int(INTERPRETED)  # whatever a file of settings says


def random_state() -> tuple[Any, ...]:
    """Return the state of this thread's generators for `random` and `np.random` in compiled code."""
    pointers = _helperlib.rnd_get_py_state_ptr(), _helperlib.rnd_get_np_state_ptr()
    return tuple(_helperlib.rnd_get_state(pointer) for pointer in pointers)
