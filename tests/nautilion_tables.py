"""Hand-made tables of Nautilion, for tests of single rules and single decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from simkit.engine.chance import CHANCE
from simkit.engine.game import PARAMETERS
from simkit.games.nautilion.state import ALL_FIGURES, PLAN, TAKE
from simkit.games.nautilion.tokens import FULL_CREW
from simkit.games.nautilion.turn import apply as apply_rule
from simkit.games.nautilion.turn import options as options_rule
from simkit.plugins import find_game, strategies_of

NAUTILION = find_game("nautilion")


def zeros(dtype: np.dtype[np.void], count: int = 1) -> Any:
    array = np.recarray(count, dtype)
    array.view(np.uint8)[:] = 0
    return array


def mask(numbers: Sequence[int]) -> int:
    return sum(1 << (number - 1) for number in numbers)


class Position:
    """A position set up by hand: the path by places (0 for a gap), figures, dice, crew, reserve."""

    def __init__(
        self,
        path: Sequence[int],
        *,
        dice: Sequence[int] = (1, 2, 3),
        nautilion: int = 0,
        phantom: int | None = None,
        crew: Sequence[int] = (),
        reserve: int = 0,
        step: int = PLAN,
        **knobs: Any,
    ) -> None:
        self.rules = NAUTILION.knobs(**knobs).record()
        self.state = zeros(NAUTILION.state)[0]
        self.moves = zeros(NAUTILION.move, NAUTILION.max_moves)
        table = self.table = self.state.table
        table.path[1 : len(path) + 1] = path
        table.length = len(path)
        table.tokens_on_path = sum(1 for token in path if token)
        table.nautilion = nautilion
        table.phantom = len(path) + 1 if phantom is None else phantom
        table.dice[:] = dice
        table.crew = mask(crew)
        table.reserve = table.reserve_green = reserve
        table.turn = 1
        table.step = step
        table.may_place = FULL_CREW
        table.figures = table.receiving = ALL_FIGURES
        table.dice_count = len(dice)
        if step == TAKE:
            table.in_hand = table.path[nautilion]
            table.path[nautilion] = 0
            table.tokens_on_path -= 1

    def options(self) -> list[dict[str, int]]:
        """Return the legal moves, each as a dict of what matters (zeros left out)."""
        count = options_rule(self.state, self.rules, self.moves)
        return [
            {name: int(move[name]) for name in move.dtype.names if move[name] or name == "kind"}
            for move in self.moves[:count].copy()
        ]

    def make(self, **move: int) -> None:
        """Make one move."""
        record = zeros(NAUTILION.move)[0]
        for name, value in move.items():
            record[name] = value
        apply_rule(self.state, self.rules, record, None)

    def choose(self, strategy: str, **parameters: float) -> dict[str, int]:
        """Return the move that a strategy makes."""
        for record in (self.moves,):
            record.view(np.uint8)[:] = 0
        options = self.options()
        chosen = strategies_of("nautilion")[strategy]
        row = zeros(PARAMETERS)[0]
        row["values"][:] = chosen.parameter_row(parameters)
        index = chosen.compile(NAUTILION)(
            self.table, self.state.seats[0], self.rules, self.moves, len(options), row, zeros(CHANCE)[0]
        )
        return options[index]
