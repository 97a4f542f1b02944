"""Work beside the main thread, so that this one hears Ctrl-C meanwhile.

The main thread is deaf to it while it is in compiled code, and at times loses it while Numba compiles: what
is raised in a function that LLVM calls back is ignored.  A thread of a pool ends with the process, whatever
it is at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.pool import ThreadPool
from typing import ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

LISTENING = 0.1
"""Seconds after which the main thread looks whether Ctrl-C has been pressed.

A wait without end would not be interrupted: Polars takes the signal, and the wait is begun again.
"""


def heard(
    worker: ThreadPool, work: Callable[Arguments, Result], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Result:
    """Return what `work` returns when a thread of `worker` does it; Ctrl-C is heard meanwhile.

    What `work` raises is raised here, whatever it is: a pool's thread would die of what is no `Exception`,
    and its result would never come.
    """

    def done() -> Result | _Raised:
        try:
            return work(*args, **kwargs)
        except BaseException as error:
            return _Raised(error)

    pending = worker.apply_async(done)
    while not pending.ready():
        pending.wait(LISTENING)
    result = pending.get()
    if isinstance(result, _Raised):
        raise result.error
    return result


@dataclass(frozen=True)
class _Raised:
    error: BaseException
