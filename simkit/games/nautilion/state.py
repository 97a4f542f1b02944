"""The state of a game of Nautilion, as flat records, and the words for what is in it."""

import numpy as np

from simkit.engine.kernel import kernel

CREW_NUMBERS = 9
TOKEN_KINDS = 10
"""Kinds of token, 0 meaning none; 1 to 9 are crew tokens by number."""

MOST_PLACES = 54
"""The longest path that a game can be given, end places not counted."""

ISLES = 0
"""The place of the Happy Isles; places 1 to `length` hold tokens; the Abyss is at ``length + 1``."""

FULL_CREW = 0b111_111_111
"""The crew as a bit mask: bit ``number - 1`` for each number aboard."""

# Decision points (state.table.step), in the order of a turn.
SPELL = 0
TRANSLATION_FIRST = 1
TRANSLATION_SECOND = 2
PLAN = 3
DISCARD = 4
TAKE = 5

# How a game ends (state.table.end), in the order of outcome.ENDS.
RUNNING = 0
WON = 1
PHANTOM_AT_ISLES = 2
ABYSS_WITHOUT_CREW = 3
TURN_CAP = 4
DECISION_CAP = 5

TABLE = np.dtype(
    [
        ("path", np.int32, (MOST_PLACES + 2,)),  # kind of token by place, 0 where it has been taken
        ("length", np.int32),
        ("tokens_on_path", np.int32),
        ("nautilion", np.int32),
        ("phantom", np.int32),
        ("turn", np.int32),
        ("step", np.int32),
        ("dice", np.int32, (3,)),
        ("darkhouse_die", np.int32),
        ("phantom_die", np.int32),
        ("nautilion_die", np.int32),
        ("first_place", np.int32),  # of a Translation under way
        ("crew", np.int32),
        ("reserve", np.int32),
        ("reserve_green", np.int32),
        ("reserve_blue", np.int32, (TOKEN_KINDS,)),
        ("discard_pile", np.int32, (TOKEN_KINDS,)),
        ("end", np.int32),
        ("whirlwinds", np.int32),
        ("tides", np.int32),
        ("translations", np.int32),
        ("discards", np.int32),
        ("phantom_took", np.int32),
    ],
    align=True,
)
"""All that lies on the table; everything in Nautilion does."""

SEAT = np.dtype([("nothing", np.int8)])
"""What a seat has for itself: nothing."""

HIDDEN = np.dtype([("nothing", np.int8)])
"""What nobody may see: nothing but the dice to come."""

# Kinds of move.
STOP = 0
WHIRLWIND = 1
TIDE = 2
TRANSLATION = 3
CHOOSE_PLACE = 4
GIVE_DICE = 5
DISCARD_RESERVE = 6
DISCARD_CREW = 7
TAKE_ABOARD = 8
TAKE_RESERVE = 9

MOVE = np.dtype(
    [
        ("kind", np.int32),
        ("die", np.int32),  # TIDE: which of the dice, 0 to 2
        ("value", np.int32),  # TIDE: the face it is set to
        ("place", np.int32),  # CHOOSE_PLACE
        ("number", np.int32),  # DISCARD_CREW, TAKE_ABOARD
        ("darkhouse", np.int32),  # GIVE_DICE: the faces given
        ("phantom", np.int32),
        ("nautilion", np.int32),
    ],
    align=True,
)

MOST_MOVES = 64

# What chance is asked for.
PATH_SHUFFLE = 0
CURRENTS_DICE = 1


@kernel
def bit(number):
    """Return the crew mask of one number."""
    return 1 << (number - 1)


@kernel
def crew_size(crew):
    """Return how many numbers a crew mask holds."""
    size = 0
    while crew != 0:
        crew &= crew - 1
        size += 1
    return size
