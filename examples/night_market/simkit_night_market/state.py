"""The records of a game: what lies on the table, what a seat holds, what nobody sees."""

from simkit.game import column, field, pile_dtype, record
from simkit.game.effects import MACHINE, program_dtype

SEATS = 2
MOST_CARDS = 60
MOST_KINDS = 40
MOST_INSTRUCTIONS = 1000

PILE = pile_dtype(MOST_CARDS)

TABLE = record(
    field("machine", "the card being done: the engine's (simkit.game.effects.MACHINE)", MACHINE),
    column("coins", "coins at the end", "coins", shape=SEATS),
    column("charms", "charms at the end", "charms", shape=SEATS),
    field("hand_sizes", "cards in the hand of each seat", shape=SEATS),
    field("deck_left", "cards left in the deck"),
    field("discards", "cards laid on the discards, the last one on top", PILE),
    field("aside", "by card: 1 while it waits outside of the game", shape=MOST_KINDS),
    column("turns", "cards played", "turns"),
    column("rerolls", "throws that a charm paid for", "throws"),
)
SEAT = record(field("hand", "the cards in the hand", PILE))
HIDDEN = record(field("deck", "the cards left, in their order", PILE))

PROGRAM = program_dtype(MOST_KINDS, MOST_INSTRUCTIONS)
