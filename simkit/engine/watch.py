"""Watching a strategy at work: all that it may change is its own stream of chance."""

from __future__ import annotations

import random
from typing import Any

import numba
import numpy as np

from simkit.engine.rows import Record

_helperlib: Any = numba._helperlib


def luck_of_compiled_code() -> tuple[Any, ...]:
    """Return the state of this thread's generators behind `random` and `np.random` in compiled code."""
    pointers = _helperlib.rnd_get_py_state_ptr(), _helperlib.rnd_get_np_state_ptr()
    return tuple(_helperlib.rnd_get_state(pointer) for pointer in pointers)


def snapshot(state: Record, room: Record, rules: Record, parameters: Record) -> dict[str, Any]:
    """Return, under the words for it, what a strategy would have changed if it did what those words say."""
    numpys = np.random.get_state(legacy=False)["state"]
    return {
        "changed the table, which is the game's": state.tobytes(),
        "changed the moves, which are the game's": room.tobytes(),
        "changed the rules, which are everybody's": rules.tobytes(),
        "changed its parameters, which are the experiment's": parameters.tobytes(),
        "drew from Python's random, not from chance": random.getstate(),
        "drew from NumPy's random, not from chance": (numpys["key"].tobytes(), numpys["pos"]),
        "drew from compiled random numbers, not from chance": luck_of_compiled_code(),
    }


def what_was_done(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """Return the words for the first thing that has changed, or None."""
    return next((words for words, was in before.items() if after[words] != was), None)
