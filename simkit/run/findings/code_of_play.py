"""A hash of the code that decides how a player plays: nothing is compiled, and little else counts.

It follows the functions that a game and a strategy call, and hashes what stands in them without comments,
docstrings and line breaks, and the constants that they name.  Where a function stands does not count, nor
does anything that is not called.
"""

from __future__ import annotations

import hashlib
import linecache
import re
from collections.abc import Callable, Iterator
from itertools import chain, takewhile
from types import CodeType, FunctionType, ModuleType
from typing import Any

from simkit.compile.reach import KERNELS
from simkit.compile.sources import frozen
from simkit.engine.base.rows import contents
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.strategy import Strategy
from simkit.engine.lookahead import playouts, thinking, tree
from simkit.engine.play import loop

_DOCSTRING = re.compile(r':\n\s*[rR]?(""".*?"""|\'\'\'.*?\'\'\')', re.DOTALL)
_COMMENT = re.compile(r"(^|\s\s)\s*#.*$", re.MULTILINE)


def code_of_play(game: Game, strategy: Strategy) -> str:
    """Return a hash of the code that decides how a strategy plays a game, by itself and with look-ahead.

    Besides code, it is made of the strategy's parameters, what players play for, the game's content, and
    the printed rules as they are played.
    """
    rooms = {module.partition(".")[0] for module in (*game.home, game.knobs.__module__, *strategy.modules)}
    walk = _Walk({*rooms, "simkit"})
    rules = game.rules_under(game.knobs())
    told = (
        [(parameter.name, parameter.default) for parameter in strategy.parameters],
        (game.objectives, game.progress, strategy.function.__name__),
        [(name, contents(rules[name])) for name in rules.dtype.names or ()],
    )
    digest = hashlib.sha256(repr(told).encode())
    if game.content is not None:
        digest.update(game.content.model_dump_json().encode())
    functions = (strategy.function, game.setup, game.options, game.apply, game.outcome, game.conceal)
    for function in chain(functions, _functions_of(game.knobs), _functions_of_engine()):
        digest.update(walk.value(function))
    return digest.hexdigest()


def _functions_of(knobs: type[Knobs]) -> Iterator[FunctionType]:
    """Yield a game's own functions that work out its rules."""
    for base in takewhile(lambda base: base is not Knobs, knobs.__mro__):
        yield from (value for _, value in sorted(vars(base).items()) if isinstance(value, FunctionType))


def _functions_of_engine() -> Iterator[Callable[..., Any]]:
    """Yield the play loop and the functions of look-ahead."""
    yield loop.play_games
    for room in (thinking, playouts, tree):
        for _, value in sorted(vars(room).items()):
            if isinstance(value, FunctionType) and value.__module__ == room.__name__:
                yield value


class _Walk:
    """Follows functions to those that they call.

    `packages`: the packages whose functions are followed, besides all that compiled code calls; of others,
    and of the compiler's own, the name counts.
    """

    def __init__(self, packages: set[str]) -> None:
        self._packages = packages
        self._known: dict[FunctionType, bytes] = {}

    def value(self, value: Any, names: frozenset[str] = frozenset()) -> bytes:
        """Return what makes a value: a function's code, a constant, or the name of anything else.

        `names` are those that the code around it loads, from a module for example.
        """
        if isinstance(value, FunctionType) and self._is_followed(value):
            return self._function(value)
        if isinstance(value, ModuleType):
            if value.__name__.partition(".")[0] not in self._packages:
                return value.__name__.encode()
            found = (name for name in sorted(names) if name in vars(value))
            return b"".join(name.encode() + self.value(vars(value)[name]) for name in found)
        held = frozen(value)
        return held if held is not None else str(getattr(value, "__name__", type(value).__name__)).encode()

    def _is_followed(self, function: FunctionType) -> bool:
        home = function.__module__
        is_compilers = home.startswith("simkit.compile.") and function not in KERNELS
        return not is_compilers and (function in KERNELS or home.partition(".")[0] in self._packages)

    def _function(self, function: FunctionType) -> bytes:
        if function not in self._known:
            self._known[function] = b""  # for one that calls itself
            digest = hashlib.sha256(_text_of(function) + repr(function.__defaults__).encode())
            names = frozenset(_names_in(function.__code__))
            for name in sorted(names & function.__globals__.keys()):
                digest.update(name.encode() + self.value(function.__globals__[name], names))
            self._known[function] = digest.digest()
        return self._known[function]


def _names_in(code: CodeType) -> set[str]:
    inside = (part for part in code.co_consts if isinstance(part, CodeType))
    return {*code.co_names}.union(*map(_names_in, inside))


def _text_of(function: FunctionType) -> bytes:
    """Return the text of a function, in one line, without its decorators, docstring and comments."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)[code.co_firstlineno - 1 :]
    start = next((i for i, line in enumerate(lines) if line.lstrip().startswith("def ")), 0)
    if not lines:  # typed at a prompt, which keeps no text
        return code.co_code
    margin = len(lines[start]) - len(lines[start].lstrip())
    inside = takewhile(lambda line: not _ends(line, margin), lines[start + 1 :])
    text = _DOCSTRING.sub(":\n", "".join([lines[start], *inside]), count=1)
    return "".join(_COMMENT.sub("", text).split()).encode()


def _ends(line: str, margin: int) -> bool:
    """Return True for the first line after a function whose `def` has that margin."""
    rest = line.lstrip()
    return bool(rest) and len(line) - len(rest) <= margin and rest[0] not in ")#"
