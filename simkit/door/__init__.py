"""What stands behind `import simkit`: experiments, runs and lists as Python values."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

RUNS = Path("runs")


def modules_of(package: str) -> Callable[[str], ModuleType]:
    """Return a package's `__getattr__` that loads a module of it when that is first used.

    So what uses `door.listing` imports `door` at its top, and loads nothing slow before it lists.
    """

    def load(name: str) -> ModuleType:
        place = f"{package}.{name}"
        try:
            return import_module(place)
        except ModuleNotFoundError as missing:
            if missing.name != place:
                raise
            raise AttributeError(f"module {package!r} has no name {name!r}") from None

    return load


if TYPE_CHECKING:
    from simkit.door import (
        checking,
        clusters,
        comparing,
        describing,
        doctor,
        exporting,
        files,
        listing,
        playing,
        progress,
        questions,
        reading,
        results,
        run_and_report,
        whole,
    )
else:
    __getattr__ = modules_of(__name__)

__all__ = [
    "checking", "clusters", "comparing", "describing", "doctor", "exporting", "files", "listing",
    "playing", "progress", "questions", "reading", "results", "run_and_report", "whole",
]  # fmt: skip
