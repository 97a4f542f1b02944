"""The kinds of moves and of events of Nautilus Island, with their fields and sentences."""

from simkit.engine.kinds import EventKind, Field, MoveKind
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
from simkit.games.nautilus_island.words import COLOUR_NAMES, TOKEN_NAMES, name_card, name_objects

_COLOUR = Field("colour", COLOUR_NAMES)
_TOKEN = Field("token", TOKEN_NAMES)
_OBJECTS = Field("objects", name_objects)
_CARD = Field("card", name_card)
_FACE_UP = Field("face_up", ("face down", "face up"))
_FINAL = Field("final", ("not the last", "the last"))

MOVES = (
    MoveKind(ENTER, "enter", "column {column}", ("column",)),
    MoveKind(COLLECT, "collect"),
    MoveKind(STORE, "store", "store {count} of {colour}", (_COLOUR, "count")),
    MoveKind(PASS, "pass"),
    MoveKind(PICK, "pick", "objects {objects}", (_OBJECTS,)),
    MoveKind(LEAVE_OPEN, "leave_open", "leave the set open"),
    MoveKind(CLOSE, "close", "close the set"),
)


def _say_collected(seat: int, card: int, face_up: int) -> str:
    return f"  It takes {name_card(card)}{'' if face_up else ', unseen by the others'}."


EVENTS = (
    EventKind(ROUND_BEGUN, "round_begun", "Round {round}.", ("round", _FINAL), begins_turn=True),
    EventKind(ENTERED, "entered", "Seat {seat} moves to column {column}.", ("seat", "column")),
    EventKind(COLLECTED, "collected", _say_collected, ("seat", _CARD, _FACE_UP)),
    EventKind(STORED, "stored", "  It stores {colour} {objects}.", ("seat", _COLOUR, _OBJECTS)),
    EventKind(
        TOKEN_TAKEN,
        "token_taken",
        "  The bonus token '{token}' goes onto its {colour}.",
        ("seat", _COLOUR, _TOKEN),
    ),
    EventKind(
        SET_CLOSED,
        "set_closed",
        "  It closes its {colour} with a porthole of {points} points.",
        ("seat", _COLOUR, "points"),
    ),
    EventKind(PASSED, "passed", "  It can do nothing there.", ("seat",)),
    EventKind(CAMP_FILLED, "camp_filled", "  Camp: '{token}' for {colour}.", (_COLOUR, _TOKEN)),
    EventKind(COLUMN_EMPTIED, "column_emptied", "  Column {column} is empty.", ("column",)),
    EventKind(NOWHERE_TO_GO, "nowhere_to_go", "Seat {seat} has no column to go to.", ("seat",)),
)
