"""The columns of the rules record that are no plain knob: the board, the tiles, what a centre costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.nautilus_2002.box import Nautilus2002Content
from simkit.games.nautilus_2002.squares import BOARD, HEIGHT, SIDES, SQUARES, WIDTH, square_of
from simkit.games.nautilus_2002.state import (
    ATLANTIS,
    BASE,
    CANYON,
    FIRST_RESEARCH,
    GOAL_CARDS,
    MOST_PLAYERS,
    MOST_SLOTS,
    TILES,
    ZONES,
)

CENTRES = np.dtype([("rows", np.int32, (ZONES, HEIGHT + 2))])

WORKED_OUT = (
    ("money_at_start", np.int32),
    ("cap", np.int32),
    ("awards", np.int32, (MOST_PLAYERS,)),
    ("goal_kinds", np.int32, (GOAL_CARDS, 2)),
    ("base_square", np.int32),
    ("base_squares", np.int32, (SQUARES,)),  # where a base can lie
    ("base_square_count", np.int32),
    ("zone", np.int32, (SQUARES,)),
    ("water", BOARD),  # every square
    ("open_water", BOARD),  # every square outside the canyon
    ("centre_cost", np.int32, (SQUARES,)),  # of the dearest of nine squares
    ("prices", np.int32, (ZONES,)),  # the building costs, the lowest first
    ("centres", CENTRES),  # for each of these prices the centres that cost no more
    ("sides", np.int32, (TILES, SIDES)),  # open straight sides by tile and rotation
    ("corners", np.int32, (TILES, SIDES)),  # open diagonal sides
    ("rotations", np.int32, (TILES,)),  # bit `rotation` for each that is listed
    ("slot_count", np.int32),
    ("slot_squares", np.int32, (MOST_SLOTS,)),
    ("zone_tiles", np.int32, (ZONES,)),
    ("tiles", np.int32, (MOST_SLOTS,)),  # zone by zone, not yet shuffled
)


def work_out(knobs: Any, rules: Any) -> None:
    """Fill the columns that come from the board and the tiles."""
    _draw_the_board(knobs.content, rules)
    rules.base_square = square_of(*knobs.base_centre)
    _price_the_centres(knobs.build_cost, rules)
    _turn_the_tiles(knobs, rules)
    tiles = _discoveries(knobs.tiles_by_zone.values())
    rules.tiles[: len(tiles)] = tiles
    rules.zone_tiles[1:] = [sum(counts) for counts in knobs.tiles_by_zone.values()]


def _draw_the_board(content: Nautilus2002Content, rules: Any) -> None:
    sea = content.board.sea
    rules.zone[:] = sea.zones
    for square, zone in enumerate(sea.zones):
        y, x = divmod(square, WIDTH)
        rules.water.rows[y + 1] |= 1 << x
        if zone != CANYON:
            rules.open_water.rows[y + 1] |= 1 << x
    bases = [square_of(x, y) for x, y in sea.base_centres]
    rules.base_squares[: len(bases)] = bases
    rules.base_square_count = len(bases)
    rules.slot_count = len(sea.discoveries)
    rules.slot_squares[: len(sea.discoveries)] = sea.discoveries


def _price_the_centres(cost: tuple[int, ...], rules: Any) -> None:
    rules.prices[:] = sorted(cost)
    rules.centre_cost[:] = -1
    zones = np.asarray(rules.zone).reshape(HEIGHT, WIDTH)
    for y in range(1, HEIGHT - 1):
        for x in range(1, WIDTH - 1):
            dearest = max(cost[zone] for zone in zones[y - 1 : y + 2, x - 1 : x + 2].flat)
            rules.centre_cost[square_of(x, y)] = dearest
            for level, price in enumerate(rules.prices):
                if dearest <= price:
                    rules.centres.rows[level][y + 1] |= 1 << x


def _turn_the_tiles(knobs: Any, rules: Any) -> None:
    """Fill in which sides are open; a rotation is listed only if its pair of masks is new."""
    for tile in range(TILES):
        kind = min(tile, FIRST_RESEARCH)
        seen = set()
        for rotation in range(SIDES):
            straight = _turned(knobs.straight_mask[kind], rotation)
            diagonal = _turned(knobs.diagonal_mask[kind], rotation)
            rules.sides[tile, rotation] = straight
            rules.corners[tile, rotation] = diagonal
            if (straight, diagonal) not in seen and not (tile == BASE and rotation):
                rules.rotations[tile] |= 1 << rotation
            seen.add((straight, diagonal))


def _turned(mask: int, quarters: int) -> int:
    """Return a mask of sides after quarter turns clockwise: side i becomes side i + 1."""
    return (mask << quarters | mask >> (SIDES - quarters)) & ((1 << SIDES) - 1)


def _discoveries(zones: Any) -> list[int]:
    """Return the tiles, zone by zone in the order of the kinds, pieces of Atlantis by number."""
    tiles, piece = [], 0
    for counts in zones:
        *others, pieces = counts
        tiles += [kind for kind, count in enumerate(others) for _ in range(count)]
        tiles += [ATLANTIS + piece + number for number in range(1, pieces + 1)]
        piece += pieces
    return tiles
