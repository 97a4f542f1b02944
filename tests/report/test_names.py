"""The public face of reports: what scripts import, and where that is written down."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import simkit
from simkit import report as r

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "reports").glob("*.py"))
SHARED = sorted((ROOT / "reports" / "shared").glob("*.py"))


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


KINDS = ("charts", "parts", "stats", "words")


@pytest.mark.parametrize("kind", KINDS)
def test_every_name_is_documented(kind: str) -> None:
    page = (ROOT / "docs" / "howto" / "a-report-script.md").read_text(encoding="utf-8")
    names = {name: getattr(getattr(r, kind), name) for name in getattr(r, kind).__all__}
    assert [name for name in names if f"`r.{kind}.{name}`" not in page] == []
    undocumented = [
        name
        for name, own in names.items()
        if (isinstance(own, type) or callable(own)) and name not in ("Block", "Floats") and not own.__doc__
    ]
    assert not undocumented


def test_what_is_of_no_kind_is_documented() -> None:
    page = (ROOT / "docs" / "howto" / "a-report-script.md").read_text(encoding="utf-8")
    assert [name for name in r.__all__ if f"`r.{name}`" not in page] == []
    assert {name for name in r.__all__ if isinstance(getattr(r, name), ModuleType)} == {*KINDS}
    assert r.Run is simkit.Run and r.BadInput is simkit.BadInput


def test_names_are_loaded_when_they_are_used() -> None:
    code = (
        "import sys, simkit\nfrom simkit import report as r\n"
        "assert not {'polars', 'matplotlib', 'numba'} & sys.modules.keys()\n"
        "assert r.words.percent(0.5) and 'parts' in dir(r)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_no_name_is_not_found() -> None:
    with pytest.raises(AttributeError, match="no name 'Sektion'; it has"):
        _ = r.Sektion
    for name, place in (
        ("Section", "parts"),
        ("percent", "words"),
        ("new_figure", "charts"),
        ("wilson", "stats"),
    ):
        with pytest.raises(AttributeError, match=rf"it is r\.{place}\.{name}"):
            getattr(r, name)
