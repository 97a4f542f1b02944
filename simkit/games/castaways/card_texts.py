"""The texts of the cards in a box: which there are, what is wrong with them, and the program they become."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from simkit.content.source import Place, Source
from simkit.engine.effects.program import Program, compile_texts, problems_of_texts
from simkit.engine.effects.texts import Text
from simkit.engine.effects.vocabulary import Vocabulary
from simkit.games.castaways.vocabulary import vocabulary_of

DO, EACH_TURN = "do", "each_turn"
"""The keys of a card under which texts stand."""

OWN = "yours"


def name_of_text(section: str, id_: str, key: str = DO) -> str:
    """Return the name of a card's text: plots and exploration cards are named by their ids alone."""
    if section in ("plots", "exploration"):
        return id_
    return f"{section}.{id_}" if key == DO else f"{section}.{id_}.{key}"


def vocabulary_in(content: Any) -> Vocabulary:
    """Return the words that the cards of a box are written in."""
    sections = (content.objects, content.camp_cards, content.constructions)
    return vocabulary_of(*({id_: item.name for id_, item in items.items()} for items in sections))


def texts_of(content: Any) -> list[Text]:
    """Return all texts, those of the island's cards first: their order is that of `printed.print_cards`.

    A plot without a deck comes only when others name it.  A printed one that a designer's own cards no longer
    lead to stays in the box; their own must be led to.
    """
    sections: tuple[tuple[str, str], ...] = (
        ("exploration", DO),
        ("plots", DO),
        ("events", DO),
        ("camp_cards", DO),
        ("camp_cards", EACH_TURN),
        ("remains", DO),
    )
    is_changed = any(item.provenance == OWN for _, _, item in content.items())
    found = []
    for section, key in sections:
        for id_, card in getattr(content, section).items():
            if not getattr(card, key) and section in ("camp_cards", "remains"):
                continue
            is_named = section == "plots" and card.deck is None
            is_start = not is_named or (is_changed and card.provenance != OWN)
            title = card.name or id_
            place = (section, id_, key)
            found.append(Text(name_of_text(section, id_, key), place, title, is_start, is_named))
    return found


def data_of(content: Any) -> Mapping[str, Any]:
    """Return the texts as plain data, by the places at which they stand in a file."""
    return {
        section: {
            id_: {key: getattr(card, key) for key in (DO, EACH_TURN) if hasattr(card, key)}
            for id_, card in getattr(content, section).items()
        }
        for section in ("exploration", "plots", "events", "camp_cards", "remains")
    }


def text_problems(content: Any) -> Iterator[tuple[Place, str]]:
    """Yield the faults in the texts, each with its place."""
    yield from problems_of_texts(vocabulary_in(content), data_of(content), texts_of(content))


def program_of(content: Any) -> Program:
    """Return the texts of a box, compiled."""
    source = Source(Path("content"), dict(data_of(content)))
    return compile_texts(vocabulary_in(content), source, texts_of(content))
