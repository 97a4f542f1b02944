"""The event log: what happened inside a move, for the story of a game.

Rules call `note` wherever something happens that a spectator would see.  In the play loop the log is None
and the calls vanish when compiling; a replay hands in a record of `LOG` and reads it after every move.
"""

import numpy as np

from simkit.engine.kernel import kernel

EVENT = np.dtype([("kind", np.int32), ("a", np.int32), ("b", np.int32), ("c", np.int32)], align=True)
LOG_CAPACITY = 512
"""Events that one move can log; further ones are dropped and counted, and a replay says how many."""

LOG = np.dtype(
    [("count", np.int32), ("dropped", np.int32), ("events", EVENT, (LOG_CAPACITY,))],
    align=True,
)


@kernel
def note(log, kind, a, b, c):
    """Write down one event (a kind and three numbers whose meaning the game defines), if there is a log."""
    if log is not None:
        if log.count < LOG_CAPACITY:
            event = log.events[log.count]
            event.kind = kind
            event.a = a
            event.b = b
            event.c = c
            log.count += 1
        else:
            log.dropped += 1
