"""The event log: what happens inside a move, for replays and for the table of events.

Rules call `note` wherever something happens that a spectator would see; a game declares each kind of event
(`EventKind`).  In the play loop the log is None and compiling removes the calls; a replay passes a
record of `LOG` and reads it after every move.  For the table of events the play loop is compiled once more,
with a log, and keeps the events of each move (`keep_events`).
"""

import numpy as np

from simkit.compile.kernel import kernel

EVENT_FIELDS = ("a", "b", "c")
"""The fields of an event; its kind declares what they mean."""

EVENT = np.dtype([("kind", np.int32), *((name, np.int32) for name in EVENT_FIELDS)], align=True)
DECIDED = -1
"""The kind of event that the play loop adds itself: a seat has chosen among several moves."""

LOG_CAPACITY = 512
"""The most events that one move can log; others are dropped and counted, and a replay says how many."""

LOG = np.dtype(
    [("count", np.int32), ("dropped", np.int32), ("events", EVENT, (LOG_CAPACITY,))],
    align=True,
)


@kernel
def note(log, kind, a, b, c):
    """Log an event, its kind and the numbers in its fields (0 for unused fields), if there is a log."""
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


KEPT = np.dtype(
    [("game", np.uint32), ("step", np.int32), ("seat", np.int32), ("event", EVENT)],
    align=True,
)
"""An event with its game, the number of its move (0 for the set-up) and the seat that moved."""


@kernel
def keep_events(log, kept, cursor, step, seat):
    """Move a move's events from the log to those kept; return False if there is no room left.

    Parameters
    ----------
    log : record of LOG
        What the move has noted.
    kept : record array of KEPT
        Room for the events of many games; ``cursor.events`` is the number stored so far.
    cursor : record of CURSOR
        Where the play loop is.
    step, seat : int
        The number of the move, and the seat that made it.
    """
    if cursor.events + log.count > len(kept):
        return False
    for i in range(log.count):
        row = kept[cursor.events]
        row.game = cursor.game
        row.step = step
        row.seat = seat
        row.event.kind = log.events[i].kind
        row.event.a = log.events[i].a
        row.event.b = log.events[i].b
        row.event.c = log.events[i].c
        cursor.events += 1
    log.count = 0
    return True
