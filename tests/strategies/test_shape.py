"""The shape of strategies/: a folder lists the players of a game, and functions take few arguments."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from simkit.engine.strategy import ARGUMENTS
from simkit.plugins import strategies_of

ROOT = Path(__file__).parents[2] / "strategies"
GAMES = sorted(folder.name for folder in ROOT.iterdir() if (folder / "__init__.py").is_file())
FILES = sorted(ROOT.rglob("*.py"))
MOST_ARGUMENTS = 6
MOST_LINES = 350


def functions_of(path: Path) -> list[ast.FunctionDef]:
    return [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]


def arguments_of(function: ast.FunctionDef) -> list[str]:
    named = function.args
    return [argument.arg for argument in (*named.posonlyargs, *named.args, *named.kwonlyargs)]


@pytest.mark.parametrize("game", GAMES)
def test_a_folder_lists_the_players_of_a_game_and_nothing_else(game: str) -> None:
    folder = ROOT / game
    players = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert players == set(strategies_of(game))
    others = {path.name for path in folder.iterdir() if path.suffix != ".py"} - {"__pycache__"}
    assert others == {"evaluation", "ladder.yaml"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_function_takes_more_than_six_arguments(path: Path) -> None:
    """But for a strategy itself, which takes what the engine hands it."""
    many = [f for f in functions_of(path) if len(arguments_of(f)) > MOST_ARGUMENTS]
    assert [f.name for f in many if tuple(arguments_of(f)) != ARGUMENTS] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= MOST_LINES
