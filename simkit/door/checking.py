"""Tries an experiment out: plays a few games of each match, and says what the whole would take."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import NamedTuple

from simkit.engine.base.failure import NeverEnding, StrategyFailure
from simkit.engine.contract.skills import NAMES_OF_SKILLS
from simkit.engine.play.match import Match
from simkit.errors import BadInput
from simkit.experiment.factors import heading
from simkit.experiment.values import Experiment, Scenario
from simkit.plugins import find_strategy
from simkit.run.findings.idle import idle_in_trial
from simkit.run.work.interrupt import run_interruptibly
from simkit.run.work.rehearsal import match_of, prepare
from simkit.run.work.trial import cost_of, needs_of, with_fewer_playouts

GAMES_TRIED = 10
"""The number of games that are played of each match."""

TIMED, FEW = 4, 20
"""The scenarios that are timed to find how many games take some seconds, and the games of each."""


class TriedOut(NamedTuple):
    """What an experiment is found to be: what it needs, and notes: what in it changes nothing, and so on.

    `games` is about how many games it has in all, `cost` what thinking players take, if there are any.
    """

    needs: str
    notes: list[str]
    games: int
    cost: str


def try_out(experiment: Experiment, file: Path) -> TriedOut:
    """Play a few games of each match of an experiment, with fewer play-outs than it says.

    Raises BadInput if a game fails; with the command that replays it from the file.
    """
    tried = with_fewer_playouts(experiment)
    for match in run_interruptibly(prepare, tried):
        _play_a_few(tried, match, file)
    idle = run_interruptibly(idle_in_trial, tried, partial(_outcomes, tried))
    needs = run_interruptibly(needs_of, experiment)
    cost = run_interruptibly(cost_of, experiment, needs.games)
    notes = [*idle, *_notes_on_skills(experiment)]
    return TriedOut(needs.in_words(), notes, needs.games, cost.in_words() if cost else "")


def games_within(experiment: Experiment, seconds: float) -> int:
    """Return how many games of each scenario take some seconds: 1, 2 or 5 with noughts.

    What is needed is compiled already.
    """
    scenarios = experiment.scenarios
    tried = scenarios[:: -(-len(scenarios) // TIMED)]
    took = sum(run_interruptibly(_seconds_of, experiment, scenario) for scenario in tried)
    most: float = max(seconds * len(tried) * FEW / (max(took, 1e-6) * len(scenarios)), FEW)
    nice = (first * int(10**power) for power in range(1, 8) for first in (1, 2, 5))
    return min(max(number for number in nice if number <= most), experiment.games)


def _seconds_of(experiment: Experiment, scenario: Scenario) -> float:
    match = match_of(experiment, scenario)
    match.compile()
    begun = time.perf_counter()
    match.play(0, FEW)
    return time.perf_counter() - begun


def _notes_on_skills(experiment: Experiment) -> list[str]:
    """Return a sentence for each player whose skill is not on the list."""
    references = dict.fromkeys(
        player.strategy for scenario in experiment.scenarios for player in scenario.players
    )
    known = {
        reference.name: find_strategy(experiment.game.name, reference.without_dial, experiment.folder)
        for reference in references
    }
    return [
        f"the skill of {name}, '{strategy.note}', is a note, which reports put in brackets; "
        f"skills are {NAMES_OF_SKILLS}"
        for name, strategy in known.items()
        if strategy.note
    ]


def _outcomes(experiment: Experiment, scenario: Scenario, games: int) -> tuple[bytes, bytes]:
    rows, seat_rows = match_of(experiment, scenario).play(0, games)
    return rows.tobytes(), seat_rows.tobytes()


def _play_a_few(experiment: Experiment, match: Match, file: Path) -> None:
    """Play a few games of a match; report a failure with its scenario."""
    try:
        run_interruptibly(match.play, 0, GAMES_TRIED)
    except (StrategyFailure, NeverEnding) as failure:
        scenario = next(setting for setting in experiment.scenarios if match_of(experiment, setting) == match)
        levels = ", ".join(f"{heading(name)} {level}" for name, level in scenario.levels.items())
        where = f"scenario {scenario.index}{f' ({levels})' if levels else ''}"
        command = f"simkit replay {file} --scenario {scenario.index} --game {failure.game_number}"
        raise BadInput(f"{failure}, {where}\nreplay it: {command}") from None
