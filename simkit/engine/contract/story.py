"""Describes a game in sentences, made from the declarations of its moves and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from simkit.engine.base.columns import STOPPED, Column, ending_of
from simkit.engine.base.rows import Record, Rows
from simkit.engine.contract.kinds import EventKind, MoveKind
from simkit.engine.contract.objectives import Objective

Events = npt.NDArray[np.void]


class Drawn(str):
    """A line of a drawing: plain text, with colours for terminals that can show them."""

    parts: tuple[tuple[str, str], ...]
    """The parts of the line, each with its colour ("red", "bold blue"); an empty word is no colour."""

    def __new__(cls, parts: Sequence[tuple[str, str]]) -> Self:
        """Return the line made of some parts."""
        line = super().__new__(cls, "".join(text for text, _ in parts))
        line.parts = tuple(parts)
        return line


class Declared(Protocol):
    """The parts of a game's declaration that its story is made from."""

    @property
    def content(self) -> Any:
        """The content of the game's box, if it declares any."""

    @property
    def columns(self) -> Sequence[Column]:
        """The outcome columns of the game."""

    @property
    def seat_columns(self) -> Sequence[Column]:
        """The outcome columns of each seat."""

    @property
    def objectives(self) -> Sequence[Objective]:
        """The objectives of the players."""

    def event_kind(self, number: int) -> EventKind:
        """Return the kind of event with this number."""

    def move_kind(self, number: int) -> MoveKind:
        """Return the kind of move with this number."""


class Story:
    """The story of a game: sentences for its beginning, every move and its end.

    The sentences of the events say what happens in between.  A game that tells more, such as a board drawn in
    text, overrides these methods.

    Parameters
    ----------
    begins : str
        The first sentence; {rules.name} and {table.name} stand for fields of these records.
    ends : mapping
        The last sentence for labels of the column `end`; {outcome.name} stands for an outcome column.  For
        other labels the story ends with the winners and the points.
    """

    def __init__(self, begins: str = "", ends: Mapping[str, str] | None = None) -> None:
        self.begins = begins
        self.ends = dict(ends or {})

    def begin(self, game: Declared, state: Record, rules: Record, events: Events) -> list[str]:
        """Return the sentences about the set-up."""
        first = [self.begins.format(rules=rules, table=state.table)] if self.begins else []
        return first + self.tell(game, state, rules, events)

    def tell(self, game: Declared, state: Record, rules: Record, events: Events) -> list[str]:
        """Return the sentences about the move just made; `state` is the state after it."""
        return [self.sentence(game, event) for event in events]

    def sentence(self, game: Declared, event: Any, **more: Any) -> str:
        """Return the sentence about one event."""
        return game.event_kind(int(event["kind"])).sentence(
            [int(number) for number in event["numbers"]], **more
        )

    def describe(self, game: Declared, state: Record, move: Record) -> str:
        """Return a legal move in words; `state` is the state after the move that was chosen among them."""
        kind = game.move_kind(int(move["kind"]))
        return kind.sentence([int(move[field.name]) for field in kind.fields])

    def end(self, game: Declared, state: Record, rules: Record, row: Record, seat_rows: Rows) -> list[str]:
        """Return the sentences about how the game ended."""
        label = ending_of(game.columns, row)
        if label in self.ends:
            return [self.ends[label].format(rules=rules, table=state.table, outcome=row)]
        if label == STOPPED:
            return [_joined("Stopped at the decision cap.", points(game, seat_rows), result(game, row))]
        return [_joined(winners(game, seat_rows), points(game, seat_rows), result(game, row))]


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def winners(game: Declared, seat_rows: Rows) -> str:
    """Return a sentence about the winners; empty for a game that seats can't win."""
    wanted = next((goal for goal in game.objectives if goal.of == "seat" and _is_yes_no(game, goal)), None)
    if wanted is None:
        return ""
    won = [f"seat {seat}" for seat, row in enumerate(seat_rows, 1) if row[wanted.column]]
    if not won:
        return "Nobody wins."
    return f"{' and '.join(won)} win{'s' if len(won) == 1 else ''}.".capitalize()


def points(game: Declared, seat_rows: Rows) -> str:
    """Return a sentence with every seat's points; empty for a game without points."""
    goals = (goal for goal in game.objectives if goal.of == "seat" and not _is_yes_no(game, goal))
    wanted = next(goals, None)
    if wanted is None:
        return ""
    listed = ", ".join(f"seat {seat} {_number(row[wanted.column])}" for seat, row in enumerate(seat_rows, 1))
    return f"Points: {listed}."


def result(game: Declared, row: Record) -> str:
    """Return a sentence with the points of the game as a whole, if these are its first objective."""
    goal = next(iter(game.objectives), None)
    if goal is None or goal.of != "game":
        return ""
    column = next(column for column in game.columns if column.name == goal.column)
    return "" if column.is_yes_no else f"{column.heading}: {_number(row[column.name])}.".capitalize()


def _number(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _is_yes_no(game: Declared, objective: Objective) -> bool:
    return next(column.is_yes_no for column in game.seat_columns if column.name == objective.column)
