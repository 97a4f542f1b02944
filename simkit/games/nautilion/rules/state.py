"""The state of a game of Nautilion: tokens, crew masks, and what lies on the table, as flat records."""

import numpy as np

from simkit.compile.bits import bit_count
from simkit.compile.kernel import kernel
from simkit.engine.base.cards import pile_dtype

CREW_NUMBERS = 9
MAGE_A = 10
MAGE_C = 12
MERCENARY = 13
TOKEN_KINDS = 14
"""Kinds of token, 0 meaning none: 1 to 9 are crew tokens by number, 10 to 12 mages, 13 a mercenary."""

FULL_CREW = 0b111_111_111
"""The crew as a bit mask: bit ``number - 1`` for each number aboard."""

MAGE_KINDS = 3

ALL_MAGES = 0b111
"""The mages as a bit mask: bit 0 for A, 1 for B, 2 for C."""

MOST_PLACES = 62
"""The longest path that a game can be given, end places not counted."""

ISLES = 0
"""The place of the Happy Isles; places 1 to `length` hold tokens; the Abyss is at ``length + 1``."""

MOST_FACES = 12
HIGHEST_FACE = 9
"""Faces of a die, and the highest number on one."""

MOST_CARDS = 16
"""Numbers of cards in each deck; a column of the outcome has a bit for each of them."""

ROW_OF_CARDS = 5
"""Darkhouse cards in a row; also the most Heroic cards that can lie revealed."""

MOST_PLAYERS = 2

# Who plays the first turn (rules.first_player), in the order of worked_out.FIRST_PLAYER_WORDS.
BY_CHOICE = 0
BY_CHANCE = 1
SEAT_0 = 2

# The figures that receive dice, as a bit mask.
DARKHOUSE_FIGURE = 1
PHANTOM_FIGURE = 2
NAUTILION_FIGURE = 4
ALL_FIGURES = 7

# Decisions (state.table.step), in the order of a turn; the README numbers them.
SPELL = 0
TRANSLATION_FIRST = 1
TRANSLATION_SECOND = 2
PLAN = 3
DISCARD = 4
TAKE = 5
PRIZE = 6  # of a collision that was not lost
GROUP = 7  # which part of a crew that was split is kept
RETURN_KIND = 8  # Darkhouse: a token goes back into the path: which
RETURN_PLACE = 9  # ... and where
FIGURE = 10  # Darkhouse: whom the first die is rolled for
RECOVER = 11  # a token goes from the discard pile into the reserve
SET_DICE = 12  # Heroic: all dice are set, one by one
CARD_LEAVES = 13  # Heroic: which other revealed card leaves
FETCH_FROM_PATH = 14  # Heroic: a crew token comes aboard
FETCH_FROM_PILE = 15
FIRST_PLAYER = 16  # two players: who plays the first turn

# How a game ends (state.table.end), in the order of outcome.ENDS; 5 is a game that was stopped.
RUNNING = 0
WON = 1
PHANTOM_AT_ISLES = 2
ABYSS_WITHOUT_CREW = 3
TURN_CAP = 4
ABYSS_WITHOUT_MAGES = 6
ABYSS_WITH_HEROIC_CARDS = 7
LOST_COLLISION = 8

# How the collision went (state.table.collision), in the order of outcome.COLLISIONS.
NO_COLLISION = 0
COLLISION_LOST = 1
COLLISION_TIED = 2
COLLISION_WON = 3

# How the Phantom moves this turn (state.table.phantom_course).
TOWARD_ISLES = 0
STAYS = 1
TOWARD_ABYSS = 2

TABLE = np.dtype(
    [
        ("occupied", np.int64),  # the places of the path that hold a token: bit `place` for each
        ("path", np.int32, (MOST_PLACES + 2,)),  # kind of token by place, 0 where it has been taken
        ("length", np.int32),
        ("nautilion", np.int32),
        ("phantom", np.int32),
        ("turn", np.int32),
        ("step", np.int32),
        ("dice", np.int32, (3,)),
        ("dice_count", np.int32),  # dice in hand, rolled and not yet given
        ("figures", np.int32),  # figures that are still to receive a die
        ("receiving", np.int32),  # those of them that the dice in hand may be given to
        ("darkhouse_die", np.int32),
        ("phantom_die", np.int32),
        ("nautilion_die", np.int32),
        ("first_place", np.int32),  # of a Translation under way
        ("in_hand", np.int32),  # the token that the Nautilion has reached, until it is placed
        ("crew", np.int32),
        ("reserve", np.int32),
        ("reserve_green", np.int32),
        ("reserve_blue", np.int32, (TOKEN_KINDS,)),
        ("discard_pile", np.int32, (TOKEN_KINDS,)),
        ("discards_due", np.int32),
        ("discards_for_phantom", np.int32),  # 1 if the Phantom's mercenary asks for them, 0 the Darkhouse
        ("may_place", np.int32),  # crew that the player whose turn it is may place: their Admiral's
        ("admirals", np.int32, (MOST_PLAYERS,)),
        ("first_player_open", np.int32),  # 1 until it is chosen who plays the first turn
        ("end", np.int32),
        # Mages: the cabin, and the partnerships used this turn.
        ("cabin_crew", np.int32),
        ("cabin_mages", np.int32),
        ("partners_used", np.int32),
        # Mercenaries: spaces of the board that they hold, as a crew mask; the Phantom's board by kind.
        ("mercenaries", np.int32),
        ("phantom_board", np.int32, (TOKEN_KINDS,)),
        ("phantom_board_tokens", np.int32),
        ("collision", np.int32),
        # Reefs: the number of the reef beside each place, 0 for none.
        ("reefs", np.int32, (MOST_PLACES + 2,)),
        ("reserve_reefs", np.int32),
        ("beside_reef", np.int32),  # 1 if the Nautilion has ended its own move beside a reef
        ("stuck_at", np.int32),  # the place of the reef that holds it this turn, 0 for none
        # Darkhouse: the row of cards, the figure's place in it, and the effect of this turn's card.
        ("darkhouse_row", np.int32, (ROW_OF_CARDS,)),
        ("darkhouse_figure", np.int32),
        ("darkhouse_effect", np.int32),
        ("second_pass", np.int32),
        ("phantom_holds", np.int32),  # the token reached by the Phantom, until it is exchanged
        ("bought", np.int32),
        ("returned_kind", np.int32),  # a token on its way back into the path
        # Heroic Actions: revealed cards (0 for an empty place), and what they do this turn.
        ("heroic_cards", np.int32, (ROW_OF_CARDS,)),
        ("heroic_left", np.int32),  # cards still revealed
        ("pile_left", np.int32),  # Heroic cards to come
        ("paid", np.int32),  # the crew number paid for the card being played
        ("recoveries", np.int32),
        ("dice_to_set", np.int32),
        ("shielded_until", np.int32),  # the last turn without discards in phase 3
        ("phantom_course", np.int32),
        ("three_tokens", np.int32),
        # What is counted.
        ("whirlwinds", np.int32),
        ("tides", np.int32),
        ("translations", np.int32),
        ("rerolls", np.int32),
        ("discards", np.int32),
        ("phantom_took", np.int32),
        ("reef_stuck", np.int32),
        ("heroic_played", np.int32),
        ("heroic_seen", np.int32),  # bit ``card - 1`` for each card that has lain revealed
        ("purchases", np.int32),
        ("placed", np.int32, (MOST_PLAYERS,)),  # tokens placed on board or cabin, by seat
    ],
    align=True,
)
"""All that lies on the table; all but the draw pile of Heroic cards does."""

HIDDEN = np.dtype([("pile", pile_dtype(MOST_CARDS))], align=True)
"""What nobody may see: the Heroic cards to come."""

# Kinds of move; `kinds.py` declares their fields.
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
TAKE_CABIN = 10
DISCARD_CABIN = 11
REROLL = 12
PLAY_HEROIC = 13
BUY = 14
PRIZE_RESERVE = 15
PRIZE_ABOARD = 16
KEEP_GROUP = 17
CHOOSE_KIND = 18
CHOOSE_FIGURE = 19
SET_DIE = 20
CARD_OUT = 21
BEGIN = 22

MOST_MOVES = 160

# What chance is asked for.
PATH_SHUFFLE = 0
CURRENTS_DICE = 1
REEF_SHUFFLE = 2
REEF_DIE = 3
DARKHOUSE_DEAL = 4
HEROIC_SHUFFLE = 5
PLAYERS_DEAL = 6


@kernel
def bit(number):
    """Return the crew mask of one number."""
    return 1 << (number - 1)


@kernel
def mage_bit(kind):
    """Return the mage mask of one mage."""
    return 1 << (kind - MAGE_A)


@kernel
def is_crew(kind):
    """Return True for a crew token."""
    return kind <= CREW_NUMBERS


@kernel
def is_mage(kind):
    """Return True for a mage."""
    return MAGE_A <= kind <= MAGE_C


@kernel
def crew_size(crew):
    """Return the number of crew in a crew mask (or of mages in a mage mask)."""
    return bit_count(crew)
