"""The public face of reports: what scripts import, and where that is written down."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import simkit.report
from simkit import BadInput
from simkit import report as r

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "reports").glob("*.py"))
SHARED = sorted((ROOT / "reports" / "shared").glob("*.py"))

MODULES = {"charts", "figures"}
"""Modules that are names themselves."""


def imports_of(path: Path) -> set[str]:
    """Return what a file imports of simkit."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {name for name in found if name.partition(".")[0] == "simkit"}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_script_imports_reports_and_no_more_of_simkit(path: Path) -> None:
    more = {name for name in imports_of(path) if not name.startswith("simkit.reports.shared.")}
    assert more <= {"simkit.report"}


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.stem)
def test_what_scripts_share_imports_the_same_and_the_names_of_its_game(path: Path) -> None:
    """A game's own names and numbers are the game's; all that reports are made of is in `r`."""
    mine = ("simkit.reports.shared.", "simkit.games.")
    assert {name for name in imports_of(path) if not name.startswith(mine)} <= {"simkit.report"}


def test_every_name_is_documented() -> None:
    page = (ROOT / "docs" / "howto" / "a-report-script.md").read_text(encoding="utf-8")
    unsaid = [name for name in r.__all__ if f"`r.{name}`" not in page]
    assert not unsaid
    constants = (str, tuple, frozenset)
    undocumented = [
        name
        for name in r.__all__
        if not isinstance(own := getattr(r, name), constants) and name != "Block" and not own.__doc__
    ]
    assert not undocumented


def test_no_name_is_that_of_a_module() -> None:
    """Importing a module of the package would set its name to the module."""
    modules = {found.name for found in pkgutil.iter_modules(simkit.report.__path__)}
    assert not modules & set(r.__all__)
    for name in modules:
        importlib.import_module(f"simkit.report.{name}")
    assert {name for name in r.__all__ if isinstance(getattr(r, name), ModuleType)} == MODULES


def test_names_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, simkit\nfrom simkit import report as r\n"
        "assert not {'polars', 'matplotlib', 'numba'} & sys.modules.keys()\n"
        "assert r.percent(0.5) and 'Section' in dir(r)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_no_name_is_not_found() -> None:
    with pytest.raises(AttributeError, match="no name 'Sektion'"):
        _ = r.Sektion
    assert r.BadInput is BadInput
