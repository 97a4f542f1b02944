"""The kinds of moves and of events of Nautilus Island, with their fields and sentences."""

from simkit.engine.contract.kinds import EventKind, Field, MoveKind
from simkit.games.nautilus_island.box import NautilusIslandContent
from simkit.games.nautilus_island.events import (
    CAMP_FILLED,
    COLLECTED,
    COLUMN_EMPTIED,
    ENTERED,
    NOWHERE_TO_GO,
    PASSED,
    ROUND_BEGUN,
    SET_CLOSED,
    STORED,
    TOKEN_TAKEN,
)
from simkit.games.nautilus_island.state import CLOSE, COLLECT, ENTER, LEAVE_OPEN, PASS, PICK, STORE
from simkit.games.nautilus_island.words import TOKEN_NAMES, name_card, name_colour, name_objects

TOKEN = Field("token", TOKEN_NAMES)
OBJECTS = Field("objects", name_objects)
COLOUR = Field("colour", name_colour)
CARD = Field("card", name_card)
FACE_UP = Field("face_up", ("face down", "face up"))
FINAL = Field("final", ("not the last", "the last"))


def say_collected(seat: int, card: int, face_up: int, content: NautilusIslandContent) -> str:
    """Return the sentence about a card that is taken."""
    return f"  It takes {name_card(card, content)}{'' if face_up else ', unseen by the others'}."


MOVES = (
    MoveKind(ENTER, "enter", "column {column}", ("column",)),
    MoveKind(COLLECT, "collect"),
    MoveKind(STORE, "store", "store {count} of {colour}", (COLOUR, "count")),
    MoveKind(PASS, "pass"),
    MoveKind(PICK, "pick", "objects {objects}", (OBJECTS,)),
    MoveKind(LEAVE_OPEN, "leave_open", "leave the set open"),
    MoveKind(CLOSE, "close", "close the set"),
)
"""The kinds of moves."""

EVENTS = (
    EventKind(ROUND_BEGUN, "round_begun", "Round {round}.", ("round", FINAL), begins_turn=True),
    EventKind(ENTERED, "entered", "Seat {seat} moves to column {column}.", ("seat", "column")),
    EventKind(COLLECTED, "collected", say_collected, ("seat", CARD, FACE_UP)),
    EventKind(STORED, "stored", "  It stores {colour} {objects}.", ("seat", COLOUR, OBJECTS)),
    EventKind(
        TOKEN_TAKEN,
        "token_taken",
        "  The bonus token '{token}' goes onto its {colour}.",
        ("seat", COLOUR, TOKEN),
    ),
    EventKind(
        SET_CLOSED,
        "set_closed",
        "  It closes its {colour} with a porthole of {points} points.",
        ("seat", COLOUR, "points"),
    ),
    EventKind(PASSED, "passed", "  It can do nothing there.", ("seat",)),
    EventKind(CAMP_FILLED, "camp_filled", "  Camp: '{token}' for {colour}.", (COLOUR, TOKEN)),
    EventKind(COLUMN_EMPTIED, "column_emptied", "  Column {column} is empty.", ("column",)),
    EventKind(NOWHERE_TO_GO, "nowhere_to_go", "Seat {seat} has no column to go to.", ("seat",)),
)
"""The kinds of events."""
