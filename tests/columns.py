"""Whether a game's numbers fit its columns."""

from __future__ import annotations

from typing import Any

from simkit.engine.columns import roomy_dtype, stopped_code
from simkit.engine.match import Match
from simkit.engine.rows import Record, Rows, narrowed, zeros


def check_that_nothing_is_cut(match: Match, state: Record, row: Any, seat_rows: Rows) -> None:
    """Fill the outcome of a game's last state in with room to spare: it is what stands in the columns."""
    columns, seat_columns = match.game.columns, match.game.seat_columns
    roomy, roomy_seats = zeros(1, roomy_dtype(columns)), zeros(len(seat_rows), roomy_dtype(seat_columns))
    match.game.outcome(state.copy(), match.rules, roomy[0], roomy_seats)
    if state.capped:  # what the play loop says in the game's place
        roomy[0].end = stopped_code(columns)
    assert narrowed(columns, roomy, 0)[0] == row
    assert (narrowed(seat_columns, roomy_seats, 0, len(seat_rows)) == seat_rows).all()
