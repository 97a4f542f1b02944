"""Checks in the source of the rules that each event is noted with as many numbers as its kind has."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from simkit.compile.reach import KERNELS
from simkit.engine.base.events import note
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import Kind
from simkit.language import plural

UNKNOWN = object()
"""Stands for what a name means that is not known without playing."""


def check_noted_numbers(game: Game) -> None:
    """Check that every `note` of a game's rules has the numbers of its kind of event.

    Checked is every kind that a call can be seen to mean: one that it names (``note(log, Event.ROLLED,
    ...)``), each of two (``A if x else B``), each of a tuple or an array (``KINDS[i]``), and those that are
    assigned to a name before.  A kind that is worked out in another way is passed over.

    Raises
    ------
    AssertionError
        With the file, the line, the numbers found and the fields of the kind.
    """
    kinds = {kind.number: kind for kind in game.events}
    for function, tree in _functions(game):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _meant(call.func, function) is note:
                numbers = set(_possible(call.args[1:2], function, tree))
                for kind in (kinds[number] for number in sorted(numbers & set(kinds))):
                    _check(call, function, kind)


def _possible(nodes: Sequence[ast.expr], function: FunctionType, tree: ast.AST) -> Iterator[int]:
    """Yield the numbers that expressions of a function can be seen to mean."""
    waiting, seen = list(nodes), set[str]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.IfExp):
            waiting += [node.body, node.orelse]
        elif isinstance(node, ast.Subscript):
            values = _meant(node.value, function)
            several = values if isinstance(values, tuple | list | np.ndarray) else ()
            yield from (int(value) for value in several if isinstance(value, int | np.integer))
        elif isinstance(node, ast.Name) and node.id in function.__code__.co_varnames:
            if node.id not in seen:
                seen.add(node.id)
                waiting += _assigned(node.id, tree)
        elif isinstance(number := _meant(node, function), int):
            yield number


def _assigned(name: str, tree: ast.AST) -> list[ast.expr]:
    """Return what is assigned to a name."""
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Assign))
    return [
        node.value for node in found if any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    ]


def _check(call: ast.Call, function: FunctionType, kind: Kind) -> None:
    if call.keywords or any(isinstance(argument, ast.Starred) for argument in call.args):
        return
    found = len(call.args) - 2
    if found == len(kind.fields):
        return
    code = function.__code__
    place = f"{Path(code.co_filename).name}, line {code.co_firstlineno + call.lineno - 1}"
    names = ", ".join(field.name for field in kind.fields) or "none"
    raise AssertionError(
        f"{place}: {ast.unparse(call)} has {plural(found, 'number')}, but the kind of event '{kind.name}' "
        f"has {plural(len(kind.fields), 'number')}: {names}"
    )


def _functions(game: Game) -> Iterator[tuple[FunctionType, ast.AST]]:
    """Yield the game's functions and the kernels that they call, each with its source."""
    functions = (game.setup, game.options, game.apply, game.outcome, game.conceal)
    waiting = [function for function in functions if isinstance(function, FunctionType)]
    seen: set[FunctionType] = set()
    while waiting:
        function = waiting.pop()
        if function in seen:
            continue
        seen.add(function)
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, TypeError, SyntaxError):  # made while simkit runs: it has no file
            continue
        yield function, tree
        for used in ast.walk(tree):
            meant = _meant(used, function)
            several = meant if isinstance(meant, tuple) else (meant,)
            waiting += [one for one in several if isinstance(one, FunctionType) and one in KERNELS]


def _meant(node: ast.AST, function: FunctionType) -> Any:
    """Return what a number, a name, or an attribute of a module or a class stands for."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return function.__globals__.get(node.id, UNKNOWN)
    if isinstance(node, ast.Attribute):
        owner = _meant(node.value, function)
        if isinstance(owner, type | ModuleType):
            return getattr(owner, node.attr, UNKNOWN)
    return UNKNOWN
