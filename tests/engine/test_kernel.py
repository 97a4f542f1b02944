"""Compiled code: never stale, never compiled twice."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from simkit.engine.kernel import compile_entry, kernel, reachable_sources, rebind
from simkit.plugins import find_game, strategies_of

CONSTANT = "CHOICE = {choice}\n"

IDEA_BY_CONSTANT = """
from constant import CHOICE
from simkit.engine.strategy import strategy

@strategy(game="nautilion", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return CHOICE * count // 2
"""

HELPER = """
from simkit.engine.kernel import kernel

@kernel
def favourite(count):
    return {choice}
"""

IDEA = """
from helper import favourite
from simkit.engine.strategy import strategy

@strategy(game="nautilion", skill="none")
def idea(table, seat, rules, moves, count, parameters, chance):
    return favourite(count)
"""

PLAY = """
import json
from pathlib import Path
from simkit.engine.match import Match
from simkit.plugins import find_game, find_strategy

game = find_game("nautilion")
idea = find_strategy("nautilion", "./idea.py:idea", Path("."))
match = Match(game, game.knobs(), (idea,), seed=1)
rows, _ = match.play(0, 100)
functions = [game.play_loop, idea.compile(game)]
missed = [f.py_func.__name__ for f in functions if f.stats.cache_misses]
print(json.dumps({"tides": int(rows["tides"].sum()), "missed": missed}))
"""


def play(folder: Path) -> dict[str, object]:
    environment = {**os.environ, "SIMKIT_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PLAY], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, object] = json.loads(done.stdout)
    return result


def test_a_changed_helper_is_compiled_anew_and_nothing_else_ever_is(tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text(IDEA)
    (tmp_path / "helper.py").write_text(HELPER.format(choice="0"))
    first = play(tmp_path)
    assert first["tides"] == 0
    assert set(first["missed"]) == {"idea", "play_games"}  # type: ignore[call-overload]
    again = play(tmp_path)
    assert again == {"tides": 0, "missed": []}
    (tmp_path / "helper.py").write_text(HELPER.format(choice="count // 2"))
    changed = play(tmp_path)
    assert changed["missed"] == ["idea"]
    assert changed["tides"] > 0  # type: ignore[operator]


def test_a_changed_number_of_another_module_is_compiled_anew(tmp_path: Path) -> None:
    (tmp_path / "idea.py").write_text(IDEA_BY_CONSTANT)
    (tmp_path / "constant.py").write_text(CONSTANT.format(choice="0"))
    assert play(tmp_path)["tides"] == 0
    (tmp_path / "constant.py").write_text(CONSTANT.format(choice="1"))
    changed = play(tmp_path)
    assert changed["missed"] == ["idea"]
    assert changed["tides"] > 0  # type: ignore[operator]


@pytest.mark.parametrize("name", ["nautilion", "nautilus_island", "pig"])
def test_every_module_of_a_game_that_its_rules_are_made_of_counts(name: str) -> None:
    game = find_game(name)
    counted = reachable_sources(*game.home, game.knobs.__module__)
    folder = Path(sys.modules[game.setup.__module__].__file__ or "").parent
    told = {"__init__.py", "game.py", "story.py", "conceal.py", "strategies.py"}  # decide no outcome
    made_of = {path for path in folder.glob("*.py") if path.name not in told}
    assert made_of <= counted, made_of - counted


@pytest.mark.parametrize("game", ["nautilion", "nautilus_island"])
def test_every_module_that_a_strategy_imports_counts(game: str) -> None:
    for strategy in strategies_of(game).values():
        module = sys.modules[strategy.function.__module__]
        counted = reachable_sources(module.__name__)
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported = sys.modules[node.module].__file__
                if node.module.startswith(("simkit", "strategies")):
                    assert imported is not None
                    assert Path(imported).resolve() in counted, (strategy.name, node.module)


def _one() -> int:
    return 1


def _two() -> int:
    return 2


def _call() -> Any:
    return _bound()


_bound: Any = None


def test_what_is_bound_to_other_functions_is_compiled_apart() -> None:
    """Two games may stand in one file, and have the same sources."""
    found = [compile_entry(rebind(_call, _bound=kernel(function)))() for function in (_one, _two)]
    assert found == [1, 2]
    again = compile_entry(rebind(_call, _bound=kernel(_one)))
    assert again() == 1
