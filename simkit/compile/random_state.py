"""The state of Numba's own random numbers, which an experiment's seed does not control."""

from __future__ import annotations

from typing import Any

import numba

_helperlib: Any = numba._helperlib


def random_state() -> tuple[Any, ...]:
    """Return the state of this thread's generators for `random` and `np.random` in compiled code."""
    pointers = _helperlib.rnd_get_py_state_ptr(), _helperlib.rnd_get_np_state_ptr()
    return tuple(_helperlib.rnd_get_state(pointer) for pointer in pointers)
