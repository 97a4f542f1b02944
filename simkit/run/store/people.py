"""Games that people have played at a table, with every choice, so that they can be told again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from simkit.engine.base.columns import Column, stopped_code
from simkit.engine.base.rows import Record, Rows, zeros
from simkit.engine.contract.game import Game
from simkit.engine.contract.knobs import Knobs
from simkit.engine.contract.objectives import Objective
from simkit.engine.contract.strategy import Strategy
from simkit.engine.lookahead.memory import THOUGHT
from simkit.engine.play.match import Match
from simkit.engine.play.walk import Step, walk
from simkit.errors import BadInput

PLAYED, ENTERED = "played", "entered"
"""How people's games came into a run: played in the terminal, or entered as results of a real table."""

LABELS, SEAT_LABELS = "labels", "seat_labels"
"""The keys for the columns, of games and of seats, that a group has written down besides the game's own."""

BESIDE, CODE, QUESTIONS, GOALS = OF_A_SHEET = "beside", "code", "questions", "goals"
"""The keys for what a run has of a printed sheet: the simulated players beside whom people are seen, the
sheet's code, what people were asked, and the targets of its experiment that people can meet."""

CHOICE_COLUMNS = (
    Column("scenario", np.int64, "the scenario's number"),
    Column("game", np.int64, "the game's number"),
    Column("move", np.int64, "the number of the move in the game, from 1"),
    Column("seat", np.int64, "the seat that chose, from 0"),
    Column("player", np.int64, "which of the scenario's players sat there"),
    Column("options", np.int64, "how many moves were legal"),
    Column("chosen", np.int64, "the index of the move that was made, from 0"),
    Column("hinted", np.bool_, "whether a hint was asked for"),
    Column("again", np.bool_, "whether it was chosen anew after something was taken back"),
)
"""The table of what people chose, and players that look ahead: one row per choice."""

Choices = Mapping[int, Mapping[int, int]]
"""By game, and by the number of a move from 1: the index of the move that was made."""


class PlayedMatch(Match):
    """A match of which people have played some games; these alone can be played again, as they were."""

    choices: Choices | None
    """What people chose, and players that look ahead.  None if nobody wrote that down."""

    def __init__(
        self,
        game: Game,
        knobs: Knobs,
        strategies: tuple[Strategy, ...],
        parameters: tuple[Mapping[str, float], ...],
        seed: int,
        choices: Choices | None,
    ) -> None:
        super().__init__(game, knobs, strategies, parameters, seed)
        object.__setattr__(self, "choices", choices)

    def compile(self, *, logged: bool = False) -> None:
        """Compile nothing: the few games are played in plain Python."""

    def play(self, first_game: int, count: int, cursor: Record | None = None) -> tuple[Rows, Rows]:
        """Play games again as they were played; as `Match.play`."""
        seats = len(self.strategies)
        rows, seat_rows = zeros(count, self.game.row), zeros(count * seats, self.game.seat_row)
        for i in range(count):
            *_, last = self.walk(first_game + i)
            own, of_seats = self.outcome_of(last.state)
            if last.state.capped:
                own[0].end = stopped_code(self.game.columns)
            rows[i] = own[0]
            seat_rows[i * seats : (i + 1) * seats] = of_seats
        return rows, seat_rows

    def think(self, game_number: int) -> Rows:
        """Return nothing: what players that look ahead chose is among the choices."""
        return zeros(0, THOUGHT)  # type: ignore[no-any-return]

    def walk(
        self, game_number: int, *, plain: bool = True, instead: Mapping[int, int] | None = None
    ) -> Iterator[Step]:
        """Play one game move by move, as it was played; as `Match.walk`."""
        if self.choices is None:
            raise BadInput(
                "these games were played on a real table: their results are known, but not their moves"
            )
        if game_number not in self.choices:
            played = ", ".join(map(str, sorted(self.choices)))
            raise BadInput(f"nobody played game {game_number} at this table; played: {played}")
        yield from walk(
            self, game_number, plain=True, instead={**self.choices[game_number], **(instead or {})}
        )


def as_recorded(game: Game, of_games: Sequence[str], of_seats: Sequence[str]) -> Game:
    """Return a game that has only the columns that a group has written down, to read their results with."""

    def has(goal: Objective | None) -> bool:
        return goal is not None and goal.column in (of_games if goal.of == "game" else of_seats)

    def known(columns: Sequence[Column], names: Sequence[str]) -> tuple[Column, ...]:
        """Return the columns of some names; the parts of one that is not known are columns of their own."""
        own = (column for column in columns if column.name in names)
        return tuple(replace(one, part_of=one.part_of if one.part_of in names else "") for one in own)

    length = game.length_column
    return replace(
        game,
        columns=known(game.columns, of_games),
        seat_columns=known(game.seat_columns, of_seats),
        ranked_by=(),
        stopped_has_winner=False,
        objectives=tuple(goal for goal in game.objectives if has(goal)),
        progress=game.progress if has(game.progress) else None,
        turn_order=game.turn_order if game.turn_order in of_seats else "",
        length=game.length if length is not None and length.name in of_games else "",
        as_printed=game.in_the_box,
    )


def choices_in(table: pl.DataFrame, scenario: int, numbers: Sequence[int]) -> dict[int, dict[int, int]]:
    """Return the choices of some games of a scenario, from the table of them."""
    found: dict[int, dict[int, int]] = {number: {} for number in numbers}
    rows = table.filter(pl.col("scenario") == scenario)
    for game, move, chosen in rows.select("game", "move", "chosen").iter_rows():
        found.setdefault(game, {})[move] = chosen
    return found


def people_of(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a run's manifest says about people; None if it is a run of simulations."""
    found: dict[str, Any] | None = manifest["experiment"].get("people")
    return found
