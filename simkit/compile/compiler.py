"""Compiles with Numba; `simkit.compile.entry` imports this module when something is to be compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
from numba.core.registry import cpu_target

import simkit.compile.compiled_numbers
import simkit.compile.compiled_records  # (both teach Numba)
import simkit.compile.numbas
import simkit.compile.once  # noqa: F401 (settings; what is left out)
from simkit.compile.pipeline import EntryCompiler
from simkit.compile.templates import know_kernels

_njit: Any = numba.njit

_FAST = {"nogil": True, "error_model": "numpy", "boundscheck": False}
_CHECKED = {"nogil": True, "error_model": "python", "boundscheck": True}


def warm_up() -> None:
    """Load what Numba would load when it first compiles or looks something up."""
    cpu_target.typing_context.refresh()
    cpu_target.target_context.refresh()


def dispatcher(function: Callable[..., Any], *, checked: bool) -> Any:
    """Return what compiles a function for the types with which it is called."""
    know_kernels()
    return _njit(function, pipeline_class=EntryCompiler, **(_CHECKED if checked else _FAST))
