"""Players as values: which strategy plays, whether it errs or thinks, and with which parameters.

What a person writes is parsed once (`named`, `simkit.experiment`).  A player's name is made from the value,
for people and for columns of tables; no code parses a name.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar, get_args

from simkit.content.characters import path_in
from simkit.errors import BadInput
from simkit.language import listed

METHOD_KEY = "method"
"""The key of experiments that says how a player thinks."""

Method = Literal["flat", "tree"]
"""The ways to think: play-outs of the legal moves alone, or with a tree of the moves that follow."""

METHODS: tuple[Method, ...] = get_args(Method)
FLAT, TREE = METHODS

USUAL_METHOD: Method = TREE
"""The way to think by default: the better one, as measured (docs/log/look-ahead.md)."""


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy."""

    name: str
    default: float
    """Its value unless an experiment sets another."""
    low: float
    high: float
    """The values allowed, both included."""
    description: str
    """Its name in experiments and in the strategy (``parameters.name``), and what it does."""
    label: str = ""
    """What a designer calls it: "the selfishness".  By default its name in words."""
    said: str = ""
    """How a player with a value of it stands in a sentence, with {} for the value: "holding at {}", "with {}
    play-outs".  By default "with selfishness 0.2"."""


NUMBERS = PLAYOUTS, SURE = (
    Parameter(
        "playouts",
        1024,
        0,
        1_000_000,
        "play-outs per decision, on average at most; 0 for none",
        "the number of play-outs",
        "with {} play-outs per decision",
    ),
    Parameter(
        "sure",
        2.0,
        0,
        100,
        "standard errors by which a move must lead what the base would choose",
        "the lead that a move needs",
    ),
)
"""The numbers of look-ahead."""

OVERLOOKS, NOISE = DIAL_NAMES = ("overlooks", "noise")
"""The parameters of the skill dial, which any strategy can be given."""

DIALS = (
    Parameter(
        OVERLOOKS,
        0.0,
        0.0,
        1.0,
        "the chance that a decision misses the best move; half as often the second best too, and so on",
    ),
    Parameter(
        NOISE,
        0.0,
        0.0,
        1.0,
        "the chance that a decision is a legal move evenly at random",
        "the share of random moves",
    ),
)

ERRING = "erring "
"""The prefix of the name of a strategy with the skill dial."""

MASTER = "master"
"""The name of a game's strongest player, which looks ahead (`contract.master`)."""

IN_A_FILE = ".py:"
"""What separates, with the ending of the file, its path and the name of a strategy in it."""


def restricted_name(name: str, kinds: Sequence[str]) -> str:
    """Return the name of a player that does without some kinds of moves: "planner without tide and stop"."""
    return f"{name} without {listed(kinds)}" if kinds else name


class _Named(Protocol):
    @property
    def name(self) -> str: ...


P = TypeVar("P", bound=_Named)


@dataclass(frozen=True, slots=True)
class LookAhead(Generic[P]):
    """How a player thinks."""

    opponents: P | None = None
    """The strategy that it imagines the others to play; None if none is given."""

    method: Method = USUAL_METHOD
    playouts: int | None = None
    """Its play-outs per decision unless its parameters set others; None for those of any thinking player."""

    finish: P | None = None
    """The strategy that finishes its play-outs; None for the same that begins them."""

    @property
    def others(self) -> tuple[P, ...]:
        """The strategies in its play-outs besides its own."""
        return tuple(strategy for strategy in (self.opponents, self.finish) if strategy)

    def name_over(self, base: str) -> str:
        """Return the name of a thinking player in experiments, runs and reports: "thinking planner"."""
        imagined = f", opponents {self.opponents.name}" if self.opponents else ""
        unusual = f", method {self.method}" if self.method != USUAL_METHOD else ""
        faster = f", finish {self.finish.name}" if self.finish else ""
        return f"thinking {base}{imagined}{unusual}{faster}"


@dataclass(frozen=True, slots=True)
class Reference:
    """Which strategy plays, without its parameters."""

    strategy: str
    file: str = ""
    """The file that holds it, as a path from the experiment's folder; empty for an installed one."""

    errs: bool = False
    look_ahead: LookAhead[Reference] | None = None
    """How it thinks; None if it doesn't."""

    called: str = ""
    """A name of its own, "master"; empty for a player that is named after what it is made of."""

    without: tuple[str, ...] = ()
    """The kinds of moves that it does without."""

    @property
    def name(self) -> str:
        """Its name in runs and reports: "planner", "./mine.py:mine", "erring planner", "thinking planner"."""
        return restricted_name(self.called, self.without) if self.called else self.composition

    @property
    def composition(self) -> str:
        """What it is made of, in words: "thinking planner", also for a player with a name of its own."""
        name = f"{self.file}:{self.strategy}" if self.file else self.strategy
        name = f"{ERRING}{name}" if self.errs else name
        return restricted_name(self.look_ahead.name_over(name) if self.look_ahead else name, self.without)

    @property
    def base(self) -> Reference:
        """The same without look-ahead."""
        return replace(self, look_ahead=None, called="")

    @property
    def without_dial(self) -> Reference:
        """The same without the skill dial; a thinking player keeps its base's."""
        return self if self.look_ahead else replace(self, errs=False)

    @property
    def strategies(self) -> tuple[Reference, ...]:
        """The strategies needed to play it: itself, or its base and the others in its play-outs."""
        return (self.base, *(self.look_ahead.others if self.look_ahead else ()))

    @property
    def files(self) -> tuple[str, ...]:
        """The files of these strategies."""
        return tuple(strategy.file for strategy in self.strategies if strategy.file)

    def erring(self) -> Reference:
        """Return the same with the skill dial; raise BadInput if it thinks."""
        if self.look_ahead:
            raise BadInput(f"'{self.name}' can't err: only a strategy can that is made of no other one")
        return replace(self, errs=True)

    def moved(self, before: Path, after: Path) -> Reference:
        """Return the same for an experiment in another folder, from which the paths of files then lead."""
        look_ahead = self.look_ahead
        if look_ahead:
            opponents, finish = (
                strategy and strategy.moved(before, after)
                for strategy in (look_ahead.opponents, look_ahead.finish)
            )
            look_ahead = replace(look_ahead, opponents=opponents, finish=finish)
        file = _relative(path_in(before.resolve(), self.file), after.resolve()) if self.file else ""
        return replace(self, file=file, look_ahead=look_ahead)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        data: dict[str, Any] = {"strategy": self.strategy, "file": self.file, "errs": self.errs}
        if self.look_ahead:
            opponents, finish = (
                other and other.as_data() for other in (self.look_ahead.opponents, self.look_ahead.finish)
            )
            unusual = {"playouts": self.look_ahead.playouts, "finish": finish}
            given = {key: value for key, value in unusual.items() if value is not None}
            data["look_ahead"] = {"opponents": opponents, "method": self.look_ahead.method, **given}
        data |= {"called": self.called, "without": list(self.without)}
        return {key: value for key, value in data.items() if value or key == "strategy"}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Reference:
        """Return the reference from its plain data."""
        thinks = data.get("look_ahead")
        look_ahead = None
        if thinks:
            opponents, finish = (
                cls.from_data(thinks[key]) if thinks.get(key) else None for key in ("opponents", "finish")
            )
            look_ahead = LookAhead(opponents, thinks["method"], thinks.get("playouts"), finish)
        values = data["strategy"], data.get("file", ""), data.get("errs", False)
        return cls(*values, look_ahead, data.get("called", ""), tuple(data.get("without", ())))


@dataclass(frozen=True, slots=True)
class Player:
    """A player: which strategy, and the parameters that are set."""

    strategy: Reference
    parameters: Mapping[str, float]

    @property
    def name(self) -> str:
        """The name of its strategy."""
        return self.strategy.name

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {"reference": self.strategy.as_data(), "parameters": dict(self.parameters)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Player:
        """Return the player from its plain data."""
        return cls(Reference.from_data(data["reference"]), dict(data["parameters"]))


def named(words: str) -> Reference:
    """Return the strategy that a person names: an installed one, or path/to/file.py:function."""
    if IN_A_FILE not in words:
        return Reference(words)
    file, _, strategy = words.rpartition(":")
    return Reference(strategy, file)


def _relative(path: Path, folder: Path) -> str:
    try:
        return os.path.relpath(path, folder)
    except ValueError:  # on another drive of Windows, to which no relative path leads
        return str(path)
