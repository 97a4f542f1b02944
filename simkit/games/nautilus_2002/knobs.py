"""The knobs of Nautilus, and how they become the rules record that compiled code reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view
from pydantic import Field, model_validator

from simkit.game import Knobs, Whole, knob
from simkit.games.nautilus_2002.box import BOX, KEPT_WORDS, Award, Kept, Nautilus2002Content, Points, Tiles
from simkit.games.nautilus_2002.squares import BOARD, HEIGHT, SIDES, SQUARES, WIDTH, square_of
from simkit.games.nautilus_2002.state import (
    ATLANTIS,
    BASE,
    CANYON,
    FIRST_RESEARCH,
    GOAL_CARDS,
    KEPT_KINDS,
    KINDS,
    MOST_PLAYERS,
    MOST_RESEARCHERS,
    MOST_SLOTS,
    MOST_STORED,
    MOST_SUBMARINES,
    PIECES,
    TILES,
    TYPES,
    ZONES,
)

FIRST_WORDS = ("chance", *(f"seat_{seat}" for seat in range(MOST_PLAYERS)))
MODE_WORDS = ("fixed", "chance")
LAYOUT_WORDS = ("fixed", "random")
NUMBER_WORDS = ("in_order", "dealt")
UNCLAIMED_WORDS = ("both", "all_only", "none")

Mask = Annotated[Whole, Field(ge=0, le=15)]
Digit = Annotated[Whole, Field(ge=0, le=9)]
EFFECTS: dict[str, Any] = {"min_length": 3, "max_length": 3}
OF_ZONES: dict[str, Any] = {"min_length": ZONES - 1, "max_length": ZONES - 1}
OF_KINDS: dict[str, Any] = {"min_length": KINDS, "max_length": KINDS}

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
    ("centres", CENTRES),  # for each of these costs the centres that cost no more
    ("sides", np.int32, (TILES, SIDES)),  # open straight sides by tile and rotation
    ("corners", np.int32, (TILES, SIDES)),  # open diagonal sides
    ("rotations", np.int32, (TILES,)),  # bit `rotation` for each that is listed
    ("slot_count", np.int32),
    ("slot_squares", np.int32, (MOST_SLOTS,)),
    ("zone_tiles", np.int32, (ZONES,)),
    ("tiles", np.int32, (MOST_SLOTS,)),  # zone by zone, not yet shuffled
)
"""Columns of the rules record that are no plain knob."""


def printed_knobs(box: Nautilus2002Content) -> dict[str, Any]:
    """Return the values printed in the box, by the knob whose default each is."""
    parts = box.components
    return {
        "researchers": parts.pieces.researchers,
        "submarines": parts.pieces.submarines,
        "stock_green": parts.stations.green,
        "stock_blue": parts.stations.blue,
        "stock_research": parts.stations.research,
        "straight_mask": parts.passages.straight.masks,
        "diagonal_mask": parts.passages.diagonal.masks,
        "incline_discoveries": parts.discoveries.incline.counts,
        "deep_discoveries": parts.discoveries.deep.counts,
        "canyon_discoveries": parts.discoveries.canyon.counts,
        "points": tuple(points for _, points in parts.points.by_kind),
        "goals": parts.goals.cards,
    }


IN_BOX = printed_knobs(BOX)


GROUPS = {
    "first_player": "Start",
    "stock_green": "Stations and prices",
    "straight_mask": "How stations join",
    "walk_steps": "Turns and chips",
    "atlantis_numbers": "Discoveries",
    "points": "Points",
    "end_three": "End",
    "round_cap": "Limits of simkit",
}
"""The headings of the rules, by the first rule below each."""


class Nautilus2002Knobs(Knobs):
    """The rule parameters of Nautilus."""

    worked_out = WORKED_OUT
    groups = GROUPS

    in_effect: ClassVar[Mapping[str, str]] = {
        "base_x": "base_column", "base_y": "base_row",
        "start_money": "money_at_start", "residential_cap": "cap", "atlantis_awards": "awards",
    }  # fmt: skip

    content: ClassVar[Nautilus2002Content] = BOX

    @classmethod
    def printed(cls, content: Nautilus2002Content) -> dict[str, Any]:
        """Return the defaults that content contains, by knob."""
        return printed_knobs(content)

    # fmt: off
    players: int = knob(4, "players", "published", ge=2, le=MOST_PLAYERS)
    first_player: str = knob(
        "chance", "the seat that begins round 1: any, or always one (seat_0 is the first)", "inferred",
        choices=FIRST_WORDS, label="the seat that begins",
        said={
            "chance": "with a first seat drawn by chance", "seat_0": "with seat 1 first",
            "seat_1": "with seat 2 first", "seat_2": "with seat 3 first", "seat_3": "with seat 4 first",
        },
    )
    base_mode: str = knob(
        "fixed", "where the base lies: at base_x, base_y, or on any nine lagoon squares by chance",
        "inferred", assumption="A1", choices=MODE_WORDS, label="the place of the base",
        said={"fixed": "with the base in its place", "chance": "with the base placed by chance"},
    )
    base_x: int | None = knob(
        None, "column of the base's centre; none: where the board has it", "reconstructed", assumption="A1",
        ge=1, le=26, label="the column of the base",
        said={"null": "with the base's printed column", "": "with the base in column {}"},
    )
    base_y: int | None = knob(
        None, "row of the base's centre; none: where the board has it", "reconstructed", assumption="A1",
        ge=1, le=18, label="the row of the base",
        said={"null": "with the base's printed row", "": "with the base in row {}"},
    )
    discovery_layout: str = knob(
        "fixed",
        "which squares hold discoveries: those of the board, or as many of each zone, drawn for each game",
        "reconstructed", assumption="A1", choices=LAYOUT_WORDS, label="the layout of the discoveries",
        said={
            "fixed": "with the discoveries in their places",
            "random": "with the discoveries placed by chance",
        },
    )
    start_money: int | None = knob(
        None, "Nemos at the start; none: as printed for that many players", "published", ge=0, le=200,
        label="the money at the start", unit="Nemo",
        said={"null": "with the printed money at the start", "": "with {} at the start"},
    )
    researchers: int = knob(
        IN_BOX["researchers"], "researchers of a seat", "published", ge=1, le=MOST_RESEARCHERS,
        label="the number of researchers of each player", unit="researcher", said="with {} each",
    )
    submarines: int = knob(
        IN_BOX["submarines"], "submarines of a seat", "published", ge=1, le=MOST_SUBMARINES,
        label="the number of submarines of each player", unit="submarine", said="with {} each",
    )
    stock_green: int = knob(
        IN_BOX["stock_green"], "green residential stations", "published", ge=0, le=10,
        label="the number of green residential stations", unit="green residential station",
    )
    stock_blue: int = knob(
        IN_BOX["stock_blue"], "blue residential stations", "published", ge=0, le=10,
        label="the number of blue residential stations", unit="blue residential station",
    )
    stock_research: int = knob(
        IN_BOX["stock_research"], "research stations of each type", "published", ge=0, le=4,
        label="the number of research stations of each type", unit="research station",
        said="with {} of each type",
    )
    price_research: int = knob(
        1, "price of a research station", "published", ge=0, le=5, label="the price of a research station",
        unit="Nemo",
    )
    price_researcher: int = knob(
        1, "price of each researcher on a residential station", "published", ge=0, le=5,
        label="the price of a researcher on a residential station", unit="Nemo",
    )
    residential_cap: int | None = knob(
        None, "researchers on a residential station at most; none: as printed for that many players",
        "published", ge=1, le=6, label="the room of a residential station", unit="researcher",
        said={"null": "with the printed room of a residential station"},
    )
    stored_max: int = knob(
        4, "stored stations at most", "published", ge=1, le=MOST_STORED, label="the most stored stations",
        unit="stored station", said="with {} at most",
    )
    may_leave_unused: bool = knob(
        True, "the player who builds may stop with stations left, which are handed back", "inferred",
        assumption="A8", label="the right to hand stations back while building",
    )
    unclaimed_counts: str = knob(
        "both",
        "pieces of Atlantis that nobody claims count for both endings, for that with all pieces, for none",
        "inferred", assumption="A9", choices=UNCLAIMED_WORDS,
        label="the endings for which unclaimed pieces count",
        said={
            "both": "with unclaimed pieces counting for both endings",
            "all_only": "with unclaimed pieces counting for the end with all pieces only",
            "none": "with unclaimed pieces counting for no ending",
        },
    )
    build_cost: tuple[Digit, ...] = knob(
        (1, 2, 3, 4), "building cost in the lagoon, the incline, the deep sea, the canyon", "inferred",
        min_length=ZONES, max_length=ZONES, label="the building costs",
    )
    cost_per_expansion: bool = knob(
        True, "an expansion pays for its dearest square once; false: every station pays", "published",
        label="one payment for each expansion",
        said={"true": "with one payment for each expansion", "false": "with a payment for every station"},
    )
    straight_mask: tuple[Mask, ...] = knob(
        IN_BOX["straight_mask"],
        "open straight sides of base, green, blue, research stations: north 1, east 2, south 4, west 8",
        "reconstructed", assumption="A2", min_length=4, max_length=4,
        label="the open straight sides of stations",
    )
    diagonal_mask: tuple[Mask, ...] = knob(
        IN_BOX["diagonal_mask"],
        "open diagonal sides, in the same order: north-east 1, south-east 2, south-west 4, north-west 8",
        "reconstructed", assumption="A2", min_length=4, max_length=4,
        label="the open diagonal sides of stations",
    )
    half_covered_counts: bool = knob(
        True, "squares under the corners of a station count as covered", "inferred", assumption="A7",
        label="the cover of squares under a station's corners",
        said={
            "true": "with squares under a station's corners covered",
            "false": "with squares under a station's corners free",
        },
    )
    walk_steps: tuple[Digit, ...] = knob(
        (3, 4, 5), "steps of a turn with no, one, two Training stations", "published",
        label="the steps of researchers in a turn", **EFFECTS,
    )
    sub_steps: tuple[Digit, ...] = knob(
        (4, 5, 6), "squares a submarine moves with no, one, two Engineering stations", "published",
        label="the steps of a submarine", **EFFECTS,
    )
    scan_range: tuple[Digit, ...] = knob(
        (4, 5, 6), "range of a scan with no, one, two Sonar stations", "published",
        label="the range of a scan", **EFFECTS,
    )
    looks: tuple[Digit, ...] = knob(
        (0, 1, 2), "looks for a snail or shell with no, one, two Testing stations", "published",
        label="the looks for a snail or shell", **EFFECTS,
    )
    chest_value: tuple[Digit, ...] = knob(
        (2, 3, 4), "Nemos for a chest with no, one, two Analysis stations", "published",
        label="the worth of a chest", **EFFECTS,
    )
    walkers: int = knob(
        2, "researchers moved in a turn", "published", ge=1, le=3,
        label="the number of researchers moved in a turn", unit="researcher", said="with {} moved in a turn",
    )
    fee: int = knob(
        1, "paid to the owner by the player who starts to work in a station", "published", ge=0, le=5,
        label="the fee to a station's owner", unit="Nemo",
    )
    scan_cost: int = knob(
        1, "cost of a scan, for each submarine", "published", ge=0, le=5, label="the price of a scan",
        unit="Nemo",
    )
    recovery_cost: tuple[Points, ...] = knob(
        (1, 1, 2), "cost of a recovery in the incline, the deep sea, the canyon", "published",
        label="the costs of a recovery", **OF_ZONES,
    )
    speed_steps: int = knob(
        3, "squares moved for a speed chip", "published", ge=0, le=9, label="the reach of a speed chip",
        unit="square",
    )
    bonus_steps: int = knob(
        2, "steps of a researcher for a piece of Atlantis", "published", ge=0, le=9,
        label="the bonus for a piece of Atlantis", unit="step",
    )
    canyon_types: int = knob(
        TYPES, "types in operation that a seat needs to enter the canyon", "published", ge=0, le=TYPES,
        label="the number of station types that open the canyon", unit="station type",
        said="with {} needed for the canyon",
    )
    canyon_opens_for_all: bool = knob(
        True, "once entered, the canyon is open to all", "published",
        label="the canyon open to all once entered",
    )
    atlantis_numbers: str = knob(
        "in_order",
        "which pieces lie where: the lowest in the incline and so on, or those outside the canyon dealt",
        "inferred", assumption="A3", choices=NUMBER_WORDS, label="the places of the pieces of Atlantis",
        said={
            "in_order": "with the pieces of Atlantis in order", "dealt": "with the pieces of Atlantis dealt",
        },
    )
    incline_discoveries: tuple[Tiles, ...] = knob(
        IN_BOX["incline_discoveries"],
        "tiles of the incline: snails, shells, crabs, anemones, gold, chests, speed chips, Atlantis",
        "reconstructed", assumption="A4", label="the discoveries of the incline", **OF_KINDS,
    )
    deep_discoveries: tuple[Tiles, ...] = knob(
        IN_BOX["deep_discoveries"], "tiles of the deep sea", "reconstructed", assumption="A4",
        label="the discoveries of the deep sea", **OF_KINDS,
    )
    canyon_discoveries: tuple[Tiles, ...] = knob(
        IN_BOX["canyon_discoveries"], "tiles of the canyon", "reconstructed", assumption="A4",
        label="the discoveries of the canyon", **OF_KINDS,
    )
    points: tuple[Points, ...] = knob(
        IN_BOX["points"], "points of a snail, shell, crab, anemone, gold", "inferred", assumption="A5",
        min_length=KEPT_KINDS, max_length=KEPT_KINDS, label="the points of the discoveries",
    )
    atlantis_awards: tuple[Award, ...] | None = knob(
        None, "points for pieces of Atlantis, the best first; none: as printed for that many players",
        "published", max_length=MOST_PLAYERS, label="the awards for Atlantis",
        said={"null": "with the printed awards for Atlantis", "[]": "without awards for Atlantis"},
    )
    research_points: tuple[Digit, ...] = knob(
        (0, 0, 1, 1, 1), "research points of a type with no, one ... four stations", "published",
        min_length=5, max_length=5, label="the research points by number of stations",
    )
    chip_points: int = knob(
        3, "research points of a type with its chip", "published", ge=0, le=9, label="the worth of a chip",
        unit="research point",
    )
    chip_needs: int = knob(
        2, "stations in operation that a chip needs", "published", ge=0, le=4,
        label="the number of stations that a chip needs", unit="station", said="with {} needed for a chip",
    )
    goals: tuple[tuple[Kept, Kept], ...] = knob(
        IN_BOX["goals"], "the special goal cards: two kinds of discovery each", "reconstructed",
        assumption="A6", min_length=GOAL_CARDS, max_length=GOAL_CARDS, label="the special goals",
        said="with the special goals {}",
    )
    rise_points: int = knob(
        1, "points that a tile of the goal gains", "published", ge=0, le=5,
        label="the gain of a tile of the special goal", unit="point",
    )
    rise_cost: int = knob(
        1, "its price", "published", ge=0, le=5, label="the price of a special goal's gain", unit="Nemo",
    )
    cash_points: int = knob(
        1, "points of a Nemo at the end", "published", ge=0, le=2, label="the worth of a Nemo at the end",
        unit="point",
    )
    end_three: bool = knob(
        True, "the game ends after pieces 13, 14 and 15", "published",
        label="the end after pieces 13, 14 and 15",
    )
    end_all: bool = knob(
        True, "the game ends with all pieces of Atlantis", "published",
        label="the end with all pieces of Atlantis",
    )
    end_stagnation: bool = knob(
        True, "the game ends with a round in which nothing happens", "published",
        label="the end by standstill",
    )
    extra_rounds: int = knob(
        1, "rounds after that of pieces 13, 14 and 15", "published", ge=0, le=3,
        label="the number of extra rounds",
    )
    round_cap: int = knob(
        60, "rounds after which a game that has not ended is stopped and scored", "simkit", ge=5, le=200,
        label="the most rounds of a game", unit="round", said="with {} at most",
    )
    # fmt: on

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        for problem in self._problems():
            raise ValueError(problem)
        return self

    def _problems(self) -> Iterator[str]:
        sea = self.content.board.sea
        if self.first_player in FIRST_WORDS[self.players + 1 :]:
            yield f"first_player: of {self.players} players none sits at {self.first_player}"
        if self.base_mode == "fixed" and self.base_centre not in sea.base_centres:
            yield f"base_x, base_y: the nine squares around {self.base_centre} are not all lagoon"
        zones = [sea.zones[square] for square in sea.discoveries]
        for zone, (name, counts) in enumerate(self.tiles_by_zone.items(), start=1):
            if sum(counts) != zones.count(zone):
                yield f"{name}: {zones.count(zone)} tiles are needed, found {sum(counts)}"
        pieces = sum(counts[-1] for counts in self.tiles_by_zone.values())
        if pieces != PIECES:
            yield f"discoveries: there are {PIECES} pieces of Atlantis, found {pieces}"
        if len(self.awards) > self.players:
            yield f"atlantis_awards: at most {self.players}, one per player, found {len(self.awards)}"

    @property
    def base_centre(self) -> tuple[int, int]:
        """Where the base's centre lies, x and y, if it is fixed."""
        return self.base_column, self.base_row

    @property
    def base_column(self) -> int:
        """The column of the base's centre, if it is fixed."""
        return self.content.board.sea.base[0] if self.base_x is None else self.base_x

    @property
    def base_row(self) -> int:
        """The row of the base's centre, if it is fixed."""
        return self.content.board.sea.base[1] if self.base_y is None else self.base_y

    @property
    def tiles_by_zone(self) -> dict[str, tuple[int, ...]]:
        """The tiles of each kind in the incline, the deep sea and the canyon, by the names of their knobs."""
        names = ("incline_discoveries", "deep_discoveries", "canyon_discoveries")
        return {name: getattr(self, name) for name in names}

    @property
    def awards(self) -> tuple[int, ...]:
        """The points for pieces of Atlantis, the best first."""
        printed = next(p for n, p in self.content.components.awards.points.items() if n == str(self.players))
        return printed if self.atlantis_awards is None else self.atlantis_awards

    @property
    def money_at_start(self) -> int:
        """Nemos of each seat at the start."""
        printed = self.content.components.money.start
        if self.start_money is not None:
            return self.start_money
        return next(nemos for players, nemos in printed.items() if players == str(self.players))

    @property
    def cap(self) -> int:
        """Researchers on a residential station at most."""
        printed = self.content.components.money.residential_cap
        if self.residential_cap is not None:
            return self.residential_cap
        return next(most for players, most in printed.items() if players == str(self.players))

    @property
    def goal_kinds(self) -> tuple[tuple[int, ...], ...]:
        """The kinds on each goal card."""
        return tuple(tuple(KEPT_WORDS.index(kind) for kind in card) for card in self.goals)

    def work_out(self, rules: Any) -> None:
        """Fill the columns of the rules record that are no plain knob."""
        rules.money_at_start = self.money_at_start
        rules.cap = self.cap
        rules.awards[: len(self.awards)] = self.awards
        rules.goal_kinds[:] = self.goal_kinds
        _draw_the_board(self.content, rules)
        rules.base_square = square_of(*self.base_centre)
        _price_the_centres(self.build_cost, rules)
        _turn_the_tiles(self, rules)
        tiles = _discoveries(self.tiles_by_zone.values())
        rules.tiles[: len(tiles)] = tiles
        rules.zone_tiles[1:] = [sum(counts) for counts in self.tiles_by_zone.values()]


def _draw_the_board(content: Nautilus2002Content, rules: Any) -> None:
    sea = content.board.sea
    rules.zone[:] = sea.zones
    zones = np.asarray(sea.zones).reshape(HEIGHT, WIDTH)
    rules.water.rows[1 : HEIGHT + 1] = _in_rows(np.ones_like(zones, bool))
    rules.open_water.rows[1 : HEIGHT + 1] = _in_rows(zones != CANYON)
    bases = [square_of(x, y) for x, y in sea.base_centres]
    rules.base_squares[: len(bases)] = bases
    rules.base_square_count = len(bases)
    rules.slot_count = len(sea.discoveries)
    rules.slot_squares[: len(sea.discoveries)] = sea.discoveries


def _in_rows(squares: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Return the squares of each row of the board as bits, column x as bit x."""
    return squares @ (1 << np.arange(WIDTH))


def _price_the_centres(cost: tuple[int, ...], rules: Any) -> None:
    rules.prices[:] = sorted(cost)
    prices = np.asarray(cost)[np.asarray(rules.zone)].reshape(HEIGHT, WIDTH)
    centres = np.full((HEIGHT, WIDTH), -1)
    centres[1:-1, 1:-1] = sliding_window_view(prices, (3, 3)).max(axis=(2, 3))
    rules.centre_cost[:] = centres.ravel()
    for level, price in enumerate(sorted(cost)):
        rules.centres.rows[level][1 : HEIGHT + 1] = _in_rows((centres >= 0) & (centres <= price))


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
