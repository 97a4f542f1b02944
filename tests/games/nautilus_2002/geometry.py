"""Stations as shapes: what they cover in quarters of squares, and where their passages are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

WIDTH, HEIGHT = 28, 20
Point = tuple[int, int]
Quarter = tuple[int, int, str]

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
CORNERS = {"NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1)}

HALF_OF_CORNER = {(1, -1): "SW", (1, 1): "NW", (-1, 1): "NE", (-1, -1): "SE"}
"""The quarters of a corner square that lie under the octagon: those toward its centre."""


def is_on_board(x: int, y: int) -> bool:
    return 0 <= x < WIDTH and 0 <= y < HEIGHT


def around(x: int, y: int) -> Iterator[Point]:
    """The nine squares of a station."""
    return ((x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1))


@cache
def shape(x: int, y: int) -> frozenset[Quarter]:
    """The octagon around a centre: every square is cut by its two diagonals into four quarters."""
    quarters = set()
    for i, j in around(x, y):
        of_corner = HALF_OF_CORNER.get((i - x, j - y), "NESW")
        quarters |= {(i, j, quarter) for quarter in of_corner}
    return frozenset(quarters)


def covered_squares(x: int, y: int, half_counts: bool) -> set[Point]:
    return {(i, j) for i, j in around(x, y) if half_counts or i == x or j == y}


def passages(x: int, y: int, sides: Iterable[str], corners: Iterable[str]) -> set[tuple[str, float, float]]:
    """The middle of each open side, with its colour: two stations are joined where they share one."""
    blue = {("blue", x + 1.5 * SIDES[side][0], y + 1.5 * SIDES[side][1]) for side in sides}
    brown = {("brown", float(x + CORNERS[side][0]), float(y + CORNERS[side][1])) for side in corners}
    return blue | brown


def turned(open_sides: Iterable[str], all_sides: Iterable[str], quarters: int) -> frozenset[str]:
    names = list(all_sides)
    return frozenset(names[(names.index(side) + quarters) % 4] for side in open_sides)


def named(mask: int, all_sides: Iterable[str]) -> frozenset[str]:
    return frozenset(side for i, side in enumerate(all_sides) if mask >> i & 1)


def neighbours(x: int, y: int) -> Iterator[Point]:
    return ((x + dx, y + dy) for dx, dy in SIDES.values() if is_on_board(x + dx, y + dy))
