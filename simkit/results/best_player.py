"""Plays a few games by the best player that a game ships with, where no good player is in a run.

They have the rules, the seats and the chance of the run's own games.  They are played when they are asked for
and are not kept: so few games of a player without look-ahead take less than a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from simkit.engine.contract.game import Game
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.results.paired import Floats
from simkit.run.findings.targeted import RANDOM
from simkit.run.games import Games
from simkit.run.store.directory import RunDirectory
from simkit.run.store.manifest import sources_loaded
from simkit.run.work.interrupt import run_interruptibly
from simkit.search.settings import ladder_players
from simkit.stats.estimates import Estimate, wilson

GAMES = 200
"""How many games are played, shared out among the scenarios."""


@dataclass(frozen=True, eq=False)
class BestPlayer:
    """The best player that a game ships with, and its games."""

    strategy: Strategy
    games: Sequence[Games]

    def values(self, column: str) -> Floats:
        """Return a column of the games, scenario after scenario."""
        return np.concatenate([game.means(column, of_seats=False) for game in self.games])

    def share(self, column: str) -> Estimate:
        """Return in what share of the games something is so."""
        found = self.values(column)
        return wilson(int(np.count_nonzero(found)), len(found))


def best_strategy(game: Game) -> Strategy | None:
    """Return the best player that a game ships with; None if it has none but chance."""
    try:
        found = ladder_players(game).base
    except BadInput:
        return None
    return None if found.name == RANDOM else found


@lru_cache(maxsize=4)  # a report and its page one ask for the same
def best_beside(run: RunDirectory, scenarios: tuple[int, ...]) -> BestPlayer | None:
    """Return the best player that a run's game ships with, playing some of the run's scenarios.

    None where its games can't be set beside those of the run: people played these, or the game has changed.
    """
    folder = Path(run.manifest["experiment"]["folder"])
    best = best_strategy(run.game)
    if best is None or run.people is not None or not run.finished:
        return None
    try:
        if sources_loaded(run.game, (), folder)["game"] != run.manifest["sources"].get("game"):
            return None
        some = [run.match(scenario) for scenario in scenarios[:GAMES]]
        matches = [
            Match(match.game, match.knobs, (best,) * len(match.strategies), (), match.seed) for match in some
        ]
        games = [run_interruptibly(Games.play, match, range(GAMES // len(matches))) for match in matches]
    except BadInput:
        return None
    return BestPlayer(best, games)
