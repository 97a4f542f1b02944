"""Random and reference play as an independent program of the same rules plays them.

Its figures, 40,000 games a row, were handed over rounded to the last digit given here; ours must lie within
chance and rounding of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.games.castaways.knobs import CastawaysKnobs
from simkit.testing import Match, find_game, strategies_of

CASTAWAYS = find_game("castaways")
STRATEGIES = strategies_of("castaways")
GAMES = 40_000
THEIR_GAMES = 40_000
DEVIATIONS = 4.0
"""With some seventy comparisons, one of four standard errors is chance in one of two hundred runs."""

COLUMNS = (
    "rescued",
    "turns",
    "headland",
    "headland_turn",
    "deaths",
    "nights_lost",
    "salvaged",
    "signals",
    "winner",
)
STEPS = (0.001, 0.1, 0.001, 0.1, 0.01, 0.01, 0.01, 0.01, 0.1)
"""To what the figures were rounded."""

NEVER = float("nan")
ROWS: dict[tuple[str, int], tuple[float, ...]] = {
    ("random", 1): (0, 5.7, 0, NEVER, 1.00, 0.04, 0.49, 0.00, NEVER),
    ("random", 2): (0, 6.0, 0, NEVER, 2.00, 0.09, 0.63, 0.00, NEVER),
    ("random", 3): (0, 6.5, 0, NEVER, 3.00, 0.14, 0.98, 0.03, NEVER),
    ("random", 4): (0, 7.2, 0, NEVER, 3.99, 0.21, 1.34, 0.16, NEVER),
    ("reference", 1): (0.057, 12.8, 0.313, 16.1, 0.64, 0.25, 3.53, 0.68, 17.7),
    ("reference", 2): (0.176, 12.6, 0.627, 12.6, 0.72, 0.35, 3.70, 1.49, 12.3),
    ("reference", 3): (0.184, 10.6, 0.895, 9.6, 0.28, 0.36, 3.38, 2.64, 13.5),
    ("reference", 4): (0.269, 7.9, 0.968, 6.9, 0.09, 0.51, 3.20, 3.13, 13.7),
}


def samples(name: str, players: int) -> dict[str, Any]:
    """Return, by figure, what each game contributes to it."""
    match = Match(CASTAWAYS, CastawaysKnobs(players=players), (STRATEGIES[name],) * players, seed=4_040)
    rows, seat_rows = match.play(0, GAMES)
    reached = rows["headland_turn"] > 0
    best = seat_rows["score"].reshape(GAMES, players).max(axis=1)
    return {
        "rescued": rows["rescued"],
        "turns": rows["turns"],
        "headland": reached,
        "headland_turn": rows["headland_turn"][reached],
        "deaths": rows["deaths"],
        "nights_lost": rows["nights_lost"],
        "salvaged": rows["cubes_salvaged"],
        "signals": rows["signals"],
        "winner": best[rows["rescued"]],
    }


@pytest.mark.long
@pytest.mark.parametrize(("name", "players"), list(ROWS))
def test_play_agrees_with_an_independent_program(name: str, players: int) -> None:
    found = samples(name, players)
    for column, step, theirs in zip(COLUMNS, STEPS, ROWS[name, players], strict=True):
        own = found[column].astype(float)
        if np.isnan(theirs):
            assert len(own) == 0
            continue
        # Both programs played: the error of the difference, and half a step of rounding.
        error = own.std() * (1 / len(own) + GAMES / THEIR_GAMES / len(own)) ** 0.5
        assert abs(own.mean() - theirs) <= DEVIATIONS * error + step / 2 + 1e-9, (column, own.mean(), theirs)
