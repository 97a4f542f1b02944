"""The kinds of moves and of events of Nautilus Island, with their fields and sentences."""

from simkit.engine.kinds import EventKind, Field, MoveKind
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
from simkit.games.nautilus_island.words import TOKEN_NAMES, colour_names, name_card, name_objects

TOKEN = Field("token", TOKEN_NAMES)
OBJECTS = Field("objects", name_objects)
FACE_UP = Field("face_up", ("face down", "face up"))
FINAL = Field("final", ("not the last", "the last"))


def kinds_for(content: NautilusIslandContent) -> tuple[tuple[MoveKind, ...], tuple[EventKind, ...]]:
    """Return the kinds of moves and of events, the colours called as content calls them."""
    colours = colour_names(content)
    return moves_for(colours), events_for(colours)


def moves_for(colours: tuple[str, ...]) -> tuple[MoveKind, ...]:
    """Return the kinds of moves."""
    colour = Field("colour", colours)
    return (
        MoveKind(ENTER, "enter", "column {column}", ("column",)),
        MoveKind(COLLECT, "collect"),
        MoveKind(STORE, "store", "store {count} of {colour}", (colour, "count")),
        MoveKind(PASS, "pass"),
        MoveKind(PICK, "pick", "objects {objects}", (OBJECTS,)),
        MoveKind(LEAVE_OPEN, "leave_open", "leave the set open"),
        MoveKind(CLOSE, "close", "close the set"),
    )


def events_for(colours: tuple[str, ...]) -> tuple[EventKind, ...]:
    """Return the kinds of events."""
    colour, card = Field("colour", colours), Field("card", lambda card: name_card(card, colours))

    def say_collected(seat: int, card: int, face_up: int) -> str:
        return f"  It takes {name_card(card, colours)}{'' if face_up else ', unseen by the others'}."

    return (
        EventKind(ROUND_BEGUN, "round_begun", "Round {round}.", ("round", FINAL), begins_turn=True),
        EventKind(ENTERED, "entered", "Seat {seat} moves to column {column}.", ("seat", "column")),
        EventKind(COLLECTED, "collected", say_collected, ("seat", card, FACE_UP)),
        EventKind(STORED, "stored", "  It stores {colour} {objects}.", ("seat", colour, OBJECTS)),
        EventKind(
            TOKEN_TAKEN,
            "token_taken",
            "  The bonus token '{token}' goes onto its {colour}.",
            ("seat", colour, TOKEN),
        ),
        EventKind(
            SET_CLOSED,
            "set_closed",
            "  It closes its {colour} with a porthole of {points} points.",
            ("seat", colour, "points"),
        ),
        EventKind(PASSED, "passed", "  It can do nothing there.", ("seat",)),
        EventKind(CAMP_FILLED, "camp_filled", "  Camp: '{token}' for {colour}.", (colour, TOKEN)),
        EventKind(COLUMN_EMPTIED, "column_emptied", "  Column {column} is empty.", ("column",)),
        EventKind(NOWHERE_TO_GO, "nowhere_to_go", "Seat {seat} has no column to go to.", ("seat",)),
    )
