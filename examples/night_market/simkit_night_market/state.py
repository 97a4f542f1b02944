"""The records of a game: what lies on the table, what a seat holds, what nobody sees; kinds of moves."""

import numpy as np

from simkit.engine.base.cards import pile_dtype
from simkit.engine.base.machine_state import MACHINE
from simkit.engine.effects.program import program_dtype

SEATS = 2
MOST_CARDS = 60
MOST_KINDS = 40
MOST_INSTRUCTIONS = 1000

PILE = pile_dtype(MOST_CARDS)

TABLE = np.dtype(
    [
        ("machine", MACHINE),  # the card being done
        ("coins", np.int32, (SEATS,)),
        ("charms", np.int32, (SEATS,)),
        ("hand_sizes", np.int32, (SEATS,)),
        ("deck_left", np.int32),
        ("discards", PILE),
        ("aside", np.int32, (MOST_KINDS,)),  # by card: 1 while it waits outside of the game
        ("turns", np.int32),
        ("rerolls", np.int32),
    ],
    align=True,
)
SEAT = np.dtype([("hand", PILE)], align=True)
HIDDEN = np.dtype([("deck", PILE)], align=True)

PROGRAM = program_dtype(MOST_KINDS, MOST_INSTRUCTIONS)

# Kinds of moves, besides those that answer what the engine asks; DISCARD_IT answers which card to discard.
PLAY, DISCARD_IT = 0, 1

# Kinds of events.
PLAYED, CHOSE, COINS_CHANGED, CHARMS_CHANGED, DREW, DISCARDED = range(6)
SHUFFLED_IN, THROWN, HAGGLED, WENT_ON, GIVEN_UP = range(6, 11)
