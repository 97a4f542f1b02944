"""Compiles what an experiment needs before its first game, in several processes if it is not yet compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from pathlib import Path
from threading import Lock
from typing import Any

import joblib

from simkit.engine.game import Game
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy
from simkit.experiment import Experiment
from simkit.plugins import find_game, find_strategy
from simkit.run.parent import end_with

PLAY_LOOP = "the play loop"
"""Stands for the game's rules and the loop around them, among the strategies that are to be compiled."""


@dataclass(frozen=True)
class Compiling:
    """What is being compiled at this moment, and what is still to come after it.

    Parameters
    ----------
    now : tuple of str
        What is being compiled: `PLAY_LOOP`, or strategies as the experiment names them.
    left : tuple of str
        The strategies that are compiled afterwards.
    """

    now: tuple[str, ...]
    left: tuple[str, ...]

    def in_words(self) -> str:
        """Return it as a line to be shown."""
        if not self.left:
            return f"compiling {', '.join(self.now)}; nothing else is left"
        strategies = "strategy" if len(self.left) == 1 else "strategies"
        return f"compiling {', '.join(self.now)}; {len(self.left)} {strategies} left: {', '.join(self.left)}"


class _WorkList:
    """What is to be compiled, from which several threads take; each change is reported."""

    def __init__(self, waiting: list[str], report: Callable[[Compiling], object]) -> None:
        self._waiting = deque(waiting)
        self._now: list[str] = []
        self._report = report
        self._lock = Lock()

    def take(self, done: str | None = None) -> str | None:
        """Return the next piece to compile, or None; `done` is what the same thread took before."""
        with self._lock:
            if done is not None:
                self._now.remove(done)
            following = self._waiting.popleft() if self._waiting else None
            if following is not None:
                self._now.append(following)
            if self._now:
                self._report(Compiling(tuple(self._now), tuple(self._waiting)))
            return following

    def work_off(self, compile_one: Callable[[str], object], first: str | None = None) -> None:
        """Compile one after another until none is left; `first` was taken already."""
        name = first or self.take()
        while name is not None:
            with suppress(Exception):
                compile_one(name)
            name = self.take(name)


def compile_side_by_side(experiment: Experiment, jobs: int, report: Callable[[Compiling], object]) -> None:
    """Compile the play loop here and, meanwhile, strategies in other processes; what is left then, here.

    Afterwards all of it lies on disk.  What can't be compiled is passed over: it is reported by what needs
    it.  With one job or only one thing to compile there are no other processes.

    Parameters
    ----------
    experiment : Experiment
        What is going to be played.
    jobs : int
        Processes at once, with this one; -1 means one per core.
    report : callable
        Called whenever another thing begins to be compiled, or one is done; never if nothing is cold.
    """
    # Here and in joblib's workers, started later: a string.py in the current folder is not Python's own.
    os.environ["PYTHONSAFEPATH"] = "1"
    game = experiment.game
    cold = [*([PLAY_LOOP] if game.is_cold else []), *_cold_strategies(experiment)]
    work = _WorkList(cold, report)
    own, folder = str(os.getpid()), str(experiment.folder)

    def compile_here(name: str) -> None:
        if name == PLAY_LOOP:
            _compile_play_loop(game, logged=bool(experiment.events_one_in))
        else:
            find_strategy(game.name, name, experiment.folder).compile(game)

    def compile_beside(name: str) -> None:
        command = (sys.executable, "-m", __name__, own, game.name, name, folder)
        subprocess.run(command, capture_output=True, check=False)

    helpers = min(joblib.effective_n_jobs(jobs), len(cold)) - 1
    first = work.take()  # before the others: the play loop is compiled where it is needed
    if first is None:
        return
    if helpers < 1:
        work.work_off(compile_here, first)
        return
    with ThreadPool(helpers) as pool:
        helping = [pool.apply_async(work.work_off, (compile_beside,)) for _ in range(helpers)]
        work.work_off(compile_here, first)
        for helper in helping:
            helper.wait()


def _cold_strategies(experiment: Experiment) -> list[str]:
    """Return the strategies that are not compiled yet: only one of those that share a function."""
    found: dict[Any, str] = {}
    for reference in _references(experiment):
        if _is_cold(experiment, reference):
            strategy = find_strategy(experiment.game.name, reference, experiment.folder)
            found.setdefault((strategy.function, strategy.layout), reference)
    return list(found.values())


def _references(experiment: Experiment) -> list[str]:
    """Return the strategies that play, as the experiment names them."""
    return sorted({player.strategy for scenario in experiment.scenarios for player in scenario.players})


def _is_cold(experiment: Experiment, reference: str) -> bool:
    return find_strategy(experiment.game.name, reference, experiment.folder).is_cold


def _compile_play_loop(game: Game, *, logged: bool) -> None:
    knobs = game.knobs()
    anybody = Strategy("anybody", game.name, "none", (), _choose_the_first)
    Match(game, knobs, (anybody,) * game.seats_under(knobs)).compile(logged=logged)


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
