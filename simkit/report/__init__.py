"""Reports: parts that answer questions, and the report that lists them.

All that a report script imports is

>>> from simkit import report as r

The names are those of `simkit.report.names`, by role.  They are loaded when the first of them is used, so
that importing this package loads neither polars nor matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.report.names import *  # noqa: F403


def __getattr__(name: str) -> Any:
    names = import_module("simkit.report.names")
    if name == "__all__" or name in names.__all__:
        return getattr(names, name)
    raise AttributeError(f"module 'simkit.report' has no name {name!r}")


def __dir__() -> list[str]:
    return sorted(__getattr__("__all__"))
