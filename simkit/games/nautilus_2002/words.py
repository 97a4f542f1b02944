"""The words for stations, squares, sides and discoveries in sentences."""

from __future__ import annotations

from simkit.games.nautilus_2002.squares import WIDTH
from simkit.games.nautilus_2002.state import ATLANTIS

TYPE_NAMES = ("Training", "Engineering", "Sonar", "Testing", "Analysis")
TILE_NAMES = ("base", "green residential", "blue residential", *TYPE_NAMES)
SIDE_NAMES = ("north", "east", "south", "west")
PHASE_NAMES = ("", "building the city", "deploying the researchers", "exploring the ocean floor")
DISCOVERY_NAMES = ("a snail", "a shell", "a crab", "an anemone", "gold", "a treasure chest", "a speed chip")


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


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number of things: "1 Nemo", "2 Nemos"."""
    return f"{count} {one if count == 1 else many or one + 's'}"
