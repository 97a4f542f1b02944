"""The shape of the house; its floors and rooms stand as contracts in pyproject.toml."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest
from importlinter import cli

ROOT = Path(__file__).parents[1]


def test_imports_run_down_the_floors_and_in_no_circles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contracts of pyproject.toml are kept; `make lint` says which is not."""
    monkeypatch.chdir(ROOT)
    assert cli.lint_imports(no_cache=True) == cli.EXIT_STATUS_SUCCESS


def test_strategies_know_only_their_own_game() -> None:
    graph = grimp.build_graph("simkit", cache_dir=None)
    for strategy in graph.find_descendants("simkit.strategies"):
        own = strategy.split(".")[2]
        games = {
            name.split(".")[2]
            for name in graph.find_modules_directly_imported_by(strategy)
            if ".games." in name
        }
        assert games <= {own}, strategy


def test_the_engine_has_no_word_of_any_game() -> None:
    words = re.compile(r"nautil|phantom|darkhouse|abyss|castaway|whirlwind|\bpig\b|\bcrew\b", re.IGNORECASE)
    for path in [
        path for floor in ("compile", "content", "engine") for path in (ROOT / "simkit" / floor).rglob("*.py")
    ]:
        assert not words.search(path.read_text()), path


TWICE = """
import os.path
from typing import overload
FEW, MOST = 20, 2000
FEW: int = 32
class Cost:
    games = 3
    games = 4
    @property
    def share(self): ...
    @share.setter
    def share(self, value): ...
@overload
def play(games): ...
def play(games): ...
play.games = 3
def stop(): ...
def stop(): ...
"""


def test_nothing_is_given_a_value_twice_at_the_top_of_a_module_or_class() -> None:
    """The first value would never count; ruff's F811 finds only functions, classes and imports."""
    assert list(bound_twice(ast.parse(TWICE))) == ["FEW", "stop", "games"]
    folders = ("simkit", "strategies", "reports", "examples", "tests", "tools")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    found = {path: [*bound_twice(ast.parse(path.read_text(encoding="utf-8")))] for path in paths}
    assert len(paths) > 500
    assert not {path: names for path, names in found.items() if names}


def bound_twice(tree: ast.Module) -> Iterator[str]:
    """Yield each name that statements of a module, or of a class in it, bind more than once."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef)):
            times = Counter(name for statement in node.body for name in _bound(statement))
            yield from (name for name, count in times.items() if count > 1 and name != "_")


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef() | ast.ClassDef():
            decorated = {ast.unparse(part).rpartition(".")[2] for part in statement.decorator_list}
            if not decorated & {"overload", "setter", "deleter"}:
                yield statement.name
        case ast.Assign() | ast.AnnAssign() if statement.value:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = (part for target in targets for part in ast.walk(target))
            stored = (part for part in names if isinstance(getattr(part, "ctx", None), ast.Store))
            yield from (part.id for part in stored if isinstance(part, ast.Name))
        case ast.Import() | ast.ImportFrom():
            yield from (part.asname or part.name for part in statement.names)
