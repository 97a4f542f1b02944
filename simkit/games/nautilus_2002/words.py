"""The words for stations, squares, sides and discoveries in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.games.nautilus_2002.squares import WIDTH
from simkit.games.nautilus_2002.state import ATLANTIS

TYPE_NAMES = ("Training", "Engineering", "Sonar", "Testing", "Analysis")
TILE_NAMES = ("base", "green residential", "blue residential", *TYPE_NAMES)
SIDE_NAMES = ("north", "east", "south", "west")
PHASE_NAMES = ("", "building the city", "deploying the researchers", "exploring the ocean floor")
DISCOVERY_NAMES = ("a snail", "a shell", "a crab", "an anemone", "gold", "a treasure chest", "a speed chip")
KIND_NAMES = ("snails", "shells", "crabs", "anemones", "gold", "treasure chests", "speed chips")


def name_square(square: int) -> str:
    """Return a square's name: its column and its row, counted from the top left."""
    y, x = divmod(square, WIDTH)
    return f"({x}, {y})"


def name_discovery(tile: int) -> str:
    """Return the name of a discovery."""
    return f"piece {tile - ATLANTIS} of Atlantis" if tile > ATLANTIS else DISCOVERY_NAMES[tile]


def name_station(number: int) -> str:
    """Return a station's name: its number in the order of building."""
    return f"station {number}" if number else "the base"


def name_submarine(number: int) -> str:
    """Return a submarine's name: its number among those of its seat, counted from 1."""
    return f"submarine {number + 1}"


def listed(words: Sequence[str]) -> str:
    """Return words as a list within a sentence: "one, another and a third"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number of things: "1 Nemo", "2 Nemos"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def tile_with(tile: int, researchers: int) -> str:
    """Return a station with the researchers that wait on it: "blue residential with 3 researchers"."""
    with_them = f" with {plural(researchers, 'researcher')}" if researchers else ""
    return f"{TILE_NAMES[tile]}{with_them}"
