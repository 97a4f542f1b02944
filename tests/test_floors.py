"""The shape of the house; its floors and rooms stand as contracts in pyproject.toml."""

from __future__ import annotations

import re
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
