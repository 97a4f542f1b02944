"""The records of a game: what lies on the table, what a seat holds, what nobody sees."""

import numpy as np

from simkit.engine.cards import pile_dtype
from simkit.engine.effects.machine import MACHINE, OWN_QUESTION
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
SEAT = np.dtype([("number", np.int32), ("hand", PILE)], align=True)
HIDDEN = np.dtype([("deck", PILE)], align=True)

MOVE = np.dtype(
    [
        ("question", np.int32),  # what is answered; NOTHING: a card is played
        ("answer", np.int32),  # or the card
        ("at", np.int32),  # the instruction that asks
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("program", program_dtype(MOST_KINDS, MOST_INSTRUCTIONS)),
        ("kinds", np.int32),
        ("copies", np.int32, (MOST_KINDS,)),
        ("aside", np.int32, (MOST_KINDS,)),
        ("target", np.int32),
        ("hand", np.int32),
        ("purse", np.int32),
        ("charms", np.int32),
        ("decision_cap", np.int32),
    ],
    align=True,
)

WHICH_CARD = OWN_QUESTION
"""The question which card of the own hand to discard: the answer is the card."""
