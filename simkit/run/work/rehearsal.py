"""Prepares the first game: compiles, and rehearses strategies that are not simkit's own in a trial game.

Compiled code can't be watched: a strategy that draws random numbers which no seed repeats would be noticed in
the results only, or not at all.  So it first plays a game in plain Python.
"""

from __future__ import annotations

import time

import numpy as np

from simkit.engine.base.failure import Meddling
from simkit.engine.contract.player import Player, Reference
from simkit.engine.play.match import Match
from simkit.engine.play.walk import walk
from simkit.errors import BadInput
from simkit.experiment.values import Experiment, Scenario
from simkit.plugins import find_strategy
from simkit.run.work.interrupt import GivenUp

LONGEST = 3.0
"""Seconds that all rehearsals of an experiment may take, after which the current decision is finished: a
strategy that thinks long thinks far longer in plain Python."""


def prepare(experiment: Experiment, *, loads: bool = True) -> list[Match]:
    """Compile everything that an experiment needs; rehearse strategies that no tests prove.

    `loads`: whether compiled code is loaded, too; not where all of it is on disk and others play.

    Returns the rehearsed matches: one for each such strategy with other parameters, under the first rules
    with which it plays.
    """
    left = LONGEST  # the time of compiling does not count
    compiled: set[tuple[Reference, ...]] = set()
    seen: set[str] = set()
    rehearsed = []
    for scenario in experiment.scenarios:
        line_up = tuple(player.strategy for player in scenario.players)
        players = {repr(player) for player in scenario.players}
        if line_up in compiled and players <= seen:
            continue
        match = match_of(experiment, scenario)
        if loads and line_up not in compiled:
            match.compile(logged=bool(experiment.events_one_in))
        if not players <= seen and not match.is_proven:
            left -= rehearse(match, left)
            rehearsed.append(match)
        compiled.add(line_up)
        seen |= players
    return rehearsed


def match_of(experiment: Experiment, scenario: Scenario) -> Match:
    """Return the match of a scenario."""
    return Match(
        experiment.game,
        scenario.knobs,
        tuple(
            find_strategy(experiment.game.name, player.strategy, experiment.folder)
            for player in scenario.players
        ),
        tuple(player.parameters for player in scenario.players),
        experiment.seed,
    )


def matches_of(experiment: Experiment, scenarios: range) -> list[Match]:
    """Return the matches of some scenarios."""
    matches: list[Match] = []
    players: tuple[Player, ...] = ()
    for scenario in experiment.scenarios[scenarios.start : scenarios.stop]:
        is_alike = matches and scenario.players == players
        matches.append(matches[-1].under(scenario.knobs) if is_alike else match_of(experiment, scenario))
        players = scenario.players
    return matches


def rehearse(match: Match, longest: float) -> float:
    """Play game 0 of a match in plain Python for up to `longest` seconds, and check its strategies.

    The last decision is finished first.  Any error except `Meddling` ends the rehearsal without a message;
    the run reports it if it happens there too: plain Python's numbers overflow where compiled ones have more
    room, and a decision that never ends there may only take long.

    Returns how many seconds it took.

    Raises Meddling if a strategy changes what is not its own.
    """
    begun = time.monotonic()
    with np.errstate(all="ignore"):  # as compiled code does
        try:
            for _ in walk(match, 0, plain=True):  # of players that think the base
                if time.monotonic() - begun > longest:
                    break
        except Meddling:
            raise
        except (BadInput, GivenUp):
            pass
    return time.monotonic() - begun
