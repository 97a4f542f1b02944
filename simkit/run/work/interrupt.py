"""Runs work in a second thread, so that Ctrl-C can interrupt it and games that never end are noticed.

In the main thread compiled code would block Ctrl-C, and Numba's compiler would at times lose it: what is
raised in a function that LLVM calls back is ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import ParamSpec, TypeVar

from simkit.run.work.ending import THREAD
from simkit.run.work.stuck import Watch, patience

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LISTENING = 0.1
"""Seconds between two checks in the main thread whether Ctrl-C was pressed.

A wait without end would not be interrupted: Polars takes the signal, and the wait is begun again.
"""


def run_interruptibly(
    work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Return the result of `work`, or raise its exception; Ctrl-C interrupts it at any time.

    The work is done in a thread of its own, which ends with the process even in the middle of something.

    Raises
    ------
    NeverEnding
        If the work plays a game in which a strategy, or the rules, do not come to an end.
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
