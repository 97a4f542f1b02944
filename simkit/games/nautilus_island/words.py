"""The words for colours, cards, objects and tokens in sentences."""

from __future__ import annotations

from simkit.games.nautilus_island import state
from simkit.games.nautilus_island.box import NautilusIslandContent

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
    return "".join(letter * state.copies(packed, thing) for thing, letter in enumerate(OBJECT_NAMES))
