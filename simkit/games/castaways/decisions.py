"""Decisions D1 to D20 of the README."""

# What is asked (`table.asks`).
NOTHING = 0
"""Nobody is asked: play goes on."""

ASK_CHARACTER = 1
ASK_GIFT = 2
ASK_WHITE = 3
ASK_MARKER = 4
ASK_REMAIN = 5
ASK_SECOND = 6
"""Decision D5, solo: whether to pay for a second card."""

ASK_FLAME = 7
"""Decision D6: energy for the campfire."""

ASK_SITE = 8
ASK_ENERGY = 9
"""Decision D8: energy to build."""

ASK_FEED = 10
ASK_STEP = 11
"""Decision D10: what to do on an outing."""

ASK_PENDING = 12
ASK_JOIN = 13
ASK_TILE = 14
ASK_FOOD = 15
"""Decision D15: food of the storage."""

ASK_OWN_FOOD = 16
ASK_KEEP = 17
"""Decision D16: the receiver eats or keeps."""

ASK_HEADLAND = 18
ASK_INHERIT = 19
ASK_AGAIN = 20
"""Decision D19: a story-point tile for another roll."""

ASK_PAY = 21
"""Decision D19: energy for another return roll."""

ASK_HAND_OVER = 22
ASK_CARD = 23
"""Decision D11: what a card asks (`table.machine.question`)."""

# Whom a roll of the phases is for (`table.roll_for`).
FOR_FIRE, FOR_REST, FOR_RETURN, FOR_LOST, FOR_INJURIES = range(1, 6)
