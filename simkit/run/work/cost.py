"""Estimates in advance what look-ahead will cost: decisions, play-outs, hours of one core."""

from __future__ import annotations

import time
from dataclasses import dataclass

from simkit.engine.contract.thinker import PLAYOUTS
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment, Scenario
from simkit.run.work.rehearsal import match_of
from simkit.run.work.shard import playouts_of

MOST_TRIED = 6
"""The most scenarios that are tried; the others are assumed to be like them."""

GAMES = 3
"""The number of games tried per scenario."""

FEW = 32
"""Play-outs per decision in the trial."""


@dataclass(frozen=True)
class Cost:
    """The cost of look-ahead in an experiment: decisions, play-outs, hours.

    Parameters
    ----------
    decisions : float
        Decisions in all games with a thinking player.
    playouts : float
        Play-outs at most.
    seconds : float
        Of one core.
    """

    decisions: float
    playouts: float
    seconds: float

    def in_words(self) -> str:
        """Return it as a line for the screen."""
        minutes = self.seconds / 60
        long = f"{minutes / 60:.1f} hours" if minutes >= 120 else f"{minutes:.0f} minutes"
        how_long = "less than a minute" if minutes < 1 else f"about {long}"
        return (
            f"look-ahead: about {self.decisions:,.0f} decisions, {self.playouts:,.0f} play-outs at most, "
            f"{how_long} of one core"
        )


def cost_of(experiment: Experiment) -> Cost | None:
    """Return the cost of look-ahead, estimated from a few games; None if no player thinks."""
    thinking = [scenario for scenario in experiment.scenarios if playouts_of(scenario)]
    if not thinking:
        return None
    tried = thinking[:: -(-len(thinking) // MOST_TRIED)]
    found = [_of_one(experiment, scenario) for scenario in tried]
    times = len(thinking) / len(tried) * experiment.games
    return Cost(*(times * sum(part) for part in zip(*found, strict=True)))


def _of_one(experiment: Experiment, scenario: Scenario) -> tuple[float, float, float]:
    """Return the decisions, play-outs and seconds per game of a scenario."""
    match = match_of(experiment, scenario)
    few = tuple(
        {**player.parameters, PLAYOUTS.name: FEW} if player.strategy.look_ahead else player.parameters
        for player in scenario.players
    )
    trial = Match(match.game, match.knobs, match.strategies, few, match.seed)
    trial.compile()
    begun = time.process_time()
    decisions, made = trial.measure(range(GAMES))
    seconds = (time.process_time() - begun) / max(made, 1)
    playouts = decisions / GAMES * playouts_of(scenario) / len(scenario.players)
    return decisions / GAMES, playouts, playouts * seconds
