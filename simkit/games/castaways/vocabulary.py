"""The words that the cards of Castaways are written in.

The number of an operation, a condition or a target is its place in its table; `operations.py` does them.  The
objects, camp cards and constructions are content, so each box has a vocabulary of its own; the numbers are
the same in all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from simkit.game import Place, Source
from simkit.game.effects import (
    Condition,
    Operand,
    Operation,
    Price,
    Program,
    Target,
    Text,
    Vocabulary,
    compile_texts,
    number,
    number_or_word,
    problems_of_texts,
    text_name,
    word,
)
from simkit.games.castaways.names import REGIONS

OWNER_OF_GOLD = -1
"""The value of `against` if the drawer throws against the owner of the gold."""

DRAWER_ALONE, PARTY, ATTACKER = range(3)
"""Whose strengths count (`by`): the drawer's; those of all that are out; the drawer's in an attack."""

FIRE_OUT, FIRE_LIT = range(2)

Names = Mapping[str, str]
"""What sentences call objects, camp cards or constructions, by their ids."""


def _named(name: str, names: Names) -> Operand:
    return word(name, list(names), called=list(names.values()))


def _to_castaways() -> tuple[Operation, ...]:
    return (
        Operation("energy", (number("n", -9, 9),), "{who}: gain {n} energy", "{who}: lose {n} energy"),
        Operation("injury", (number("n", 1, 9),), "{who}: take {n:injury/injuries}"),
        Operation("trauma", (number("n", 1, 4),), "{who}: suffer {n:trauma}"),
        Operation("heal", (number("n", 1, 9),), "{who}: heal {n:injury/injuries}"),
        Operation("sp", (number("n", 1, 9),), "{who}: draw {n:story-point tile}"),
        Operation(
            "food", (number("n", -9, 9),), "{who}: get {n:food token}", "{who}: give up {n:food token}"
        ),
        Operation("pay", (number("n", 1, 9),), "{who}: pay {n} energy"),
        Operation("advance", (number("n", 1, 9),), "{who}: advance {n:space}"),
        Operation("fish", (number("n", 1, 5),), "{who}: draw a fish tile ({n:time})"),
    )


def _of_objects(objects: Names) -> tuple[Operation, ...]:
    return (
        Operation("remains", (number("n", 1, 5),), "{who}: keep the top {n:card} of the remains"),
        Operation("object", (_named("object", objects),), "{who}: gain this object: {object}"),
        Operation("lose_object", (number("n", 1, 5),), "{who}: choose {n:object} to lose"),
        Operation(
            "give_up",
            (_named("object", objects),),
            "{who}, or else the first of those out who has it: give up this object: {object}",
        ),
        Operation("steal", (_named("object", objects),), "{who}: take this object from its owner: {object}"),
        Operation(
            "strength",
            (
                number_or_word(
                    "against",
                    1,
                    20,
                    {"owner_of_gold": OWNER_OF_GOLD},
                    called={OWNER_OF_GOLD: "the owner of the gold"},
                ),
                word(
                    "by",
                    ("drawer", "party", "attacker"),
                    default="drawer",
                    called=("alone", "with all who are out", "alone, attacking"),
                ),
            ),
            "{who}: a strength roll ({by}) against {against}",
            branches=True,
        ),
    )


def _to_nobody(camp_cards: Names, constructions: Names) -> tuple[Operation, ...]:
    weather_and_camp = (
        Operation(
            "food_storage",
            (number("n", -9, 9),),
            "{n:food token} into the storage",
            "the storage loses {n} food, tokens first, then the smallest tiles",
        ),
        Operation("wood", (number("n", -9, 9),), "{n} wood into the storage", "{n} wood out of the storage"),
        Operation(
            "forage",
            (number("n", -9, 9),),
            "{n:tile} into the forage box",
            "{n:tile} of the forage box out of the game",
        ),
        Operation("shark", (number("n", 1, 5),), "{n:shark} into the fish stack"),
        Operation("wash_ashore", (number("n", 1, 5),), "{n:cube} from the wreck to the salvage space"),
        Operation(
            "construction", (_named("construction", constructions),), "this can be built now: {construction}"
        ),
        Operation("camp_card", (_named("card", camp_cards),), "this comes to the camp board: {card}"),
        Operation("remove_camp_card", (_named("card", camp_cards),), "this leaves the camp board: {card}"),
        Operation(
            "return",
            (number("n", -9, 9),),
            "the return cube goes up by {n}",
            "the return cube goes down by {n}",
        ),
        Operation("plan", (), "the first return icon of this turn's outing is not counted"),
        Operation("fire", (word("how", ("out", "lit"), called=("goes out", "is lit")),), "the fire {how}"),
        Operation("tidal_wave", (), "a wave takes all wood of the storage, and the goat"),
        Operation(
            "shuffle_in",
            (text_name("card"), word("deck", REGIONS)),
            "{card} is shuffled into the deck of the {deck}",
        ),
    )
    return tuple(
        Operation(
            operation.name, operation.operands, operation.sentence, operation.if_negative, is_common=True
        )
        for operation in weather_and_camp
    )


OPERATION_NAMES = tuple(
    operation.name
    for table in (_to_castaways(), _of_objects({"x": ""}), _to_nobody({"x": ""}, {"x": ""}))
    for operation in table
)
(
    ENERGY, INJURY, TRAUMA, HEAL, SP, FOOD, PAY, ADVANCE, FISH,
    REMAINS, OBJECT, LOSE_OBJECT, GIVE_UP, STEAL, STRENGTH,
    FOOD_STORAGE, WOOD, FORAGE, SHARK, WASH_ASHORE, CONSTRUCTION, CAMP_CARD, REMOVE_CAMP_CARD,
    RETURN, PLAN, FIRE, TIDAL_WAVE, SHUFFLE_IN,
) = range(len(OPERATION_NAMES))  # fmt: skip

HAS, OWN_FOOD, HAS_WOOD, HAS_ENERGY = range(4)

TARGETS = (
    Target("drawer", "you"),
    Target("one", "a castaway of your choice", asks=True),
    Target("explorers", "everybody who is out"),
    Target("players", "every castaway"),
    Target("camp", "every castaway who is not lost"),
    Target("starter", "the starting player"),
    Target("vote", "those who are out, or all in camp", votes=True),
)
DRAWER, ONE, EXPLORERS, PLAYERS, CAMP, STARTER, VOTE = range(len(TARGETS))


def vocabulary_of(objects: Names, camp_cards: Names, constructions: Names) -> Vocabulary:
    """Return the words for the cards of a box, given what sentences call each thing, by id."""
    conditions = (
        Condition(
            "has", (_named("object", objects),), "you, or on an outing anybody out, own this: {object}"
        ),
        Condition("own_food", (number("n", 1, 9),), "you own {n:food token}"),
        Condition("wood", (number("n", 1, 16),), "the storage has {n} wood"),
        Condition("has_energy", (number("n", 1, 9),), "you have {n} energy"),
    )
    return Vocabulary(
        (*_to_castaways(), *_of_objects(objects), *_to_nobody(camp_cards, constructions)),
        conditions,
        TARGETS,
        (Price("cost", "has_energy", "pay"),),
    )


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
    """Return all texts, those of the island's cards first, in the order of `printed.print_cards`.

    A plot without a deck comes only when others name it.  A printed one that a designer's own cards no longer
    lead to stays in the box; a designer's own plots must be reachable.
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
