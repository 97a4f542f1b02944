"""What is in the box of Nautilion: its content, declared, and as it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from simkit.game import (
    KEY,
    WORD,
    GameContent,
    Item,
    Items,
    Place,
    Weights,
    Whole,
    load_content,
    section,
    unknown,
)
from simkit.games.nautilion.card_effects import (
    DARKHOUSE_EFFECTS,
    DARKHOUSE_TEXTS,
    HEROIC_EFFECTS,
    HEROIC_TEXTS,
)
from simkit.games.nautilion.state import CREW_NUMBERS, HIGHEST_FACE, MOST_CARDS, MOST_FACES, ROW_OF_CARDS

MOST_REEFS_OF_A_NUMBER = 20

Face = Annotated[Whole, Field(ge=1, le=HIGHEST_FACE)]
Copies = Annotated[Whole, Field(ge=1, le=6)]
Reefs = Annotated[Whole, Field(ge=0, le=MOST_REEFS_OF_A_NUMBER)]
Number = Annotated[Whole, Field(ge=1, le=CREW_NUMBERS)]
Tokens = Annotated[Whole, Field(ge=0, le=20)]


def joins_two(duct: tuple[int, int]) -> tuple[int, int]:
    """Return a duct that joins two different numbers; refuse any other."""
    if duct[0] == duct[1]:
        raise ValueError(f"a duct joins two different numbers, found {duct[0]}-{duct[1]}")
    return duct


def _each_once(numbers: tuple[int, ...]) -> tuple[int, ...]:
    if doubled := [number for number in numbers if numbers.count(number) > 1]:
        raise ValueError(f"found {doubled[0]} twice, allowed is each number once")
    return numbers


def _ducts_once(ducts: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    pairs = [frozenset(duct) for duct in ducts]
    if doubled := [duct for duct, pair in zip(ducts, pairs, strict=True) if pairs.count(pair) > 1]:
        raise ValueError(f"the duct {doubled[0][0]}-{doubled[0][1]} stands there twice")
    return ducts


def _plain_number(value: object) -> object:
    if isinstance(value, str) and (not value.isascii() or not value.isdecimal() or value != str(int(value))):
        raise ValueError(f"found '{value}', allowed is a card's number, 1 to {MOST_CARDS}")
    return value


def word_of(effects: tuple[str, ...]) -> AfterValidator:
    """Return a check that a word is one of those for which the game has a text."""

    def check(word: str) -> str:
        if word not in effects:
            raise ValueError(unknown("effect", word, effects))
        return word

    return AfterValidator(check)


Duct = Annotated[tuple[Number, Number], AfterValidator(joins_two)]
Three = Annotated[tuple[Number, Number, Number], AfterValidator(_each_once)]
CardId = Annotated[int, BeforeValidator(_plain_number), Field(ge=1, le=MOST_CARDS)]
BoardName = Annotated[str, Field(pattern=WORD, max_length=20)]
DarkhouseEffect = Annotated[
    str, word_of(DARKHOUSE_EFFECTS), WithJsonSchema({"enum": list(DARKHOUSE_EFFECTS)})
]
HeroicEffect = Annotated[str, word_of(HEROIC_EFFECTS), WithJsonSchema({"enum": list(HEROIC_EFFECTS)})]


NUMBER = "as many as the rule says"


class Board(Item):
    """A side of a Nautilion: nine numbered spaces, joined by air ducts."""

    ducts: Annotated[tuple[Duct, ...], AfterValidator(_ducts_once)] = Field(
        min_length=1, description="the air ducts, as pairs of numbers"
    )


class Dice(Item):
    """The three dice."""

    count: Literal[3] = Field(default=3, description="how many there are")
    faces: Weights[Face] = Field(min_length=1, max_length=MOST_FACES, description="the faces of each")


class Crew(Item):
    """The crew tokens."""

    numbers: Literal[9] = Field(default=9, description="how many numbers there are")
    copies: tuple[Copies, ...] = Field(
        min_length=CREW_NUMBERS, max_length=CREW_NUMBERS, description="tokens of the numbers 1 to 9"
    )

    @property
    def how_many(self) -> int:
        """How many tokens."""
        return sum(self.copies)


class Reserve(Item):
    """The reserve tokens."""

    at_start: Tokens = Field(description="tokens at the start")
    easier: tuple[Tokens, ...] = Field(default=(), description="as many make it easier")
    harder: tuple[Tokens, ...] = Field(default=(), description="as many make it harder")


class Level(Items):
    """How many of the five cards in the Darkhouse's row are red and blue."""

    red: Annotated[Whole, Field(ge=0, le=ROW_OF_CARDS)]
    blue: Annotated[Whole, Field(ge=0, le=ROW_OF_CARDS)]


class Darkhouse(Item):
    """The Darkhouse: its die, and the row of cards of its expansion."""

    discards_on: frozenset[Face] = Field(description="faces of its die that cost a token")
    levels: dict[BoardName, Level] = Field(min_length=1, description="the row of cards at each level")

    def in_words(self) -> str:
        """Return the text that is printed on it, in words."""
        levels = (f"{name}: {level.red} red, {level.blue} blue" for name, level in self.levels.items())
        return f"discards on {', '.join(map(str, sorted(self.discards_on)))}; {'; '.join(levels)}"


class Heroic(Item):
    """The row of Heroic cards."""

    revealed: Annotated[Whole, Field(ge=1, le=ROW_OF_CARDS)] = Field(description="cards revealed")


class Spells(Item):
    """The Grimoire: what spells cost."""

    whirlwind: Tokens = Field(description="reserve tokens for a Repetitive Whirlwind")
    tide: Tokens = Field(description="reserve tokens for an Artificial Tide")
    translation: Tokens = Field(description="reserve tokens for an Aquatic Translation")


class TwoPlayers(Item):
    """What is used by two players only."""

    reserve_bonus: Tokens = Field(description="reserve tokens besides")


class Admirals(Item):
    """The two Admiral cards."""

    numbers: tuple[frozenset[Number], frozenset[Number]] = Field(
        description="the crew that each Admiral allows its player to place"
    )

    def in_words(self) -> str:
        """Return the text that is printed on them, in words."""
        return " and ".join(", ".join(map(str, sorted(numbers))) for numbers in self.numbers)


class Mages(Item):
    """The mages A, B and C."""

    copies: tuple[Copies, Copies, Copies] = Field(description="tokens of A, B and C")
    partners: Three = Field(description="the crew with a space in the cabin: the partners of A, B and C")

    @property
    def how_many(self) -> int:
        """How many tokens."""
        return sum(self.copies)


class Mercenaries(Item):
    """The mercenaries, and the Phantom's board."""

    count: Annotated[Whole, Field(ge=0, le=12)] = Field(description="tokens")
    harpoons: Annotated[Whole, Field(ge=0, le=9)] = Field(description="harpoons of each")
    armed_crew: Annotated[tuple[Number, ...], AfterValidator(_each_once)] = Field(
        description="the crew that carry a harpoon"
    )
    phantom_harpoons: Tokens = Field(description="the Phantom's own harpoons")
    phantom_harpoons_hard_side: Tokens = Field(description="the same on the hard side of its board")
    phantom_capacity: Annotated[Whole, Field(ge=0, le=40)] = Field(
        description="tokens that the Phantom's board holds"
    )

    @property
    def how_many(self) -> int:
        """How many tokens."""
        return self.count


class ReefTokens(Item):
    """The reefs."""

    numbers: Three = Field(description="the numbers on them")
    copies: tuple[Reefs, Reefs, Reefs] = Field(description="tokens of each of these numbers")
    spacing: Annotated[Whole, Field(ge=1, le=20)] = Field(
        description="the number of places from one reef to the next"
    )
    escape: Annotated[Whole, Field(ge=1, le=10)] = Field(description="the least that the die must show")

    @property
    def how_many(self) -> int:
        """How many tokens."""
        return sum(self.copies)


class Components(Items):
    """What is in the box besides boards and cards."""

    dice: Dice
    crew: Crew
    reserve: Reserve
    darkhouse: Darkhouse
    heroic: Heroic
    spells: Spells
    two_players: TwoPlayers
    admirals: Admirals
    mages: Mages
    mercenaries: Mercenaries
    reefs: ReefTokens


class DarkhouseCard(Item):
    """A card of the Darkhouse's row."""

    colour: Literal["red", "blue"] = Field(description="its colour")
    effect: DarkhouseEffect = Field(description="what it does")
    tokens: Annotated[Whole, Field(ge=1, le=9)] | None = Field(
        default=None, description="of discard_more: how many tokens"
    )
    dice: tuple[Face, Face, Face] | None = Field(
        default=None, description="of dice_fixed: what the dice show"
    )
    price: Tokens | None = Field(default=None, description="of token_for_sale: reserve tokens to pay")

    def in_words(self) -> str:
        """Return the text that is printed on it, in words."""
        dice = ", ".join(map(str, self.dice)) if self.dice else "what the rule says"
        tokens, price = (NUMBER if number is None else number for number in (self.tokens, self.price))
        return f"{self.colour}: {DARKHOUSE_TEXTS[self.effect].format(tokens=tokens, dice=dice, price=price)}"

    @property
    def how_many(self) -> int:
        """How many: each card is in the box once."""
        return 1


class HeroicCard(Item):
    """A Heroic card."""

    effect: HeroicEffect = Field(description="what it does")
    turns: Annotated[Whole, Field(ge=1, le=20)] | None = Field(
        default=None, description="of no_discards: how many turns"
    )
    tokens: Annotated[Whole, Field(ge=1, le=20)] | None = Field(
        default=None, description="of tokens_recovered: how many tokens"
    )
    expansion: Literal["mages", "mercenaries", "reefs"] | None = Field(
        default=None, description="the card is out of the game unless this expansion is in use"
    )

    def in_words(self) -> str:
        """Return the text that is printed on it, in words."""
        turns, tokens = (NUMBER if number is None else number for number in (self.turns, self.tokens))
        only = f" (only with {self.expansion})" if self.expansion else ""
        return f"{HEROIC_TEXTS[self.effect].format(turns=turns, tokens=tokens)}{only}"

    @property
    def how_many(self) -> int:
        """How many: each card is in the box once."""
        return 1


class NautilionContent(GameContent):
    """All that is printed in the box of Nautilion."""

    game: ClassVar[str] = "nautilion"

    boards: dict[BoardName, Board] = section("the boards, by name", may_add=True)
    components: Components = section("dice, tokens and what they are for")
    darkhouse_cards: dict[CardId, DarkhouseCard] = section(
        f"the Darkhouse's cards, by number, 1 to {MOST_CARDS} at most", may_add=True
    )
    heroic_cards: dict[CardId, HeroicCard] = section(
        f"the Heroic cards, by number, 1 to {MOST_CARDS} at most", may_add=True
    )

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yield card numbers that are not consecutive, and levels that need more cards than there are."""
        for name in ("darkhouse_cards", "heroic_cards"):
            cards = getattr(self, name)
            for card in sorted(cards):
                if card > len(cards):
                    numbers = f"cards have the numbers 1 to {len(cards)} here"
                    yield (name, str(card), KEY), f"{name}.{card}: {numbers}"
        yield from self._of_levels()

    def _of_levels(self) -> Iterator[tuple[Place, str]]:
        for name, level in self.components.darkhouse.levels.items():
            place: Place = ("components", "darkhouse", "levels", name)
            if not 1 <= level.red + level.blue <= ROW_OF_CARDS:
                found = level.red + level.blue
                yield place, f"level {name} has {found} cards, allowed are 1 to {ROW_OF_CARDS}"
            for colour, needed in level:
                there = sum(card.colour == colour for card in self.darkhouse_cards.values())
                if there < needed:
                    yield place, f"level {name} needs {needed} {colour} cards, found {there}"


BOX = load_content(NautilionContent, __file__)
"""The content as it is printed."""
