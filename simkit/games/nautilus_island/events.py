"""The events that Nautilus Island logs; `kinds.py` declares their fields and sentences."""

ROUND_BEGUN = 1
ENTERED = 2
COLLECTED = 3
STORED = 4
TOKEN_TAKEN = 5
SET_CLOSED = 6
PASSED = 7
CAMP_FILLED = 8
COLUMN_EMPTIED = 9
NOWHERE_TO_GO = 10
