"""The event log: what happens inside a move, for replays and for the table of events.

Rules call `note` wherever something happens that a spectator would see; a game declares each kind of event
(`EventKind`).  In the play loop the log is None and compiling removes the calls; a replay passes a
record of `log_layout` and reads it after every move.  For the table of events the play loop is compiled once
more, with a log, and keeps the events of each move (`keep_events`).
"""

import numpy as np

from simkit.compile.kernel import kernel

NUMBERS = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l")
"""The columns of the table of events for an event's numbers, of which each game has as many as its longest
event; the kind declares what they mean."""

DECIDED = -1
"""The kind of event that the play loop adds itself: a seat has chosen among several moves."""

FEWEST = 2
"""The numbers of such an event, for which every log has room: which kind of move, among how many moves."""

LOG_CAPACITY = 512
"""The most events that one move can log; others are dropped and counted, and a replay says how many."""


def event_layout(numbers: int) -> np.dtype[np.void]:
    """Return the layout of an event in a game whose longest event has this number of numbers."""
    return np.dtype([("kind", np.int32), ("numbers", np.int32, (numbers,))], align=True)


def log_layout(event: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the layout of the log of a move."""
    return np.dtype(
        [("count", np.int32), ("dropped", np.int32), ("events", event, (LOG_CAPACITY,))], align=True
    )


def kept_layout(event: np.dtype[np.void]) -> np.dtype[np.void]:
    """Return the layout of an event with its game, the number of its move and the seat that moved.

    The set-up is move number 0.
    """
    return np.dtype(
        [("game", np.uint32), ("step", np.int32), ("seat", np.int32), ("event", event)], align=True
    )


WHOLE = 0
"""Combined with a number by `|` it leaves the number as it is, and refuses one with a fraction."""


@kernel
def note(log, kind, a=0, b=0, c=0, d=0, e=0, f=0, g=0, h=0, i=0, j=0, k=0, l=0):  # noqa: E741, PLR0913
    """Log an event, its kind and its numbers (whole ones, as many as its kind has), if there is a log."""
    if log is not None:
        if log.count < LOG_CAPACITY:
            event = log.events[log.count]
            event.kind = kind
            numbers = event.numbers
            numbers[0] = a | WHOLE
            numbers[1] = b | WHOLE
            # The log has as many numbers as the game's longest event; compiling removes these comparisons.
            if len(numbers) > 2:
                numbers[2] = c | WHOLE
            if len(numbers) > 3:
                numbers[3] = d | WHOLE
            if len(numbers) > 4:
                numbers[4] = e | WHOLE
            if len(numbers) > 5:
                numbers[5] = f | WHOLE
            if len(numbers) > 6:
                numbers[6] = g | WHOLE
            if len(numbers) > 7:
                numbers[7] = h | WHOLE
            if len(numbers) > 8:
                numbers[8] = i | WHOLE
            if len(numbers) > 9:
                numbers[9] = j | WHOLE
            if len(numbers) > 10:
                numbers[10] = k | WHOLE
            if len(numbers) > 11:
                numbers[11] = l | WHOLE
            log.count += 1
        else:
            log.dropped += 1


@kernel
def keep_events(log, kept, cursor, step, seat):
    """Move a move's events from the log to those kept; return False if there is no room left.

    ``cursor.events`` is the number kept so far, of many games.
    """
    if cursor.events + log.count > len(kept):
        return False
    for i in range(log.count):
        row = kept[cursor.events]
        row.game = cursor.game
        row.step = step
        row.seat = seat
        row.event = log.events[i]
        cursor.events += 1
    log.count = 0
    return True
