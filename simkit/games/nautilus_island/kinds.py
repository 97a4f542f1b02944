"""The kinds of moves and of events of Nautilus Island: their fields, sentences, and seconds at the table.

The seconds are estimates, not measured; an experiment can set its own (`seconds`).
"""

from __future__ import annotations

from simkit.game import Field, Kinds, event, move
from simkit.games.nautilus_island.box import NautilusIslandContent
from simkit.games.nautilus_island.state import copies

TOKEN_NAMES = ("two points", "three points", "a point a card", "double porthole", "odd", "pair")
OBJECT_NAMES = "abcdef"


def name_colour(colour: int, content: NautilusIslandContent) -> str:
    """Return the name of a colour; the number after the last is that of the treasures."""
    return (*content.components.cards.colours, "treasure")[colour]


def name_card(card: int, content: NautilusIslandContent) -> str:
    """Return a card's name: its colour and its object."""
    return f"{name_colour(card >> 3, content)} {OBJECT_NAMES[card & 7]}"


def name_objects(packed: int) -> str:
    """Return the objects of a packed count, one letter for each card."""
    return "".join(letter * copies(packed, thing) for thing, letter in enumerate(OBJECT_NAMES))


def say_collected(seat: int, card: int, face_up: int, content: NautilusIslandContent) -> str:
    """Return the sentence about a card that is taken."""
    return f"  It takes {name_card(card, content)}{'' if face_up else ', unseen by the others'}."


_TOKEN = Field("token", TOKEN_NAMES)
_OBJECTS = Field("objects", name_objects)
_COLOUR = Field("colour", name_colour)
_CARD = Field("card", name_card)
_FACE_UP = Field("face_up", ("face down", "face up"))
_FINAL = Field("final", ("not the last", "the last"))


class Move(Kinds):
    """What a castaway chooses."""

    ENTER = move("column {column}", seconds=12)
    COLLECT = move(seconds=8)
    STORE = move("store {count} of {colour}", _COLOUR, "count", seconds=8)
    PASS = move(seconds=4)
    PICK = move("objects {objects}", _OBJECTS, seconds=8)
    LEAVE_OPEN = move("leave the set open", seconds=4)
    CLOSE = move("close the set", seconds=6)


class Event(Kinds):
    """What happens."""

    ROUND_BEGUN = event("Round {round}.", _FINAL, begins_turn=True)
    ENTERED = event("Seat {seat} moves to column {column}.")
    COLLECTED = event(say_collected, "seat", _CARD, _FACE_UP)
    STORED = event("  It stores {colour} {objects}.", "seat", _COLOUR, _OBJECTS)
    TOKEN_TAKEN = event("  The bonus token '{token}' goes onto its {colour}.", "seat", _COLOUR, _TOKEN)
    SET_CLOSED = event(
        "  It closes its {colour} with a porthole of {points} points.", "seat", _COLOUR, "points"
    )
    PASSED = event("  It can do nothing there.", "seat")
    CAMP_FILLED = event("  Camp: '{token}' for {colour}.", _COLOUR, _TOKEN)
    COLUMN_EMPTIED = event("  Column {column} is empty.")
    NOWHERE_TO_GO = event("Seat {seat} has no column to go to.")
