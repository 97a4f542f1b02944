"""Compiles what an experiment needs before its first game, in several processes if it is not yet compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from contextlib import suppress
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import Any

import joblib

from simkit.engine.game import Game
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy
from simkit.experiment import Experiment
from simkit.plugins import find_game, find_strategy
from simkit.run.parent import end_with


def compile_side_by_side(experiment: Experiment, jobs: int) -> None:
    """Compile the play loop here and, meanwhile, the strategies in other processes.

    Afterwards all of it lies on disk.  What can't be compiled is skipped: it is reported when it is needed.
    With one job or only one thing to compile there are no other processes.
    """
    # Here and in joblib's workers, started later: a string.py in the current folder is not Python's own.
    os.environ["PYTHONSAFEPATH"] = "1"
    game = experiment.game
    waiting = deque(_cold_strategies(experiment))
    helpers = min(joblib.effective_n_jobs(jobs) - 1, len(waiting))
    if helpers < 1 or not game.is_cold:
        return

    own, folder = str(os.getpid()), str(experiment.folder)

    def compile_strategies() -> None:
        while waiting:
            try:
                reference = waiting.popleft()
            except IndexError:  # another took the last one
                return
            _run_quietly((sys.executable, "-m", __name__, own, game.name, reference, folder))

    with ThreadPool(helpers) as pool:
        helping = [pool.apply_async(compile_strategies) for _ in range(helpers)]
        with suppress(Exception):
            _compile_play_loop(game)
        compile_strategies()
        for helper in helping:
            helper.wait()


def _run_quietly(command: tuple[str, ...]) -> None:
    subprocess.run(command, capture_output=True, check=False)


def _cold_strategies(experiment: Experiment) -> list[str]:
    """Return the strategies that are not compiled yet: only one of those that share a function."""
    found: dict[Any, str] = {}
    for reference in _references(experiment):
        if _is_cold(experiment, reference):
            strategy = find_strategy(experiment.game.name, reference, experiment.folder)
            found.setdefault((strategy.function, strategy.layout), reference)
    return list(found.values())


def anything_cold(experiment: Experiment) -> bool:
    """Return True if something that the experiment needs is not compiled yet."""
    cold = (_is_cold(experiment, reference) for reference in _references(experiment))
    return experiment.game.is_cold or any(cold)


def _references(experiment: Experiment) -> list[str]:
    """Return the strategies that play, as the experiment names them."""
    return sorted({player.strategy for scenario in experiment.scenarios for player in scenario.players})


def _is_cold(experiment: Experiment, reference: str) -> bool:
    return find_strategy(experiment.game.name, reference, experiment.folder).is_cold


def _compile_play_loop(game: Game) -> None:
    knobs = game.knobs()
    anybody = Strategy("anybody", game.name, "none", (), _choose_the_first)
    Match(game, knobs, (anybody,) * game.seats_under(knobs)).compile()


def _choose_the_first(
    table: Any, seat: Any, rules: Any, moves: Any, count: Any, parameters: Any, chance: Any
) -> int:
    """Stand for a strategy: the play loop is the same for all."""
    return 0


if __name__ == "__main__":
    parent, game_name, strategy_reference, strategies_folder = sys.argv[1:]
    end_with(int(parent))
    strategy = find_strategy(game_name, strategy_reference, Path(strategies_folder))
    strategy.compile(find_game(game_name))
