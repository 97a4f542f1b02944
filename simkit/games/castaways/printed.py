"""The columns of the rules record that are worked out, and how the content of the box fills them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from simkit.game.effects import NO_TEXT, program_dtype
from simkit.games.castaways.box import CastawaysContent, IslandCard, Level
from simkit.games.castaways.names import REGIONS, SIGNAL_LETTERS
from simkit.games.castaways.state import (
    FISH_KINDS,
    MOST_CAMP_CARDS,
    MOST_CARDS,
    MOST_CHARACTERS,
    MOST_CONSTRUCTIONS,
    MOST_EVENTS,
    MOST_OBJECTS,
    MOST_PLAYERS,
    MOST_REMAINS,
    MOST_SPACES,
    MOST_SQUARES,
    NO_CARD,
    VALUES,
)
from simkit.games.castaways.vocabulary import DO, EACH_TURN, name_of_text

MOST_TEXTS = 400
MOST_INSTRUCTIONS = 4_000

CHARACTER = np.dtype(
    [
        ("energy", np.int64),
        ("strength", np.int64),
        ("fish_draw", np.int64),  # fish tiles drawn, of which one is kept; 0: one, as for everybody
        ("keeps_tile", np.int64),
        ("return_roll", np.int64),
        ("heals_a_rester", np.int64),
        ("first_energy_double", np.int64),
    ],
    align=True,
)
OBJECT = np.dtype(
    [
        ("points", np.int64),
        ("strength", np.int64),
        ("return_roll", np.int64),
        ("lighting", np.int64),
        ("wood_action", np.int64),
        ("fish_bonus", np.int64),
        ("food_per_turn", np.int64),
        ("signal", np.int64),  # its bit among the signals, or 0
        ("is_found", np.int64),  # 1 if there is only one, which cards give
    ],
    align=True,
)
ISLAND_CARD = np.dtype(
    [
        ("text", np.int64),  # its number in the program
        ("deck", np.int64),  # a region: where it lies from the start; NO_DECK for a plot that others name
        ("plot", np.int64),  # NO_PLOT, or its number (0 for those that are drawn at the start)
        ("advance", np.int64),
        ("return_icon", np.int64),
        ("points", np.int64),  # story-point tiles
        ("pending", np.int64),
        ("not_solo", np.int64),  # 1 if it is out of the box when one plays alone (the quarrel)
        ("left_out", np.int64),  # 1 if it is out of the box
    ],
    align=True,
)
NO_DECK = -1
NO_PLOT = -1

EVENT_CARD = np.dtype(
    [
        ("text", np.int64),
        ("weather", np.int64),  # -1 for a storm, 1 for a sun, or 0
        ("threshold", np.int64),
        ("signals", np.int64),  # bits of `names.SIGNALS`
        ("few", np.int64),  # 1 if it is taken out above `few_players`
        ("left_out", np.int64),  # 1 if it is out of the box
    ],
    align=True,
)
REMAIN = np.dtype(
    [("text", np.int64), ("object", np.int64), ("copies", np.int64), ("left_out", np.int64)], align=True
)
CAMP_CARD = np.dtype(
    [
        ("text", np.int64),
        ("each_turn", np.int64),  # the text done in every Events phase, or NO_TEXT
        ("cost", np.int64),
        ("red", np.int64),
        ("is_base", np.int64),  # 1 if it lies on the board from the start
        ("needs_gold", np.int64),  # 1 for Greed: only while another castaway, not lost, owns the gold
        ("is_fishing", np.int64),  # 1 if it can't be chosen in a storm
        ("left_out", np.int64),  # 1 if it is out of the box
    ],
    align=True,
)
CONSTRUCTION = np.dtype(
    [
        ("energy", np.int64),
        ("wood", np.int64),
        ("objects", np.int64),  # bit `object` for each that it takes
        ("any_signal", np.int64),  # 1 if it stands for any one thing missing in the rescue check
        ("keeps_tile", np.int64),
    ],
    align=True,
)


PRINTED = (
    ("program", program_dtype(MOST_TEXTS, MOST_INSTRUCTIONS)),
    ("character_count", np.int64),
    ("character", CHARACTER, (MOST_CHARACTERS,)),
    ("object_count", np.int64),
    ("object", OBJECT, (MOST_OBJECTS,)),
    ("card_count", np.int64),
    ("card", ISLAND_CARD, (MOST_CARDS,)),
    ("event_count", np.int64),
    ("event", EVENT_CARD, (MOST_EVENTS,)),
    ("remain_count", np.int64),
    ("remain", REMAIN, (MOST_REMAINS,)),
    ("camp_card_count", np.int64),
    ("camp_card", CAMP_CARD, (MOST_CAMP_CARDS,)),
    ("construction_count", np.int64),
    ("construction", CONSTRUCTION, (MOST_CONSTRUCTIONS,)),
    ("plot_card", np.int64, (MOST_CARDS,)),  # by number of a plot: its card, or -1 (number 0: -1)
    ("card_of_text", np.int64, (MOST_TEXTS,)),  # by number of a text: the card of the island, or -1
)
"""What `printed.print_cards` fills from the content."""

WORKED_OUT = (
    *PRINTED,
    ("signal_objects", np.int64),  # bit `object` for each that is a signal
    ("turns_at_most", np.int64),
    ("food_at_start", np.int64),
    ("box_at_start", np.int64),
    ("character_mode", np.int64),
    ("character_of_seat", np.int64, (MOST_PLAYERS,)),
    ("story_tiles", np.int64, (VALUES,)),
    ("forage_tiles", np.int64, (VALUES,)),
    ("fish_tiles", np.int64, (FISH_KINDS,)),
    ("square_count", np.int64),
    ("squares", np.int64, (MOST_SQUARES,)),  # `names.WEATHERS` by square
    ("first_place", np.int64, (4,)),  # of each region; then the headland
    ("space_count", np.int64, (9,)),  # by action; of Rest and Camp the number that there is
    ("costs", np.int64, (9, MOST_SPACES)),
)
"""Columns of the rules record that are worked out from knobs and content."""


WEATHER_MOVES = {"storm": -1, "none": 0, "sun": 1}
SHELTER_LEVELS: tuple[Level, ...] = ("none", "1", "2", "3", "4")


def print_cards(rules: Any, content: CastawaysContent) -> None:
    """Write what is printed into the rules record.

    A thing's number is its place in its section; the cards of the island are those of `exploration`, then the
    plots, and the text of card ``n`` has the number ``n + 1``.

    Raises BadInput if the texts have more instructions than there is room for.
    """
    content.program.fill(rules.program)
    _people_and_objects(rules, content)
    _island(rules, content)
    _decks(rules, content)


def signal_bits(letters: str) -> int:
    """Return the mask of `names.SIGNALS` that letters stand for."""
    return sum(1 << SIGNAL_LETTERS.index(letter) for letter in letters)


def text_of(content: CastawaysContent, section: str, id_: str, key: str = DO) -> int:
    """Return the number of a card's text, or NO_TEXT if it has none."""
    return content.program.numbers.get(name_of_text(section, id_, key), NO_TEXT)


def island_cards(content: CastawaysContent) -> dict[str, tuple[str, IslandCard]]:
    """Return the cards of the island in the order of their numbers: by id, the section and the card."""
    found: dict[str, tuple[str, IslandCard]] = {}
    for section in ("exploration", "plots"):
        found |= {id_: (section, card) for id_, card in getattr(content, section).items()}
    return found


def _people_and_objects(rules: Any, content: CastawaysContent) -> None:
    rules.character_count = len(content.characters)
    for row, character in zip(rules.character, content.characters.values(), strict=False):
        for name in row.dtype.names:
            row[name] = getattr(character, name)
    rules.object_count = len(content.objects)
    for row, thing in zip(rules.object, content.objects.values(), strict=False):
        row.points = thing.sp
        row.signal = signal_bits(thing.signal or "")
        row.is_found = thing.found
        for name in ("strength", "return_roll", "lighting", "wood_action", "fish_bonus", "food_per_turn"):
            row[name] = getattr(thing, name)
    numbers = {id_: number for number, id_ in enumerate(content.objects)}
    rules.construction_count = len(content.constructions)
    for row, site in zip(rules.construction, content.constructions.values(), strict=False):
        row.energy, row.wood, row.keeps_tile = site.energy, site.wood, site.keeps_tile
        row.objects = sum(1 << numbers[name] for name in set(site.objects))
        row.any_signal = site.stands_in
    rules.remain_count = len(content.remains)
    for row, (id_, remain) in zip(rules.remain, content.remains.items(), strict=False):
        row.text = text_of(content, "remains", id_)
        row.object = NO_CARD if remain.object is None else numbers[remain.object]
        row.copies = remain.copies


def _island(rules: Any, content: CastawaysContent) -> None:
    cards = island_cards(content)
    rules.card_count = len(cards)
    rules.plot_card[:] = NO_CARD
    rules.card_of_text[:] = NO_CARD
    named = [id_ for id_, (section, card) in cards.items() if section == "plots" and deck_of(card) is None]
    taken = {int(id_) for id_ in named if id_.isdecimal()}
    free = (number for number in range(1, 10_000) if number not in taken)
    for number, (row, (id_, (section, card))) in enumerate(zip(rules.card, cards.items(), strict=False)):
        row.text = content.program.number(id_)
        rules.card_of_text[row.text] = number
        deck = deck_of(card)
        row.deck = NO_DECK if deck is None else REGIONS.index(deck)
        row.plot = NO_PLOT if section == "exploration" else 0
        if id_ in named:
            row.plot = int(id_) if id_.isdecimal() else next(free)
        row.advance, row.return_icon, row.points = card.adv, card.ret, card.sp
        row.pending, row.not_solo = card.pending, not card.solo
        if 0 < row.plot < len(rules.plot_card):
            rules.plot_card[row.plot] = number


def deck_of(card: IslandCard) -> str | None:
    """Return the deck of a card; none for a plot that others name."""
    deck: str | None = getattr(card, "deck", None)
    return deck


def _decks(rules: Any, content: CastawaysContent) -> None:
    rules.event_count = len(content.events)
    for row, (id_, event) in zip(rules.event, content.events.items(), strict=False):
        row.text = text_of(content, "events", id_)
        row.weather = WEATHER_MOVES[event.weather]
        row.threshold, row.signals, row.few = event.wreck, signal_bits(event.signal), event.few
    rules.camp_card_count = len(content.camp_cards)
    for row, (id_, card) in zip(rules.camp_card, content.camp_cards.items(), strict=False):
        row.text = text_of(content, "camp_cards", id_)
        row.each_turn = text_of(content, "camp_cards", id_, EACH_TURN)
        row.cost, row.red, row.is_base = card.cost, card.red, card.base
        row.needs_gold, row.is_fishing = card.needs_gold, card.not_in_storm


DECKS = ("events", "remains", "camp_cards", "exploration", "plots")
"""The sections whose cards can be left out."""


def cards_by_name(content: CastawaysContent) -> list[str]:
    """Return all cards that can be left out, by section and id: "events.e01"."""
    return [f"{section}.{id_}" for section in DECKS for id_ in getattr(content, section)]


def leave_out(rules: Any, content: CastawaysContent, names: Collection[str]) -> None:
    """Mark the cards, by section and id, that are left out of the box."""
    rows = {
        **{f"events.{id_}": rules.event[i] for i, id_ in enumerate(content.events)},
        **{f"remains.{id_}": rules.remain[i] for i, id_ in enumerate(content.remains)},
        **{f"camp_cards.{id_}": rules.camp_card[i] for i, id_ in enumerate(content.camp_cards)},
        **{
            f"{section}.{id_}": rules.card[i]
            for i, (id_, (section, _)) in enumerate(island_cards(content).items())
        },
    }
    for name in names:
        rows[name].left_out = True


def printed_knobs(content: CastawaysContent) -> dict[str, Any]:
    """Return the values printed in the box, by the knob whose default each is."""
    shelters = [content.shelters[level] for level in SHELTER_LEVELS]
    built = shelters[1:]
    return {
        "few_events": frozenset(id_ for id_, event in content.events.items() if event.few),
        "story_values": by_value(content.tiles["story"].tiles),
        "forage_values": by_value(content.tiles["forage"].tiles),
        "fish_values": by_value(content.tiles["fish"].tiles),
        "jellyfish": content.tiles["fish"].jellyfish,
        "highest_energy": tuple(character.energy for character in content.characters.values()),
        "sign_cubes": content.sites["sign"].cubes,
        "bonfire_size": content.sites["bonfire"].wood,
        "shelter_energy": tuple(shelter.energy for shelter in built),
        "shelter_wood": tuple(shelter.wood for shelter in built),
        "rest_low": tuple(shelter.rest[0] for shelter in shelters),
        "rest_high": tuple(shelter.rest[1] for shelter in shelters),
        "rest_heal": tuple(shelter.heal for shelter in shelters),
    }


def by_value(tiles: Mapping[Any, int]) -> tuple[int, ...]:
    """Return the number of tiles of 0, 1, 2 ... up to the highest value that there is."""
    counts = {int(value): count for value, count in tiles.items()}
    return tuple(counts.get(value, 0) for value in range(max(counts) + 1))
