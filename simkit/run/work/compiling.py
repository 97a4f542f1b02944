"""Compiles everything that an experiment needs before its first game, in several processes if needed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path
from threading import Lock
from typing import Any

from simkit.compile.cache import require_writable
from simkit.engine.contract.composed import thinking
from simkit.engine.contract.game import Game
from simkit.engine.contract.player import Reference
from simkit.engine.contract.strategy import Strategy
from simkit.engine.play.compiled import compiled
from simkit.engine.play.match import Match
from simkit.experiment.values import Experiment
from simkit.plugins import find_game, find_strategy
from simkit.run.work import cores_for
from simkit.run.work.child import Child, serve
from simkit.run.work.own_process import end_with

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

Piece = str | Reference
"""A piece to compile: a loop by its name, or a strategy."""


@dataclass(frozen=True)
class Compiling:
    """What is being compiled at the moment, and what is compiled next."""

    now: tuple[str, ...]
    left: tuple[str, ...]
    """`PLAY_LOOP`, `LOG_LOOP`, or strategies as the experiment names them."""

    def in_words(self) -> str:
        """Return it as a line for the screen."""
        if not self.left:
            return f"compiling {', '.join(self.now)}; nothing else is left"
        return f"compiling {', '.join(self.now)}; {len(self.left)} left: {', '.join(self.left)}"


class _WorkList:
    """The pieces to compile, which several threads take; it reports each change.

    This process takes from the front, where the loops are, the others from the back, so that code which two
    pieces share is compiled once in each process.
    """

    def __init__(self, waiting: list[Piece], report: Callable[[Compiling], object]) -> None:
        self._waiting = deque(waiting)
        self._now: list[Piece] = []
        self._report = report
        self._lock = Lock()

    def take(self, done: Piece | None = None, *, last: bool = False) -> Piece | None:
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
                self._report(Compiling(_names(self._now), _names(self._waiting)))
            return following

    def give_back(self, piece: Piece) -> None:
        """Put back a piece that could not be compiled."""
        with self._lock:
            self._now.remove(piece)
            self._waiting.append(piece)

    def work_off(self, compile_one: Callable[[Piece], object], first: Piece | None) -> None:
        """Compile pieces from the front, beginning with `first`, until none is left."""
        piece = first
        while piece is not None:
            with suppress(Exception):
                compile_one(piece)
            piece = self.take(piece)

    def work_off_beside(self, arguments: tuple[str, ...]) -> None:
        """Let another process compile pieces from the back until none is left.

        If it ends early, its piece is put back and this thread ends.
        """
        piece = self.take(last=True)
        if piece is None:
            return
        with suppress(OSError):
            child = Child(__name__, *arguments, stderr=subprocess.DEVNULL)
            while piece is not None and child.ask(piece):
                piece = self.take(piece, last=True)
            child.end()
        if piece is not None:
            self.give_back(piece)


def cold_pieces(experiment: Experiment) -> list[Piece]:
    """Return what of an experiment is not compiled yet."""
    cold: list[Piece] = [
        name
        for name in _loops_of(experiment)
        if compiled(experiment.game).is_cold(logged=LOOPS[name][0], thinks=LOOPS[name][1])
    ]
    return cold + _cold_strategies(experiment)


def _names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(piece.name if isinstance(piece, Reference) else piece for piece in pieces)


def compile_side_by_side(experiment: Experiment, jobs: int, report: Callable[[Compiling], object]) -> None:
    """Compile the play loop in this process while others compile strategies; then help with the rest.

    Afterwards all of it is on disk.  What can't be compiled is passed over: the code that needs it reports
    it.  With one job, or only one piece to compile, there are no other processes.

    * `jobs`: processes at once, including this one; -1 means one per core.
    * `report`: called whenever a piece begins to be compiled, or is done; never if everything is compiled
      already.
    """
    game, cold = experiment.game, cold_pieces(experiment)
    if not cold:
        return
    require_writable()
    work = _WorkList(cold, report)
    arguments = (str(os.getpid()), game.name, str(experiment.folder))
    helpers = min(cores_for(jobs), len(cold)) - 1
    first = work.take()  # first, because this process needs the play loop
    if first is None:
        return
    compile_one = partial(_compile_one, game, experiment.folder)
    if helpers < 1:
        work.work_off(compile_one, first)
        return
    with ThreadPool(helpers) as pool:
        helping = [pool.apply_async(work.work_off_beside, (arguments,)) for _ in range(helpers)]
        work.work_off(compile_one, first)
        for helper in helping:
            helper.wait()
    work.work_off(compile_one, work.take())  # the pieces of a process that died


def _loops_of(experiment: Experiment) -> list[str]:
    line_ups = {tuple(player.strategy for player in scenario.players) for scenario in experiment.scenarios}
    needed = {any(reference.look_ahead for reference in line_up) for line_up in line_ups}
    wanted = {False, bool(experiment.events_one_in)}
    return [name for name, (logged, thinks) in LOOPS.items() if logged in wanted and thinks in needed]


def _compile_one(game: Game, folder: Path, piece: Piece) -> None:
    if isinstance(piece, Reference):
        find_strategy(game.name, piece, folder).compile(game)
    else:
        logged, thinks = LOOPS[piece]
        load_loop(game, logged=logged, thinks=thinks)


def _cold_strategies(experiment: Experiment) -> list[Reference]:
    """Return the strategies that are not compiled yet, one of those that share a function."""
    found: dict[Any, Reference] = {}
    for reference in _references(experiment):
        strategy = find_strategy(experiment.game.name, reference, experiment.folder)
        if strategy.is_cold(experiment.game):
            found.setdefault((strategy.function, strategy.layout), reference)
    return list(found.values())


def _references(experiment: Experiment) -> list[Reference]:
    players = {player.strategy for scenario in experiment.scenarios for player in scenario.players}
    found = {strategy.name: strategy for reference in players for strategy in reference.strategies}
    return [found[name] for name in sorted(found)]


def load_all(game: Game, references: Iterable[Reference], folder: Path, *, logged: bool) -> None:
    """Compile what is played with, or load it from the cache, as far as it can be; who plays says what can't.

    * `references`: the players, by files relative to `folder`.
    * `logged`: whether games are logged.
    """
    players = list(references)
    thinks = any(player.look_ahead for player in players)
    loops = {(False, thinks), (logged, thinks)}
    pieces: list[Piece] = [name for name, loop in LOOPS.items() if loop in loops]
    pieces += {strategy.name: strategy for player in players for strategy in player.strategies}.values()
    for piece in pieces:
        with suppress(Exception):
            _compile_one(game, folder, piece)


def load_loop(game: Game, *, logged: bool = False, thinks: bool = False) -> None:
    """Compile a play loop, or load it from the cache."""
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
    """Choose the first move; this replaces the strategies while the play loop is compiled."""
    return 0


if __name__ == "__main__":
    own_parent, game_name, strategies_folder = sys.argv[1:]
    end_with(int(own_parent))

    def _answer(piece: Piece) -> bytes:
        """Compile what the parent process names."""
        with suppress(Exception):
            _compile_one(find_game(game_name), Path(strategies_folder), piece)
        return b"done"

    serve(_answer)
