"""Runs work in a second thread, so that Ctrl-C can interrupt it and games that never end are noticed.

In the main thread compiled code would block Ctrl-C, and Numba's compiler would at times lose it: exceptions
in a function that LLVM calls back are ignored.

Compiled code can't be interrupted; another thread can only watch the cursor of the play loop.  If the cursor
does not change while the playing thread uses more than the allowed processor time, the strategy (or the
rules) running there is reported.  Processor time is measured because a laptop may sleep and a machine may be
busy.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import ParamSpec, TypeVar

import numpy as np

from simkit.engine.base.failure import NeverEnding
from simkit.engine.contract.game import Game
from simkit.engine.play.at_work import Playing, played_by
from simkit.engine.play.blame import LONGEST_SEARCH, folders_of, who_was_at_work
from simkit.engine.play.seating import Seating
from simkit.engine.play.walk import Step, walk
from simkit.errors import BadInput, place_at
from simkit.language import NOBODY
from simkit.run.work.own_process import THREAD

PATIENCE = "SIMKIT_PATIENCE"
"""The environment variable that sets how long one move may take."""

DEFAULT_PATIENCE = 5.0
"""Seconds of processor time that one move may take."""

IN_PLAIN_PYTHON = 0.6
"""The part of that time allowed for a move in plain Python; after that, compiled code is used."""

STAY = 1.0
"""Seconds at that move in plain Python after which it counts as hanging there too."""


class GivenUp(BaseException):
    """Raised in a thread that plays in plain Python, to stop it if it takes too long."""


def patience() -> float:
    """Return the seconds of processor time that one move may take."""
    said = os.environ.get(PATIENCE, "") or str(DEFAULT_PATIENCE)
    try:
        seconds = float(said)
    except ValueError:
        seconds = 0.0
    if not seconds > 0:
        raise BadInput(f"{PATIENCE} is '{said}'; allowed: seconds of processor time, more than 0, or inf")
    return seconds


class Watch:
    """Watches whether a thread that plays games makes progress.

    `thread` is its identifier; `patience` the seconds of its processor time that one move may take.
    """

    def __init__(self, thread: int, patience: float) -> None:
        self._thread = thread
        self._patience = patience
        self._seen: tuple[Playing, tuple[int, int, int]] | None = None
        self._since = 0.0
        self._given_up = False

    def look(self) -> None:
        """Check that the thread makes progress; call this repeatedly.

        A slow game in plain Python may still end: it is stopped once, and played compiled.

        Raises NeverEnding if it has been at the same move for too long.
        """
        playing = played_by(self._thread)
        if playing is None or (place := playing.place)[0] == NOBODY:
            self._seen = None
            return
        now = playing.clock()
        progress = playing.progress
        if self._seen is None or self._seen[0] is not playing or self._seen[1] != progress:
            self._seen, self._since, self._given_up = (playing, progress), now, False
        elif now - self._since > self._patience * (IN_PLAIN_PYTHON if playing.in_plain_python else 1):
            if not playing.in_plain_python or self._given_up:
                raise _failure(playing.seating, place, self._patience)
            self._since, self._given_up = now, True
            _give_up(self._thread)


def _give_up(thread: int) -> None:
    """Raise `GivenUp` in a thread, at the next line of Python that it executes."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(GivenUp))


def _failure(seating: Seating, place: tuple[int, int, int], patience: float) -> NeverEnding:
    number, seat, made = place
    who = who_was_at_work(seating, number, seat)
    how_long = f"{patience:g} s of processor time ({PATIENCE}=60 waits a minute)"
    turns = _Turns(seating.game)
    line = _line_in_plain_python(seating, place, turns)
    failure = NeverEnding(who, how_long, made + 1, number, line, turns.at(seat) if line else 0)
    failure.seating = seating
    return failure


class _Turns:
    """Counts the turns of a game that is played step by step, as the table of events does."""

    def __init__(self, game: Game) -> None:
        self._beginning = [kind.number for kind in game.events if kind.begins_turn]
        self._seat = NOBODY
        self._begun = 0

    def see(self, step: Step) -> None:
        """Count the turns that begin in a step."""
        if self._beginning:
            self._begun += int(np.isin(step.events["kind"], self._beginning).sum())
        elif step.seat not in (self._seat, NOBODY):
            self._begun += 1
            self._seat = step.seat

    def at(self, seat: int) -> int:
        """Return the current turn, when the seat to choose next is known."""
        return self._begun + (not self._beginning and seat != self._seat)


def _line_in_plain_python(seating: Seating, place: tuple[int, int, int], turns: _Turns) -> str | None:
    """Return the line where the game hangs in plain Python, if it gets to that move in time."""
    number, seat, _ = place
    folders = folders_of(seating, number, seat)

    def play() -> None:
        try:
            with np.errstate(all="ignore"):
                for step in walk(seating, number, plain=True):
                    turns.see(step)
        except (BadInput, GivenUp):
            pass  # in plain Python another error comes first

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    begun = time.monotonic()
    there_since: float | None = None
    while thread.is_alive() and (now := time.monotonic()) - begun < LONGEST_SEARCH:
        playing = played_by(thread.ident or 0)
        if playing is None or playing.place != place:
            there_since = None
        elif there_since is None:
            there_since = now
        elif now - there_since > STAY:
            frame = sys._current_frames().get(thread.ident or 0)
            _give_up(thread.ident or 0)
            return place_at(frame, folders) if frame else None
        thread.join(0.05)
    if thread.is_alive():
        _give_up(thread.ident or 0)
    return None


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LISTENING = 0.1
"""Seconds between two checks in the main thread whether Ctrl-C was pressed.

An endless wait would not be interrupted: Polars takes the signal, and the wait begins again.
"""


def run_interruptibly(
    work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Return the result of `work`, or raise its exception; Ctrl-C interrupts it at any time.

    The work is done in a thread of its own, which ends with the process even if it is not done.

    Raises NeverEnding if a strategy, or the rules, of a game that is played do not come to an end.
    """
    longest = patience()
    outcome: Future[Result] = Future()

    def do() -> None:
        try:
            outcome.set_result(work(*args, **kwargs))
        except BaseException as error:
            outcome.set_exception(error)

    thread = Thread(target=do, daemon=True, name=THREAD)
    thread.start()
    watch = Watch(thread.ident or 0, longest)
    while not outcome.done():
        wait([outcome], LISTENING)
        watch.look()
    return outcome.result()
