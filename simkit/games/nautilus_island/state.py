"""The state of a game of Nautilus Island, as flat records, and the words for what is in it."""

import numpy as np

from simkit.compile.kernel import kernel
from simkit.engine.base.cards import bag_dtype, pile_dtype

MOST_PLAYERS = 4
MOST_COLUMNS = 8
WIDEST_COLUMN = 3
MOST_STACKS = MOST_COLUMNS * WIDEST_COLUMN
COLOURS = 5
"""Colours that can be stored; content says what they are called."""

TREASURES = 5
"""The sixth colour: treasures stay in the hand."""

MOST_OBJECTS = 6
MOST_COPIES = 6
MOST_CARDS = (COLOURS + 1) * MOST_OBJECTS * MOST_COPIES
LARGEST_SET = MOST_OBJECTS * MOST_COPIES
BONUS_KINDS = 6
MOST_PILES = 6
MOST_TOKENS_IN_A_PILE = 6

# A card is ``colour * 8 + object``.  In the tops of stacks two more values stand:
FACE_DOWN = -1
NO_CARD = -2

OFF_THE_BOARD = -1
"""The column of a marker before its first turn; also "no column", "no seat"."""

# Kinds of bonus token, in the order of the knob `bonus_counts`; an empty camp space holds NO_TOKEN.
NO_TOKEN = -1
TWO, THREE, PER_CARD, DOUBLE, ODD, PAIR = range(BONUS_KINDS)

# Decisions D1 to D4 (state.table.step), in the order of a turn.
EXPLORE = 0
ACT = 1
PICK_OBJECTS = 2
CLOSE_SET = 3

# How a game ends (state.table.end), in the order of outcome.ENDS.
RUNNING, LAST_ROUND_PLAYED, COLUMN_EMPTY, ROUND_CAP = range(4)

CASTAWAY = np.dtype(
    [
        ("column", np.int32),  # where the marker stands
        ("column_before", np.int32),  # where it stood the turn before
        ("hand_size", np.int32),
        ("known", np.int32, (COLOURS + 1,)),  # taken face up and not stored since: packed, by colour
        ("set_size", np.int32, (COLOURS,)),
        ("set_cards", np.int32, (COLOURS,)),  # packed
        ("set_tokens", np.int32, (COLOURS,)),  # bonus tokens on the set, packed by kind
        ("porthole", np.int32, (COLOURS,)),  # points of the porthole on the set
        ("set_points", np.int32, (COLOURS,)),  # of the porthole and the bonus tokens
        ("closed", np.int32),  # bit `colour` for each closed set
        ("collected", np.int32),
        ("stored", np.int32),
        ("stores", np.int32),
        ("passes", np.int32),
        ("closed_by_pile", np.int32, (MOST_PILES,)),
    ],
    align=True,
)
"""What everybody sees of one castaway.  Packed: four bits of count for each object (or kind of token)."""

TABLE = np.dtype(
    [
        ("castaways", CASTAWAY, (MOST_PLAYERS,)),
        ("height", np.int32, (MOST_COLUMNS,)),  # cards in each stack of the column
        ("stocked", np.int32),  # bit `column` for each column with cards
        ("tops", np.int32, (MOST_STACKS,)),  # by stack: the card, FACE_DOWN, or NO_CARD
        ("camp", np.int32, (COLOURS,)),
        ("camp_tokens", np.int32),
        ("bonus_stack", bag_dtype(BONUS_KINDS)),  # face down; which it holds is known: all less what was seen
        ("portholes_left", np.int32, (MOST_PILES,)),
        ("step", np.int32),
        ("round_number", np.int32),
        ("first_player", np.int32),
        ("order", np.int32, (MOST_PLAYERS,)),  # of the round
        ("turn_in_round", np.int32),
        ("occupied", np.int32),  # bit `column` for each marker that moved to this side
        ("legal", np.int32),  # bit `column` for each column that the castaway at turn may enter (or could)
        ("final", np.int32),  # 1 in the last round
        ("end_column", np.int32),  # the first column that became empty
        ("store_colour", np.int32),
        ("store_count", np.int32),
        ("refills", np.int32),
        ("end", np.int32),
    ],
    align=True,
)
"""All that everybody sees or can work out."""

SEAT = np.dtype(
    [
        ("hand", np.int32, (COLOURS + 1,)),  # packed
        ("held", np.int32, (COLOURS + 1,)),  # cards of each colour
    ],
    align=True,
)
"""What a seat has for itself: its hand."""

HIDDEN = np.dtype(
    [
        ("deck", pile_dtype(MOST_CARDS)),  # stack after stack, each from the bottom; then what is out
        ("stacks", np.int32),
        ("stack_height", np.int32),  # of a full stack
        ("leader", np.int32),
        ("lead_changes", np.int32),  # counts treasures too, so nobody at the table knows it
    ],
    align=True,
)
"""What nobody sees: the order of the stacks and the cards out of the game."""

# Kinds of move; `kinds.py` declares their fields.
ENTER = 0
COLLECT = 1
STORE = 2
PASS = 3
PICK = 4
LEAVE_OPEN = 5
CLOSE = 6

MOST_MOVES = 64

# What chance is asked for.
DEAL = 0
FIRST_PLAYER = 1
CAMP = 2


@kernel
def one(thing):
    """Return the packed count of one object (or one token of a kind)."""
    return 1 << (4 * int(thing))


@kernel
def copies(packed, thing):
    """Return the number of one object (or of one kind of token) in a packed count."""
    return (int(packed) >> (4 * int(thing))) & 15


@kernel
def colour_of(card):
    """Return a card's colour."""
    return int(card) >> 3


@kernel
def object_of(card):
    """Return the object of its colour that a card shows."""
    return int(card) & 7
