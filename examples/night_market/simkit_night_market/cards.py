"""The cards of `content/cards.yaml`: how many there are, and their texts, compiled as they are read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar

from pydantic import Field

from simkit.game import NAME, GameContent, Item, Place, Whole, load_content, section
from simkit.game.effects import (
    Program,
    Text,
    TextOfCard,
    problems_of_texts,
    program_of_texts,
    text_definitions,
    words_of,
)
from simkit_night_market.state import MOST_CARDS, MOST_INSTRUCTIONS, MOST_KINDS
from simkit_night_market.vocabulary import VOCABULARY

Name = Annotated[str, Field(pattern=NAME, max_length=40)]
Copies = Annotated[Whole, Field(ge=0, le=9)]


class Card(Item):
    """A card."""

    title: str = Field(default="", max_length=80, description="what it is called; without it, its name")
    copies: Copies | None = Field(
        default=None, description="how many are in the deck at the start; none for what other cards lead to"
    )
    aside: bool = Field(
        default=False, strict=True, description="whether it waits outside of the game to be shuffled in"
    )
    do: TextOfCard = Field(description="what it does, from top to bottom")

    @property
    def how_many(self) -> int | None:
        """How many are in the deck."""
        return self.copies


class NightMarketContent(GameContent):
    """All cards; the n-th one, from 0, has text ``n + 1`` of the program."""

    game: ClassVar[str] = "night_market"

    cards: dict[Name, Card] = section("the cards", may_add=True)

    @cached_property
    def texts(self) -> tuple[Text, ...]:
        """The place of each card's text, and its name."""
        return tuple(
            Text(name, ("cards", name, "do"), card.title or name, is_start=card.copies is not None)
            for name, card in self.cards.items()
        )

    @cached_property
    def program(self) -> Program:
        """All texts, compiled."""
        return program_of_texts(VOCABULARY, self.as_data(), self.texts)

    @property
    def copies(self) -> list[int]:
        """By card: how many are in the deck at the start."""
        return [card.copies or 0 for card in self.cards.values()]

    @property
    def aside(self) -> list[bool]:
        """By card: whether it waits outside the game."""
        return [card.aside for card in self.cards.values()]

    def title_of(self, card: int) -> str:
        """Return the title of a card by its number."""
        return self.program.title(card + 1)

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yield the problems in the texts and in the numbers of cards."""
        found = problems_of_texts(VOCABULARY, self.as_data(), self.texts)
        yield from found
        counted = {
            "kinds of cards": (1, len(self.cards), MOST_KINDS),
            "cards in the deck": (1, sum(self.copies), MOST_CARDS),
            "instructions": (1, 1 if found else len(self.program.code), MOST_INSTRUCTIONS),
        }
        for what, (least, count, most) in counted.items():
            if not least <= count <= most:
                yield ("cards",), f"cards: found {count} {what}, allowed are {least} to {most}"

    def title(self, section: str, id_: str, item: Item) -> str:
        """Return the title of a card, or its name if it has none."""
        return self.program.title(self.program.number(id_))

    def in_words(self, section: str, id_: str, item: Item) -> str:
        """Return a card's title and its text in sentences, a line each."""
        title = self.title(section, id_, item)
        return "\n".join([f"{title}:", *words_of(self.program, id_)])

    @classmethod
    def definitions(cls) -> dict[str, Any]:
        """Return the definitions that the schema of a card refers to: the words of its text."""
        return text_definitions(VOCABULARY)


BOX = load_content(NightMarketContent, __file__)
"""What is in the box."""
