"""What tests of strategies need: how often one wins, and what it scores among its own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit.report.stats import Estimate
from simkit.run.findings.alike import is_contested, points_of
from simkit.stats.estimates import paired_difference
from simkit.testing import Match, find_game, strategies_of, wilson


def win_rate(game: str, name: str, opponents: Sequence[str], games: int) -> Estimate:
    """Return the share of games that a strategy wins or shares against others, seats rotated."""
    strategies = strategies_of(game)
    line_up = tuple(strategies[player] for player in (name, *opponents))
    played = find_game(game)
    match = Match(played, played.knobs.model_validate({"players": len(line_up)}), line_up, seed=77)
    _, seat_rows = match.play(0, games)
    seated = match.lineups[np.arange(games) % len(match.lineups)].ravel()
    return wilson(int(seat_rows["won"][seated == 0].sum()), games)


def lead_among_its_own(game: str, name: str, other: str, players: int, games: int) -> Estimate:
    """Return by how much a table of one strategy does better than a table of another on the same games.

    It is measured in the game's own points; in a game alone or with a common aim, by its first objective.
    """
    found = find_game(game)
    objective = (points_of(found) if is_contested(found) else None) or found.objectives[0]
    results = []
    for strategy in (strategies_of(game)[other], strategies_of(game)[name]):
        own = {"players": players} if found.max_seats > 1 else {}
        match = Match(found, found.knobs.model_validate(own), (strategy,) * players, seed=78)
        rows, seat_rows = match.play(0, games)
        column = (rows if objective.of == "game" else seat_rows)[objective.column]
        results.append(column.astype(np.float64).reshape(games, -1).mean(axis=1))
    found_lead = paired_difference(*results)
    if objective.better == "less":
        return Estimate(-found_lead.value, -found_lead.high, -found_lead.low, games, found_lead.method)
    return found_lead
