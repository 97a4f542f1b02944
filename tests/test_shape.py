"""The shape of the code: functions take few arguments and fit a screen, files stay small."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from simkit.engine.contract.strategy import ARGUMENTS

ROOT = Path(__file__).parents[1]
FOLDERS = ("simkit", "strategies", "reports", "examples", "tools")
MOST_ARGUMENTS = 6
MOST_LINES_OF_A_FUNCTION = 60
MOST_LINES_OF_A_FILE = 600
CHOOSER = ({*ARGUMENTS}, {*ARGUMENTS} - {"moves"} | {"room"})
"""The arguments of a strategy: what the engine hands it."""

LONG_FUNCTIONS = {"simkit/engine/play/loop.py: play_games"}
"""The play loop stands in one piece: compiled code that is called once in so many moves is slower."""


DOOR = {f"simkit/__init__.py: {name}" for name in ("ask", "ladder", "regret", "run")}
"""Functions with options that are given by name."""


def files_in(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def functions_in(*folders: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in files_in(*folders):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(ROOT)}: {node.name}", node


def arguments_of(function: ast.FunctionDef) -> set[str]:
    named = function.args
    every = {argument.arg for argument in (*named.posonlyargs, *named.args, *named.kwonlyargs)}
    return every - {"self", "cls"}


def lines_of(function: ast.FunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_no_function_takes_more_than_six_arguments() -> None:
    """A strategy takes what the engine hands it, and the door what a user may say by name."""
    taken = ((name, arguments_of(function)) for name, function in functions_in(*FOLDERS))
    many = [name for name, own in taken if len(own) > MOST_ARGUMENTS and own not in CHOOSER]
    many = [name for name in many if name not in DOOR]
    assert not many


def test_functions_fit_a_screen() -> None:
    long = {name for name, own in functions_in(*FOLDERS, "tests") if lines_of(own) > MOST_LINES_OF_A_FUNCTION}
    assert long == LONG_FUNCTIONS


def test_files_stay_small() -> None:
    lines = {path: len(path.read_text().splitlines()) for path in files_in(*FOLDERS, "tests")}
    assert [str(path.relative_to(ROOT)) for path, many in lines.items() if many > MOST_LINES_OF_A_FILE] == []
