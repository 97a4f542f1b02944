"""Work beside the main thread, so that this one hears Ctrl-C meanwhile, and sees what never comes to an end.

The main thread is deaf to it while it is in compiled code, and at times loses it while Numba compiles: what
is raised in a function that LLVM calls back is ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import ParamSpec, TypeVar

from simkit.run.stuck import Watch, patience

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LISTENING = 0.1
"""Seconds after which the main thread looks whether Ctrl-C has been pressed.

A wait without end would not be interrupted: Polars takes the signal, and the wait is begun again.
"""


def heard(work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
    """Return what `work` returns, or raise what it raises; Ctrl-C is heard meanwhile.

    It is done in a thread that ends with the process, whatever it is at.

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

    thread = Thread(target=do, daemon=True)
    thread.start()
    watch = Watch(thread.ident or 0, longest)
    while not outcome.done():
        wait([outcome], LISTENING)
        watch.look()
    return outcome.result()
