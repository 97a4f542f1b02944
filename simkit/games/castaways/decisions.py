"""Decisions D1 to D20 of the README, and the kinds of moves that answer them."""

# What is asked (`table.asks`), besides what cards ask (`table.machine`).
NOTHING = 0
ASK_ABILITY = 1
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

# Kinds of moves.  From 101 on they are the engine's own (`simkit.engine.effects.machine`): an option, a vote,
# whom, and another roll for a story-point tile (AGAIN), which the phases ask for too.
CHOOSE_ABILITY = 1
NO_GIFT, GIFT = 2, 3
NO_WHITE, WHITE_CARD, WHITE_ACTION = 4, 5, 6
PLACE = 7
TAKE_REMAIN, ONE_CARD_ONLY, PAY_FOR_SECOND = 8, 9, 10
DECLARE_ENERGY = 11
CHOOSE_SITE = 12
STATE_ENERGY = 13
FEED = 14
EXPLORE_DECK, RESOLVE_PENDING, RETURN = 15, 16, 17
LEAVE_OR_RESOLVE = 18
JOIN = 19
KEEP_NO_TILE, KEEP_TILE = 20, 21
EAT, GIVE_FOOD, PASS = 22, 23, 24
KEEP_OR_EAT = 25
THIS_OR_NEXT_TURN = 26
INHERIT = 27
PAY_ENERGY = 28
HAND_OVER = 29

# Kinds of moves that answer what cards ask, with fields `answer` and `at` as the engine's own have.
LOSE_OBJECT = 50
"""Which object to lose: the answer is its number."""

COVER_CARD = 51
"""Which card of the camp board to cover: the answer is its space."""

KEEP_FISH = 52
"""Which fish tile to keep: the answer is its kind."""

# Whom a roll of the phases is for (`table.roll_for`).
FOR_FIRE, FOR_REST, FOR_RETURN, FOR_LOST, FOR_INJURIES = range(1, 6)
