"""What tests of strategies need: how often one wins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit.engine.play.match import Match
from simkit.plugins import find_game, strategies_of
from simkit.stats.estimates import Estimate, wilson


def win_rate(game: str, name: str, opponents: Sequence[str], games: int) -> Estimate:
    """Return the share of games that a strategy wins or shares against others, seats rotated."""
    strategies = strategies_of(game)
    line_up = tuple(strategies[player] for player in (name, *opponents))
    played = find_game(game)
    match = Match(played, played.knobs.model_validate({"players": len(line_up)}), line_up, seed=77)
    _, seat_rows = match.play(0, games)
    seated = match.lineups[np.arange(games) % len(match.lineups)].ravel()
    return wilson(int(seat_rows["won"][seated == 0].sum()), games)
