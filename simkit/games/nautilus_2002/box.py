"""What is in the box of Nautilus: its content, declared, and as it is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from simkit.game import GameContent, Item, Items, Place, Whole, load_content, section
from simkit.games.nautilus_2002.sea import DISCOVERY_SQUARES, LEGEND, ZONE_WORDS, Sea
from simkit.games.nautilus_2002.squares import WIDTH
from simkit.games.nautilus_2002.state import (
    CANYON,
    DEEP,
    GOAL_CARDS,
    INCLINE,
    MOST_RESEARCHERS,
    MOST_SLOTS,
    MOST_SUBMARINES,
    PIECES,
)

STRAIGHT_SIDES = ("n", "e", "s", "w")
DIAGONAL_SIDES = ("ne", "se", "sw", "nw")
KIND_WORDS = ("snail", "shell", "crab", "anemone", "gold", "chest", "speed", "atlantis")
KEPT_WORDS = KIND_WORDS[:5]

Players = Literal["2", "3", "4"]
Straight = Literal["n", "e", "s", "w"]
Diagonal = Literal["ne", "se", "sw", "nw"]
Kept = Literal["snail", "shell", "crab", "anemone", "gold"]
Stack = Annotated[Whole, Field(ge=0, le=10)]
Award = Annotated[Whole, Field(ge=0, le=9)]
Points = Annotated[Whole, Field(ge=0, le=5)]
Tiles = Annotated[Whole, Field(ge=0, le=MOST_SLOTS)]


class Board(Items):
    """The board."""

    sea: Sea


class Stations(Item):
    """The stacks of stations."""

    green: Stack = Field(description="green residential stations")
    blue: Stack = Field(description="blue residential stations")
    research: Annotated[Whole, Field(ge=0, le=4)] = Field(description="research stations of each type")

    @property
    def how_many(self) -> int:
        """How many stations, the base not counted."""
        return self.green + self.blue + 5 * self.research


class StraightSides(Items):
    """Which straight sides are open, as a tile lies in rotation 0."""

    base: tuple[Straight, ...]
    green: tuple[Straight, ...]
    blue: tuple[Straight, ...]
    research: tuple[Straight, ...]

    @property
    def masks(self) -> tuple[int, ...]:
        """Bit `side` for each open side, by tile."""
        return tuple(sum(1 << STRAIGHT_SIDES.index(side) for side in set(sides)) for _, sides in self)


class DiagonalSides(Items):
    """Which diagonal sides are open, as a tile lies in rotation 0."""

    base: tuple[Diagonal, ...]
    green: tuple[Diagonal, ...]
    blue: tuple[Diagonal, ...]
    research: tuple[Diagonal, ...]

    @property
    def masks(self) -> tuple[int, ...]:
        """Bit `side` for each open side, by tile."""
        return tuple(sum(1 << DIAGONAL_SIDES.index(side) for side in set(sides)) for _, sides in self)


class Passages(Item):
    """Which sides of the octagons are open."""

    straight: StraightSides
    diagonal: DiagonalSides

    def in_words(self) -> str:
        """Return the open sides of each tile."""
        both = zip(self.straight, self.diagonal, strict=True)
        return "; ".join(f"{tile} {' '.join(sides + corners)}" for (tile, sides), (_, corners) in both)


class Pieces(Item):
    """The pieces of a seat."""

    researchers: Annotated[Whole, Field(ge=1, le=MOST_RESEARCHERS)] = Field(description="researchers")
    submarines: Annotated[Whole, Field(ge=1, le=MOST_SUBMARINES)] = Field(description="submarines")


class Money(Item):
    """Money, and researchers on a residential station, by the number of players."""

    start: dict[Players, Annotated[Whole, Field(ge=0, le=200)]] = Field(description="Nemos at the start")
    residential_cap: dict[Players, Annotated[Whole, Field(ge=1, le=6)]] = Field(
        description="researchers on a residential station at most"
    )

    def in_words(self) -> str:
        """Return Nemos and researchers for each number of players."""
        caps = self.residential_cap.values()
        return "; ".join(
            f"{players} players: {nemos} Nemos, {cap} researchers on a residential station"
            for (players, nemos), cap in zip(self.start.items(), caps, strict=True)
        )


class Awards(Item):
    """The marker chips for pieces of Atlantis."""

    points: dict[Players, tuple[Award, ...]] = Field(description="points, the best first")

    def in_words(self) -> str:
        """Return the points for each number of players."""
        return "; ".join(
            f"{players} players: {'-'.join(map(str, points))}" for players, points in self.points.items()
        )

    @model_validator(mode="after")
    def _no_more_than_players(self) -> Self:
        for players, points in self.points.items():
            if len(points) > int(players):
                raise ValueError(
                    f"points: {players} players get {players} awards at most, found {len(points)}"
                )
        return self


class ZoneTiles(Items):
    """How many discoveries of each kind lie in a zone."""

    snail: Tiles
    shell: Tiles
    crab: Tiles
    anemone: Tiles
    gold: Tiles
    chest: Tiles
    speed: Tiles
    atlantis: Annotated[Whole, Field(ge=0, le=PIECES)]

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts, in the order of the kinds."""
        return tuple(count for _, count in self)

    def in_words(self) -> str:
        """Return the kinds that there are, and how many of each."""
        return ", ".join(f"{count} {kind}" for kind, count in self if count)


class Discoveries(Item):
    """The discovery tiles."""

    incline: ZoneTiles
    deep: ZoneTiles
    canyon: ZoneTiles

    def in_words(self) -> str:
        """Return the tiles of each zone."""
        zones = {"incline": self.incline, "deep sea": self.deep, "canyon": self.canyon}
        return "; ".join(f"{name}: {zone.in_words()}" for name, zone in zones.items())

    @property
    def how_many(self) -> int:
        """How many tiles."""
        return sum(sum(zone.counts) for zone in (self.incline, self.deep, self.canyon))


class KindPoints(Items):
    """Points of each kind of discovery."""

    snail: Points
    shell: Points
    crab: Points
    anemone: Points
    gold: Points


class DiscoveryPoints(Item):
    """What discoveries are worth."""

    by_kind: KindPoints = Field(description="points of one tile")

    def in_words(self) -> str:
        """Return the points of each kind."""
        return ", ".join(f"{kind} {points}" for kind, points in self.by_kind)


class Goals(Item):
    """The special goal cards."""

    cards: tuple[tuple[Kept, Kept], ...] = Field(
        min_length=GOAL_CARDS, max_length=GOAL_CARDS, description="two kinds of discovery each"
    )

    def in_words(self) -> str:
        """Return the kinds on each card."""
        return "; ".join(" and ".join(kinds) for kinds in self.cards)


class Components(Items):
    """What is in the box besides the board."""

    stations: Stations
    passages: Passages
    pieces: Pieces
    money: Money
    awards: Awards
    discoveries: Discoveries
    points: DiscoveryPoints
    goals: Goals


class Nautilus2002Content(GameContent):
    """All that is printed in the box of Nautilus."""

    game: ClassVar[str] = "nautilus_2002"
    drawing: ClassVar[tuple[str, str]] = ("board", "sea")
    legend: ClassVar[Mapping[str, str]] = LEGEND

    board: Board = section("the board, drawn: 20 rows of 28 squares")
    components: Components = section("stations, pieces, money and tiles")

    def drawn(self, section: str, id_: str) -> list[str]:
        """Return the board drawn in text."""
        return self.board.sea.drawn() if (section, id_) == self.drawing else []

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yield the faults of the board's drawing, and of the tiles for its squares."""
        sea = self.board.sea
        problems = list(sea.problems())
        for place, message in problems:
            yield ("board", "sea", "rows", *place), message
        if problems:
            return
        tiles = self.components.discoveries
        zones = {INCLINE: tiles.incline.counts, DEEP: tiles.deep.counts, CANYON: tiles.canyon.counts}
        for zone, counts in zones.items():
            squares = [square for square in sea.discoveries if sea.zones[square] == zone]
            if len(squares) != sum(counts):
                yield self._wrong_tiles(zone, squares, sum(counts))
        if sum(map(sum, zones.values())) == len(sea.discoveries) > MOST_SLOTS:
            most = f"a board has {MOST_SLOTS} discoveries at most; found are {len(sea.discoveries)}"
            yield ("board", "sea", "rows", *divmod(sea.discoveries[MOST_SLOTS], WIDTH)), most

    def _wrong_tiles(self, zone: int, squares: list[int], tiles: int) -> tuple[Place, str]:
        """Return the complaint about a zone that has more or fewer squares with discoveries than tiles."""
        called, letter = ZONE_WORDS[zone], DISCOVERY_SQUARES[zone]
        many = len(squares) - tiles
        place = divmod(squares[tiles], WIDTH) if many > 0 else ()
        wanted = f"draw {abs(many)} {letter} {'fewer' if many > 0 else 'more'}"
        return ("board", "sea", "rows", *place), (
            f"the {called} has {len(squares)} squares with discoveries ({letter}), {tiles} tiles for them; "
            f"{wanted}, or give other numbers of tiles (components: discoveries, in a YAML file)"
        )


BOX = load_content(Nautilus2002Content, __file__)
"""The content as it is printed."""
