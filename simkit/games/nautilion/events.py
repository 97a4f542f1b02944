"""The events that Nautilion logs; `story.py` tells them."""

DICE_ROLLED = 1  # the three dice
WHIRLWIND_CAST = 2  # the three dice after it
TIDE_SET = 3  # die's old face, new face
TOKENS_SWAPPED = 4  # place, place
DICE_GIVEN = 5  # to Darkhouse, Phantom, Nautilion
DISCARDED_FROM_RESERVE = 7  # token's kind, 0 if green
DISCARDED_FROM_BOARD = 8  # number
PHANTOM_REACHED = 9  # place, kind
PHANTOM_AT_THE_ISLES = 10
NAUTILION_REACHED = 11  # place, kind
NAUTILION_AT_THE_ABYSS = 12
TAKEN_ABOARD = 13  # number
TAKEN_INTO_RESERVE = 14  # kind
PAID = 15  # token's kind, 0 if green
