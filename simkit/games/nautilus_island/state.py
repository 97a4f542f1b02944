"""The state of a game of Nautilus Island, as flat records, and the words for what is in it."""

import numpy as np

from simkit.game import STOPPED, Column, bag_dtype, column, field, kernel, pile_dtype, record

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

ENDS = ("running", "last_round_played", "column_empty", "round_cap", STOPPED)
"""How a game ends (state.table.end)."""

RUNNING, LAST_ROUND_PLAYED, COLUMN_EMPTY, ROUND_CAP = range(4)

NOTE = (
    "a card is `colour * 8 + object`, treasures are colour 5; a packed count has four bits for each object "
    "(or kind of bonus token), the first lowest: `copies(packed, thing)` of "
    "simkit.games.nautilus_island.state reads one"
)

_CLOSED_AT = {"first": 3, "second": 4, "third": 5, "fourth": 6}
"""The places in `porthole_sizes` that have a column each, and the sizes there in the box."""

CASTAWAY = record(
    field(
        "column",
        "column on which the marker stands; -1 before the first turn",
        columns=Column(
            "last_position", np.int8, "column of the marker at the end, 0 at the back; -1 off the board"
        ),
    ),
    field("column_before", "column on which it stood the turn before; -1 for none"),
    field("hand_size", "cards in the hand"),
    field(
        "known",
        "cards taken face up and not stored since, which all have seen: a packed count by colour",
        shape=COLOURS + 1,
    ),
    field("set_size", "cards in the set of each colour", shape=COLOURS),
    field("set_cards", "which they are: a packed count by colour", shape=COLOURS),
    field("set_tokens", "bonus tokens on the set of each colour: a packed count by kind", shape=COLOURS),
    field("porthole", "points of the porthole on the set of each colour; 0 for none", shape=COLOURS),
    field(
        "set_points", "points of the porthole and the bonus tokens on the set of each colour", shape=COLOURS
    ),
    field("closed", "closed sets: bit `colour` for each"),
    column("collected", "cards collected", "cards", stored=np.uint16),
    column("stored", "cards stored", "cards", stored=np.uint16),
    column("stores", "stores made", "stores", stored=np.uint8),
    column("passes", "turns in which nothing could be done", "turns", stored=np.uint8),
    field(
        "closed_by_pile",
        "sets closed so far, by pile of portholes",
        shape=MOST_PILES,
        columns=[
            Column(
                f"closed_{i}",
                np.uint8,
                f"sets closed at the {place} of `porthole_sizes` ({_CLOSED_AT[place]} in the box)",
                "sets",
            )
            for i, place in enumerate(_CLOSED_AT)
        ],
    ),
)
"""What everybody sees of one castaway."""

TABLE = record(
    field("castaways", "what everybody sees of each castaway, by seat", CASTAWAY, MOST_PLAYERS),
    field("height", "cards in each stack of a column", shape=MOST_COLUMNS),
    field("stocked", "columns with cards: bit `column` for each"),
    field("tops", "top card of each stack; -1 if it lies face down, -2 if there is none", shape=MOST_STACKS),
    field("camp", "kind of the bonus token on the camp space of each colour; -1 for none", shape=COLOURS),
    field("camp_tokens", "bonus tokens in the camp"),
    field(
        "bonus_stack",
        "bonus tokens still to come, by kind: face down; all tokens except those seen",
        bag_dtype(BONUS_KINDS),
    ),
    field("portholes_left", "portholes in each pile", shape=MOST_PILES),
    field("step", "the decision to be made: 0 explore, 1 act, 2 pick the objects to store, 3 close a set"),
    field(
        "round_number",
        "the round, counted from 1",
        columns=Column("rounds", np.uint8, "rounds begun, the last one too", "rounds"),
    ),
    field("first_player", "seat that begins this round"),
    field("order", "seats in the order of this round", shape=MOST_PLAYERS),
    field("turn_in_round", "how many have had their turn in this round"),
    field("occupied", "columns to which a marker has moved in this round: bit `column` for each"),
    field("legal", "columns that the castaway at turn may enter (or could): bit `column` for each"),
    field("final", "1 in the last round"),
    column("end_column", "the first column that became empty, 0 at the back; -1 if none did", stored=np.int8),
    field("store_colour", "colour that is being stored"),
    field("store_count", "cards of it that are being stored"),
    column("refills", "times the camp was filled up", "refills", stored=np.uint8),
    column("end", "how the game ended", labels=ENDS, stored=np.uint8),
    note=NOTE,
)
"""All that everybody sees or can work out."""

SEAT = record(
    field("hand", "cards in the hand: a packed count by colour", shape=COLOURS + 1),
    field("held", "how many cards of each colour they are", shape=COLOURS + 1),
)
"""What a seat has for itself: its hand."""

HIDDEN = record(
    field(
        "deck",
        "cards, stack after stack, each from the bottom; then what is out of the game",
        pile_dtype(MOST_CARDS),
    ),
    field("stacks", "on the board"),
    field("stack_height", "cards in a full stack"),
    field("leader", "seat that led alone last; -1 before anybody did"),
    field(
        "lead_changes",
        "times another seat came to lead, treasures counted, which nobody at the table knows",
        columns=Column(
            "lead_changes", np.uint8, "times another seat had come to lead alone at a round's end", "changes"
        ),
    ),
)
"""What nobody sees: the order of the stacks and the cards out of the game."""

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
