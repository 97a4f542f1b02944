"""The event log: what happened inside a move, for replays and for the table of events.

Rules call `note` wherever something happens that a spectator would see; a game declares each kind of event
(`EventKind`).  In the play loop the log is None and the calls vanish when compiling; a replay hands in a
record of `LOG` and reads it after every move.
"""

import numpy as np

from simkit.engine.kernel import kernel

EVENT_FIELDS = ("a", "b", "c")
"""The numbers of an event; what they mean is declared by its kind."""

EVENT = np.dtype([("kind", np.int32), *((name, np.int32) for name in EVENT_FIELDS)], align=True)
LOG_CAPACITY = 512
"""Events that one move can log; further ones are dropped and counted, and a replay says how many."""

LOG = np.dtype(
    [("count", np.int32), ("dropped", np.int32), ("events", EVENT, (LOG_CAPACITY,))],
    align=True,
)


@kernel
def note(log, kind, a, b, c):
    """Write down an event: its kind and the numbers in its fields (0 where it has none), if a log is kept."""
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
