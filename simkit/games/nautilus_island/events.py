"""The events that Nautilus Island logs; `story.py` tells them."""

ROUND_BEGUN = 1  # round, 1 if it is the last
ENTERED = 2  # seat, column
COLLECTED = 3  # seat, card, 1 if it lay face up
STORED = 4  # seat, colour, objects (packed)
TOKEN_TAKEN = 5  # seat, colour, kind
SET_CLOSED = 6  # seat, colour, points
PASSED = 7  # seat
CAMP_FILLED = 8  # colour, kind
COLUMN_EMPTIED = 9  # column
NOWHERE_TO_GO = 10  # seat
