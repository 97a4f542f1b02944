"""Compiles everything that an experiment needs before its first game, in several processes if needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path
from threading import Lock
from typing import Any

import joblib

from simkit.engine.game import Game
from simkit.engine.match import Match
from simkit.engine.strategy import Strategy
from simkit.engine.thinker import named_in, parts_of, thinking
from simkit.experiment.scenarios import Experiment
from simkit.plugins import find_game, find_strategy
from simkit.run.parent import end_with

PLAY_LOOP = "the rules"
"""Stands for the play loop with the game's rules in the list of what is to be compiled."""

LOG_LOOP = "the rules with the log of events"
"""Stands for the play loop of games whose events are logged."""

THINKING_LOOP, THINKING_LOG_LOOP = "look-ahead", "look-ahead with the log of events"
"""Stand for the same two loops for thinking players."""

LOOPS = {
    PLAY_LOOP: (False, False),
    THINKING_LOOP: (False, True),
    LOG_LOOP: (True, False),
    THINKING_LOG_LOOP: (True, True),
}
"""For each loop, whether it logs events, and whether players think."""


@dataclass(frozen=True)
class Compiling:
    """What is being compiled at the moment, and what comes after it.

    Parameters
    ----------
    now : tuple of str
        What is being compiled: `PLAY_LOOP`, `LOG_LOOP`, or strategies as the experiment names them.
    left : tuple of str
        What is compiled afterwards.
    """

    now: tuple[str, ...]
    left: tuple[str, ...]

    def in_words(self) -> str:
        """Return it as a line for the screen."""
        if not self.left:
            return f"compiling {', '.join(self.now)}; nothing else is left"
        return f"compiling {', '.join(self.now)}; {len(self.left)} left: {', '.join(self.left)}"


class _WorkList:
    """The list of what is to be compiled, from which several threads take; it reports each change.

    This process takes from the front, where the loops stand, the others from the back: what two things have
    in common is compiled once in each process.
    """

    def __init__(self, waiting: list[str], report: Callable[[Compiling], object]) -> None:
        self._waiting = deque(waiting)
        self._now: list[str] = []
        self._report = report
        self._lock = Lock()

    def take(self, done: str | None = None, *, last: bool = False) -> str | None:
        """Return the first or last piece to compile, or None; `done` is the piece just finished."""
        with self._lock:
            if done is not None:
                self._now.remove(done)
            following = None
            if self._waiting:
                following = self._waiting.pop() if last else self._waiting.popleft()
            if following is not None:
                self._now.append(following)
            if self._now:
                self._report(Compiling(tuple(self._now), tuple(self._waiting)))
            return following

    def give_back(self, name: str) -> None:
        """Put back a piece that could not be compiled."""
        with self._lock:
            self._now.remove(name)
            self._waiting.append(name)

    def work_off(self, compile_one: Callable[[str], object], first: str | None) -> None:
        """Compile pieces from the front, beginning with `first`, until none is left."""
        name = first
        while name is not None:
            with suppress(Exception):
                compile_one(name)
            name = self.take(name)

    def work_off_beside(self, command: tuple[str, ...]) -> None:
        """Let another process compile pieces from the back until none is left.

        It reads a line for each and answers with one.  If it ends before, what it was at is given back, and
        this thread does no more.
        """
        name = self.take(last=True)
        if name is None:
            return
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with (
            suppress(OSError),
            subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True) as process,
        ):
            assert process.stdin is not None and process.stdout is not None
            while name is not None:
                print(json.dumps(name), file=process.stdin, flush=True)
                if not process.stdout.readline():
                    break
                name = self.take(name, last=True)
        if name is not None:
            self.give_back(name)


def compile_side_by_side(experiment: Experiment, jobs: int, report: Callable[[Compiling], object]) -> None:
    """Compile the play loop in this process while others compile strategies; then help with what is left.

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
    cold = [name for name in _loops_of(experiment) if _is_loop_cold(game, name)]
    cold += _cold_strategies(experiment)
    work = _WorkList(cold, report)
    command = (sys.executable, "-m", __name__, str(os.getpid()), game.name, str(experiment.folder))
    helpers = min(joblib.effective_n_jobs(jobs), len(cold)) - 1
    first = work.take()  # before the others: the play loop is compiled where it is needed
    if first is None:
        return
    compile_one = partial(_compile_one, game, experiment.folder)
    if helpers < 1:
        work.work_off(compile_one, first)
        return
    with ThreadPool(helpers) as pool:
        helping = [pool.apply_async(work.work_off_beside, (command,)) for _ in range(helpers)]
        work.work_off(compile_one, first)
        for helper in helping:
            helper.wait()
    work.work_off(compile_one, work.take())  # what a process that died has left


def _loops_of(experiment: Experiment) -> list[str]:
    """Return the loops that an experiment needs."""
    line_ups = {tuple(player.strategy for player in scenario.players) for scenario in experiment.scenarios}
    needed = {any(parts_of(reference) for reference in line_up) for line_up in line_ups}
    wanted = {False, bool(experiment.events_one_in)}
    return [name for name, (logged, thinks) in LOOPS.items() if logged in wanted and thinks in needed]


def _is_loop_cold(game: Game, name: str) -> bool:
    logged, thinks = LOOPS[name]
    return game.is_cold(logged=logged, thinks=thinks)


def _compile_one(game: Game, folder: Path, name: str) -> None:
    """Compile a loop, or the strategy with a name in the experiment."""
    if name in LOOPS:
        logged, thinks = LOOPS[name]
        _compile_loop(game, logged=logged, thinks=thinks)
    else:
        find_strategy(game.name, name, folder).compile(game)


def _cold_strategies(experiment: Experiment) -> list[str]:
    """Return the strategies that are not compiled yet, one of those that share a function."""
    found: dict[Any, str] = {}
    for reference in _references(experiment):
        if _is_cold(experiment, reference):
            strategy = find_strategy(experiment.game.name, reference, experiment.folder)
            found.setdefault((strategy.function, strategy.layout), reference)
    return list(found.values())


def _references(experiment: Experiment) -> list[str]:
    """Return the names in the experiment of all strategies that play."""
    players = {player.strategy for scenario in experiment.scenarios for player in scenario.players}
    return sorted({name for reference in players for name in named_in(reference)})


def _is_cold(experiment: Experiment, reference: str) -> bool:
    return find_strategy(experiment.game.name, reference, experiment.folder).is_cold


def _compile_loop(game: Game, *, logged: bool, thinks: bool) -> None:
    knobs = game.knobs()
    anybody = Strategy("anybody", game.name, "none", (), _choose_the_first)
    if thinks:
        anybody = thinking(anybody)
    match = Match(game, knobs, (anybody,) * game.seats_under(knobs))
    if logged:
        match.log(range(0))
    else:
        match.play(0, 0)


def _choose_the_first(
    table: Any, seat: Any, rules: Any, moves: Any, count: Any, parameters: Any, chance: Any
) -> int:
    """Choose the first move; it stands in for the strategies while the play loop is compiled."""
    return 0


def _answer(parent: int, game: Game, folder: Path) -> None:
    """Compile what the parent process names, line by line, until its input ends."""
    end_with(parent)
    for line in sys.stdin:
        with redirect_stdout(sys.stderr), suppress(Exception):  # whatever a plug-in prints is no answer
            _compile_one(game, folder, json.loads(line))
        print("done", flush=True)


if __name__ == "__main__":
    parent, game_name, strategies_folder = sys.argv[1:]
    _answer(int(parent), find_game(game_name), Path(strategies_folder))
