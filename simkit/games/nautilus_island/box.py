"""What is in the box of Nautilus Island: its content, declared, and as it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from simkit.game import GameContent, Item, Items, Whole, load_content, section
from simkit.games.nautilus_island.state import (
    COLOURS,
    LARGEST_SET,
    MOST_COLUMNS,
    MOST_COPIES,
    MOST_OBJECTS,
    MOST_PILES,
    MOST_TOKENS_IN_A_PILE,
    WIDEST_COLUMN,
)

Width = Annotated[Whole, Field(ge=1, le=WIDEST_COLUMN)]
FaceUp = Annotated[Whole, Field(ge=0, le=WIDEST_COLUMN)]
Points = Annotated[Whole, Field(ge=0, le=50)]
FewPoints = Annotated[Whole, Field(ge=0, le=10)]
Tokens = Annotated[Whole, Field(ge=0, le=15)]
SetSize = Annotated[Whole, Field(ge=1, le=LARGEST_SET)]
Pile = Annotated[tuple[Points, ...], Field(min_length=1, max_length=MOST_TOKENS_IN_A_PILE)]
Name = Annotated[str, Field(pattern=r"^\S+( \S+)*$", max_length=30)]


def _each_once(names: tuple[str, ...]) -> tuple[str, ...]:
    if doubled := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"found '{doubled[0]}' twice, allowed is each name once")
    return names


class Cards(Item):
    """The cards with objects."""

    colours: Annotated[tuple[Name, ...], AfterValidator(_each_once)] = Field(
        min_length=COLOURS, max_length=COLOURS, description="what the five colours that are stored are called"
    )
    objects_per_colour: Annotated[Whole, Field(ge=1, le=MOST_OBJECTS)] = Field(
        description="different objects in each of the five colours that are stored"
    )
    object_copies: Annotated[Whole, Field(ge=1, le=MOST_COPIES)] = Field(description="cards of each object")

    @property
    def how_many(self) -> int:
        """How many cards, treasures not counted."""
        return COLOURS * self.objects_per_colour * self.object_copies


class Treasures(Item):
    """The treasures."""

    points: tuple[Points, ...] = Field(
        min_length=1, max_length=MOST_OBJECTS, description="points of each kind of treasure"
    )


class Stacks(Item):
    """The stacks on the board."""

    height: Annotated[Whole, Field(ge=1, le=24)] = Field(description="cards in each at the start")


class FaceUpStacks(Item):
    """Which stacks of a column lie face up."""

    by_width: tuple[FaceUp, FaceUp, FaceUp] = Field(
        description="how many lie face up in a column of one, of two, of three stacks"
    )

    @model_validator(mode="after")
    def _no_more_than_there_are(self) -> Self:
        for width, up in enumerate(self.by_width, start=1):
            if up > width:
                raise ValueError(f"a column of {width} can't have {up} stacks face up")
        return self


class BonusCounts(Items):
    """How many bonus tokens there are of each kind."""

    two: Tokens
    three: Tokens
    per_card: Tokens
    double: Tokens
    odd: Tokens
    pair: Tokens


class BonusPoints(Items):
    """What each kind of bonus token is worth."""

    two: Points
    three: Points
    per_card: FewPoints
    double: FewPoints
    odd: Points
    pair: Points


class BonusTokens(Item):
    """The bonus tokens."""

    counts: BonusCounts = Field(description="tokens of each kind")
    points: BonusPoints = Field(description="points of each kind")
    points_provenance: Literal["published", "yours"] = Field(
        default="yours", description="how the points are known"
    )

    def in_words(self) -> str:
        """Return the text that is printed on them, in words."""
        kinds = zip(self.counts, self.points, strict=True)
        return "; ".join(
            f"{name.replace('_', ' ')}: {count} of {points}" for (name, count), (_, points) in kinds
        )

    @property
    def how_many(self) -> int:
        """How many tokens."""
        return sum(count for _, count in self.counts)


class Camp(Item):
    """The camp."""

    refill_at: Annotated[Whole, Field(ge=0, le=COLOURS - 1)] = Field(
        description="bonus tokens left at which its empty spaces are filled"
    )


class Portholes(Item):
    """The porthole tokens."""

    sizes: tuple[SetSize, ...] = Field(
        min_length=1, max_length=MOST_PILES, description="set sizes that can be closed, a pile each"
    )
    points: tuple[Pile, ...] = Field(
        min_length=1, max_length=MOST_PILES, description="points of each pile's tokens, the top one first"
    )

    @model_validator(mode="after")
    def _a_pile_for_each_size(self) -> Self:
        if len(set(self.sizes)) < len(self.sizes):
            raise ValueError("sizes: each size has one pile, found a size twice")
        if len(self.sizes) != len(self.points):
            raise ValueError(f"points: {len(self.sizes)} piles are needed, found {len(self.points)}")
        return self

    @property
    def how_many(self) -> int:
        """How many tokens."""
        return sum(map(len, self.points))


class Board(Item):
    """The board for a number of players."""

    columns: tuple[Width, ...] = Field(
        min_length=3, max_length=MOST_COLUMNS, description="stacks in each column, from the back"
    )


class Components(Items):
    """What is in the box besides the boards."""

    cards: Cards
    treasures: Treasures
    stacks: Stacks
    face_up: FaceUpStacks
    bonus_tokens: BonusTokens
    camp: Camp
    portholes: Portholes


class NautilusIslandContent(GameContent):
    """All that is printed in the box of Nautilus Island."""

    game: ClassVar[str] = "nautilus_island"

    boards: dict[Literal["2", "3", "4"], Board] = section("the boards, by the number of players")
    components: Components = section("cards and tokens")

    def problems(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield boards with too few columns."""
        for players, board in self.boards.items():
            if len(board.columns) <= int(players):
                needed = f"{players} players need {int(players) + 1} columns"
                yield ("boards", players, "columns"), f"{needed}, found {len(board.columns)}"


BOX = load_content(NautilusIslandContent, __file__)
"""The content as it is printed."""
