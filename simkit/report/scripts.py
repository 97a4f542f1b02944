"""Knows the names of the report scripts in ``reports/``, without importing any."""

from __future__ import annotations

import importlib
import pkgutil

from simkit.errors import BadInput, unknown


def require_shipped(name: str) -> None:
    """Complain about a report that is not in ``reports/``.

    Raises
    ------
    BadInput
        With the names that are.
    """
    reports = importlib.import_module("simkit.reports")
    names = sorted(found.name for found in pkgutil.iter_modules(reports.__path__) if not found.ispkg)
    if name not in names:
        raise BadInput(f"{unknown('report', name, names)}; or a file of yours: ./my_report.py")
