"""Checks in the source of the rules that each event is noted with as many numbers as its kind has."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from simkit.compile.recursion import KERNELS
from simkit.engine.base.events import note
from simkit.engine.contract.game import Game
from simkit.engine.contract.kinds import Kind
from simkit.words import plural

UNKNOWN = object()
"""Stands for what a name means that is not known without playing."""


def check_noted_numbers(game: Game) -> None:
    """Check that every `note` of a game's rules has the numbers of its kind of event.

    Only calls that name the kind (``note(log, Event.ROLLED, ...)``) are checked; a kind that is chosen while
    a game is played is passed over.

    Raises
    ------
    AssertionError
        With the file, the line, the numbers found and the fields of the kind.
    """
    kinds = {kind.number: kind for kind in game.events}
    for function, tree in _functions(game):
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and _meant(call.func, function) is note:
                _check(call, function, kinds)


def _check(call: ast.Call, function: FunctionType, kinds: Mapping[int, Kind]) -> None:
    if len(call.args) < 2 or call.keywords or any(isinstance(own, ast.Starred) for own in call.args):
        return
    number = _meant(call.args[1], function)
    kind = kinds.get(number) if isinstance(number, int) else None
    found = len(call.args) - 2
    if kind is None or found == len(kind.fields):
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
    own = (game.setup, game.options, game.apply, game.outcome, game.conceal)
    waiting = [function for function in own if isinstance(function, FunctionType)]
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
