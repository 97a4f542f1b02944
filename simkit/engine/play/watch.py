"""Checks that a strategy changes nothing but its own stream of chance."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from simkit.compile.random_state import random_state
from simkit.engine.base.rows import Record


def snapshot(state: Record, room: Record, rules: Record, parameters: Record) -> dict[str, Any]:
    """Return everything that a strategy must not change, by the words for the mistake of changing it."""
    numpys = np.random.get_state(legacy=False)["state"]
    return {
        "changed the table, which is the game's": state.tobytes(),
        "changed the moves, which are the game's": room.tobytes(),
        "changed the rules, which belong to all": rules.tobytes(),
        "changed its parameters, which are the experiment's": parameters.tobytes(),
        "drew from Python's random, not from chance": random.getstate(),
        "drew from NumPy's random, not from chance": (numpys["key"].tobytes(), numpys["pos"]),
        "drew from compiled random numbers, not from chance": random_state(),
    }


def what_was_done(before: dict[str, Any], after: dict[str, Any]) -> str | None:
    """Return the words for the first thing that changed, or None."""
    return next((words for words, was in before.items() if after[words] != was), None)
