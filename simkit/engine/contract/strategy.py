"""Strategies: a strategy is one function, with a skill level and parameters that have ranges.

A strategy's function takes ``(table, seat, rules, moves, count, parameters, chance)`` and returns the index
of the chosen move, 0 to count - 1.  It is given only what its seat may see.  Its parameters are the fields of
a record: ``parameters.hold_at``.
"""

from __future__ import annotations

import inspect
import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.compile.entry import INTEGER, Signature, compile_entry, is_cold, record, signature
from simkit.compile.errors import UNTYPED_GLOBAL, YIELDS, why_not_compiled
from simkit.compile.mode import CHECKED_THROUGHOUT
from simkit.compile.numbers import NO_INDEX
from simkit.compile.reach import refuse_direct_recursion
from simkit.compile.records import WRITES
from simkit.content.characters import cleaned, refused_character
from simkit.engine.base.chance import CHANCE
from simkit.engine.contract.chooser import BITS, chooser_of
from simkit.engine.contract.declaration import OF_NUMPY, wrong_arguments
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import DIAL_NAMES, NUMBERS, TREE, LookAhead, Parameter
from simkit.engine.contract.skills import NO_SKILL, skill_of
from simkit.errors import BadInput, unknown

ARGUMENTS = ("table", "seat", "rules", "moves", "count", "parameters", "chance")

MOST_PARAMETERS = 48

PARAMETERS = np.dtype([("values", np.float64, (MOST_PARAMETERS + len(DIAL_NAMES),))], align=True)
"""A strategy's parameters in the order in which it declares them; it reads them by name (`by_name`).

A record and not an array: passing an array to a function counts a reference, which would cost more than many
decisions do.
"""


def parameter_layout(names: Sequence[str]) -> np.dtype[np.void]:
    """Return the layout that gives each number in a row of `PARAMETERS` its name.

    Strategies whose parameters have the same names in the same order share one layout, and with it all
    compiled code that reads them.
    """
    size = np.dtype(np.float64).itemsize
    return np.dtype(
        {
            "names": list(names),
            "formats": [np.float64] * len(names),
            "offsets": [size * place for place in range(len(names))],
            "itemsize": PARAMETERS.itemsize,
        },
        align=True,
    )


ThinkerRow = tuple[int, float, bool, bool, bool]


def wrong_name(name: str) -> str | None:
    """Return the reason why a parameter can't have a name, or None if it can."""
    if not name.isidentifier() or keyword.iskeyword(name) or name.startswith("_"):
        return "a name is one word of letters, digits and _, a letter first, and no word of Python's own"
    if name in OF_NUMPY:
        return "NumPy's records have something of that name; choose another"
    return None


@cache
def _compiled(bound: FunctionType, game: Game, checked: bool) -> Any:
    return compile_entry(bound, _types(game), checked=checked)


def _types(game: Game) -> Signature:
    return signature(
        INTEGER, record(game.table), record(game.seat_record), record(game.rules), record(game.room),
        INTEGER, record(PARAMETERS), record(CHANCE),
    )  # fmt: skip


_ADVICE = (
    (
        re.compile(rf"{UNTYPED_GLOBAL}'[\w.]+\.Strategy'>"),
        r"'\1' is a strategy; write play_\1 = kernel(\1.function) at the top of the file, and call that",
    ),
)
_HINTS = {
    WRITES: "a strategy may change nothing but its chance",
    NO_INDEX: "a strategy returns the index of a move",
    YIELDS: "a strategy returns the index of a move",
}
"""Hints that are added to the reasons why a strategy can't be compiled."""


@dataclass(frozen=True)
class Strategy:
    """A strategy of a game, as `strategy` declares it, or a player that is made of one (`composed`)."""

    name: str
    game: str
    skill: str
    parameters: tuple[Parameter, ...]
    function: Callable[..., int]
    idea: str = ""
    """What the strategy does and where it comes from."""

    errs: bool = False
    """Whether it has the skill dial, with the parameters of `DIALS`."""

    left_out: tuple[int, ...] | None = None
    """The bits of what it does without (`bits_of`); None for a player that was not asked to."""

    base: Strategy | None = None
    """For a player with look-ahead: the one without, which plays where nothing better is found."""

    imagined: Strategy | None = None
    """For a player with look-ahead: what it imagines the others to play."""

    look_ahead: LookAhead[Strategy] | None = None
    """How it thinks; its first parameters are then `NUMBERS`."""

    @property
    def without_look_ahead(self) -> Strategy:
        """The same player without look-ahead."""
        return self.base or self

    @property
    def finish(self) -> Strategy:
        """What finishes play-outs for all seats, after their first moves."""
        return (self.look_ahead and self.look_ahead.finish) or self.without_look_ahead

    @property
    def note(self) -> str:
        """What its author says of its skill in words of another kind than `SKILLS`; else empty."""
        return "" if self.skill in ("", NO_SKILL) or skill_of(self.skill) else self.skill

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules from which all code that it runs can be reached through imports."""
        return tuple(function.__module__ for function in self.functions)

    @property
    def functions(self) -> tuple[Callable[..., int], ...]:
        """The functions that it plays by."""
        played = (self, self.imagined, self.finish) if self.imagined else (self,)
        return tuple(strategy.function for strategy in played)

    @property
    def asked_by(self) -> tuple[Parameter, ...]:
        """The parameters that the function, or the skill dial, is given."""
        return self.parameters[len(NUMBERS) :] if self.look_ahead else self.parameters

    @property
    def layout(self) -> np.dtype[np.void]:
        """The layout of the record that holds these parameters."""
        return parameter_layout([parameter.name for parameter in self.asked_by])

    def is_checked(self, game: Game) -> bool:
        """Return True if it is compiled with checks: any but proven ones, and all under SIMKIT_CHECKED=1."""
        return CHECKED_THROUGHOUT or not game.proves(self.function)

    def chooser(self, game: Game, *, checked: bool = True) -> FunctionType:
        """Return what chooses, as plain Python, with the arguments that the compiled function takes."""
        return chooser_of(
            self.function,
            self.layout,
            game.in_the_box,
            errs=self.errs,
            restricts=self.left_out is not None,
            checked=checked,
        )

    def is_cold(self, game: Game) -> bool:
        """Return True if it has to be compiled before it plays."""
        try:
            bound = self.chooser(game, checked=self.is_checked(game))
        except TypeError:  # `compile` says why
            return True
        return is_cold(bound, _types(game.in_the_box), checked=self.is_checked(game))

    def compile(self, game: Game) -> Any:
        """Return the compiled function for the play loop; it is compiled once per process.

        Raises
        ------
        BadInput
            If it can't be compiled.
        """
        try:
            chooser = self.chooser(game, checked=self.is_checked(game))
            return _compiled(chooser, game.in_the_box, self.is_checked(game))
        except BadInput:
            raise
        except Exception as error:  # Numba's own errors, and any others of its passes
            reason = why_not_compiled(error, self.function, _ADVICE)
            reason += "".join(f"; {hint}" for words, hint in _HINTS.items() if words in reason)
            names = ", ".join(parameter.name for parameter in self.parameters)
            if "unknown field" in reason and reason.endswith(
                f"Allowed: {names}" if names else "there is none"
            ):
                reason += "; parameters are declared: @strategy(..., parameters=[Parameter(...), ...])"
            raise BadInput(
                f"strategy '{self.name}' can't be compiled: {reason}\n"
                "to see it run as plain Python, set NUMBA_DISABLE_JIT=1"
            ) from error

    def parameter_row(self, chosen: Mapping[str, float]) -> npt.NDArray[np.float64]:
        """Return the parameters as a row of `PARAMETERS`, with defaults for those that `chosen` leaves out.

        Raises
        ------
        BadInput
            For a parameter that the strategy does not have, or a value out of its range.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in chosen.items():
            if name not in known:
                if name in DIAL_NAMES:
                    raise BadInput(
                        f"'{name}' is no parameter of '{self.name}'; it stands outside `parameters`: "
                        f"{{base: {self.name}, {name}: {value:g}}}"
                    )
                if not known:
                    raise BadInput(f"strategy '{self.name}' has no parameters, found '{name}'")
                allowed = known if self.look_ahead else dict.fromkeys([*known, *DIAL_NAMES])
                raise BadInput(unknown(f"parameter of strategy '{self.name}'", name, allowed))
            low, high = known[name].low, known[name].high
            if not low <= value <= high:
                raise BadInput(
                    f"parameter '{name}' of strategy '{self.name}' is {value:g}; allowed: {low:g} to {high:g}"
                )
        row = np.zeros(PARAMETERS["values"].shape, dtype=np.float64)
        row[: len(self.asked_by)] = [chosen.get(p.name, p.default) for p in self.asked_by]
        for bit in set(self.left_out or ()):
            row[-1 - bit // BITS] += 2.0 ** (bit % BITS)
        return row

    def thinker_row(self, chosen: Mapping[str, float]) -> ThinkerRow:
        """Return how it thinks, as a row of `memory.THINKER`; with no play-outs if it does not think."""
        if self.look_ahead is None:
            return 0, 0.0, False, False, False
        playouts, sure = (chosen.get(p.name, p.default) for p in self.parameters[: len(NUMBERS)])
        imagines = self.look_ahead.opponents is None
        finishes = self.look_ahead.finish is not None
        return int(playouts), float(sure), self.look_ahead.method == TREE, imagines, finishes


def strategy(
    *,
    game: str,
    skill: str,
    parameters: Sequence[Parameter] = (),
    name: str | None = None,
    idea: str | None = None,
) -> Callable[[Callable[..., int]], Strategy]:
    """Declare the function below as a strategy.

    Strategies that differ only in their parameters are declared with the same function, which is compiled
    once: ``bold = strategy(name="bold", ...)(choose)``.

    Parameters
    ----------
    game : str
        The game that it plays.
    skill : str
        The kind of player that it stands for, one of `SKILLS`: "uniform chance", "first-time player",
        "beginner", "casual", "experienced", "expert", "look-ahead", "perfect".  Other words are a note,
        which reports put in brackets.
    parameters : sequence of Parameter
        The numbers that tune it; the function reads one called "hold_at" as ``parameters.hold_at``.
    name : str, optional
        Its name in experiments; by default the function's name.
    idea : str, optional
        What it does and where it comes from; by default the function's docstring.

    Raises
    ------
    BadInput
        If the function has other arguments or calls itself, or if a parameter is invalid.
    """

    def declare(function: Callable[..., int]) -> Strategy:
        if not isinstance(function, FunctionType):
            raise BadInput(f"@strategy belongs above a function, found {function!r}")
        called = name or function.__name__.rstrip("_")
        words = (called, skill, inspect.getdoc(function))
        for problem in (
            *wrong_arguments(function, ARGUMENTS),
            *_wrong_parameters(parameters),
            *_wrong_characters(map(str, words)),
        ):
            code = function.__code__
            raise BadInput(f"{code.co_filename}:{code.co_firstlineno}: strategy '{called}': {problem}")
        refuse_direct_recursion(function)
        description = inspect.getdoc(function) if idea is None else inspect.cleandoc(idea)
        return Strategy(called, game, skill, tuple(parameters), function, description or "")

    return declare


def players_of(
    game: str, choose: Callable[..., int], weights: Sequence[Parameter]
) -> Callable[..., Strategy]:
    """Return a function by which a game declares players that choose alike, each by weights of its own.

    Parameters
    ----------
    game : str
        The game that they play.
    choose : callable
        What they choose by, as a function that `strategy` takes.
    weights : sequence of Parameter
        The parameters of all of them.

    Returns
    -------
    callable
        ``player(name, skill, idea, **weights)`` is a strategy with other defaults for some parameters.  It
        raises BadInput if one of them has no such name.
    """
    known = [weight.name for weight in weights]

    def player(name: str, skill: str, idea: str, **own: float) -> Strategy:
        for other in own.keys() - set(known):
            raise BadInput(unknown("parameter", other, known))
        parameters = [replace(weight, default=own.get(weight.name, weight.default)) for weight in weights]
        return strategy(name=name, game=game, skill=skill, parameters=parameters, idea=idea)(choose)

    return player


def _wrong_parameters(parameters: Any) -> Iterator[str]:
    kind = "parameters is a list of Parameter(name, default, low, high, description)"
    if not isinstance(parameters, Sequence):
        yield f"{kind}, found {parameters!r}"
        return
    if len(parameters) > MOST_PARAMETERS:
        yield f"found {len(parameters)} parameters, allowed are {MOST_PARAMETERS} at most"
    seen = set()
    for parameter in parameters:
        if not isinstance(parameter, Parameter):
            yield f"{kind}, found {parameter!r}"
            return
        words = (parameter.name, parameter.description, parameter.label, parameter.said)
        if not all(isinstance(word, str) for word in words):
            yield f"a parameter's name, description, label and said are words, found {parameter!r}"
            return
        yield from _wrong_characters(words)
        if parameter.name in seen:
            yield f"two parameters are called '{parameter.name}'"
        seen.add(parameter.name)
        why = wrong_name(parameter.name)
        if why:
            yield f"a parameter can't be called '{parameter.name}': {why}"
        yield from _wrong_range(parameter)


def _wrong_characters(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        if character := refused_character(word):
            yield f"{character} is not text, in '{cleaned(word)}'"


def _wrong_range(parameter: Parameter) -> Iterator[str]:
    default, low, high = parameter.default, parameter.low, parameter.high
    for value in (default, low, high):
        if not isinstance(value, (int, float)):
            yield f"parameter '{parameter.name}': default, low and high are numbers, found {value!r}"
            return
    if not low <= high:
        yield f"parameter '{parameter.name}': low is {low:g}, more than high, {high:g}"
    elif not low <= default <= high:
        yield f"parameter '{parameter.name}': the default is {default:g}; allowed: {low:g} to {high:g}"
