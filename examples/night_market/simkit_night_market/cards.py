"""Reads a file of cards: how many of each, and their texts compiled."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.content.complaints import in_words
from simkit.content.source import KEY, Place, Source, read_source
from simkit.engine.effects.program import Program, compile_texts
from simkit.engine.effects.texts import Text
from simkit.errors import Complaint, unknown
from simkit_night_market.vocabulary import VOCABULARY

IN_THE_BOX = Path(__file__).with_name("cards.yaml")

FIELDS = ("title", "copies", "aside", "do")
MOST_COPIES = 9


@dataclass(frozen=True)
class Cards:
    """A set of cards; the n-th card, from 0, has text ``n + 1`` of the program."""

    copies: tuple[int, ...]
    aside: tuple[bool, ...]
    program: Program

    def title(self, card: int) -> str:
        """Return what is printed on a card."""
        return self.program.title(card + 1)


def load_cards(file: Path) -> Cards:
    """Read a file of cards.

    Raises
    ------
    Complaint
        If something is wrong with it: where, and what is allowed.
    """
    source = read_source(file, "a file of cards")
    found = source.data.get("cards")
    if not isinstance(found, dict):
        raise Complaint(f"{file}:1:1: a file of cards has a mapping 'cards'")
    for name in found:
        _check(source, name, found[name])
    texts = [
        Text(name, ("cards", name, "do"), str(card.get("title", name)), is_start="copies" in card)
        for name, card in found.items()
    ]
    copies = tuple(card.get("copies", 0) for card in found.values())
    aside = tuple(card.get("aside", False) for card in found.values())
    return Cards(copies, aside, compile_texts(VOCABULARY, source, texts))


def _check(source: Source, name: str, card: Any) -> None:
    """Complain of a card whose fields are wrong; its text is checked when it is compiled."""

    def complaint(place: Place, message: str) -> Complaint:
        return Complaint(f"{source.where(('cards', name, *place))}: card '{name}': {message}")

    if not isinstance(card, dict) or "do" not in card:
        raise complaint((), "a card is a mapping with 'do'")
    for key in card:
        if key not in FIELDS:
            raise complaint((key, KEY), unknown("key", key, FIELDS))
    copies, aside = card.get("copies", 1), card.get("aside", False)
    if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
        raise complaint(("copies",), f"found {in_words(copies)}, allowed is 1 to {MOST_COPIES}")
    if type(aside) is not bool:
        raise complaint(("aside",), f"found {in_words(aside)}, allowed is true or false")
