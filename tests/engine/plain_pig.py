"""Pig with columns that its `outcome` fills, for tests of other columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from simkit.game import Column, Game, field, record
from simkit.plugins import find_game

TABLE = record(field("score", "points banked", shape=2), field("total"), field("turns"), field("rolls"))


def outcome(state, rules, row, seat_rows):  # type: ignore[no-untyped-def]
    """Fill the outcome columns."""
    score = state.table.score
    row.turns, row.rolls = state.table.turns, state.table.rolls
    for seat in range(2):
        seat_rows[seat].score = score[seat]
        seat_rows[seat].won = score[seat] >= rules.target
        seat_rows[seat].rank = 1 if score[seat] >= score[1 - seat] else 2


def plain_pig() -> Game:
    """Return the game."""
    return replace(
        find_game("pig"),
        table=TABLE,
        outcome=outcome,
        ranked_by=(),
        columns=(
            Column("turns", np.uint16, "turns begun", "turns"),
            Column("rolls", np.uint16, "times the die was rolled", "rolls"),
        ),
        seat_columns=(
            Column("won", np.bool_, "reached the target first"),
            Column("score", np.uint16, "points at the end", "points"),
            Column("rank", np.uint8, "1 for the higher score, 2 for the lower; both 1 if they are equal"),
        ),
    )
