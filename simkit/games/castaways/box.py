"""What is in the box of Castaways: its content, declared, and as it is printed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from simkit.game import KEY, GameContent, Item, Place, Whole, load_content, section, unknown
from simkit.game.effects import Program, TextOfCard, text_definitions, words_of
from simkit.games.castaways.figures import figures_of
from simkit.games.castaways.names import REGIONS, SIGNAL_LETTERS, SIGNALS
from simkit.games.castaways.state import (
    MOST_CAMP_CARDS,
    MOST_CAMP_SPACES,
    MOST_CARDS,
    MOST_EVENTS,
    MOST_OBJECTS,
    MOST_REMAINS,
    MOST_REMAINS_CARDS,
    VALUES,
)
from simkit.games.castaways.vocabulary import (
    DO,
    EACH_TURN,
    name_of_text,
    program_of,
    text_problems,
    vocabulary_in,
)

MOST_COPIES = 9

HIDDEN = frozenset((*Item.model_fields, DO, EACH_TURN, "copies"))
"""Keys that are no figures of an item: its name, its texts, and values that have columns of their own."""


def _letters_of_signals(letters: str) -> str:
    for letter in letters:
        if letter not in SIGNAL_LETTERS or letters.count(letter) > 1:
            words = ", ".join(
                f"{letter} {name}" for letter, name in zip(SIGNAL_LETTERS, SIGNALS, strict=True)
            )
            raise ValueError(f"found '{letters}', allowed is each of these letters once at most: {words}")
    return letters


Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=30)]
PlotId = Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]*|[1-9][0-9]{0,3})$", max_length=30)]
Level = Literal["none", "1", "2", "3", "4"]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Few = Annotated[Whole, Field(ge=0, le=9)]
Energy = Annotated[Whole, Field(ge=0, le=20)]
Wood = Annotated[Whole, Field(ge=0, le=16)]
Value = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
Tiles = Annotated[Whole, Field(ge=0, le=60)]
Deck = Literal["coast", "interior", "heart"]
Signals = Annotated[str, AfterValidator(_letters_of_signals)]

assert Deck.__args__ == REGIONS  # type: ignore[attr-defined]
assert len(Value.__args__) == VALUES  # type: ignore[attr-defined]


class Named(Item):
    """Something with a name."""

    name: Name = Field(description="what it is called")


class Character(Named):
    """A castaway to choose."""

    energy: Annotated[Whole, Field(ge=1, le=12)] = Field(description="the spaces of its energy track")
    strength: Few = Field(default=0, description="what it adds to strength rolls")
    fish_draw: Annotated[Whole, Field(ge=1, le=2)] = Field(
        default=1, description="fish tiles drawn, of which one is kept"
    )
    keeps_tile: Annotated[Whole, Field(ge=0, le=1)] = Field(
        default=0, description="food tiles that survive the night with it"
    )
    return_roll: Few = Field(default=0, description="added to the return rolls of its group")
    heals_a_rester: Few = Field(default=0, description="injuries more, once a turn, for a castaway who rests")
    first_energy_double: bool = Field(default=False, description="its first energy in each Build counts two")


class Object(Named):
    """Something that a castaway may own."""

    sp: Few = Field(default=0, description="points for a rescued owner")
    strength: Few = Field(default=0, description="added to strength rolls")
    return_roll: Few = Field(default=0, description="added to the return rolls of the owner's group")
    lighting: Few = Field(default=0, description="added to the energy declared for the campfire")
    wood_action: Few = Field(default=0, description="more wood by the action Wood")
    fish_bonus: Few = Field(default=0, description="food tokens with a fished tile of 1 or more")
    food_per_turn: Few = Field(default=0, description="food tokens at the start of Survival")
    signal: Literal["Y", "L", "M"] | None = Field(default=None, description="the signal that it is")
    found: bool = Field(default=False, description="found on the island: it exists once")


class Remains(Item):
    """A card of the wreck."""

    name: str = Field(default="", max_length=60, description="what it is called, if it is no object")
    object: Id | None = Field(default=None, description="the object that it is")
    copies: Annotated[Whole, Field(ge=0, le=MOST_COPIES)] = Field(description="how many there are")
    do: TextOfCard = Field(default=[], description="what is done when it is taken")

    @property
    def how_many(self) -> int:
        """How many there are."""
        return self.copies


class OneCard(Named):
    """A card that is in the box once."""

    do: TextOfCard = Field(default=[], description="what it does")

    @property
    def how_many(self) -> int:
        """How many: one."""
        return 1


class CampCard(OneCard):
    """A card of the camp board."""

    base: bool = Field(default=False, description="on the board from the start")
    red: bool = Field(default=False, description="it can't be covered")
    needs_gold: bool = Field(
        default=False, description="only while another castaway, not lost, owns the gold; not with one player"
    )
    not_in_storm: bool = Field(default=False, description="it can't be chosen in a storm")
    cost: Few = Field(description="energy that a marker on it costs")
    each_turn: TextOfCard = Field(default=[], description="what is done in each turn's event phase")


class Shelter(Item):
    """A level of the shelter."""

    energy: Energy = Field(description="energy to build it")
    wood: Wood = Field(description="wood to build it")
    rest: tuple[Few, Few] = Field(description="energy of a Rest when the die shows 1 to 3, or 4 to 6")
    heal: Few = Field(description="injuries that a Rest heals")


class Site(Named):
    """A signal that is built over several turns."""

    cubes: Annotated[Whole, Field(ge=1, le=60)] | None = Field(
        default=None, description="of the sign: its cubes"
    )
    wood: Annotated[Whole, Field(ge=1, le=16)] | None = Field(
        default=None, description="of the bonfire: its wood"
    )
    signal: Literal["B", "S"] = Field(description="the signal that it is")


class Construction(Named):
    """Something to be built that a card reveals."""

    energy: Energy = Field(description="energy to build it, all in one turn")
    wood: Wood = Field(description="wood to build it")
    objects: tuple[Id, ...] = Field(default=(), max_length=4, description="objects that go into it")
    stands_in: bool = Field(default=False, description="stands for one thing missing in the rescue check")
    keeps_tile: Annotated[Whole, Field(ge=0, le=1)] = Field(
        default=0, description="food tiles that survive the night"
    )


class TilesByValue(Item):
    """Tiles, by what is on them."""

    tiles: dict[Value, Tiles] = Field(min_length=1, description="how many there are of each value")
    jellyfish: Tiles = Field(default=0, description="of the fish tiles: jellyfish")

    @property
    def how_many(self) -> int:
        """How many there are at the start."""
        return sum(self.tiles.values()) + self.jellyfish


class EventCard(OneCard):
    """An event card."""

    weather: Literal["sun", "storm", "none"] = Field(description="where the weather marker goes")
    wreck: Annotated[Whole, Field(ge=0, le=9)] = Field(
        description="cubes on the wreck at which one is washed ashore"
    )
    signal: Signals = Field(description="what rescues: B bonfire, S sign, Y spyglass, L log, M mirror")
    few: bool = Field(default=False, description="taken out above two players")


class IslandCard(OneCard):
    """A card that explorers draw."""

    adv: Few = Field(default=0, description="spaces that the walkers advance")
    ret: Few = Field(default=0, description="spaces that the return cube goes up")
    sp: Few = Field(default=0, description="story-point tiles that the drawer draws")
    pending: bool = Field(default=False, description="the drawer may leave it open")
    solo: bool = Field(default=True, description="it is used by one player too")


class ExplorationCard(IslandCard):
    """A card of one of the three decks."""

    deck: Deck = Field(description="the deck in which it lies from the start")


class Plot(IslandCard):
    """A plot card."""

    deck: Deck | None = Field(
        default=None, description="of a card with number 0: the deck that it is shuffled into, if it is drawn"
    )


class CastawaysContent(GameContent):
    """All that is printed in the box of Castaways."""

    game: ClassVar[str] = "castaways"

    characters: dict[Id, Character] = section("the castaways to choose from")
    objects: dict[Id, Object] = section("what a castaway may own", may_add=True)
    camp_cards: dict[Id, CampCard] = section("the cards of the camp board", may_add=True)
    constructions: dict[Id, Construction] = section("what can be built when a card reveals it")
    events: dict[Id, EventCard] = section("the event cards", may_add=True)
    exploration: dict[Id, ExplorationCard] = section("the cards of the three decks", may_add=True)
    plots: dict[PlotId, Plot] = section("the plots: with a deck those of number 0", may_add=True)
    remains: dict[Id, Remains] = section("the cards of the wreck", may_add=True)
    shelters: dict[Level, Shelter] = section("the shelters, by level")
    sites: dict[Literal["sign", "bonfire"], Site] = section("the signals that are built")
    tiles: dict[Literal["fish", "forage", "story"], TilesByValue] = section("the tiles")

    @cached_property
    def program(self) -> Program:
        """All texts of the cards, compiled."""
        return program_of(self)

    @classmethod
    def definitions(cls) -> dict[str, Any]:
        """Return the definitions that a schema of cards refers to: the words of the texts in this box."""
        return text_definitions(vocabulary_in(BOX))

    def in_words(self, section: str, id_: str, item: Item) -> str:
        """Return an item's figures, and its text in sentences, a line each."""
        lines = [figures_of(item, HIDDEN)] if figures_of(item, HIDDEN) else []
        for key, title in ((DO, ""), (EACH_TURN, "Each turn:")):
            if getattr(item, key, None):
                said = words_of(self.program, name_of_text(section, id_, key))
                lines += [title, *(f"    {line}" for line in said)] if title else said
        return "\n".join(lines)

    def title(self, section: str, id_: str, item: Item) -> str:
        """Return an item's title; remains that are an object are called like the object."""
        if isinstance(item, Remains) and item.object is not None and not item.name:
            return self.objects[item.object].name
        return super().title(section, id_, item)

    def problems(self) -> Iterator[tuple[Place, str]]:
        """Yield the faults in the box as a whole: too many cards, unknown objects, wrong texts."""
        yield from self._too_many()
        yield from self._strange_objects()
        yield from text_problems(self)

    def _too_many(self) -> Iterator[tuple[Place, str]]:
        rooms = (
            ("objects", MOST_OBJECTS),
            ("camp_cards", MOST_CAMP_CARDS),
            ("events", MOST_EVENTS),
            ("remains", MOST_REMAINS),
        )
        for name, most in rooms:
            ids = list(getattr(self, name))
            if len(ids) > most:
                yield (name, ids[most], KEY), f"{name}: {len(ids)} of them, room is for {most}"
        if (cards := len(self.exploration) + len(self.plots)) > MOST_CARDS:
            yield (), f"exploration and plots: {cards} cards of the island, room is for {MOST_CARDS}"
        if (copies := sum(card.copies for card in self.remains.values())) > MOST_REMAINS_CARDS:
            yield ("remains",), f"remains: {copies} cards with their copies, room is for {MOST_REMAINS_CARDS}"
        base = [id_ for id_, card in self.camp_cards.items() if card.base]
        if len(base) > MOST_CAMP_SPACES:
            place = ("camp_cards", base[MOST_CAMP_SPACES], "base")
            yield place, f"{len(base)} cards on the camp board at the start, room is for {MOST_CAMP_SPACES}"

    def _strange_objects(self) -> Iterator[tuple[Place, str]]:
        for id_, card in self.remains.items():
            if card.object is not None and card.object not in self.objects:
                yield ("remains", id_, "object"), unknown("object", card.object, self.objects)
            if card.object is None and not card.name:
                yield ("remains", id_), f"remains.{id_}: it is no object, so it needs a name"
        for id_, site in self.constructions.items():
            for i, name in enumerate(site.objects):
                if name not in self.objects:
                    yield ("constructions", id_, "objects", i), unknown("object", name, self.objects)


BOX = load_content(CastawaysContent, __file__)
"""The content as it is printed."""
