"""Draws the board in text: the sea, and what lies on it and floats there."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.game import Drawn, Record
from simkit.games.nautilus_2002.squares import CORNER_X, CORNER_Y, HEIGHT, SIDE_X, SIDE_Y, SIDES, WIDTH
from simkit.games.nautilus_2002.state import FIRST_RESEARCH, MOST_SLOTS, MOST_SUBMARINES, NO_TILE

SEAT_COLOURS = ("red", "green", "yellow", "magenta")
WATER = ((".", "bright_cyan"), (":", "cyan"), ("~", "blue"), ("=", "bright_black"))
"""Lagoon, incline, deep sea, canyon."""

TILE_LETTERS = "BgbTESXA"
DISCOVERY_LETTERS = "shcag"
FACE_DOWN = "?"
WALL = "#"
STRAIGHT, DIAGONAL = "|-|-", "/\\/\\"
"""What an open side looks like: north, east, south, west; north-east, south-east, south-west, north-west."""

COLUMNS = (
    "    " + "".join(str(x // 10) if x % 10 == 0 else " " for x in range(WIDTH)),
    "    " + "".join(str(x % 10) for x in range(WIDTH)),
)
"""The columns of the board, counted from 0: tens, then ones."""

SQUARES_NAMED = "A square is (column, row)."

LEGEND = (
    SQUARES_NAMED,
    ". lagoon  : incline  ~ deep sea  = canyon  ? discovery  s h c a g face up  1 2 3 4 submarine of a seat",
    "B base  g b residential  T E S X A Training to Analysis (X: Testing)  | - / \\ open side  # wall",
)

Square = tuple[str, str]
"""A character, and its colour."""


def draw_board(state: Record, rules: Record) -> list[str]:
    """Return the board in text, one line for each row."""
    squares = [WATER[int(zone)] for zone in rules.zone]
    _draw_discoveries(state.table, squares)
    for number in range(int(state.table.station_count)):
        _draw_station(state.table.stations[number], squares)
    for seat in range(int(rules.players)):
        for submarine in range(MOST_SUBMARINES):
            square = int(state.table.players[seat].submarines[submarine])
            if square >= 0:
                squares[square] = (str(seat + 1), f"bold reverse {SEAT_COLOURS[seat]}")
    return draw_squares(squares)


def draw_squares(squares: Sequence[Square]) -> list[str]:
    """Return all squares in text, with the numbers of columns and rows."""
    rows = [squares[WIDTH * y : WIDTH * (y + 1)] for y in range(HEIGHT)]
    return [*COLUMNS, *(Drawn([(f"{y:3d} ", ""), *row]) for y, row in enumerate(rows))]


def _draw_discoveries(table: Record, squares: list[Square]) -> None:
    for slot in range(MOST_SLOTS):
        if int(table.slots) >> slot & 1:
            shown = int(table.shown[slot])
            letter = FACE_DOWN if shown == NO_TILE else DISCOVERY_LETTERS[shown]
            square = int(table.slot_square[slot])
            squares[square] = (letter, f"bold {squares[square][1]}")


def _draw_station(station: Record, squares: list[Square]) -> None:
    x, y = int(station.x), int(station.y)
    colour = SEAT_COLOURS[int(station.owner)] if station.tile >= FIRST_RESEARCH else "white"
    squares[WIDTH * y + x] = (TILE_LETTERS[int(station.tile)], f"bold {colour}")
    for side in range(SIDES):
        is_open = bool(int(station.sides) >> side & 1)
        beside = WIDTH * (y + SIDE_Y[side]) + x + SIDE_X[side]
        squares[beside] = (STRAIGHT[side] if is_open else WALL, colour)
        corner = WIDTH * (y + CORNER_Y[side]) + x + CORNER_X[side]
        is_open = bool(int(station.corners) >> side & 1)
        if is_open or squares[corner][0] not in DIAGONAL:
            squares[corner] = (DIAGONAL[side] if is_open else WALL, colour)
