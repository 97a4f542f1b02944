"""Reports: parts that answer questions, and the report that lists them.

All that a report script imports is

>>> from simkit import report as r

It has `r.Report`, and by kind what a report is made of: `r.parts`, `r.words`, `r.charts`, `r.stats`.  They
are loaded when they are first used: importing this package loads neither polars nor matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.errors import BadInput
    from simkit.report import charts, parts, stats, words
    from simkit.report.report import Report
    from simkit.run.store.directory import RunDirectory as Run  # `simkit.Run` is one

__all__ = ["BadInput", "Report", "Run", "charts", "parts", "stats", "words"]

KINDS = ("parts", "words", "charts", "stats")

_PLACES = {"BadInput": "simkit.errors", "Report": "simkit.report.report", "Run": "simkit"}


def __getattr__(name: str) -> Any:
    if name in KINDS:
        return import_module(f"simkit.report.{name}")
    if name in _PLACES:
        return getattr(import_module(_PLACES[name]), name)
    for kind in () if name.startswith("_") else KINDS:  # where the names stood before 1.0
        if name in import_module(f"simkit.report.{kind}").__all__:
            raise AttributeError(f"simkit.report has no name {name!r}; it is r.{kind}.{name}")
    raise AttributeError(f"simkit.report has no name {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
